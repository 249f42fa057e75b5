"""Static strategies as hitting sets, found or refuted by SAT.

A static strategy hits, for every pair of lines with different goals, the columns that tell the pair apart.
There are too many pairs to begin with: as in implicit hitting sets (Saikko, Wallner and Järvisalo 2016) a set
is sought that hits the pairs known so far, and pairs that it leaves together become known, until none is
left, or no set does.

Where answers may be lies, a plan may have a column several times, and a pair must be hit several times, too,
or by a column that tells it apart for sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import pysat.card
from pysat.card import CardEnc, EncType

from cobra.analysis.static.apart import nothing_chosen
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.pairs import Numbers
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
        self._chosen: list[list[int]] = []
        """By column: that it is chosen once, twice and so on."""

    def close(self) -> None:
        """Free the memory of the solver."""
        self._solver.close()

    @property
    def conflicts(self) -> int:
        """Return how many conflicts the solver had so far."""
        return self._solver.conflicts

    def find(self, made: Sequence[int], allowed: Numbers, conflicts: float) -> tuple[bool, list[int] | None]:
        """Look for columns that tell everything apart: `made`, and others that are `allowed`.

        Return whether that is decided after so many conflicts of the solver, and the columns, if there are
        any.
        """
        if not self._chosen:
            self._begin()
        forbidden = np.ones(len(self._chosen), np.bool_)
        forbidden[allowed] = False
        again = Counter(made)
        assumptions = [self._chosen[column][count - 1] for column, count in again.items()]
        assumptions += [
            -self._chosen[column][again[column]]
            for column in np.flatnonzero(forbidden).tolist()
            if again[column] < self._columns.times
        ]
        most = self._solver.conflicts + conflicts
        while possible := self._solver.try_to_solve(assumptions, conflicts=most - self._solver.conflicts):
            model = self._solver.model()
            found = [column for column, literals in enumerate(self._chosen) for one in literals if model[one]]
            cells = nothing_chosen(self._columns)
            for column in found:
                cells = cells.cut(column)
            together = cells.together(_PAIRS)
            if not together:
                return True, found
            for one, other in together:
                self._hit(one, other)
        return possible is False, None

    def _hit(self, one: int, other: int) -> None:
        """Demand that a pair is told apart."""
        sure = self._columns.for_sure(one, other)
        enough = [self._chosen[column][0] for column in sure]
        told = [
            literal
            for column in self._columns.apart(one, other)
            if column not in sure
            for literal in self._chosen[column]
        ]
        if self._columns.times == 1:
            self._solver.add_clause([*enough, *told])
        else:
            self._solver.add_clause([*enough, *self._at_least(told, self._columns.times)])

    def _at_least(self, literals: Sequence[int], count: int) -> list[int]:
        """Return a literal that holds only if so many of others do; nothing where there are too few.

        A sequential counter (Sinz 2005), of which one direction is needed.
        """
        before: list[int] = []  # before[c]: that c + 1 of the literals so far hold
        for literal in literals:
            now = []
            for place in range(min(count, len(before) + 1)):
                one = self._solver.new_variable()
                self._solver.add_clause([-one, literal, *before[place : place + 1]])
                if place:
                    self._solver.add_clause([-one, *before[place - 1 : place + 1]])
                now.append(one)
            before = now
        return before[count - 1 : count]

    def _begin(self) -> None:
        times = range(self._columns.times)
        self._chosen = [[self._solver.new_variable() for _ in times] for _ in range(self._columns.count)]
        variables = [literal for literals in self._chosen for literal in literals]
        with heard_by_python(pysat.card):
            most = CardEnc.atmost(
                variables, bound=self._size, top_id=len(variables), encoding=EncType.kmtotalizer
            )
        for clause in most.clauses:
            self._solver.add_clause(clause)
        while self._solver.variables < most.nv:  # those that the encoding made
            self._solver.new_variable()
        for literals in self._chosen:
            for fewer, more in pairwise(literals):
                self._solver.add_clause([-more, fewer])
