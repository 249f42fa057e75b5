"""Breakers that evolve: strategy trees that are varied and selected by the lengths of their plays alone.

A breaker is a rooted tree. Its nodes are experiments, its subtrees are labelled by outcomes. It knows the
experiments, that a final outcome wins, and that it is useless to repeat an experiment; it knows neither what
outcomes mean nor what codes are left. `rust/cobra-core/src/evolve/` has the breakers and how they vary.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from cobra.analysis.check import Check, prove
from cobra.analysis.evolve.checkpoint import PopulationCheckpoint
from cobra.analysis.evolve.islands import APART, Era, Passed, Place, Places, Totals, seed_of
from cobra.analysis.evolve.spread import Abroad
from cobra.analysis.info import Info, examine
from cobra.analysis.row import Row, row_of
from cobra.budget import Progress, limited, poll, tell
from cobra.cluster.cluster import AnyCluster, joined
from cobra.engine import core
from cobra.engine.played import Played
from cobra.engine.run import Run, translate
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.figures import decimal
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.memory import demand_knowledge_only
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY, PATIENCE, POPULATION, available_threads
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings, Strategy

NAME: Final = "evolved"
"""The name of the strategy in files and tables."""
_BEGINNING: Final = "making breakers that ask anything"
_WRITING: Final = "writing down the best breaker"
_WRITING_SECONDS: Final = 0.9
"""When the time is over, so many are allowed for it nevertheless: it is what was asked for."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The lengths of the plays in a generation; a total is Σ weight · length over all codes."""

    best: int
    """The least total of a breaker."""
    mean: Fraction
    """The mean of the totals of all breakers."""


@dataclass(frozen=True)
class Evolution:
    """The best breaker of a population, and how it came about."""

    game: Game
    info: Info
    """The sizes of the game, and the bounds no strategy is below."""
    proof: Check
    """That the game is well-formed."""
    seed: int
    population: int
    """Breakers of an island."""
    islands: int
    history: tuple[Generation, ...]
    """All generations; the first one asks at random."""
    ended: str | None
    """Why evolution ended: "bound", "generations", "patience"; None when it was stopped."""
    stopped: str | None
    """Why it was stopped: "time", "interrupt" or "cluster"."""
    unkept: str | None
    """Why the checkpoint is not that of the last generation; None when it is, or there is none."""
    row: Row
    """The figures of the best breaker."""
    _table: CodeTable = field(repr=False, compare=False)
    _found: Played = field(repr=False, compare=False)

    @cached_property
    def strategy(self) -> Strategy:
        """Return the best breaker as a strategy."""
        return strategy_of(self._table, self._found, NAME, Settings(seed=self.seed))

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and other processes get: the strategy, and not the engine that found it."""
        return {**vars(self), "strategy": self.strategy, "_table": None, "_found": None}

    @property
    def generations(self) -> int:
        """Return how many generations followed the first."""
        return len(self.history) - 1

    @property
    def reached(self) -> int:
        """Return the generation in which the best breaker came up."""
        return next(number for number, of in enumerate(self.history) if of.best == self.history[-1].best)


@limited
def evolve(
    game: Game,
    *,
    seed: int = 0,
    population: int = POPULATION,
    islands: int = 1,
    generations: int | None = None,
    patience: int | None = PATIENCE,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    checkpoint: str | Path | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    cluster: AnyCluster | None = None,
    progress: Progress | None = None,
) -> Evolution:
    """Prove a game well-formed and evolve a breaker for it.

    It ends when the best breaker is as good as the trivial bound, after `generations`, or when the best one
    did not become better for `patience` generations (None: never). There are populations on several
    `islands`, which evolve apart but for a breaker that each sends to the next one every `APART` generations;
    only then it is looked whether that is the end. With a `cluster` its workers let an island each evolve,
    and `threads` 0 is one thread there. The result depends on the game, `seed`, `population` and `islands`
    alone, for any number of `threads` (0: all processors) and workers. After `time_limit` seconds, or
    Ctrl-C, it is that of the last generation that was complete on all islands, with several of them that
    before the last journey. `memory`, in bytes, bounds the table of all outcomes and the tree. `checkpoint`
    is a file that keeps the populations; a run with the same seed, population and islands goes on from it as
    if it had not been interrupted.
    `GameError` for an ill-formed game or a wrong request, `LimitError` when there are too many codes or
    experiments, `StoppedError` when it was stopped before there was a population.
    """
    demand_knowledge_only(
        game,
        "evolution",
        "`cobra optimal` searches it, and strategies of your own play it (-s own.py:choose)",
    )
    started = time.perf_counter()
    run = Run(time_limit, progress)
    limits = limits or Limits()
    table = CodeTable(game, run, memory, limits)
    with ExitStack() as stack:
        kept: PopulationCheckpoint | None = None
        if checkpoint is not None:
            kept = PopulationCheckpoint(checkpoint, table.compiled, seed, population, islands)
            stack.enter_context(kept)
        known = None if kept is None else kept.read()
        with run.share(1 / 2):
            proof = prove(game, sat_solver, run.remaining())
        if proof.problems:
            raise GameError("\n".join(proof.problems))
        with run.share(1 / 4):
            info = examine(table, memory, run)
        place = Place(table, population, memory, run)
        places: Places = place
        threads = threads or (available_threads() if cluster is None else 1)
        if cluster is not None:
            workers = stack.enter_context(joined(cluster))
            places = Abroad(workers, run, game, population, memory, limits)
        course = _Course(table.weight, _seeds(islands, seed), kept)
        if known is None:
            course.begin(places, threads)
        else:
            course.restore(place, *known)
        bound = None if info.bounds is None else info.bounds.total
        ended, stopped = course.follow(places, threads, bound, generations, patience)
    tell(_WRITING)
    remaining = run.remaining()
    control = core.Control(None if remaining is None else max(_WRITING_SECONDS, remaining))
    try:
        found = place.best(*course.best(), memory, control)
    except core.CoreError as error:
        raise translate(error, _WRITING) from None
    return Evolution(
        game=game,
        info=info,
        proof=proof,
        seed=seed,
        population=population,
        islands=islands,
        history=tuple(
            Generation(best, Fraction(total, population * islands)) for best, total in course.totals
        ),
        ended=ended,
        stopped=stopped,
        unkept=course.unkept,
        row=replace(row_of(NAME, found, table), seconds=time.perf_counter() - started),
        _table=table,
        _found=found,
    )


def _seeds(islands: int, seed: int) -> list[int]:
    """Return a seed for each island; so many that they take too long or too much memory are an error."""
    seeds = []
    for island in range(islands):
        poll(_BEGINNING)
        seeds.append(seed_of(island, seed))
    return seeds


@dataclass(frozen=True, slots=True)
class _State:
    """All islands after a generation; replaced as a whole, so that no Ctrl-C leaves half of it."""

    records: Sequence[bytes]
    bests: Sequence[int]
    """The least total on each island."""
    totals: Totals


class _Course:
    """Generation after generation of all islands."""

    def __init__(self, weight: int, seeds: Sequence[int], kept: PopulationCheckpoint | None) -> None:
        self._weight = weight
        self._seeds = seeds
        self._apart = 1 if len(seeds) == 1 else APART
        self._kept = kept
        self._state = _State([], [], [])
        self.unkept: str | None = None

    @property
    def totals(self) -> Totals:
        """Return the totals of all generations."""
        return self._state.totals

    def begin(self, places: Places, threads: int) -> None:
        """Begin with breakers that ask anything; `StoppedError` when there is no time."""
        eras = []
        for seed in self._seeds:
            poll(_BEGINNING)
            eras.append(Era(seed, None, None, 0, 0))
        self._take(places.let_pass(eras, threads, _BEGINNING))

    def restore(self, place: Place, records: list[bytes], totals: Totals) -> None:
        """Go on from a checkpoint."""
        wrong = GameError("the checkpoint cannot be used: its breakers are not those of its last generation")
        try:
            counted = [
                place.totals(record, seed, len(totals) - 1)
                for record, seed in zip(records, self._seeds, strict=True)
            ]
        except (core.CoreError, ValueError):
            raise wrong from None
        if _together(counted) != totals[-1]:
            raise wrong
        self._state = _State(records, [best for best, _ in counted], totals)

    def best(self) -> tuple[bytes, int, int]:
        """Return the record, the seed and the generation of the island with the best breaker."""
        island = min(range(len(self._seeds)), key=self._state.bests.__getitem__)
        return self._state.records[island], self._seeds[island], self._number

    def follow(
        self, places: Places, threads: int, bound: int | None, generations: int | None, patience: int | None
    ) -> tuple[str | None, str | None]:
        """Go on to an end; return why it came to one, or why it was stopped."""
        try:
            while True:
                if (end := self._end(bound, generations, patience)) is not None:
                    return end, None
                self._take(places.let_pass(self._eras(generations), threads, self._describe()))
                if self._kept is not None and self._kept.is_due():
                    self._keep()
        except StoppedError as stop:
            return None, stop.reason
        except KeyboardInterrupt:  # between two generations
            return None, "interrupt"
        finally:
            self._keep()

    @property
    def _number(self) -> int:
        """How many generations there were."""
        return len(self.totals) - 1

    def _eras(self, generations: int | None) -> list[Era]:
        """Return what comes next on each island, to the next journey at most."""
        times = self._apart - self._number % self._apart
        if generations is not None:
            times = min(times, generations - self._number)
        records = self._state.records
        travels = len(self._seeds) > 1 and self._number > 0 and self._number % self._apart == 0
        return [
            Era(
                seed,
                records[island],
                records[island - 1] if travels else None,
                self._number,
                times,
            )
            for island, seed in enumerate(self._seeds)
        ]

    def _take(self, passed: Sequence[Passed]) -> None:
        """Take note of what became of all islands."""
        totals = map(_together, zip(*(one.totals for one in passed), strict=True))
        self._state = _State(
            [one.record for one in passed],
            [one.totals[-1][0] for one in passed],
            [*self.totals, *totals],
        )

    def _end(self, bound: int | None, generations: int | None, patience: int | None) -> str | None:
        best, number = self.totals[-1][0], self._number
        is_between = number % self._apart != 0  # an island may have got there in the middle of an era
        if bound is not None and best <= bound and not is_between:
            return "bound"
        if generations is not None and number >= generations:
            return "generations"
        if patience is None or number < patience or is_between:
            return None
        return "patience" if self.totals[-1 - patience][0] == best else None

    def _describe(self) -> str:
        best = Fraction(self.totals[-1][0], self._weight)
        return f"generation {len(self.totals)}, best average {decimal(best)}"

    def _keep(self) -> None:
        if self._kept is None or self.unkept is not None:
            return
        try:
            self._kept.write(self._state.records, self.totals)
        except GameError as error:  # as when the disk is full: that is no reason to end
            self.unkept = str(error)


def _together(totals: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the least total of a breaker on some islands, and the sum of all."""
    bests, sums = zip(*totals, strict=True)
    return min(bests), sum(sums)
