"""Conditions of types that the core language can say: parameters pairwise different, or ascending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from cobra.model.dag import FALSE, PARAMETER, Dag, Lit
from cobra.model.game import Slot, Space
from cobra.model.truth import TruthTables
from cobra.symmetries.images import split_conjuncts
from cobra.symmetries.sides import ordered_sides

MAX_SYMBOLS = 400
"""Pairs of parameters over more symbols are not compared: a table has the square of it as rows."""


@dataclass(frozen=True, slots=True)
class Relations:
    """Groups of slots that exclude each other, and pairs (s, t) with the (least) symbol of s first.

    In an ascending pair of symbol slots the symbols may be equal unless the two also exclude each other.
    """

    apart: tuple[tuple[int, ...], ...]
    ascending: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Known:
    """What was found out about conditions on parameters, which types of a game often share."""

    touched: dict[Lit, frozenset[int]] = field(default_factory=dict)
    """The propositions in a condition."""
    rows: dict[tuple[int, int, Lit], set[int]] = field(default_factory=dict)
    pairs: dict[tuple[int, int, int, tuple[Lit, ...]], int] = field(default_factory=dict)


def relations(dag: Dag, space: Space, known: Known | None = None) -> Relations | None:
    """Return relations that say exactly what the conditions of a space say; None: there are none such.

    `known` is what was found out about other types of the same game, and grows.
    """
    if space.tables:
        return None
    conjuncts = split_conjuncts(dag, space.constraints)
    if FALSE in conjuncts:
        return None
    finder = _Finder(dag, space, conjuncts, known or Known())
    finder.sets()
    return finder.result() if finder.symbols() else None


class _Finder:
    def __init__(self, dag: Dag, space: Space, conjuncts: Sequence[Lit], known: Known) -> None:
        self._dag = dag
        self._known = known
        self._slots = space.slots
        self._groups = list(space.distinct)
        self._apart: set[tuple[int, int]] = set()
        self._ascending: list[tuple[int, int]] = []
        self._open = list(conjuncts)
        owner = {slot.first + i: s for s, slot in enumerate(space.slots) for i in range(slot.width)}
        self._touched = {lit: frozenset(owner[p] for p in self._propositions(lit)) for lit in conjuncts}

    def _propositions(self, lit: Lit) -> frozenset[int]:
        known, nodes = self._known.touched, self._dag.nodes
        if lit not in known:
            below = self._dag.reachable([lit])
            known[lit] = frozenset(nodes[n].args[0] for n in below if nodes[n].kind == PARAMETER)
        return known[lit]

    def sets(self) -> None:
        """Explain conditions on pairs of set slots: disjoint, and the least member of one first."""
        done: set[Lit] = set()
        for s, t in combinations(range(len(self._slots)), 2):
            a, b = self._slots[s], self._slots[t]
            if a.kind == b.kind == "set" and a.symbols == b.symbols:
                exclusions = {_exclusion(self._dag, a, b, i) for i in range(a.width)}
                if exclusions <= set(self._open):
                    self._apart.add((s, t))
                    done |= exclusions
        for side in ordered_sides(self._dag, self._slots, self._open):
            self._ascending.append((side.left, side.right))
            done |= side.order
        self._open = [lit for lit in self._open if lit not in done]

    def symbols(self) -> bool:
        """Explain the other conditions as relations of two symbol slots; tell whether that worked for all."""
        allowed = {s: set(range(slot.width)) for s, slot in enumerate(self._slots)}
        pairs: dict[tuple[int, int], list[Lit]] = {}
        for lit in self._open:
            touched = sorted(self._touched[lit])
            if len(touched) not in (1, 2) or any(self._slots[s].kind != "symbol" for s in touched):
                return False
            slots = [self._slots[s] for s in touched]
            if max(slot.width for slot in slots) > MAX_SYMBOLS or slots[0].symbols != slots[-1].symbols:
                return False
            if len(touched) == 1:
                allowed[touched[0]] &= self._rows(slots[0], lit)
            else:
                pairs.setdefault((touched[0], touched[1]), []).append(lit)
        ascending: list[tuple[int, int, bool]] = []
        for (s, t), lits in pairs.items():
            width = self._slots[s].width
            said = self._pairs(self._slots[s], self._slots[t], lits)
            row = sum(1 << j for j in allowed[t])
            grid = sum(row << i * width for i in allowed[s])
            equal = grid & sum(1 << i * width + i for i in range(width))
            less = grid & sum((1 << width) - (2 << i) << i * width for i in range(width))
            held = grid & said
            if held == less:
                ascending.append((s, t, True))
                self._apart.add((s, t))
            elif held == less | equal:
                ascending.append((s, t, False))
            elif held == grid & ~equal:
                self._apart.add((s, t))
            else:
                return False
        self._ascending += [(s, t) for s, t, _ in ascending]
        return self._implied(ascending, allowed)

    def _rows(self, slot: Slot, lit: Lit) -> set[int]:
        key = slot.first, slot.width, lit
        if key not in self._known.rows:
            self._known.rows[key] = _rows(self._dag, slot, lit)
        return self._known.rows[key]

    def _pairs(self, a: Slot, b: Slot, lits: Sequence[Lit]) -> int:
        key = a.first, b.first, a.width, tuple(lits)
        if key not in self._known.pairs:
            self._known.pairs[key] = _pairs(self._dag, a, b, lits)
        return self._known.pairs[key]

    def _implied(self, ascending: Sequence[tuple[int, int, bool]], allowed: dict[int, set[int]]) -> bool:
        """Return whether ascending pairs alone keep every slot within what conditions on it allow."""
        low = dict.fromkeys(allowed, 0)
        high = {s: self._slots[s].width - 1 for s in allowed}
        for _ in ascending:  # as many rounds as a chain can be long
            for s, t, strict in ascending:
                low[t] = max(low[t], low[s] + strict)
                high[s] = min(high[s], high[t] - strict)
        return all(allowed[s].issuperset(range(low[s], high[s] + 1)) for s in allowed)

    def result(self) -> Relations:
        """Return what was found, pairs that exclude each other gathered into groups."""
        known = {pair for group in self._groups for pair in combinations(sorted(group), 2)}
        left = sorted(self._apart - known)
        groups = list(self._groups)
        while left:
            group = list(left[0])
            for s in range(len(self._slots)):
                if s not in group and all((min(s, t), max(s, t)) in self._apart for t in group):
                    group.append(s)
            groups.append(tuple(sorted(group)))
            left = [pair for pair in left if not set(pair) <= set(group)]
        return Relations(tuple(groups), tuple(sorted(self._ascending)))


def _exclusion(dag: Dag, a: Slot, b: Slot, i: int) -> Lit:
    return dag.conj((dag.parameter(a.first + i), dag.parameter(b.first + i))) ^ 1


def _rows(dag: Dag, slot: Slot, lit: Lit) -> set[int]:
    """Return the symbols of a slot, by position, that a condition on it alone allows."""
    leaves = {dag.parameter(slot.first + i) >> 1: 1 << i for i in range(slot.width)}
    table = TruthTables(dag, leaves, (1 << slot.width) - 1).of([lit])[0]
    return {i for i in range(slot.width) if table >> i & 1}


def _pairs(dag: Dag, a: Slot, b: Slot, lits: Sequence[Lit]) -> int:
    """Return the table of conditions on two slots; world `i * width + j` has symbols i and j."""
    width = a.width
    full = (1 << width * width) - 1
    row = (1 << width) - 1
    column = sum(1 << i * width for i in range(width))
    leaves = {dag.parameter(a.first + i) >> 1: row << i * width for i in range(width)}
    leaves |= {dag.parameter(b.first + j) >> 1: column << j for j in range(width)}
    table = full
    for part in TruthTables(dag, leaves, full).of(lits):
        table &= part
    return table
