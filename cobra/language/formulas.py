"""Builders of formulas that know which propositions exclude each other.

Of the propositions "this unknown is symbol a" exactly one holds. A formula over the propositions of one such
group only is a set of symbols; it is kept in one canonical form for each set, so conjunctions inside a group
are intersections, and contradictions such as `x = 0 & x in 1..9` are seen at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cobra.model.dag import AND, FALSE, HAS_PARAMETER, TRUE, WIDE, Dag, Lin, Lit

_Place = tuple[int, int]
"""A group and the set of its symbols, as a bit mask."""


_FEW_RUNS: Final = 8
"""Sets of a large group that are at most so many ranges are built symbol by symbol."""


def _ones(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class Formulas:
    """The builders of a `Dag`, with one-hot groups."""

    def __init__(self, dag: Dag) -> None:
        self.dag = dag
        self._groups: list[tuple[Lit, ...]] = []
        self._all: list[int] = []  # the mask of all symbols, for each group
        self._places: dict[Lit, _Place | None] = {}
        self._literals: dict[_Place, Lit] = {}

    def add_group(self, lits: Sequence[Lit]) -> None:
        """Declare that of these leaves exactly one holds."""
        group = len(self._groups)
        self._groups.append(tuple(lits))
        self._all.append((1 << len(lits)) - 1)
        for i, lit in enumerate(lits):
            self._register((group, 1 << i), lit)

    def is_of_one_group(self, lit: Lit) -> bool:
        """Return whether a literal is a leaf of, or a formula over, one group only."""
        return self._place(lit) is not None

    def set_parameter_groups(self, groups: Sequence[tuple[Lit, ...]]) -> bool:
        """Replace the groups of parameters, which differ between types; return whether these did."""
        first = next((i for i, g in enumerate(self._groups) if self.dag.sides(g[0]) == HAS_PARAMETER), None)
        if first is None:
            first = len(self._groups)
        if self._groups[first:] == list(groups):
            return False
        del self._groups[first:], self._all[first:]
        kept = {lit: place for lit, place in self._places.items() if place is not None and place[0] < first}
        self._places.clear()
        self._places.update(kept)
        self._literals = {place: lit for place, lit in self._literals.items() if place[0] < first}
        for group in groups:
            self.add_group(group)
        return True

    def _full(self, group: int) -> int:
        return self._all[group]

    def _register(self, place: _Place, lit: Lit) -> None:
        group, mask = place
        opposite = (group, self._full(group) & ~mask)
        self._places[lit], self._places[lit ^ 1] = place, opposite
        self._literals[place], self._literals[opposite] = lit, lit ^ 1

    def _place(self, lit: Lit) -> _Place | None:
        """Return the group and mask of a literal that speaks of one group only."""
        if lit in self._places:
            return self._places[lit]
        node = self.dag.node(lit)
        place: _Place | None = None
        if node.kind == AND:
            parts = [self._places.get(arg) for arg in node.args]
            first = parts[0]
            if first is not None and all(part is not None and part[0] == first[0] for part in parts):
                mask = self._full(first[0])
                for part in parts:
                    mask &= part[1] if part else 0
                place = (first[0], mask if lit & 1 == 0 else self._full(first[0]) & ~mask)
        self._places[lit] = place
        return place

    def _literal(self, place: _Place) -> Lit:
        """Return the one literal of a set of symbols."""
        group, mask = place
        if mask == 0:
            return FALSE
        full = self._full(group)
        if mask == full:
            return TRUE
        known = self._literals.get(place)
        if known is not None:
            return known
        if 2 * mask.bit_count() > full.bit_count():
            return self._literal((group, full & ~mask)) ^ 1
        leaves = self._groups[group]
        runs = (mask & ~(mask << 1)).bit_count()
        # sets like those of a table share nothing but their leaves
        if len(leaves) <= WIDE or runs > _FEW_RUNS or (runs > 1 and mask.bit_count() <= WIDE):
            lit = self.dag.any_leaf([leaves[i] for i in _ones(mask)])
            self._register(place, lit)
            return lit
        # One symbol more than a smaller set; ranges share all their parts.
        missing = []
        while mask and (group, mask) not in self._literals:
            last = mask.bit_length() - 1 if mask & 1 else (mask & -mask).bit_length() - 1
            missing.append((mask, last))
            mask ^= 1 << last
        lit = self._literals.get((group, mask), FALSE)
        for part, last in reversed(missing):
            lit = self.dag.disj((lit, leaves[last]))
            self._register((group, part), lit)
        return lit

    def conj(self, lits: Iterable[Lit]) -> Lit:
        """Return the conjunction."""
        stack = list(lits)
        if not self._groups:
            return self.dag.conj(stack)
        if len(stack) == 2:
            if stack[0] ^ stack[1] == 1:
                return FALSE
            place, other = self._places.get(stack[0]), self._places.get(stack[1])
            if place is not None and other is not None and place[0] != other[0]:
                return self.dag.conj((self._literal(place), self._literal(other)))
        rest: list[Lit] = []
        masks: dict[int, int] = {}
        while stack:
            lit = stack.pop()
            if lit <= TRUE:
                if lit == FALSE:
                    return FALSE
                continue
            place = self._place(lit)
            if place is not None:
                group, mask = place
                mask &= masks.get(group, mask)
                if not mask:
                    return FALSE
                masks[group] = mask
                continue
            node = self.dag.node(lit)
            if node.kind == AND and not lit & 1 and len(node.args) <= WIDE:
                stack.extend(node.args)
            else:
                rest.append(lit)
        rest.extend([self._literal(place) for place in masks.items()])
        return self.dag.conj(rest)

    def disj(self, lits: Iterable[Lit]) -> Lit:
        """Return the disjunction."""
        return self.conj([lit ^ 1 for lit in lits]) ^ 1

    def any_of(self, lits: Sequence[Lit]) -> Lit:
        """Return the disjunction, as `disj` does; quickly where all speak of one group."""
        first = self._places.get(lits[0])
        if first is None:
            return self.disj(lits)
        group, mask = first
        for lit in lits:
            place = self._places.get(lit)
            if place is None or place[0] != group:
                return self.disj(lits)
            mask |= place[1]
        return self._literal((group, mask))

    def implies(self, a: Lit, b: Lit) -> Lit:
        """Return `a -> b`."""
        return self.conj((a, b ^ 1)) ^ 1

    def iff(self, a: Lit, b: Lit) -> Lit:
        """Return `a <-> b`."""
        return self.ite(a, b, b ^ 1)

    def ite(self, c: Lit, a: Lit, b: Lit) -> Lit:
        """Return `if c then a else b`."""
        if a == FALSE:
            return self.conj((c ^ 1, b))
        if b == FALSE:
            return self.conj((c, a))
        if a == TRUE or b == TRUE or c <= TRUE or self._same_group(c, a) or self._same_group(c, b):
            return self.disj((self.conj((c, a)), self.conj((c ^ 1, b))))
        return self.dag.ite(c, a, b)

    def _same_group(self, a: Lit, b: Lit) -> bool:
        if not self._groups:
            return False
        place, other = self._place(a), self._place(b)
        return place is not None and other is not None and place[0] == other[0]

    def at_least(self, value: Lin, k: int) -> Lit:
        """Return `value >= k`."""
        return self.dag.at_least(value, k)

    def is_ground(self, lit: Lit) -> bool:
        """Return whether a formula does not depend on the secret."""
        return self.dag.is_ground(lit)

    def conjuncts(self, lit: Lit) -> list[Lit]:
        """Return the conjuncts of a formula; what speaks of one group only is not taken apart."""
        node = self.dag.node(lit)
        if node.kind != AND or lit & 1 or self.is_of_one_group(lit):
            return [lit] if lit != TRUE else []
        return list(node.args)

    def excludes(self, a: Lit, b: Lit) -> bool:
        """Return whether the two are seen to contradict each other."""
        return self.conj((a, b)) == FALSE
