"""Plans that are not too dear, found or refuted by SAT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from cobra.analysis.static.beside import Prices
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns
from cobra.budget import Deadline
from cobra.sat.cnf import Circuit
from cobra.sat.solver import SatSolver

Cost = tuple[int, int, int]
"""What a plan costs at most, what all codes pay together, by weight, and its number of experiments."""

_PAIRS: Final = 50
"""So many pairs become known at once, at most."""


def cost_of(prices: Prices, plan: Sequence[int]) -> Cost:
    """Return what a plan costs."""
    paid = prices.each[list(plan)].sum(axis=0).tolist()
    together = sum(weight * price for weight, price in zip(prices.weights, paid, strict=True))
    return max(paid), together, len(plan)


class Affordable:
    """The columns that tell everything apart and cost no more than is said.

    As in `hitting.py` pairs of lines become known to the solver as they are needed; lines for which a plan is
    too dear do, too. Use it in a `with`.
    """

    def __init__(self, columns: Columns, prices: Prices, sat_solver: str, deadline: Deadline) -> None:
        self._columns, self._prices = columns, prices
        self._solver = SatSolver(sat_solver, deadline)
        self._circuit = Circuit(self._solver)
        self._chosen = [self._solver.new_variable() for _ in range(columns.count)]
        self._dear: list[int] = []
        """Lines for which some plan was too dear."""
        self._together: list[int] = []
        """What all codes pay for each column."""
        for paid in prices.each.tolist():
            self._together.append(sum(w * price for w, price in zip(prices.weights, paid, strict=True)))

    def __enter__(self) -> Affordable:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def find(self, most: Cost) -> list[int] | None:
        """Return columns that tell everything apart and cost no more in any respect, None if none do.

        `TimeLimitError` at the deadline, `LimitError` where sums of prices are too many to be compared.
        """
        count = [1] * self._columns.count
        fixed = [self._at_most(self._together, most[1]), self._at_most(count, most[2])]
        fixed += [self._for_line(line, most[0]) for line in self._dear]
        while self._solver.solve(fixed):
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
            if paid[dearest] > most[0]:
                self._dear.append(dearest)
                fixed.append(self._for_line(dearest, most[0]))
            elif not together:
                return found
        return None

    def _for_line(self, line: int, most: int) -> int:
        """Return a literal that says that the chosen columns cost a line no more."""
        return self._at_most(self._prices.each[:, line].tolist(), most)

    def _at_most(self, costs: Sequence[int], most: int) -> int:
        """Return a literal that says that the chosen columns cost no more."""
        terms = [(cost, literal) for cost, literal in zip(costs, self._chosen, strict=True) if cost]
        return -self._circuit.at_least(terms, most + 1)
