"""The shortest plan of a game: found, and proved to be the shortest, or as short as there was time for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from cobra.analysis.check import Check, prove
from cobra.analysis.static.bounds import least_by_counting, least_by_parity
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.codewords import Words, plan_of_words
from cobra.analysis.static.columns import Columns, columns_of
from cobra.analysis.static.drawn import drawn_columns
from cobra.analysis.static.heuristic import greedy, improved
from cobra.analysis.static.hitting import HittingSets
from cobra.analysis.static.meant import demand_a_plan, lies_of, truthful
from cobra.analysis.static.plan import Plan
from cobra.analysis.static.search import Search, every, least_by_measures, trunk
from cobra.analysis.static.spread import Abroad
from cobra.analysis.static.symmetry import ColumnGroup, column_group
from cobra.budget import Deadline, Progress, limited
from cobra.cluster.cluster import AnyCluster, joined
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.limits import Limits
from cobra.model.codeless import why_no_code
from cobra.model.game import Game
from cobra.model.unseen import asks_any_set
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY

_GREEDY: Final = 6
"""Greedy plans made, by turns for pairs and for information."""
_CONFLICTS: Final = 3000
"""Conflicts the solver may have to find a plan of one experiment less."""


@dataclass(frozen=True)
class StaticResult:
    """The shortest plan found, and what is proved about it."""

    plan: Plan
    proof: Check
    """That the game is well-formed."""
    experiments: int
    """Experiments looked at that do not cut the codes alike."""
    listed: bool
    """Whether these are all of the game; else they were drawn at random, and the least number is only proved
    when it is that of a bound."""
    goals: int
    """What is to be told apart: goals, or codes without goals; inseparable codes count once."""
    inseparable: tuple[str, str] | None
    """Two codes that no experiment tells apart, if there are."""
    stopped: str | None
    """Why something is missing: "time", "interrupt", "undecided", "cluster", or "memory" or "experiments"
    when there are too many experiments to list; None for an answer."""


@limited
def static_plan(
    game: Game,
    *,
    seed: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    cluster: AnyCluster | None = None,
    progress: Progress | None = None,
) -> StaticResult:
    """Prove a game well-formed and find the fewest experiments, fixed in advance, that tell its codes apart.

    With a goal only codes of different goals are told apart, and never codes that no experiment tells apart.
    A guess that confirms the code found is not counted. `seed` is that of the heuristics; `memory` is in
    bytes. After `time_limit` seconds, or Ctrl-C, the shortest plan found by then is returned with a lower
    bound. Where there are too many experiments to list what they tell apart, some are drawn at random. With a
    `cluster` its workers prove that fewer do not do; the plan they may find instead depends on nothing else.
    `GameError` for an ill-formed game, `LimitError` when there are too many codes, `StoppedError` when it was
    stopped before there was a plan.
    """
    demand_a_plan(game)
    run = Run(time_limit, progress)
    table = CodeTable(truthful(game), run, memory, limits or Limits())
    if table.codes == 0:
        raise GameError(f"the game has no code: {why_no_code(game)}")
    with run.share(1 / 2):
        proof = prove(game, sat_solver, run.remaining())
    if proof.problems:
        raise GameError("\n".join(proof.problems))

    def listed(done: int, total: int) -> None:
        if reason := run.stop_reason():
            raise StoppedError(reason, "listing what every experiment tells apart")
        if progress is not None:
            progress("listing what every experiment tells apart", done, total)

    with ExitStack() as stack:
        workers = None if cluster is None else stack.enter_context(joined(cluster))
        found = _listed(table, game, memory, Random(seed), run, listed)
        abroad = None
        if workers is not None:
            abroad = stack.enter_context(Abroad(workers, run, table, found.columns, sat_solver, memory))
        finder = _Finder(table, found, Random(seed), sat_solver, run, progress, abroad)
        stopped = finder.run() or (None if finder.closed else found.unlisted)
    columns = found.columns
    chosen = sorted(finder.best) if columns.times > 1 else finder.best  # what is asked again stands together
    experiments = tuple(table.compiled.experiment(columns.experiments[column]) for column in chosen)
    pair = next((codes[:2] for codes in columns.lines if len(codes) > 1), None)
    sound = proof.well_formed is True  # the core takes it for granted
    return StaticResult(
        plan=Plan(game, experiments, finder.lower if sound else 0, table.codes, finder.cells),
        proof=proof,
        experiments=columns.count if found.words is None else found.words.experiments,
        listed=found.unlisted is None or found.words is not None,
        goals=len(set(columns.goals.tolist())),
        inseparable=None if pair is None else (table.show_code(pair[0]), table.show_code(pair[1])),
        stopped=stopped or proof.stopped,
    )


@dataclass(frozen=True, slots=True)
class _Listed:
    """What experiments tell apart."""

    columns: Columns
    unlisted: str | None
    """The limit that all experiments would break; None where they are all listed."""
    words: Words | None = None
    """A plan of questions about any set, where these are asked."""

    @property
    def start(self) -> list[int] | None:
        """Return a plan that is known."""
        words, columns = self.words, self.columns
        if words is None or words.columns is columns:
            return None if words is None else words.plan
        return [columns.place[words.columns.outcomes[column].tobytes()] for column in words.plan]


def _listed(
    table: CodeTable,
    game: Game,
    memory: int,
    random: Random,
    run: Run,
    tick: Callable[[int, int], None],
) -> _Listed:
    """Return what all experiments tell apart, or what drawn ones do, or those of a plan that is good."""
    lies, words = lies_of(game), None
    if lies and asks_any_set(game):
        words = plan_of_words(table, lies, lambda: tick(0, 0))
        if words is not None and len(words.plan) == words.lower:
            return _Listed(words.columns, "experiments", words)
    try:
        return _Listed(columns_of(table, memory, tick, lies=lies), None, words)
    except (LimitError, StoppedError) as error:
        if words is not None:
            return _Listed(
                words.columns, error.reason if isinstance(error, StoppedError) else error.name, words
            )
        if isinstance(error, StoppedError):
            raise
        try:
            columns = drawn_columns(table, memory, random, Deadline(run.remaining()), tick, lies=lies)
        except TimeLimitError:
            raise StoppedError("time", "drawing experiments") from None
        if columns is None:
            raise
        return _Listed(columns, error.name)


class _Finder:
    """Closes the gap between the shortest plan known and the lower bound, from both sides."""

    def __init__(
        self,
        table: CodeTable,
        listed: _Listed,
        random: Random,
        sat_solver: str,
        run: Run,
        progress: Progress | None,
        abroad: Abroad | None,
    ) -> None:
        self.best: list[int] = listed.start or []
        self.lower = 0 if listed.words is None else listed.words.lower
        self._table = table
        self._columns = listed.columns
        self._complete = listed.unlisted is None
        self._random = random
        self._sat_solver = sat_solver
        self._run = run
        self._progress = progress
        self._abroad = abroad

    @property
    def cells(self) -> int:
        """Return how many different rows of answers the best plan gets."""
        cells = Cells(self._columns)
        for column in self.best:
            cells = cells.cut(column)
        return int(cells.of.max()) + 1

    def run(self) -> str | None:
        """Find the shortest plan; return why that is not proved, or None. `StoppedError` without any plan."""
        if self.closed and self.best:
            return None
        if not self.best:
            self.best = greedy(self._columns, self._random, True, self._tick)
        try:
            self.lower = max(self.lower, self._bound())
            self._shorten()
            if self._complete:
                self._ask_solver()
                self._prove()
        except StoppedError as stop:
            return stop.reason
        except TimeLimitError:
            return "time"
        except KeyboardInterrupt:
            return "interrupt"
        return None

    @property
    def closed(self) -> bool:
        """Return whether no plan is shorter than the best."""
        return self.lower == len(self.best)

    def _bound(self) -> int:
        """Return a number of experiments that no plan is below."""
        columns, lies = self._columns, self._columns.times // 2
        goals, least = len(set(columns.goals.tolist())), 0
        if self._complete:
            least = least_by_measures(columns)
        if columns.final is None and (lies or not self._complete):
            branching = columns.branching if self._complete else self._table.branching()
            least = max(least, least_by_counting(goals, branching, lies))
            if lies and branching == 2 and self._complete:
                pairs, told = len(columns.pairs.ones), columns.pairs.tells.sum(axis=1, dtype=np.int64)
                most = int(told.max(initial=0))
                least = max(least, least_by_parity(pairs, len(columns.lines), columns.times, most))
        return least

    def _tick(self) -> None:
        what = self._known() if self.best else "looking for a plan"
        if reason := self._run.stop_reason():
            raise StoppedError(reason, what)
        if self._progress is not None:
            self._progress(what, 0, 0)

    def _known(self) -> str:
        return f"at least {self.lower}, at most {len(self.best)} experiments"

    def _shorten(self) -> None:
        """Look for shorter plans, quickly."""
        for number in range(1, _GREEDY):
            if len(self.best) <= self.lower:
                return
            self._found(greedy(self._columns, self._random, number % 2 == 0, self._tick))
        while len(self.best) > self.lower and self._found(
            improved(self._columns, self.best, self._random, self._tick)
        ):
            pass

    def _ask_solver(self) -> None:
        """Look for shorter plans by SAT, for a moment."""
        while len(self.best) > self.lower:
            hitting = HittingSets(self._columns, len(self.best) - 1, self._sat_solver, self._deadline())
            try:
                decided, found = hitting.find((), every(self._columns), _CONFLICTS)
            finally:
                hitting.close()
            if not self._found(found):
                self.lower = len(self.best) if decided else self.lower
                return

    def _prove(self) -> None:
        """Raise the lower bound, one by one, until there is a plan that short."""
        if self.closed:
            return
        group = column_group(self._table, self._columns, self._random, self._tick)
        while self.lower < len(self.best):
            if not self._found(self._searched(group)):
                self.lower += 1

    def _searched(self, group: ColumnGroup) -> list[int] | None:
        """Return a plan of `lower` experiments, None when there is none."""
        if self._abroad is not None:
            return self._abroad.search(group, self.lower, self._known())
        search = Search(
            self._columns,
            self.lower,
            sat_solver=self._sat_solver,
            deadline=self._deadline(),
            tick=self._tick,
        )
        with search:
            return search.within(trunk(self._columns, group))

    def _found(self, plan: list[int] | None) -> bool:
        """Keep a plan when it is the shortest; return whether it is."""
        if plan is None or len(plan) >= len(self.best):
            return False
        self.best = plan
        return True

    def _deadline(self) -> Deadline:
        return Deadline(self._run.remaining())
