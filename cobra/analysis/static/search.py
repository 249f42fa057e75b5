"""Is there a static strategy of so many experiments? Decided by search, symmetry broken.

Branches are orbits of experiments (orbital branching: Ostrowski, Linderoth, Rossi and Smriglio 2011). A
strategy that has an experiment of an orbit may be assumed to have a given one of it, and what follows is
searched under the symmetries that keep that experiment; else it has none of the orbit. A branch ends when
both measures of `cells.py` show that what is allowed is too little, or when SAT decides it (`hitting.py`):
many experiments that each tell little are its strength, few that tell much are that of the measures. Neither
may spend much more than the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns, Numbers
from cobra.analysis.static.hitting import HittingSets
from cobra.analysis.static.symmetry import ColumnGroup
from cobra.budget import Deadline

_LEAST_ASKED: Final = 3
"""With fewer experiments to choose, SAT is not asked."""
_CONFLICTS: Final = 3
"""Conflicts SAT may have for each node of the search so far; what it has not used it keeps."""
_PAIRS: Final = 20
"""So many pairs are looked at before all are counted."""


def least_by_measures(columns: Columns) -> int:
    """Return a number of experiments that no static strategy is below, by the measures alone."""
    gains = Cells(columns).gains(every(columns))
    count = 0
    while gains.missing_pairs and not gains.helpful(count).any():
        count += 1
    return count


def every(columns: Columns) -> Numbers:
    """Return the numbers of all columns."""
    return np.arange(columns.count, dtype=np.int32)


class Search:
    """Decides whether `size` columns tell everything apart, when no fewer do. Use it in a `with`."""

    def __init__(
        self,
        columns: Columns,
        group: ColumnGroup,
        size: int,
        *,
        sat_solver: str,
        deadline: Deadline,
        tick: Callable[[], None],
    ) -> None:
        self._columns = columns
        self._group = group
        self._size = size
        self._hitting = HittingSets(columns, size, sat_solver, deadline)
        self._tick = tick
        self._credit = 0

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self._hitting.close()

    def run(self) -> list[int] | None:
        """Return such columns, None when there are none."""
        return self._with([], Cells(self._columns), every(self._columns), self._group)

    def _with(self, made: list[int], cells: Cells, allowed: Numbers, group: ColumnGroup) -> list[int] | None:
        """Return columns that do, `made` among them and the others `allowed`.

        `group` keeps each column that is made, and all that are allowed together.
        """
        rest = self._size - len(made)
        if rest == 1:  # most often some pair rules out every column, which is seen at once
            for one, other in cells.together(_PAIRS):
                outcomes = self._columns.outcomes
                allowed = allowed[outcomes[allowed, one] != outcomes[allowed, other]]
                if not len(allowed):
                    return None
        gains = cells.gains(allowed)
        if not gains.missing_pairs:
            return made
        orbits = group.orbits(self._columns.count)
        while True:
            self._tick()
            helpful = gains.helpful(rest)
            allowed, gains = allowed[helpful], gains.of(helpful)
            if not len(allowed):
                return None
            if rest == 1:
                return [*made, int(allowed[0])]
            decided, found = self._asked(made, allowed)
            if decided:
                return found
            best = int(allowed[gains.information.argmax()])
            found = self._with(
                [*made, best], cells.cut(best), allowed[allowed != best], group.stabiliser(best)
            )
            if found is not None:
                return found
            others = orbits[allowed] != orbits[best]
            allowed, gains = allowed[others], gains.of(others)

    def _asked(self, made: list[int], allowed: Numbers) -> tuple[bool, list[int] | None]:
        """Ask the solver, as long as it may take; return whether it knows, and what it found."""
        self._credit += _CONFLICTS
        if self._size - len(made) < _LEAST_ASKED:
            return False, None
        before = self._hitting.conflicts
        answer = self._hitting.find(made, allowed, self._credit)
        self._credit = max(0, self._credit - (self._hitting.conflicts - before))
        return answer
