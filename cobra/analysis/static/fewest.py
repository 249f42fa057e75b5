"""The shortest plan of a game: found, and proved to be the shortest, or as short as there was time for."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from cobra.analysis.static.bounds import least_by_counting, least_by_parity
from cobra.analysis.static.heuristic import greedy, improved
from cobra.analysis.static.hitting import HittingSets
from cobra.analysis.static.listed import Listed
from cobra.analysis.static.search import Search, every, least_by_measures, trunk
from cobra.analysis.static.spread import Abroad
from cobra.analysis.static.symmetry import ColumnGroup, column_group
from cobra.budget import Deadline, Progress, doing
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import StoppedError, TimeLimitError

_GREEDY: Final = 6
"""Greedy plans made, by turns for pairs and for information."""
_CONFLICTS: Final = 3000
"""Conflicts the solver may have to find a plan of one experiment less."""


class Fewest:
    """Closes the gap between the shortest plan known and the lower bound, from both sides."""

    def __init__(
        self,
        table: CodeTable,
        listed: Listed,
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

    def run(self) -> str | None:
        """Find the shortest plan; return why that is not proved, or None. `StoppedError` without any plan."""
        if self.best and (self.closed or not self._complete):
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
        doing(what)
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
            return search.within(trunk(self._columns, group, self.lower))

    def _found(self, plan: list[int] | None) -> bool:
        """Keep a plan when it is the shortest; return whether it is."""
        if plan is None or len(plan) >= len(self.best):
            return False
        self.best = plan
        return True

    def _deadline(self) -> Deadline:
        return Deadline(self._run.remaining())
