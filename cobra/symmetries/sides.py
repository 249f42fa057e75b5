"""Pairs of set parameters whose contents may be exchanged, such as the two pans of a balance.

A type that requires `disjoint(left, right) & min(left) < min(right)` admits one of the two orders of the
sides. When exchanging them only permutes the cells of the answer, the condition breaks no symmetry; it
chooses representatives.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from cobra.model.dag import AND, FALSE, GE, PARAMETER, VARIABLE, XOR, Dag, Lit
from cobra.model.game import Slot

MAX_WORK = 10**7
"""Arguments of nodes looked at to recognise the condition; a pair that would need more is not reported."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two set slots, and the conjuncts that say together which of them holds the least symbol of both."""

    left: int
    right: int
    order: frozenset[Lit]


def ordered_sides(dag: Dag, slots: Sequence[Slot], conjuncts: Sequence[Lit]) -> list[Sides]:
    """Return the pairs of set slots said to be disjoint, with the least symbol of both in the first.

    Whether exchanging the sides keeps the cells of the answer is left to the caller.
    """
    found = []
    for left, right in combinations(range(len(slots)), 2):
        a, b = slots[left], slots[right]
        if a.kind == b.kind == "set" and (a.symbols, a.size_min, a.size_max) == (
            b.symbols,
            b.size_min,
            b.size_max,
        ):
            order = _order(dag, a, b, conjuncts) if a.size_min >= 1 else None
            if order is not None:
                found.append(Sides(left, right, order))
    return found


def _order(dag: Dag, a: Slot, b: Slot, conjuncts: Sequence[Lit]) -> frozenset[Lit] | None:
    leaves = [(dag.parameter(a.first + i), dag.parameter(b.first + i)) for i in range(a.width)]
    exclusions = {dag.conj(pair) ^ 1 for pair in leaves}
    if not exclusions <= set(conjuncts):
        return None
    own = {lit >> 1 for pair in leaves for lit in pair}
    order = frozenset(lit for lit in conjuncts if lit not in exclusions and _leaves(dag, lit) <= own)
    return order if order and _compares_least(dag, order, leaves) else None


def _leaves(dag: Dag, lit: Lit) -> set[int]:
    return {node for node in dag.reachable([lit]) if dag.nodes[node].kind in (VARIABLE, PARAMETER)}


def _compares_least(dag: Dag, lits: Collection[Lit], leaves: Sequence[tuple[Lit, Lit]]) -> bool:
    """Return whether `lits` say together min(a) < min(b), for a and b disjoint and not empty.

    For each i, with the symbols before i in neither set: all must be true when i is in a, one false when
    it is in b. This is read off by evaluation with unknowns (Kleene 1938), so "no" may be wrong, "yes" is
    not.
    """
    values = _Values(dag, lits)
    for in_a, in_b in leaves[:-1]:  # two disjoint sets of the last symbol alone are not both non-empty
        for first in (True, False):
            start = values.learn([(in_a, first), (in_b, not first)])
            found = [values.of(lit) for lit in lits]
            values.forget(start)
            if not all(found) if first else False not in found:
                return False
        values.learn([(in_a, False), (in_b, False)])
        if values.work > MAX_WORK:
            return False
    return True


class _Values:
    """Three-valued evaluation (Kleene 1938) that follows what is learnt, and forgotten again, step by step.

    Of a conjunction and of a comparison two numbers are kept: the total weight of the arguments known to be
    true and of those known to be false.
    """

    def __init__(self, dag: Dag, roots: Collection[Lit]) -> None:
        self._nodes = dag.nodes
        self._known: dict[int, bool] = {}
        self._trail: list[int] = []
        self._users: dict[int, list[tuple[int, int, int]]] = {}
        self._totals: dict[int, tuple[int, int]] = {}
        self._sums: dict[int, list[int]] = {}
        self.work = 0
        for node in dag.reachable(roots):
            kind, args = dag.nodes[node]
            if kind in (AND, GE):
                terms = (
                    list(zip(args[1::2], args[2::2], strict=True)) if kind == GE else [(1, a) for a in args]
                )
                total = sum(weight for weight, _ in terms)
                self._totals[node] = (args[0], total) if kind == GE else (total, total)
                self._sums[node] = [0, 0]
            else:
                terms = [(0, lit) for lit in dag.operands(2 * node)]
            for weight, lit in terms:
                self._users.setdefault(lit >> 1, []).append((node, weight, lit & 1))
        self.learn([(FALSE, False)])

    def of(self, lit: Lit) -> bool | None:
        """Return the value of a literal, None while it is unknown."""
        held = self._known.get(lit >> 1)
        return None if held is None else held != bool(lit & 1)

    def learn(self, values: Collection[tuple[Lit, bool]]) -> int:
        """Make literals known with all that follows upwards; return what `forget` takes to undo it."""
        start = len(self._trail)
        stack = [(lit >> 1, value != bool(lit & 1)) for lit, value in values]
        while stack:
            node, value = stack.pop()
            if node in self._known:
                continue
            self._known[node] = value
            self._trail.append(node)
            for user, weight, sign in self._users.get(node, ()):
                self.work += 1
                if weight:
                    self._sums[user][value == bool(sign)] += weight
                if user not in self._known:
                    follows = self._value(user)
                    if follows is not None:
                        stack.append((user, follows))
        return start

    def forget(self, start: int) -> None:
        """Make unknown what became known since `learn` returned `start`."""
        while len(self._trail) > start:
            node = self._trail.pop()
            value = self._known.pop(node)
            for user, weight, sign in self._users.get(node, ()):
                if weight:
                    self._sums[user][value == bool(sign)] -= weight

    def _value(self, node: int) -> bool | None:
        kind, args = self._nodes[node]
        if kind in (AND, GE):
            need, total = self._totals[node]
            true, false = self._sums[node]
            return True if true >= need else False if total - false < need else None
        if kind == XOR:
            a, b = (self.of(arg) for arg in args)
            return None if a is None or b is None else a != b
        c, a, b = (self.of(arg) for arg in args)
        return (a if c else b) if c is not None else a if a == b else None
