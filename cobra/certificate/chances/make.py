"""Facts about games in which answers are wrong by chance are searched for, from which a claim follows.

Nothing here has to be trusted: what is found is checked by `rules.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from cobra.certificate.beliefs.make import UnprovableError
from cobra.certificate.chances.inquiries import Inquiry, Weighing, codes_of, whole
from cobra.certificate.chances.parts import ChanceFact
from cobra.certificate.chances.sizes import Cost, Sizes
from cobra.certificate.chances.tables import ChanceTables
from cobra.errors import LimitError

_Key: TypeAlias = tuple[Weighing, int | None]

_NOTHING: Final = (Fraction(0), Fraction(0))
_BYTES: Final = 700
_BYTES_OF_WEIGHT: Final = 200
"""What is kept of a weighing, and for each weight in it, with its bound."""


class ChanceMaker:
    """Finds out what weighings cost. `tick` is called now and then."""

    def __init__(self, tables: ChanceTables, consistent: bool, memory: int, tick: Callable[[], None]) -> None:
        self._tables, self._consistent, self._tick = tables, consistent, tick
        self._memory, self._taken = memory, 0
        self._sizes = Sizes(tables)
        self._known: dict[_Key, tuple[Cost, bool]] = {}
        """What a weighing costs at least, and whether that is what it costs."""

    def prove(self, claim: Cost, within: int | None, first: Inquiry | None) -> list[ChanceFact]:
        """Return facts from which it follows that it costs as much as is claimed, in parts of all that is
        likely; `UnprovableError` if that is not so.
        """
        tables = self._tables
        start = tables.start
        all_ = whole(start)
        cost = claim[0] * all_, claim[1] * all_
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, 20_000))
        try:
            left, made, cells = within, _NOTHING, {tables.symmetries.normal(start): Fraction(1)}
            if first is not None:
                left, made, cells = _less(within), (Fraction(0), Fraction(all_)), tables.cells(first, start)
            self._sum(cells, left, made, cost)
            return self._facts(self._lacking(cells, left, made, cost, {}))
        finally:
            sys.setrecursionlimit(before)

    def _lower(self, weighing: Weighing, left: int | None) -> Cost:
        """Return what a weighing costs at least, as far as is known."""
        known = self._known.get((weighing, left))
        return self._sizes.bound(weighing, left) if known is None else known[0]

    def _least(self, weighing: Weighing, left: int | None, limit: Cost) -> Cost:
        """Return what a weighing costs where that is less than the limit, else what it costs at least, which
        is no less than the limit.
        """
        lower, exact = self._known.get((weighing, left)) or (self._sizes.bound(weighing, left), left == 0)
        if exact or lower >= limit:
            return lower
        self._tick()
        least: Cost = Fraction(whole(weighing)), Fraction(0)
        made: Cost = Fraction(0), least[0]
        exact = least <= limit
        least = min(least, limit)
        choices: dict[frozenset[tuple[Weighing, Fraction]], dict[Weighing, Fraction]] = {}
        codes, less = codes_of(weighing), _less(left)
        for inquiry in self._tables.inquiries:
            if self._tables.tells(inquiry, codes, self._consistent):
                cells = self._tables.cells(inquiry, weighing)
                choices[frozenset(cells.items())] = cells
        known = [(self._known_sum(cells, less, made), cells) for cells in choices.values()]
        for lower, cells in sorted(known, key=lambda choice: choice[0]):
            if lower < least and (cost := self._sum(cells, less, made, least)) < least:
                least, exact = cost, True
        self._note((weighing, left), least, exact)
        return least

    def _known_sum(self, cells: Mapping[Weighing, Fraction], left: int | None, made: Cost) -> Cost:
        for cell, unit in cells.items():
            made = _plus(made, unit, self._lower(cell, left))
        return made

    def _sum(self, cells: Mapping[Weighing, Fraction], left: int | None, made: Cost, limit: Cost) -> Cost:
        """Return what it costs to go on with these cells where that is less than the limit, else what it
        costs at least.
        """
        total = self._known_sum(cells, left, made)
        lower = {cell: self._lower(cell, left) for cell in cells}
        for cell in sorted(cells, key=lambda cell: cells[cell] * lower[cell][1], reverse=True):
            if total >= limit:
                break
            unit = cells[cell]
            total = _plus(total, -unit, lower[cell])
            rest = (limit[0] - total[0]) / unit, max((limit[1] - total[1]) / unit, Fraction(0))
            total = _plus(total, unit, self._least(cell, left, rest))
        return total

    def _note(self, key: _Key, cost: Cost, exact: bool) -> None:
        if key not in self._known:
            self._taken += _BYTES + _BYTES_OF_WEIGHT * len(key[0])
        self._known[key] = cost, exact
        taken = self._taken + self._sizes.bound.cache_info().currsize * _BYTES
        if taken > self._memory:
            raise LimitError("memory", taken, self._memory, "proving that nobody can do better")

    def _facts(self, waiting: list[_Key]) -> list[ChanceFact]:
        """Return facts about these weighings, and those that they follow from."""
        facts: dict[_Key, Cost] = {}
        while waiting:
            self._tick()
            weighing, left = waiting.pop()
            if (weighing, left) in facts:
                continue
            facts[weighing, left] = cost = self._lower(weighing, left)
            made: Cost = Fraction(0), Fraction(whole(weighing))
            codes, less = codes_of(weighing), _less(left)
            for inquiry in self._tables.inquiries:
                if self._tables.tells(inquiry, codes, self._consistent):
                    cells = self._tables.cells(inquiry, weighing)
                    waiting += self._lacking(cells, less, made, cost, facts)
        return [ChanceFact(weighing, left, cost) for (weighing, left), cost in facts.items()]

    def _lacking(
        self,
        cells: Mapping[Weighing, Fraction],
        left: int | None,
        made: Cost,
        cost: Cost,
        facts: Mapping[_Key, Cost],
    ) -> list[_Key]:
        """Return of which cells there have to be facts for them to cost so much together."""
        gains: dict[Weighing, Cost] = {}
        for cell, unit in cells.items():
            bound, lower = self._sizes.bound(cell, left), self._lower(cell, left)
            made = _plus(made, unit, bound)
            if lower > bound:
                gains[cell] = unit * (lower[0] - bound[0]), unit * (lower[1] - bound[1])
        waiting: list[_Key] = []
        order = sorted(gains, key=lambda cell: ((cell, left) in facts, gains[cell]), reverse=True)
        for cell in order:
            if made >= cost:
                break
            made = made[0] + gains[cell][0], made[1] + gains[cell][1]
            waiting.append((cell, left))
        if made < cost:
            raise UnprovableError("it costs less")
        return waiting


def _less(left: int | None) -> int | None:
    return None if left is None else left - 1


def _plus(cost: Cost, unit: Fraction, more: Cost) -> Cost:
    lost = cost[0] + unit * more[0] if more[0] else cost[0]  # most of the time nothing is
    return lost, cost[1] + unit * more[1]
