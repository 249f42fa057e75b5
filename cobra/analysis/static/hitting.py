"""Static strategies as hitting sets, found or refuted by SAT.

A static strategy hits, for every pair of lines with different goals, the columns that tell the pair apart.
There are too many pairs to begin with: as in implicit hitting sets (Saikko, Wallner and Järvisalo 2016) a set
is sought that hits the pairs known so far, and pairs that it leaves together become known, until none is
left, or no set does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np
import pysat.card
from pysat.card import CardEnc, EncType

from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns, Numbers
from cobra.budget import Deadline
from cobra.sat.signals import heard_by_python
from cobra.sat.solver import SatSolver

_PAIRS: Final = 50
"""So many pairs become known at once, at most."""


class HittingSets:
    """The sets of at most `size` columns that hit all pairs known so far."""

    def __init__(self, columns: Columns, size: int, sat_solver: str, deadline: Deadline) -> None:
        self._columns = columns
        self._size = size
        self._solver = SatSolver(sat_solver, deadline)
        self._chosen: list[int] = []

    def close(self) -> None:
        """Free the memory of the solver."""
        self._solver.close()

    @property
    def conflicts(self) -> int:
        """Return how many conflicts the solver had so far."""
        return self._solver.conflicts

    def find(
        self, made: Collection[int], allowed: Numbers, conflicts: float
    ) -> tuple[bool, list[int] | None]:
        """Look for columns that tell everything apart: `made`, and others that are `allowed`.

        Return whether that is decided after so many conflicts of the solver, and the columns, if there are
        any.
        """
        if not self._chosen:
            self._begin()
        forbidden = np.ones(len(self._chosen), np.bool_)
        forbidden[[*made, *allowed]] = False
        assumptions = [self._chosen[column] for column in made]
        assumptions += [-self._chosen[column] for column in np.flatnonzero(forbidden)]
        most = self._solver.conflicts + conflicts
        while possible := self._solver.try_to_solve(assumptions, conflicts=most - self._solver.conflicts):
            model = self._solver.model()
            found = [column for column, literal in enumerate(self._chosen) if model[literal]]
            cells = Cells(self._columns)
            for column in found:
                cells = cells.cut(column)
            together = cells.together(_PAIRS)
            if not together:
                return True, found
            for one, other in together:
                self._solver.add_clause(self._chosen[column] for column in self._columns.apart(one, other))
        return possible is False, None

    def _begin(self) -> None:
        self._chosen = [self._solver.new_variable() for _ in range(self._columns.count)]
        with heard_by_python(pysat.card):
            most = CardEnc.atmost(
                self._chosen, bound=self._size, top_id=self._columns.count, encoding=EncType.kmtotalizer
            )
        for clause in most.clauses:
            self._solver.add_clause(clause)
