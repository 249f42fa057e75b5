"""The cheapest plan of a game with prices: found, and proved to be the cheapest.

A plan costs what its experiments cost together. Where prices depend on the answer that is more for some codes
than for others: of all plans the greatest cost of a code is made least, of those with that one the mean over
the codes, by weight, and of those the number of experiments. Where prices do not depend on the answer the
first two are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Final

import numpy as np

from cobra.analysis.static.affordable import Affordable, Cost, cost_of
from cobra.analysis.static.beside import Prices
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.search import every, least_by_measures
from cobra.budget import Deadline, Progress
from cobra.engine.run import Run
from cobra.errors import LimitError, StoppedError

_GREEDY: Final = 6
"""Greedy plans made; ties are random."""


class Cheapest:
    """Closes the gap between the cheapest plan known and what no plan is below, from above."""

    def __init__(
        self,
        columns: Columns,
        complete: bool,
        random: Random,
        sat_solver: str,
        run: Run,
        progress: Progress | None,
    ) -> None:
        self.best: list[int] = []
        self.lower = 0
        """No plan costs less than so many units at most."""
        self.fewest = 0
        """No plan has fewer experiments."""
        self.proved = False
        assert columns.prices is not None
        self.prices = columns.prices
        self._columns = columns
        self._complete = complete
        self._random = random
        self._sat_solver = sat_solver
        self._run, self._progress = run, progress

    @property
    def cost(self) -> Cost:
        """Return what the best plan costs."""
        return cost_of(self.prices, self.best)

    def run(self) -> str | None:
        """Find the cheapest plan; return why that is not proved, or None. `StoppedError` without any plan."""
        self.best = self._greedy()
        try:
            for _ in range(1, _GREEDY):
                self.best = min(self.best, self._greedy(), key=lambda plan: cost_of(self.prices, plan))
            if self._complete:
                self.fewest = least_by_measures(self._columns)
                self.lower = least_price(self._columns, self.prices)
                self._improve()
                self.proved = True
        except StoppedError as stop:
            return stop.reason
        except LimitError:
            return "undecided"
        except KeyboardInterrupt:
            return "interrupt"
        return None

    def _improve(self) -> None:
        """Make one respect after the other least."""
        deadline = Deadline(self._run.remaining())
        with Affordable(self._columns, self.prices, self._sat_solver, deadline) as affordable:
            for respect in range(len(self.cost)):
                if respect == 1 and self.prices.uniform:
                    continue
                while not (respect == 0 and self.cost[0] == self.lower):
                    self._tick()
                    # what comes later may become worse
                    most = [*self.cost[:respect], self.cost[respect] - 1, *self._worst()[respect + 1 :]]
                    found = affordable.find((most[0], most[1], most[2]))
                    if found is None:
                        break
                    self.best = self._needed(found)
                if respect == 0:
                    self.lower = self.cost[0]

    def _worst(self) -> Cost:
        """Return what all columns together cost."""
        return cost_of(self.prices, range(self._columns.count))

    def _greedy(self) -> list[int]:
        """Return a plan, each experiment being one that tells the most pairs apart for its price."""
        candidates = every(self._columns)
        prices = self.prices.each.mean(axis=1)
        cells, chosen = Cells(self._columns), list[int]()
        while True:
            self._tick()
            gains = cells.gains(candidates)
            if not gains.missing_pairs:
                return self._needed(chosen)
            worth = np.where(gains.pairs > 0, gains.pairs / np.maximum(prices, 1e-9), -1)
            best = int(self._random.choice(np.flatnonzero(worth == worth.max())))
            chosen.append(best)
            cells = cells.cut(best)

    def _needed(self, plan: Sequence[int]) -> list[int]:
        """Return a plan without what it does not need, the dearest first."""
        kept = list(plan)
        for column in sorted(plan, key=lambda column: int(self.prices.each[column].sum()), reverse=True):
            cells = Cells(self._columns)
            for other in kept:
                cells = cells if other == column else cells.cut(other)
            if not cells.together(1):
                kept.remove(column)
        return kept

    def _tick(self) -> None:
        what = "looking for a plan" if not self.best else "looking for a cheaper plan"
        if reason := self._run.stop_reason():
            raise StoppedError(reason, what)
        if self._progress is not None:
            self._progress(what, 0, 0)


def least_price(columns: Columns, prices: Prices) -> int:
    """Return so many units that each plan costs some code at least.

    What a plan costs at most is no less than the mean over the lines; of that the pairs that must be told
    apart can be had for no less than at the best rates, each experiment once and the last one in part.
    """
    gains = Cells(columns).gains(every(columns))
    missing, paid = gains.missing_pairs, Fraction(0)
    rates = [
        (Fraction(int(price), int(pairs)), int(pairs))
        for price, pairs in zip(prices.each.sum(axis=1), gains.pairs, strict=True)
        if pairs
    ]
    for rate, pairs in sorted(rates):
        paid += rate * min(pairs, missing)
        missing -= min(pairs, missing)
    return int(-(-paid.numerator // (paid.denominator * prices.each.shape[1])))
