"""Pairs of set parameters whose contents may be exchanged, such as the two pans of a balance.

A type that requires `disjoint(left, right) & min(left) < min(right)` admits one of the two orders of the
sides. When exchanging them only permutes the cells of the answer, the condition breaks no symmetry; it
chooses representatives.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from cobra.model.dag import AND, CONST, GE, ITE, PARAMETER, VARIABLE, XOR, Dag, Lit
from cobra.model.game import Slot

MAX_WORK = 2 * 10**7
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
    known: dict[int, bool] = {}
    open_nodes = dag.reachable(lits)
    work = 0
    for in_a, in_b in leaves[:-1]:  # two disjoint sets of the last symbol alone are not both non-empty
        for first in (True, False):
            trial = {in_a >> 1: first, in_b >> 1: not first}
            work += _decide(dag, open_nodes, known, trial)
            values = [_value(lit, known, trial) for lit in lits]
            if not all(values) if first else False not in values:
                return False
        known[in_a >> 1] = known[in_b >> 1] = False
        work += _decide(dag, open_nodes, known, known)
        open_nodes = [node for node in open_nodes if node not in known]
        if work > MAX_WORK:
            return False
    return True


def _value(lit: Lit, known: dict[int, bool], trial: dict[int, bool]) -> bool | None:
    held = known.get(lit >> 1)
    if held is None:
        held = trial.get(lit >> 1)
    return None if held is None else held != bool(lit & 1)


def _decide(dag: Dag, nodes: Sequence[int], known: dict[int, bool], trial: dict[int, bool]) -> int:
    """Add to `trial` the nodes decided by `known` and `trial`; return the number of arguments looked at."""
    work = 0
    for node in nodes:
        kind, args = dag.nodes[node]
        work += len(args)
        result: bool | None = None
        if kind == CONST:
            result = False
        elif kind == AND:
            values = [_value(arg, known, trial) for arg in args]
            result = False if False in values else None if None in values else True
        elif kind == XOR:
            a, b = (_value(arg, known, trial) for arg in args)
            result = None if a is None or b is None else a != b
        elif kind == ITE:
            c, a, b = (_value(arg, known, trial) for arg in args)
            result = (a if c else b) if c is not None else a if a == b else None
        elif kind == GE:
            values = [_value(arg, known, trial) for arg in args[2::2]]
            low = sum(w for w, held in zip(args[1::2], values, strict=True) if held)
            high = sum(w for w, held in zip(args[1::2], values, strict=True) if held is not False)
            result = True if low >= args[0] else False if high < args[0] else None
        if result is not None:
            trial[node] = result
    return work
