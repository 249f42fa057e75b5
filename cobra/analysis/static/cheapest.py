"""The cheapest plan of a game with prices: found, and proved to be the cheapest.

A plan costs what its experiments cost together. Where prices depend on the answer that is more for some codes
than for others: of all plans the greatest cost of a code is made least, of those with that one the mean over
the codes, by weight, and of those the number of experiments. Where prices do not depend on the answer the
first two are the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from operator import mul
from random import Random
from typing import Final

import numpy as np

from cobra.analysis.static.affordable import Affordable, Cost, Sum, cost_of
from cobra.analysis.static.beside import Prices
from cobra.analysis.static.bounds import least_by_counting
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.rates import PricedCells
from cobra.analysis.static.search import Search, every, least_by_measures, trunk
from cobra.analysis.static.symmetry import column_group
from cobra.budget import Deadline, Progress
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import LimitError, StoppedError
from cobra.model.game import Game
from cobra.model.memory import ONE, price_unit

_GREEDY: Final = 6
"""Greedy plans made; ties are random."""


class Cheapest:
    """Closes the gap between the cheapest plan known and what no plan is below, from above."""

    def __init__(
        self,
        table: CodeTable,
        game: Game,
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
        self._table, self._game, self._columns = table, game, columns
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
                self.fewest = least_by_measures(replace(self._columns, prices=None))
                self.lower = least_price(self._columns, self.prices, self.best)
                if self.prices.uniform:
                    self._search()
                else:
                    self._improve()
                self.lower, self.proved = self.cost[0], True
            else:
                self._count()
        except StoppedError as stop:
            return stop.reason
        except LimitError:
            return "undecided"
        except KeyboardInterrupt:
            return "interrupt"
        return None

    def _count(self) -> None:
        """Bound all plans from below, though not all experiments are listed, by counting rows of answers."""
        goals = len(set(self._columns.goals.tolist()))
        self.fewest = least_by_counting(goals, self._table.branching(), 0)
        self.lower = self.fewest * least_price_of_one(self._game)
        worst, together, count = self.cost
        always = together == worst * sum(self.prices.weights)
        self.proved = always and (worst, count) == (self.lower, self.fewest)

    def _search(self) -> None:
        """Look for cheaper plans, and shorter ones of one price, where no price depends on the answer."""
        joint = self.prices.joint
        group = column_group(self._table, self._columns, self._random, self._tick)
        while self.best:
            less = sum(joint[self.best].tolist()) - 1
            search = Search(
                self._columns,
                less,
                sat_solver=self._sat_solver,
                deadline=Deadline(self._run.remaining()),
                tick=self._tick,
            )
            with search:
                found = search.within(trunk(self._columns, group, less))
            if found is None:
                return
            self.best = self._needed(found)

    def _improve(self) -> None:
        """Make one respect after the other least, where prices depend on the answer."""
        columns, each = self._columns, self.prices.each
        together = [sum(map(mul, self.prices.weights, paid)) for paid in each.tolist()]
        affordable = Affordable(columns, self._sat_solver, Deadline(self._run.remaining()))
        with closing(affordable):
            for respect in range(len(self.cost)):
                while True:
                    self._tick()
                    worst, mean, count = self.cost
                    sums: list[Sum] = [(together, mean - (respect == 1))] * (respect > 0)
                    sums += [([1] * columns.count, count - 1)] * (respect > 1)
                    _, found = affordable.look(sums, worst - (respect == 0))
                    if found is None:
                        break
                    self.best = self._needed(found)
                if respect == 0:
                    self.lower = self.cost[0]

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


def least_price_of_one(game: Game) -> int:
    """Return so many units that every experiment costs at least, whatever is answered."""
    unit = price_unit(game)
    prices = (type_.price or ONE for type_ in game.experiments)
    least = min(Fraction(price.value.low, price.denominator) for price in prices)
    return int(max(least, Fraction(0)) / unit)


def least_price(columns: Columns, prices: Prices, plan: Sequence[int]) -> int:
    """Return so many units that each plan costs some code at least; one plan is given.

    Where prices do not depend on the answer these are the measures of the search; else what a plan costs at
    most is no less than the mean over the lines, and of that the pairs that must be told apart can be had for
    no less than at the best rates, each experiment once and the last one in part.
    """
    if prices.uniform:
        gains = PricedCells(columns).gains(every(columns))
        if not gains.missing_pairs:
            return 0
        budgets = range(sum(prices.joint[list(plan)].tolist()))
        joint = bisect_left(budgets, True, key=lambda budget: bool(gains.helpful(budget).any()))
        return joint // len(columns.lines)
    plain = Cells(columns).gains(every(columns))
    missing, paid = plain.missing_pairs, Fraction(0)
    rates = [
        (Fraction(int(price), int(pairs)), int(pairs))
        for price, pairs in zip(prices.each.sum(axis=1), plain.pairs, strict=True)
        if pairs
    ]
    for rate, pairs in sorted(rates):
        paid += rate * min(pairs, missing)
        missing -= min(pairs, missing)
    return int(-(-paid.numerator // (paid.denominator * prices.each.shape[1])))
