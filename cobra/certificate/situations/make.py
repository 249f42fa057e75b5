"""Facts about games with a state, prices or lost plays are searched for, from which a claim follows.

Nothing here has to be trusted: what is found is checked by `rules.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from cobra.certificate.situations.parts import Claim, Fact, Place
from cobra.certificate.situations.sizes import Sizes
from cobra.certificate.situations.tables import Codes, GameTables, Group, Row
from cobra.certificate.situations.tolls import LOST, NEVER, Counting, Left, Reckoning, Toll, toll
from cobra.errors import LimitError
from cobra.model.game import Experiment
from cobra.model.memory import State

_Key = tuple[Codes, State, Left]


class _Cell(NamedTuple):
    """A cell of an experiment of which a play goes on."""

    key: _Key
    price: int


class _Option(NamedTuple):
    """An experiment that tells something, or ends plays, where one gets without learning anything."""

    low: Toll
    squares: int
    away: Toll
    """What getting there costs."""
    settled: Toll
    """What it costs by itself and with the cells that are over."""
    cells: tuple[_Cell, ...]


_BYTES: Final = 600
"""What is kept of a situation, or of one place of a fact, takes about so many."""


class Unprovable(Exception):
    """A claim is not true."""


class Maker:
    """Finds out what situations cost, and writes facts down; `LimitError` where that takes more than
    `memory` bytes. `tick` is called now and then.
    """

    def __init__(
        self, tables: GameTables, sizes: Sizes, counting: Counting, memory: int, tick: Callable[[], None]
    ) -> None:
        self._tables, self._memory, self._tick = tables, memory, tick
        self._kept = 0
        self._reckoning = Reckoning(tables, sizes, counting)
        self._counting = counting
        self._known: dict[_Key, tuple[Toll, bool]] = {}
        """What a situation costs at least, and whether that is what it costs."""
        self._written: dict[_Key, Toll] = {}
        self.facts: list[Fact] = []

    def prove(self, claim: Claim, first: Experiment | None) -> list[Fact]:
        """Return facts from which a claim follows; `Unprovable` if it does not hold."""
        tables = self._tables
        with _deep(len(tables.meaning.codes)):
            if first is None:
                if tables.is_won(tables.everything, False):
                    raise Unprovable
                self._demand((tables.everything, tables.start, claim.left), claim.value)
            else:
                row = tables.row(first, tables.start)
                option = self._option(row, tables.everything, claim.left, 0)
                if option is None:
                    return []
                if self._cost(option, claim.value) < claim.value:
                    raise Unprovable
                self._write_cells(option, claim.value)
        return self.facts

    def value(self, left: Left, first: Experiment | None) -> Toll:
        """Return what the whole game costs."""
        tables = self._tables
        with _deep(len(tables.meaning.codes)):
            if first is None:
                return self.least(tables.everything, tables.start, left, NEVER)
            option = self._option(tables.row(first, tables.start), tables.everything, left, 0)
            return NEVER if option is None else self._cost(option, NEVER)

    def _demand(self, key: _Key, value: Toll) -> None:
        if self.least(*key, value) < value:
            raise Unprovable
        self._write(key, value)

    # what situations cost

    def least(self, codes: Codes, state: State, left: Left, limit: Toll) -> Toll:
        """Return what a situation costs if that is below `limit`; else something that it is not below."""
        key = codes, state, left
        bound = self._reckoning.bound(codes, state, left)
        lower, exact = self._known.get(key, (bound, False))
        if exact or lower >= limit:
            return lower
        self._tick()
        ended = self._ended(key)
        if ended is not None:
            self._keep(key, ended, True)
            return ended
        beyond, best = NEVER, limit
        if self._counting.won:
            best = min(best, self._reckoning.end(codes, left))
        for option in sorted(self._options(key), key=lambda option: option[:2]):
            if option.low >= best:
                beyond = min(beyond, option.low)
                break
            cost = self._cost(option, best)
            if cost < best:
                best = cost
                if best <= lower:
                    break
            else:
                beyond = min(beyond, cost)
        found = best if best < limit else beyond
        if self._counting.won:
            found = min(found, self._reckoning.end(codes, left))
        return self._keep(key, max(lower, found), best < limit)

    def _keep(self, key: _Key, value: Toll, exact: bool) -> Toll:
        self._take(0 if key in self._known else 1)
        self._known[key] = value, exact
        return value

    def _take(self, number: int) -> None:
        self._kept += number
        taken = self._kept * (_BYTES + self._tables.everything.bit_length() // 8)
        if taken > self._memory:
            raise LimitError("memory", taken, self._memory, "proving that nobody can do better")

    def _ended(self, key: _Key) -> Toll | None:
        """Return what a situation costs in which no experiment is made any more, None in others."""
        codes, state, left = key
        if self._tables.is_stuck(codes, state):
            return self._reckoning.stuck(codes, left)
        return self._reckoning.end(codes, left) if left.length == 0 and self._counting.within else None

    def _ways(self, key: _Key) -> dict[tuple[State, Left], Toll]:
        """Return the places that are reached without learning anything, and what the cheapest way costs.

        Left out is where a cheaper way comes to the same state with as much left: whatever can be done
        there can be done here, and each experiment that changes nothing would lead to one more.
        """
        codes, state, left = key
        ways: dict[tuple[State, Left], Toll] = {(state, left): 0}
        reached = {state: [(left, 0)]}
        waiting = [(state, left)]
        while waiting:
            here = waiting.pop()
            if self._ended((codes, *here)) is not None:
                continue
            for row in self._tables.rows(here[0]):
                group = self._detour(row, codes)
                after = None if group is None else here[1].after(group.price)
                if group is None or after is None:
                    continue
                there, away = (group.after, after), ways[here] + self._reckoning.shift(codes, group.price)
                known = reached.setdefault(group.after, [])
                if not any(before <= away and with_.covers(after) for with_, before in known):
                    known.append((after, away))
                    ways[there] = away
                    waiting.append(there)
        return ways

    def _detour(self, row: Row, codes: Codes) -> Group | None:
        """Return the only group of these codes if a play goes on there that has learnt nothing."""
        for group in row:
            if group.codes & codes:
                whole = not codes & ~group.codes
                over = group.lost or self._tables.is_won(codes, group.final) if whole else True
                return None if over else group
        return None

    def _options(self, key: _Key) -> Iterator[_Option]:
        codes = key[0]
        for place, away in self._ways(key).items():
            ended = self._ended((codes, *place))
            if ended is not None:
                yield _Option(away + ended, 0, away, ended, ())
                continue
            for row in self._tables.rows(place[0]):
                if self._detour(row, codes) is None and self._reckoning.allows(row, codes):
                    option = self._option(row, codes, place[1], away)
                    if option is not None:
                        yield option

    def _option(self, row: Row, codes: Codes, left: Left, away: Toll) -> _Option | None:
        """Return an experiment with its cells, None when it takes more than is left."""
        cells: list[_Cell] = []
        price = {}

        def nothing(cell: Codes, after: State, left: Left) -> Toll:
            price[cell, after, left] = 0
            return 0

        settled = self._reckoning.weigh(row, codes, left, nothing)
        if settled >= NEVER:
            return None
        prices = {group.codes & codes: group.price for group in row if group.codes & codes}
        cells = [_Cell(key, prices[key[0]]) for key in price]
        cells.sort(key=lambda cell: -cell.key[0].bit_count())
        squares = sum(cell.key[0].bit_count() ** 2 for cell in cells)
        option = _Option(0, squares, away, settled, tuple(cells))
        low = self._sum(option, [self._reckoning.bound(*cell.key) for cell in cells])
        return option._replace(low=low)

    def _sum(self, option: _Option, rests: list[Toll]) -> Toll:
        """Return what an option costs when its cells cost this."""
        if any(rest >= NEVER for rest in rests):
            return NEVER
        if self._counting.measure != "worst":
            return option.away + option.settled + sum(rests)
        lost, most = divmod(option.settled, LOST)
        for cell, rest in zip(option.cells, rests, strict=True):
            lost += rest // LOST
            most = max(most, rest % LOST + cell.price)
        return option.away + toll(lost, most)

    def _cost(self, option: _Option, limit: Toll) -> Toll:
        """Return what an option costs if that is below `limit`; else something that it is not below."""
        rests = [self._lower(cell.key) for cell in option.cells]
        total = self._sum(option, rests)
        for place, cell in enumerate(option.cells):
            if total >= limit:
                break
            allowed = self._allowed(limit - option.away, total - option.away, cell, rests[place])
            rests[place] = max(rests[place], self.least(*cell.key, allowed))
            total = self._sum(option, rests)
        return total

    def _allowed(self, limit: Toll, total: Toll, cell: _Cell, rest: Toll) -> Toll:
        """Return what a cell must cost so that the sum is `limit`."""
        if self._counting.measure != "worst":
            return limit - (total - rest)
        lost = limit // LOST - (total // LOST - rest // LOST)
        return toll(lost, max(0, limit % LOST - cell.price))

    def _lower(self, key: _Key) -> Toll:
        known = self._known.get(key)
        return self._reckoning.bound(*key) if known is None else known[0]

    # facts

    def _write(self, key: _Key, value: Toll) -> None:
        """Write down that a situation costs so much, of which it is known, and before it what that follows
        from."""
        if self._reckoning.bound(*key) >= value or self._written.get(key, 0) >= value:
            return
        self._tick()
        codes = key[0]
        places = []
        for (state, left), away in self._ways(key).items():
            needed = _without(value, away)
            if needed > 0 and self._reckoning.bound(codes, state, left) < needed:
                places.append(Place(state, left, needed))
        for option in self._options(key):
            if option.low < value:
                self._write_cells(option, value)
        self._take(len(places))
        self.facts.append(Fact(codes, tuple(places)))
        for state, left, needed in places:
            there = codes, state, left
            self._written[there] = max(needed, self._written.get(there, 0))

    def _write_cells(self, option: _Option, value: Toll) -> None:
        """Write down what cells of an experiment cost, until the sum is the value."""
        if self._cost(option, value) < value:
            raise Unprovable
        rests = [self._reckoning.bound(*cell.key) for cell in option.cells]
        known = [max(self._lower(cell.key), rest) for cell, rest in zip(option.cells, rests, strict=True)]
        order = sorted(range(len(rests)), key=lambda place: rests[place] - known[place])
        if self._counting.measure == "worst":  # one cell is enough, if it is the right one
            order.sort(key=lambda place: -known[place] - option.cells[place].price)
        chosen = []
        for place in order:
            if self._sum(option, rests) >= value:
                break
            if known[place] > rests[place]:
                rests[place] = known[place]
                chosen.append(place)
        for place in chosen:
            self._write(option.cells[place].key, known[place])


def _without(value: Toll, away: Toll) -> Toll:
    """Return what must be known at a place from which on so much less is enough; what is counted is never
    negative."""
    if value >= NEVER:
        return NEVER
    return toll(value // LOST, max(0, value % LOST - away))


@contextmanager
def _deep(codes: int) -> Iterator[None]:
    """Allow as many calls inside calls as there may be levels: each leaves fewer codes."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 8 * codes))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
