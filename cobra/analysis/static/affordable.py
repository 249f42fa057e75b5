"""Plans that are not too dear, found or refuted by SAT."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, Protocol

import numpy as np

from cobra.analysis.static.beside import Prices
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.hitting import HittingSets
from cobra.analysis.static.pairs import Numbers
from cobra.budget import Deadline
from cobra.sat.cnf import Circuit
from cobra.sat.solver import SatSolver

Cost = tuple[int, int, int]
"""What a plan costs at most, what all codes pay together, by weight, and its number of experiments."""
Sum = tuple[Sequence[int], int]
"""What each column adds to a sum, and what that is at most."""

_PAIRS: Final = 50
"""So many pairs become known at once, at most."""


def cost_of(prices: Prices, plan: Sequence[int]) -> Cost:
    """Return what a plan costs."""
    paid = prices.each[list(plan)].sum(axis=0).tolist()
    together = sum(weight * price for weight, price in zip(prices.weights, paid, strict=True))
    return max(paid), together, len(plan)


class Affordable:
    """The columns that tell everything apart and do not cost too much.

    As in `hitting.py` pairs of lines become known to the solver as they are needed; lines for which a plan is
    too dear do, too.
    """

    def __init__(self, columns: Columns, sat_solver: str, deadline: Deadline) -> None:
        assert columns.prices is not None
        self._columns, self._prices = columns, columns.prices
        self._solver = SatSolver(sat_solver, deadline)
        self._circuit = Circuit(self._solver)
        self._chosen = [self._solver.new_variable() for _ in range(columns.count)]
        self._dear: list[int] = []
        """Lines for which some plan was too dear."""

    def close(self) -> None:
        """Free the memory of the solver."""
        self._solver.close()

    @property
    def conflicts(self) -> int:
        """Return how many conflicts the solver had so far."""
        return self._solver.conflicts

    def look(
        self,
        sums: Sequence[Sum],
        each_at_most: int | None = None,
        assumed: Sequence[int] = (),
        conflicts: float = inf,
    ) -> tuple[bool, list[int] | None]:
        """Look for columns that tell everything apart, of which all sums are as they have to be.

        They cost no line more than `each_at_most`. `assumed` are columns that are chosen, or, as -1 - column,
        not. Return whether that is decided after so many conflicts of the solver, and the columns, if there
        are any. `TimeLimitError` at the deadline, `LimitError` where too many sums are to be compared.
        """
        fixed = [self._chosen[one] if one >= 0 else -self._chosen[-1 - one] for one in assumed]
        fixed += [self._at_most(costs, most) for costs, most in sums]
        if each_at_most is not None:
            fixed += [self._for_line(line, each_at_most) for line in self._dear]
        most = self._solver.conflicts + conflicts
        while possible := self._solver.try_to_solve(fixed, conflicts=most - self._solver.conflicts):
            model = self._solver.model()
            found = [column for column, literal in enumerate(self._chosen) if model[literal]]
            cells = Cells(self._columns)
            for column in found:
                cells = cells.cut(column)
            together = cells.together(_PAIRS)
            for one, other in together:
                self._solver.add_clause(self._chosen[column] for column in self._columns.apart(one, other))
            paid = self._prices.each[found].sum(axis=0)
            dearest = int(np.argmax(paid))
            if each_at_most is not None and paid[dearest] > each_at_most:
                self._dear.append(dearest)
                fixed.append(self._for_line(dearest, each_at_most))
            elif not together:
                return True, found
        return possible is False, None

    def _for_line(self, line: int, most: int) -> int:
        """Return a literal that says that the chosen columns cost a line no more."""
        return self._at_most(self._prices.each[:, line].tolist(), most)

    def _at_most(self, costs: Sequence[int], most: int) -> int:
        """Return a literal that says that the chosen columns cost no more."""
        terms = [(cost, literal) for cost, literal in zip(costs, self._chosen, strict=True) if cost]
        return -self._circuit.at_least(terms, most + 1)


class Sets(Protocol):
    """What finds plans in a branch of a search by SAT."""

    def close(self) -> None:
        """Free the memory of the solver."""

    @property
    def conflicts(self) -> int:
        """Return how many conflicts the solver had so far."""

    def find(self, made: Sequence[int], allowed: Numbers, conflicts: float) -> tuple[bool, list[int] | None]:
        """Look for columns that tell everything apart, as `HittingSets` does."""


class _Within:
    """The plans whose `Prices.joint` is not above a bound."""

    def __init__(self, columns: Columns, joint: Sequence[int], most: int, affordable: Affordable) -> None:
        self._columns, self._sum, self._affordable = columns, (joint, most), affordable
        self.close = affordable.close

    @property
    def conflicts(self) -> int:
        """Return how many conflicts the solver had so far."""
        return self._affordable.conflicts

    def find(self, made: Sequence[int], allowed: Numbers, conflicts: float) -> tuple[bool, list[int] | None]:
        """Look for columns that tell everything apart: `made`, and others that are `allowed`."""
        forbidden = np.ones(self._columns.count, np.bool_)
        forbidden[[*made, *allowed]] = False
        assumed = [*made, *(-1 - column for column in np.flatnonzero(forbidden).tolist())]
        return self._affordable.look([self._sum], assumed=assumed, conflicts=conflicts)


def sets_within(columns: Columns, size: int, sat_solver: str, deadline: Deadline) -> Sets:
    """Return what finds plans of so many columns, or of so high a price."""
    if columns.prices is None:
        return HittingSets(columns, size, sat_solver, deadline)
    joint = columns.prices.joint.tolist()
    return _Within(columns, joint, size, Affordable(columns, sat_solver, deadline))
