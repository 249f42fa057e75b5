"""A typed wrapper around python-sat: one incremental solver that can be stopped at a deadline and by Ctrl-C.

Every solve runs in slices of a bounded number of conflicts; between two slices the deadline is looked at
and Python gets its chance to deliver Ctrl-C, so nothing here needs a thread or a signal handler. Only
solvers of python-sat that are incremental and know such a budget are offered: kissat404 aborts the process
when clauses are added after a solve, lingeling has no budget, maplechrono and maplecm take the alarm of the
process for themselves, and cryptominisat is not bundled.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from math import inf
from typing import Final

import pysat.solvers
from pysat.solvers import Solver, SolverNames

from cobra.budget import Deadline
from cobra.errors import GameError
from cobra.options import DEFAULT_SAT_SOLVER, SAT_SOLVERS
from cobra.sat.signals import heard_by_python

DEFAULT_SOLVER: Final = DEFAULT_SAT_SOLVER

_FIRST_SLICE: Final = 500
_SLICE_SECONDS: Final = 0.2
"""A slice has so many conflicts at first; afterwards as many as took about so long."""


def solver_names() -> list[str]:
    """Return the solvers on offer, those of them that the installed python-sat has."""
    return [name for name in SAT_SOLVERS if hasattr(SolverNames, name)]


class Model:
    """A satisfying assignment; propositions the solver never saw are false."""

    def __init__(self, literals: Sequence[int]) -> None:
        self._literals = literals

    def __getitem__(self, literal: int) -> bool:
        """Return the truth of a solver literal (a non-zero integer, negative for its complement)."""
        variable = abs(literal)
        true = variable <= len(self._literals) and self._literals[variable - 1] > 0
        return true == (literal > 0)


class SatSolver:
    """An incremental SAT solver; literals are non-zero integers as in DIMACS. Use it in a `with`."""

    def __init__(self, name: str = DEFAULT_SOLVER, deadline: Deadline | None = None) -> None:
        if name not in solver_names():
            raise GameError(
                f"there is no SAT solver called {name!r}; choose one of {', '.join(solver_names())}"
            )
        self._solver = Solver(name=name)
        self._deadline = deadline or Deadline()
        self._variables = 0
        self._conflicts = _FIRST_SLICE

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def deadline(self) -> Deadline:
        """Return the deadline every solve obeys."""
        return self._deadline

    @property
    def variables(self) -> int:
        """Return how many variables were made."""
        return self._variables

    def close(self) -> None:
        """Free the memory of the solver."""
        self._solver.delete()

    def new_variable(self) -> int:
        """Return a fresh variable, as its positive literal."""
        self._variables += 1
        return self._variables

    def add_clause(self, literals: Iterable[int]) -> None:
        """Demand that one of `literals` holds."""
        self._solver.add_clause(list(literals))

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Return whether all clauses and `assumptions` can hold; `TimeLimitError` at the deadline."""
        answer = self.try_to_solve(assumptions, inf)
        assert answer is not None
        return answer

    @property
    def conflicts(self) -> int:
        """Return how many conflicts there were so far, in all questions."""
        conflicts: int = self._solver.accum_stats()["conflicts"]
        return conflicts

    def try_to_solve(
        self, assumptions: Sequence[int], seconds: float = inf, conflicts: float = inf
    ) -> bool | None:
        """Return what `solve` does, or None when that takes more than about so many seconds or conflicts."""
        literals, end = list(assumptions), time.monotonic() + seconds
        most = inf if conflicts == inf else self.conflicts + conflicts
        while True:
            self._deadline.check("solving by SAT")
            start = time.monotonic()
            left = inf if most == inf else most - self.conflicts
            if start > end or left <= 0:
                return None
            self._solver.conf_budget(int(min(self._conflicts, left)))
            answer = self._slice(literals)
            if answer is not None:
                return answer
            slow = time.monotonic() - start > _SLICE_SECONDS
            self._conflicts = max(1, self._conflicts // 2) if slow else 2 * self._conflicts

    def _slice(self, assumptions: list[int]) -> bool | None:
        with heard_by_python(pysat.solvers):
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
        return answer

    def model(self) -> Model:
        """Return the assignment found by the last `solve`, which must have returned True."""
        return Model(self._solver.get_model())

    def core(self) -> list[int]:
        """Return those of the assumptions that the last `solve` needed, which must have returned False."""
        return list(self._solver.get_core() or ())
