"""Formulas as clauses: gates with full equivalences, shared by structure.

Every gate is *equivalent* to the formula of its inputs (Tseitin 1968, in both directions), so the gates are
determined by the propositions, and projected model counts equal model counts. Comparisons of sums are
decision diagrams with one gate for each node. Gates fold constants: an experiment is plugged in by giving
its parameters as constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Final

from cobra.limits import Limits
from cobra.sat.solver import SatSolver
from cobra.sat.threshold import threshold

TRUE: Final = 1
FALSE: Final = -1
"""The solver literals of the constants: variable 1 is fixed to true."""

GATES_A_LOOK: Final = 1024
"""The deadline is looked at after so many gates."""

PAIRWISE: Final = 12
"""Up to so many literals "at most one" is said by pairs, which needs no gates; beyond by a counter."""


class Circuit:
    """Gates over solver literals in one solver; the same gate asked for twice is one literal."""

    def __init__(self, solver: SatSolver, limits: Limits | None = None) -> None:
        self.solver = solver
        self._limits = limits or Limits()
        self._gates: dict[tuple[object, ...], int] = {}
        if solver.new_variable() != TRUE:
            raise ValueError("a circuit needs a solver without variables")
        solver.add_clause([TRUE])

    @property
    def true(self) -> int:
        """Return the constant true."""
        return TRUE

    def require(self, literals: Iterable[int]) -> None:
        """Demand that one of `literals` holds, forever."""
        clause = [lit for lit in literals if lit != FALSE]
        if TRUE not in clause:
            self.solver.add_clause(clause or [FALSE])

    def negate(self, a: int) -> int:
        """Return the complement."""
        return -a

    def conj(self, parts: Iterable[int]) -> int:
        """Return a literal equivalent to the conjunction."""
        inputs: set[int] = set()
        for lit in parts:
            if lit == FALSE or -lit in inputs:
                return FALSE
            if lit != TRUE:
                inputs.add(lit)
        if not inputs:
            return TRUE
        if len(inputs) == 1:
            return inputs.pop()
        ordered = sorted(inputs)
        clauses = [[-lit for lit in ordered]]
        return self._gate(("and", *ordered), [[lit] for lit in ordered], clauses)

    def disj(self, parts: Iterable[int]) -> int:
        """Return a literal equivalent to the disjunction."""
        return -self.conj(-lit for lit in parts)

    def xor(self, a: int, b: int) -> int:
        """Return a literal equivalent to the exclusive or."""
        sign = -1 if (a < 0) != (b < 0) else 1
        a, b = sorted((abs(a), abs(b)))
        if a == b:
            return FALSE * sign
        if a == TRUE:
            return -b * sign
        return sign * self._gate(("xor", a, b), [[a, b], [-a, -b]], [[-a, b], [a, -b]])

    def ite(self, c: int, a: int, b: int) -> int:
        """Return a literal equivalent to `if c then a else b`."""
        if c < 0:
            c, a, b = -c, b, a
        if c == TRUE or a == b:
            return a
        if a == -b:
            return -self.xor(c, a)
        if a in (TRUE, c):
            return self.disj((c, b))
        if a in (FALSE, -c):
            return self.conj((-c, b))
        if b in (TRUE, -c):
            return self.disj((-c, a))
        if b in (FALSE, c):
            return self.conj((c, a))
        # the clauses without c are implied; they let the branches speak before c is known
        return self._gate(("ite", c, a, b), [[-c, a], [c, b], [a, b]], [[-c, -a], [c, -b], [-a, -b]])

    def at_least(self, terms: Iterable[tuple[int, int]], k: int) -> int:
        """Return a literal equivalent to `Σ weight·literal >= k`; weights of any sign, literals repeat."""
        need, parts = _normalise(terms, k)
        if parts and 0 < need <= parts[-1][0]:
            return self.disj(lit for _, lit in parts)
        return threshold(parts, need, self._choose, TRUE, FALSE, self._limits)

    def at_most_one(self, literals: Sequence[int]) -> list[list[int]]:
        """Return clauses that together say: at most one of `literals` holds."""
        if len(literals) <= PAIRWISE:
            return [[-a, -b] for i, a in enumerate(literals) for b in literals[:i]]
        return [[-self.at_least([(1, lit) for lit in literals], 2)]]

    def _choose(self, lit: int, high: int, low: int) -> int:
        """Return `low ∨ (lit ∧ high)`, where low implies high: one node of a threshold diagram."""
        if high in (low, FALSE) or low == TRUE:
            return low
        if high == TRUE:
            return self.disj((lit, low))
        if low == FALSE:
            return self.conj((lit, high))
        return self._gate(("choose", lit, high, low), [[high], [lit, low]], [[-lit, -high], [-low]])

    def _gate(
        self, key: tuple[object, ...], implied: Sequence[list[int]], implying: Sequence[list[int]]
    ) -> int:
        """Return the gate `key`; the clauses `implied` follow from it, `implying` from its negation."""
        gate = self._gates.get(key)
        if gate is None:
            self._limits.check("formula-nodes", len(self._gates) + 1, "the clauses of this game")
            if not len(self._gates) % GATES_A_LOOK:
                self.solver.deadline.check("making the clauses")
            gate = self.solver.new_variable()
            self._gates[key] = gate
            for clause in implied:
                self.solver.add_clause([-gate, *clause])
            for clause in implying:
                self.solver.add_clause([gate, *clause])
        return gate


def _normalise(terms: Iterable[tuple[int, int]], k: int) -> tuple[int, list[tuple[int, int]]]:
    """Return an equivalent comparison: weights positive, heaviest first, without a common divisor."""
    weight_of: dict[int, int] = {}
    for weight, lit in terms:
        if lit < 0:  # w·¬x = w - w·x
            k -= weight
            weight, lit = -weight, -lit
        weight_of[lit] = weight_of.get(lit, 0) + weight
    k -= weight_of.pop(TRUE, 0)
    parts = []
    for lit, weight in weight_of.items():
        if weight > 0:
            parts.append((weight, lit))
        elif weight < 0:  # -w·x = -w + w·¬x
            k -= weight
            parts.append((-weight, -lit))
    divisor = gcd(*(weight for weight, _ in parts))
    if divisor > 1:
        k = -(-k // divisor)
        parts = [(weight // divisor, lit) for weight, lit in parts]
    parts.sort(key=lambda term: (-term[0], abs(term[1]), term[1]))
    return k, parts
