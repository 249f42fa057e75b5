"""Breakers that evolve: strategy trees that are varied and selected by the lengths of their plays alone.

A breaker is a rooted tree. Its nodes are experiments, its subtrees are labelled by outcomes. It knows the
experiments, that a final outcome wins, and that it is useless to repeat an experiment; it knows neither what
outcomes mean nor what codes are left. `rust/cobra-core/src/evolve/` has the breakers and how they vary.
"""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Final

from cobra.analysis.check import Check, prove
from cobra.analysis.evolve.checkpoint import PopulationCheckpoint, Totals
from cobra.analysis.info import Info, examine
from cobra.analysis.row import Row, row_of
from cobra.budget import Progress, limited, tell
from cobra.engine import core
from cobra.engine.played import Played
from cobra.engine.run import Run, translate
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.figures import decimal
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY, PATIENCE, POPULATION, available_threads
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings, Strategy

NAME: Final = "evolved"
"""The name of the strategy in files and tables."""
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
    history: tuple[Generation, ...]
    """All generations; the first one asks at random."""
    ended: str | None
    """Why evolution ended: "bound", "generations", "patience"; None when it was stopped."""
    stopped: str | None
    """Why it was stopped: "time" or "interrupt"."""
    unkept: str | None
    """Why the checkpoint is not that of the last generation; None when it is, or there is none."""
    row: Row
    """The figures of the best breaker."""
    _table: CodeTable = field(repr=False)
    _found: Played = field(repr=False)

    @cached_property
    def strategy(self) -> Strategy:
        """Return the best breaker as a strategy."""
        return strategy_of(self._table, self._found, NAME, Settings(seed=self.seed))

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
    generations: int | None = None,
    patience: int | None = PATIENCE,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    checkpoint: str | Path | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Evolution:
    """Prove a game well-formed and evolve a breaker for it.

    It ends when the best breaker is as good as the trivial bound, after `generations`, or when the best one
    did not become better for `patience` generations (None: never). The result depends on the game, `seed` and
    `population` alone, for any number of `threads` (0: all processors). After `time_limit` seconds, or
    Ctrl-C, it is that of the last generation that was complete. `memory`, in bytes, bounds the table of all
    outcomes and the tree. `checkpoint` is a file that keeps the population; a run with the same seed and
    population goes on from it as if it had not been interrupted.
    `GameError` for an ill-formed game or a wrong request, `LimitError` when there are too many codes or
    experiments, `StoppedError` when it was stopped before there was a population.
    """
    if population < 1:
        raise GameError(f"a population has at least 1 breaker, not {population}")
    started = time.perf_counter()
    run = Run(time_limit, progress)
    table = CodeTable(game, run, memory, limits or Limits())
    with (
        nullcontext()
        if checkpoint is None
        else PopulationCheckpoint(checkpoint, table.compiled, seed, population) as kept
    ):
        known = None if kept is None else kept.read()
        with run.share(1 / 2):
            proof = prove(game, sat_solver, run.remaining())
        if proof.problems:
            raise GameError("\n".join(proof.problems))
        with run.share(1 / 4):
            info = examine(table, memory, run)
        breakers = run.call(
            "making a table of all outcomes",
            lambda control: core.Evolution(table.engine, population, seed, memory, control),
        )
        course = _Course(breakers, table, run, kept, threads or available_threads())
        if known is not None:
            course.restore(*known)
        bound = None if info.bounds is None else info.bounds.total
        ended, stopped = course.follow(bound, generations, patience)
    tell(_WRITING)
    remaining = run.remaining()
    control = core.Control(None if remaining is None else max(_WRITING_SECONDS, remaining))
    try:
        found = breakers.best(memory, control)
    except core.CoreError as error:
        raise translate(error, _WRITING) from None
    return Evolution(
        game=game,
        info=info,
        proof=proof,
        seed=seed,
        population=population,
        history=tuple(Generation(best, Fraction(total, population)) for best, total in course.totals),
        ended=ended,
        stopped=stopped,
        unkept=course.unkept,
        row=replace(row_of(NAME, found, table), seconds=time.perf_counter() - started),
        _table=table,
        _found=found,
    )


class _Course:
    """Generation after generation."""

    def __init__(
        self,
        breakers: core.Evolution,
        table: CodeTable,
        run: Run,
        kept: PopulationCheckpoint | None,
        threads: int,
    ) -> None:
        self._breakers = breakers
        self._weight = table.weight
        self._run = run
        self._kept = kept
        self._threads = threads
        self.unkept: str | None = None
        self.totals: Totals = []
        self._count()

    def _count(self) -> None:
        totals = self._breakers.totals()
        self.totals.append((min(totals), sum(totals)))

    def restore(self, breakers: bytes, totals: Totals) -> None:
        """Go on from a checkpoint."""
        wrong = GameError("the checkpoint cannot be used: its breakers are not those of its last generation")
        try:
            self._breakers.restore(breakers, len(totals) - 1)
        except core.CoreError:
            raise wrong from None
        self.totals = totals[:-1]
        self._count()
        if self.totals != totals:
            raise wrong

    def follow(
        self, bound: int | None, generations: int | None, patience: int | None
    ) -> tuple[str | None, str | None]:
        """Go on to an end; return why it came to one, or why it was stopped."""
        try:
            while True:
                if (end := self._end(bound, generations, patience)) is not None:
                    return end, None
                self._run.call(self._describe(), self._advance)
                if self._kept is not None and self._kept.is_due():
                    self._keep()
        except StoppedError as stop:
            return None, stop.reason
        except KeyboardInterrupt:  # between two generations
            return None, "interrupt"
        finally:
            self._keep()

    def _advance(self, control: core.Control) -> None:
        """Go on for one generation; all in the working thread, so that no Ctrl-C leaves half of it."""
        self._breakers.advance(self._threads, control)
        self._count()

    def _end(self, bound: int | None, generations: int | None, patience: int | None) -> str | None:
        best = self.totals[-1][0]
        number = len(self.totals) - 1
        if bound is not None and best <= bound:
            return "bound"
        if generations is not None and number >= generations:
            return "generations"
        if patience is not None and number >= patience and self.totals[-1 - patience][0] == best:
            return "patience"
        return None

    def _describe(self) -> str:
        best = Fraction(self.totals[-1][0], self._weight)
        return f"generation {len(self.totals)}, best average {decimal(best)}"

    def _keep(self) -> None:
        if self._kept is None or self.unkept is not None:
            return
        try:
            self._kept.write(self._breakers.record(), self.totals)
        except GameError as error:  # as when the disk is full: that is no reason to end
            self.unkept = str(error)
