"""Optimal strategies: found by search in the core, proved, or as good as there was time for."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from cobra.analysis.certified import Certified
from cobra.analysis.certify import Certification, certification, certified_worst
from cobra.analysis.check import Check, prove
from cobra.analysis.info import bounds_at_once
from cobra.analysis.row import Row, intervals_of, optimal_row
from cobra.analysis.spread.answers import answered
from cobra.breakers.written import played
from cobra.budget import Progress, limited
from cobra.cluster.cluster import AnyCluster, joined
from cobra.engine.core import OptimalResult
from cobra.engine.numbers import search_numbers
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, GameError
from cobra.interval import Interval
from cobra.lengths import Figures
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.memory import demand_knowledge_only
from cobra.model.outcomes import knows_finals
from cobra.model.unseen import counted_numbers, default_objective, demand_nothing_unseen
from cobra.options import (
    DEFAULT_SAT_SOLVER,
    MEMORY,
    OPTIMAL,
    SEARCHED,
    UNSEEN_OBJECTIVE,
    WON,
    available_threads,
    read_choice,
)
from cobra.shown import Shown
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings, Strategy


@dataclass(frozen=True)
class Result(Shown):
    """The best strategy found, and what is proved about it."""

    game: Game
    proof: Check
    """That the game is well-formed."""
    objective: str
    max_depth: int | None
    within: int | None
    """A play that takes more experiments is lost; with the objective `won`."""
    consistent: bool
    first: str | None
    """The experiment demanded to be the first."""
    row: Row
    """The figures of the best strategy found; none are settled when none is known."""
    proved: bool
    """Whether nobody can do better, or nobody can do it at all."""
    infeasible: bool
    """Whether it is proved that no strategy keeps to `max_depth`, `consistent` and the first experiment."""
    statistics: Mapping[str, int]
    """What the search took: states "expanded", experiments "scanned", "candidates" tried, "memory" in bytes,
    "facts" taken from a checkpoint."""
    unkept: str | None
    """Why the checkpoint does not hold all that was proved; None when it does, or there is none."""
    unspread: str | None
    """Why the cluster was of no use to the end; None when it was, or there is none."""
    certification: Certification
    """What was written that proves it to others, or why nothing was."""
    _search: tuple[CodeTable, OptimalResult] | None = field(repr=False, compare=False)
    """None where codes are counted, not listed."""

    @cached_property
    def strategy(self) -> Strategy | None:
        """Return the best strategy found, None when none is known."""
        if self._search is None:
            return None
        settings = Settings(
            consistent=self.consistent, max_depth=self.max_depth, first=self.first, within=self.within
        )
        return strategy_found(*self._search, self.objective, settings, self.proof)

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and other processes get: the strategy, and not the engine that found it."""
        return {**vars(self), "strategy": self.strategy, "_search": None}

    @property
    def undrawn(self) -> bool:
        """Return whether the least value is proved, but the strategy is too large to be written down."""
        return self.proved and not self.infeasible and self.row.undrawn

    @property
    def certificate(self) -> Certified | None:
        """Return what was written that proves it to others, None when nothing was."""
        return self.certification.written

    @property
    def uncertified(self) -> CobraError | None:
        """Return why no certificate was written that was asked for."""
        return self.certification.failure

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """Return an interval for the objective's first measure and, once that is closed, for the second.

        Where codes have to be lost, of a search that was stopped, one for their weight comes first.
        """
        return self.row.intervals if self.row.losing is None else (self.row.losing, *self.row.intervals)

    @property
    def stopped(self) -> str | None:
        """Return why something is missing: "time", "interrupt", "memory", "undecided"; None for an answer."""
        return self.row.stopped or self.proof.stopped


@limited
def optimal(
    game: Game,
    objective: str | None = None,
    *,
    max_depth: int | None = None,
    within: int | None = None,
    consistent: bool = False,
    first: str | None = None,
    beginning: Strategy | str | Path | None = None,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    checkpoint: str | Path | None = None,
    certificate: str | Path | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    cluster: AnyCluster | None = None,
    progress: Progress | None = None,
) -> Result:
    """Prove a game well-formed and search for a strategy that nobody can beat.

    `objective` is a name of `cobra.options.SEARCHED`; None is the average; the worst case in games with lies
    or moves, unless there is noise and nothing moves; `won` where any number of answers may be wrong. Only
    strategies are considered none of whose plays is longer than `max_depth`, that with `consistent` make only
    experiments that can still be final, and that begin with the experiment `first`, a text as printed; with
    the pans exchanged and the like it is the experiment of the game that teaches the same. That there is no
    such strategy is an answer too.
    `beginning` is a strategy one has, or the file of one: the search improves it, so that what is found is no
    worse. It must keep to the conditions.
    `within` belongs to the objective `WON`: a play that takes more experiments is lost.
    `threads` 0 uses all processors. `memory` is in bytes; what is remembered of the search is kept below it.
    After `time_limit` seconds, or Ctrl-C, the best strategy found by then is returned with what is proved.
    `checkpoint` is a file that keeps what is proved and is used by the next search in the same game, whatever
    it asks for; see `cobra.analysis.checkpoint`. `certificate` is a file that is written once all is proved,
    from which others can check it; see docs/proofs.md.
    With a `cluster` its workers do what takes long, each with `memory` of its own; here `threads` 0 is one.
    `GameError` for an ill-formed game or a wrong request, `LimitError` when there are too many codes to list,
    `StoppedError` when it was stopped before there was anything to report.
    """
    objective = default_objective(game) if objective is None else objective
    read_choice("objective", tuple(SEARCHED), objective)
    if within is not None and objective != WON:
        raise GameError(
            f"a number of experiments to win within belongs to the objective won, not to {objective}: "
            "ask for it with --objective won, in Python with objective='won'"
        )
    if any(asked is not None for asked in (checkpoint, cluster)):
        _demand_plain_search(game, objective, "a search that is kept, or spread over a cluster,")
    if beginning is not None:
        demand_nothing_unseen(
            game, "a search that begins with a strategy", "without one it begins with one of its own"
        )
        _demand_no_losing(objective, "a search that begins with a strategy")
    if objective == WON and within is None and game.unseen is not None and game.unseen.endless:
        raise GameError(
            "where any number of answers may be wrong a play need not end: say within how many experiments "
            "it is to be won, with --within K, in Python with within=K"
        )
    if objective == WON and game.ending == "core" and knows_finals(game):
        raise GameError(
            "how many codes are won is not known where a known code has to be confirmed, as after an "
            "OUTCOMEX: --max-depth K says whether all can be found within K experiments"
        )
    run = Run(time_limit, progress)
    numbers = counted_numbers(game)
    if numbers is not None and first is None and not consistent and objective == UNSEEN_OBJECTIVE:
        return _counted(game, numbers, max_depth, memory, certificate, run)
    table = CodeTable(game, run, memory, limits or Limits())
    if consistent:
        table.demand_finals()
    demanded = None if first is None else table.read_first(first)
    with ExitStack() as stack:
        store = None
        if checkpoint is not None:
            from cobra.analysis.checkpoint import Checkpoint  # here: it takes a while, and few ask for it

            store = stack.enter_context(Checkpoint(checkpoint, table.compiled, memory))
        workers = None
        if cluster is not None:
            workers = stack.enter_context(joined(cluster))
        facts = [b"" if store is None else store.facts()]

        def keep(proved: bytes) -> None:
            if store is not None:
                store.add(proved)
            if certificate is not None:
                facts.append(proved)

        with run.share(1 / 2):
            proof = prove(game, sat_solver, run.remaining())
        if proof.problems:
            raise GameError("\n".join(proof.problems))
        if demanded is not None:
            table.demand_beginning(demanded)
        held = None if beginning is None else _played(beginning, table)
        run.interrupted = run.interrupted or (held is not None and held.stopped == "interrupt")
        with run.share(1 / 10):
            counted = bounds_at_once(table)
        with answered(workers, table, consistent=consistent, first=demanded, memory=memory) as answers:
            found = table.optimal(
                objective,
                max_depth=max_depth,
                within=within,
                consistent=consistent,
                first=demanded,
                threads=threads or (available_threads() if workers is None else 1),
                memory=memory,
                proved=proof.well_formed,
                facts=facts[0],
                keep=None if store is None and certificate is None else keep,
                others=answers,
                beginning=held if held is None or held.stopped is None else None,
            )
        row = optimal_row(found, table, objective)
        if found.played.stopped is not None and objective != WON:
            row = row.narrowed(objective, (), counted)
        sound = proof.well_formed is True  # the core takes it for granted
        written = certification(
            certificate,
            table,
            found,
            sound,
            objective=objective,
            max_depth=max_depth,
            within=within,
            consistent=consistent,
            first=demanded,
            memory=memory,
            facts=b"".join(facts),
            store=store,
            run=run,
        )
    return Result(
        game=game,
        proof=proof,
        objective=objective,
        max_depth=max_depth,
        within=within,
        consistent=consistent,
        first=None if demanded is None else table.show_experiment(demanded),
        row=row if sound else replace(row, optimal=False),
        proved=sound and found.proved,
        infeasible=sound and found.infeasible,
        statistics=found.statistics,
        unspread=None if answers is None or answers.failure is None else str(answers.failure),
        unkept=None if store is None or store.failure is None else str(store.failure),
        certification=written,
        _search=(table, found),
    )


def _counted(
    game: Game, numbers: int, max_depth: int | None, memory: int, certificate: str | Path | None, run: Run
) -> Result:
    """Return what is found out of the least worst case where numbers are counted, not listed."""
    assert game.unseen is not None
    started = time.perf_counter()
    found = search_numbers(numbers, game.unseen.lies, max_depth=max_depth, memory=memory, run=run)
    known = found.worst is not None
    infeasible = not known and found.stopped is None
    figures = Figures(
        worst=found.worst or 0, total=0, weight=numbers, codes=numbers, distribution={}, nodes=found.size
    )
    row = Row(
        name=OPTIMAL,
        first=None,
        figures=figures,
        seconds=time.perf_counter() - started,
        symmetry_seconds=0.0,
        stopped=found.stopped,
        optimal=known,
        intervals=() if infeasible else (Interval("worst", found.lower, found.worst),),
    )
    proved = known or infeasible
    written = certified_worst(certificate, game, found.worst, max_depth, proved, memory=memory, run=run)
    return Result(
        game=game,
        proof=prove(game),
        objective=UNSEEN_OBJECTIVE,
        max_depth=max_depth,
        within=None,
        consistent=False,
        first=None,
        row=row,
        proved=proved,
        infeasible=infeasible,
        statistics=found.statistics,
        unspread=None,
        unkept=None,
        certification=written,
        _search=None,
    )


def _played(beginning: Strategy | str | Path, table: CodeTable) -> Played:
    """Return what comes of a strategy or a file, of the game of a table; `GameError` for anything else."""
    if isinstance(beginning, Strategy):
        return played(beginning, table, "the strategy to begin with")
    from cobra.strategy.read import read_strategy  # where a file is named

    return played(read_strategy(beginning, table.limits), table, str(beginning))


def _demand_plain_search(game: Game, objective: str, what: str) -> None:
    """Raise `GameError` where a search is made on one machine, at once, and nothing of it can be kept."""
    demand_knowledge_only(game, what, "there it is made at once, by one process")
    _demand_no_losing(objective, what)


def _demand_no_losing(objective: str, what: str) -> None:
    if objective == WON:
        raise GameError(f"{what} is not possible with the objective won")


def strategy_found(
    table: CodeTable, found: OptimalResult, objective: str, settings: Settings, proof: Check
) -> Strategy | None:
    """Return the best strategy of a search with what is proved about it, None when none is known."""
    if not found.found:
        return None
    return strategy_of(
        table,
        found.played,
        OPTIMAL,
        settings,
        objective=objective,
        intervals=intervals_of(found, objective),
        proved=found.proved and proof.well_formed is True,
    )
