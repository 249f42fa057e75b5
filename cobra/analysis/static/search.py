"""Is there a static strategy of so many experiments, or of such a price? Decided by search, symmetry broken.

Branches are orbits of experiments (orbital branching: Ostrowski, Linderoth, Rossi and Smriglio 2011). A
strategy that has an experiment of an orbit may be assumed to have a given one of it, and what follows is
searched under the symmetries that keep that experiment; else it has none of the orbit. A branch ends when
both measures of `cells.py` show that what is allowed is too little, or when SAT decides it (`hitting.py`):
many experiments that each tell little are its strength, few that tell much are that of the measures. Neither
may spend much more than the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from cobra.analysis.static.affordable import sets_within
from cobra.analysis.static.apart import Apart, nothing_chosen
from cobra.analysis.static.cells import Gains
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.pairs import Numbers
from cobra.analysis.static.symmetry import ColumnGroup
from cobra.budget import Deadline

_LEAST_ASKED: Final = 3
"""With fewer experiments to choose, SAT is not asked."""
_LEAST_DIVIDED: Final = 2
"""A branch with so few columns to choose is not divided."""
_CONFLICTS: Final = 3
"""Conflicts SAT may have for each node of the search so far; what it has not used it keeps."""
_PAIRS: Final = 20
"""So many pairs are looked at before all are counted."""


def least_by_measures(columns: Columns) -> int:
    """Return a number of experiments that no static strategy is below, by the measures alone."""
    gains = nothing_chosen(columns).gains(every(columns))
    count = 0
    while gains.missing_pairs and not gains.helpful(count).any():
        count += 1
    return count


def every(columns: Columns) -> Numbers:
    """Return the numbers of all columns."""
    return np.arange(columns.count, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Branch:
    """Columns that are made, and what may follow."""

    made: tuple[int, ...]
    cells: Apart
    allowed: Numbers
    group: ColumnGroup
    """Keeps each column that is made, and all that are allowed together."""
    left: int
    """What more may be chosen: so many columns, or of so high a price."""

    def below(self, allowed: Numbers, column: int) -> Branch:
        """Return the branch with one more column, when so many are allowed.

        It may be chosen again where answers may be lies.
        """
        once = self.cells.columns.times == 1
        return Branch(
            (*self.made, column),
            self.cells.cut(column),
            allowed[allowed != column] if once else allowed,
            self.group.stabiliser(column),
            self.left - self.cells.columns.price_of(column),
        )

    def choices(self, gains: Gains) -> Iterator[tuple[Numbers, int]]:
        """Yield columns to try, and what is allowed with each; none of them may lead to a plan."""
        allowed = self.allowed
        orbits = self.group.orbits(self.cells.columns.count)
        while True:
            helpful = gains.helpful(self.left)
            allowed, gains = allowed[helpful], gains.of(helpful)
            if not len(allowed):
                return
            best = int(allowed[gains.best()])
            yield allowed, best
            others = orbits[allowed] != orbits[best]
            allowed, gains = allowed[others], gains.of(others)


def trunk(columns: Columns, group: ColumnGroup, size: int) -> Branch:
    """Return the branch in which nothing is chosen, but so many columns, or of so high a price, may be."""
    return Branch((), nothing_chosen(columns), every(columns), group, size)


def divided(branch: Branch, enough: int, tick: Callable[[], None]) -> list[Branch]:
    """Return branches, in the order of the search, one of which has a plan if `branch` has.

    They are so many, if there are, or else too little for one is left to choose in each.
    """
    parts = [branch]
    while len(parts) < enough and parts[0].left > _LEAST_DIVIDED:
        below = []
        for part in parts:
            tick()
            gains = part.cells.gains(part.allowed)
            below += [part.below(allowed, column) for allowed, column in part.choices(gains)]
        if not below:
            return []
        parts = below
    return parts


class Search:
    """Decides whether some columns tell everything apart: `size` of them, when no fewer do.

    In a game with prices, some that together cost no more than that (`Prices.joint`). Use it in a `with`.
    """

    def __init__(
        self, columns: Columns, size: int, *, sat_solver: str, deadline: Deadline, tick: Callable[[], None]
    ) -> None:
        self._columns = columns
        self._hitting = sets_within(columns, size, sat_solver, deadline)
        self._tick = tick
        self._credit = 0

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self._hitting.close()

    def within(self, branch: Branch) -> list[int] | None:
        """Return such columns of a branch, None when there are none."""
        rest = branch.left // self._columns.least_price
        if rest == 1 and self._columns.times == 1:
            # most often some pair rules out every column, which is seen at once
            allowed = branch.allowed
            for one, other in branch.cells.together(_PAIRS):
                outcomes = self._columns.outcomes
                allowed = allowed[outcomes[allowed, one] != outcomes[allowed, other]]
                if not len(allowed):
                    return None
            branch = replace(branch, allowed=allowed)
        gains = branch.cells.gains(branch.allowed)
        if not gains.missing_pairs:
            return list(branch.made)
        self._tick()
        for allowed, best in branch.choices(gains):
            if rest == 1:
                return [*branch.made, int(allowed[0])]
            decided, found = self._asked(branch.made, allowed, rest)
            if decided:
                return found
            found = self.within(branch.below(allowed, best))
            if found is not None:
                return found
            self._tick()
        return None

    def _asked(self, made: Sequence[int], allowed: Numbers, rest: int) -> tuple[bool, list[int] | None]:
        """Ask the solver, as long as it may take; return whether it knows, and what it found."""
        self._credit += _CONFLICTS
        if rest < _LEAST_ASKED:
            return False, None
        before = self._hitting.conflicts
        answer = self._hitting.find(made, allowed, self._credit)
        self._credit = max(0, self._credit - (self._hitting.conflicts - before))
        return answer
