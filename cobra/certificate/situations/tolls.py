"""What plays cost from a situation on: codes lost, by weight, and under that what is counted.

Both are one whole number, lost · 2^128 + counted: such numbers compare as the pairs do, and add up like
them as long as what is counted is below 2^128, which `read_certificate` sees to. A bound that says nothing
is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Final, Literal, TypeAlias

from cobra.certificate.situations.sizes import Sizes
from cobra.certificate.situations.tables import Codes, GameTables, Row
from cobra.model.memory import State

Toll: TypeAlias = int
LOST: Final = 1 << 128
NEVER: Final[Toll] = 1 << 320
"""What cannot be done."""
Measure: TypeAlias = Literal["sum", "worst", "nodes"]
MEASURES: Final[tuple[Measure, ...]] = ("sum", "worst", "nodes")
Rest: TypeAlias = "Callable[[Codes, State, Left], Toll]"
"""What is known of a situation that is not over."""


@dataclass(frozen=True, slots=True)
class Left:
    """What plays may still take: experiments, and what is paid for them; None for as much as one likes."""

    length: int | None = None
    price: int | None = None

    def after(self, price: int) -> Left | None:
        """Return what is left after an experiment at this price; None when that is too much."""
        length = None if self.length is None else self.length - 1
        rest = None if self.price is None else self.price - price
        if (length is not None and length < 0) or (rest is not None and rest < 0):
            return None
        return Left(length, rest)

    def covers(self, other: Left) -> bool:
        """Return whether what costs at least so much with this costs it with the other, too."""
        return (self.length is None or (other.length is not None and other.length <= self.length)) and (
            self.price is None or (other.price is not None and other.price <= self.price)
        )


def toll(lost: int, counted: int) -> Toll:
    """Return both parts as one number."""
    return lost * LOST + counted


@dataclass(frozen=True, slots=True)
class Counting:
    """What is counted, and what counts as lost."""

    measure: Measure
    within: bool = False
    """A play that takes more experiments than are left is lost; else no strategy may have one. Only with
    `won`: where losing has a price, plays might be cheaper with less left."""
    won: bool = False
    """Lost plays count as lost whatever the game says that they cost, and a strategy may give up."""
    consistent: bool = False
    """Experiments that tell something are made only where they may be final."""


class Reckoning:
    """What situations of a game cost, at the end of plays and by size; what experiments add to that."""

    def __init__(self, tables: GameTables, sizes: Sizes, counting: Counting) -> None:
        self.tables, self.counting, self._sizes = tables, counting, sizes
        self.loss = None if counting.won else tables.loss
        self._by_weights = cache(self._by_weights_)

    def end(self, codes: Codes, left: Left) -> Toll:
        """Return what it costs that the plays of codes are lost."""
        if self.loss is None:
            return toll(self.tables.weight(codes), 0)
        if left.price is not None and self.loss > left.price:
            return NEVER
        if self.counting.measure == "nodes":
            return 0
        return self.loss * (self.tables.weight(codes) if self.counting.measure == "sum" else 1)

    def stuck(self, codes: Codes, left: Left) -> Toll:
        """Return what plays cost that are stuck: over, but not lost, where nothing but knowledge changes."""
        return self.end(codes, left) if self.tables.has_state or self.tables.hit else 0

    def bound(self, codes: Codes, state: State, left: Left) -> Toll:
        """Return the bound by size of a situation that is not over; see docs/proofs.md."""
        return self._by_weights(self._sizes.weights(codes), state, left)

    def _by_weights_(self, weights: tuple[int, ...], state: State, left: Left) -> Toll:
        """Return the bound where the kinds of the codes have these weights, in ascending order."""
        number, measure, price = len(weights), self.counting.measure, self._sizes.least_price
        won, may_lose = self._sizes.won(state), self._sizes.may_lose or self.counting.won
        room = won[-1] if left.length is None else won[min(left.length, len(won) - 1)]
        if number > room and self.loss is None:
            if may_lose:
                return toll(sum(weights[: number - room]), 0)
            return NEVER
        if self.loss is not None and measure == "nodes":
            return 0
        longest = total = 0
        lightest = (0, *accumulate(weights))
        for most in won:
            if most >= number or (self.loss is not None and (longest + 1) * price > self.loss):
                break
            longest += 1
            total += lightest[number - most]
        if measure == "nodes":
            return self._sizes.nodes(number)
        all_won = self.loss is None and not may_lose
        if all_won and left.price is not None and longest * price > left.price:
            return NEVER
        return price * (longest if measure == "worst" else total)

    def weigh(self, row: Row, codes: Codes, left: Left, rest: Rest, enough: Toll = NEVER) -> Toll:
        """Return what is known of an experiment: its price and, by `rest`, what its cells cost.

        Where the sum is `enough` before all cells were looked at, they are not.
        """
        measure, tables = self.counting.measure, self.tables
        lost = most = 0
        total = 1 if measure == "nodes" else 0
        for group in row:
            cell = group.codes & codes
            if not cell:
                continue
            after = left.after(group.price)
            if after is None:
                return NEVER
            if tables.is_won(cell, group.final):
                cost = 0
            elif group.lost:
                cost = self.end(cell, after)
            else:
                cost = rest(cell, group.after, after)
            if cost >= NEVER:
                return NEVER
            if measure == "worst":
                lost += cost // LOST
                most = max(most, cost % LOST + group.price)
                total = toll(lost, most)
            else:
                total += cost + (tables.weight(cell) * group.price if measure == "sum" else 0)
            if total >= enough:
                return total
        return total

    def shift(self, codes: Codes, price: int) -> Toll:
        """Return what an experiment costs all of some codes by itself."""
        measure = self.counting.measure
        return price * self.tables.weight(codes) if measure == "sum" else price if measure == "worst" else 1

    def allows(self, row: Row, codes: Codes) -> bool:
        """Return whether a strategy may make an experiment: with `consistent` one that tells something about
        these codes, or ends their plays, has to be one that may be final."""
        if not self.counting.consistent or any(group.final and group.codes & codes for group in row):
            return True
        (cell, *others) = (group for group in row if group.codes & codes)
        return not others and not cell.lost
