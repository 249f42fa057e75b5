"""Strategies played against every code: exact worst case, average and distribution of lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from cobra.analysis.bounds import Bounds
from cobra.analysis.certify import UNPROVED, Certification, certification
from cobra.analysis.check import Check, prove
from cobra.analysis.info import Info, examine
from cobra.analysis.optimal import strategy_found
from cobra.analysis.repeat import demand_chance, play_repeatedly
from cobra.analysis.row import Row, in_one_unit, optimal_row, row_not_started, row_of
from cobra.breakers.breaker import How
from cobra.breakers.find import AnyStrategy, find_strategies
from cobra.breakers.named import DEFAULT_STRATEGIES
from cobra.budget import Progress, limited
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import REASONS, CobraError, GameError, LimitError, StoppedError
from cobra.figures import Decimals
from cobra.interval import LOST, MEASURES
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.unseen import default_objective, demand_end
from cobra.options import (
    DEFAULT_SAT_SOLVER,
    DEFAULT_TIES,
    MEMORY,
    OBJECTIVES,
    OPTIMAL,
    TIES,
    available_threads,
    check_equivalences,
    read_choice,
)
from cobra.output import check_folder, make_folder
from cobra.shown import Shown
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings, Strategy
from cobra.strategy.write import file_names, write_strategy


@dataclass(frozen=True)
class Analysis(Shown):
    """The whole answer: the game, the proof that it is well-formed, and a row for each strategy."""

    info: Info
    proof: Check
    rows: tuple[Row, ...]
    objective: str
    """What the strategy `optimal` makes least."""
    ties: str
    consistent: bool
    equivalences: tuple[str, ...] | None
    """The chain of equivalences asked for; None for what cobra chose from state to state."""
    failure: CobraError | None = None
    """Why not every strategy could be written; the rows are true all the same."""
    certification: Certification | None = None
    """What was written that proves the row `optimal`, or why nothing was; None when nobody asked."""

    @property
    def stopped(self) -> str | None:
        """Return why something is missing, None when everything is complete."""
        parts = (self.info.stopped, self.proof.stopped, *(row.stopped for row in self.rows))
        return next((reason for reason in parts if reason is not None), None)

    @cached_property
    def decimals(self) -> Decimals:
        """Return how the averages of the rows and bounds are written beside each other."""
        trivial = self.info.bounds
        lower = [bound for row in self.rows for bound in row.lower_averages]
        return Decimals(
            [figure for row in self.rows for figure in row.averages],
            [*lower, *([] if trivial is None else [trivial.average])],
        )


@limited
def analyze(
    game: Game,
    strategies: Iterable[AnyStrategy] = DEFAULT_STRATEGIES,
    *,
    objective: str | None = None,
    ties: str = DEFAULT_TIES,
    consistent: bool = False,
    seed: int = 0,
    repeat: int = 1,
    equivalences: Iterable[str] | None = None,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    progress: Progress | None = None,
    output: str | Path | None = None,
    certificate: str | Path | None = None,
) -> Analysis:
    """Prove a game well-formed and play strategies against all of its codes.

    `strategies` are texts as `cobra.breakers.find.find_breaker` takes them, or functions and classes of your
    own. `objective` is what the strategy `optimal` makes least, a name of `cobra.options.OBJECTIVES` (None:
    the average; the worst case in games with lies or moves, unless there is noise and nothing moves); a
    strategy that attains what is proved for it is marked `optimal` too. `equivalences` is a chain of names of
    `cobra.options.EQUIVALENCES`: of each class of equivalent experiments one is looked at; None chooses from
    state to state. The result is the same with any of them. With `repeat` strategies that draw by chance are
    played so many times, with seeds from `seed` on: see `Row.repeats`. `threads` 0 uses all processors; the
    result is the same for any number. `memory` is in bytes. `time_limit`, in seconds, is for everything
    together: the others share half of what the proof leaves, and `optimal` has the rest. A strategy that is
    not finished has a row that says so. Ctrl-C ends it likewise. `limits` raises limits of `cobra.limits` by
    name. `output` is a folder, made if there is none, in which each strategy is written to a file NAME.json
    as soon as it is complete; `optimal` as good as it is; `Analysis.failure` says when that could not be
    done. `certificate` is a file that is written once `optimal` is proved to be best, from which others can
    check it; see docs/proofs.md.
    `GameError` for an ill-formed game, a wrong request or a strategy of your own that fails, `LimitError`
    when there are too many codes to list.
    """
    demand_end(game, "playing a strategy against all codes")
    breakers = find_strategies(strategies)
    objective = default_objective(game) if objective is None else objective
    read_choice("objective", tuple(OBJECTIVES), objective)
    read_choice("rule for ties", tuple(TIES), ties)
    chain = None if equivalences is None else check_equivalences(equivalences)
    if certificate is not None and OPTIMAL not in breakers:
        raise GameError(f"a certificate is that of {OPTIMAL}, which is not among the strategies")
    folder = None if output is None else _Folder(output)
    files = file_names(breakers)
    threads = threads or available_threads()
    how = How(ties=ties, consistent=consistent, seed=seed, equivalences=chain, threads=threads, memory=memory)
    played = [breaker for breaker in breakers.values() if breaker is not None]
    if repeat > 1:
        demand_chance(played, how)
    run = Run(time_limit, progress)
    table = CodeTable(game, run, memory, limits or Limits())
    if consistent:
        table.demand_finals()
    with run.share(1 / 2):
        proof = prove(game, sat_solver, run.remaining())
    if proof.problems:
        raise GameError("\n".join(proof.problems))
    with run.share(1 / 4):
        known = examine(table, memory, run)
    rows: dict[str, Row] = {}
    held: dict[str, Played] = {}
    with run.share(1 if OPTIMAL not in breakers else 1 / 2):
        for place, breaker in enumerate(played):
            name = breaker.name
            if reason := run.stop_reason():
                rows[name] = row_not_started(name, known.codes, reason)
                continue
            try:
                with run.share(1 / (len(played) - place)):
                    result, repeats, stopped = play_repeatedly(breaker, table, how, repeat, run)
            except StoppedError as stop:  # in the middle of a long step, which is left alone
                rows[name] = row_not_started(name, known.codes, stop.reason)
                continue
            except LimitError as error:  # the other rows are true all the same
                if error.name not in REASONS:
                    raise
                rows[name] = row_not_started(name, known.codes, error.name)
                continue
            rows[name] = replace(row_of(name, result, table), repeats=repeats, stopped=stopped)
            if game.memory is not None:
                held[name] = result
            if folder is not None and result.stopped is None:
                settings = Settings(ties=ties, seed=seed, consistent=consistent)
                folder.write(partial(strategy_of, table, result, name, settings), files[name])
    written = None
    if OPTIMAL in breakers:
        rows[OPTIMAL], written = _optimal(
            table,
            proof,
            objective,
            consistent,
            threads,
            memory,
            run,
            folder,
            certificate,
            beginning=_best(held, rows, objective),
        )
    rows = in_one_unit(rows)
    if OPTIMAL in breakers:
        rows = _judged(rows, objective, consistent, known.bounds, bool(proof.well_formed))
    ordered = tuple(rows[name] for name in breakers)
    failure = None if folder is None else folder.failure
    return Analysis(known, proof, ordered, objective, ties, consistent, chain, failure, written)


class _Folder:
    """Where strategies are written; a file that cannot be is no reason to lose the table.

    It is made with the first of them.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = check_folder(path)
        self.failure: CobraError | None = None

    def write(self, make: Callable[[], Strategy | None], name: str) -> None:
        """Write a strategy, if one is made, to a file of this name; what first goes wrong is kept."""
        try:
            if (strategy := make()) is not None:
                write_strategy(strategy, make_folder(self._path) / name)
        except (GameError, LimitError) as error:
            self.failure = self.failure or error


def _judged(
    rows: Mapping[str, Row], objective: str, consistent: bool, bounds: Bounds | None, sound: bool
) -> dict[str, Row]:
    """Return rows, of which one is of a search, with what each says about the others.

    Without proof that the game is well-formed none is called optimal.
    """
    whole = [
        row for row in rows.values() if row.average is not None and not (consistent and row.inseparable)
    ]  # a play that consistent experiments cannot bring to its end is that of no strategy
    best = rows[OPTIMAL].narrowed(objective, whole, bounds)
    least_lost = None if best.stopped is not None else best.figure(LOST)
    return {
        name: replace(
            best if name == OPTIMAL else row,
            optimal=sound
            and row in whole
            and (
                name == OPTIMAL or row.fined or all(run.measure(LOST) in (0, least_lost) for run in row.runs)
            )
            and row.attains(objective, best.intervals),
        )
        for name, row in rows.items()
    }


def _best(held: Mapping[str, Played], rows: Mapping[str, Row], objective: str) -> Played | None:
    """Return the best of some strategies, the first of equal ones; None without a finished one.

    Where plays can be lost a search that is stopped may hold a worse one than they are: so it begins with it.
    """
    finished = [name for name in held if rows[name].average is not None and rows[name].inseparable is None]
    best = min(
        finished,
        key=lambda name: [rows[name].losses, *map(rows[name].figure, MEASURES[objective])],
        default=None,
    )
    return None if best is None else held[best]


def _optimal(
    table: CodeTable,
    proof: Check,
    objective: str,
    consistent: bool,
    threads: int,
    memory: int,
    run: Run,
    folder: _Folder | None,
    certificate: str | Path | None,
    beginning: Played | None,
) -> tuple[Row, Certification | None]:
    unwritten = None if certificate is None else Certification(failure=GameError(UNPROVED))
    if reason := run.stop_reason():
        return row_not_started(OPTIMAL, table.codes, reason), unwritten
    facts: list[bytes] = []
    try:
        result = table.optimal(
            objective,
            consistent=consistent,
            threads=threads,
            memory=memory,
            proved=proof.well_formed,
            keep=None if certificate is None else facts.append,
            beginning=beginning,
        )
    except StoppedError as stop:
        return row_not_started(OPTIMAL, table.codes, stop.reason), unwritten
    except LimitError as error:  # the other rows are true all the same
        if error.name not in REASONS:
            raise
        return row_not_started(OPTIMAL, table.codes, error.name), unwritten
    if folder is not None:
        settings = Settings(consistent=consistent)
        folder.write(partial(strategy_found, table, result, objective, settings, proof), f"{OPTIMAL}.json")
    if certificate is None:
        return optimal_row(result, table, objective), None
    return optimal_row(result, table, objective), certification(
        certificate,
        table,
        result,
        proof.well_formed is True,
        objective=objective,
        consistent=consistent,
        memory=memory,
        facts=b"".join(facts),
        run=run,
    )
