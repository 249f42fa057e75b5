"""Formulas over parameters, said of sets of symbols instead: see `cobra/symmetries/as_sets.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cobra.model.dag import AND, GE, TRUE, XOR, Dag, Lit, make_lin
from cobra.model.game import Cases, Component, Sum
from cobra.symmetries.by_symbol import NOTHING, SEVERAL, BySymbol, OfSymbol, Work


class AsymmetricError(Exception):
    """A formula treats the slots of a block differently."""

    def __init__(self, block: int) -> None:
        self.block = block


class SetFormulas:
    """Rewrites the formulas of one type; `AsymmetricError` where they treat slots of a block differently.

    `members[b][a]` is "symbol a is in block b".
    """

    def __init__(
        self,
        dag: Dag,
        by_symbol: BySymbol,
        blocks: Sequence[Sequence[int]],
        members: Sequence[Sequence[Lit]],
        work: Work,
    ) -> None:
        self._dag = dag
        self._by_symbol = by_symbol
        self._blocks = blocks
        self._block_of = {slot: number for number, block in enumerate(blocks) for slot in block}
        self._members = members
        self._work = work
        self._image: dict[int, Lit] = {}

    def read(self, roots: Iterable[Lit]) -> None:
        """Rewrite all nodes below some formulas that depend on several slots."""
        nodes = self._dag.reachable(roots)
        self._by_symbol.read(nodes)
        for node in nodes:
            if self._by_symbol.slot(2 * node) == SEVERAL:
                self._image[node] = self._rewritten(node)

    def component(self, component: Component) -> Component:
        """Return the image of a component of an answer that was read."""
        if isinstance(component, Cases):
            return replace(component, lits=tuple(self.formula(lit) for lit in component.lits))
        constant, terms = self._parts(component.value.terms)
        return Sum(make_lin(component.value.constant + constant, terms))

    def formula(self, lit: Lit) -> Lit:
        """Return the image of a formula that was read, unless it depends on one slot of many in a block."""
        node = lit >> 1
        slot = self._by_symbol.slot(lit)
        if slot == NOTHING:
            return lit
        if node not in self._image:
            block = self._block_of[slot]
            if len(self._blocks[block]) > 1:
                raise AsymmetricError(block)
            constant, terms = self._members_sum(block, 1, self._by_symbol.of(lit & ~1))
            self._image[node] = self._dag.at_least(make_lin(constant, terms), 1)
        return self._image[node] ^ (lit & 1)

    def _rewritten(self, node: int) -> Lit:
        """Return the image of a node, those of its arguments being known."""
        dag = self._dag
        kind, args = dag.nodes[node]
        if kind == AND:
            return self._conjunction(args)
        if kind == GE:
            constant, terms = self._parts(zip(args[1::2], args[2::2], strict=True))
            return dag.at_least(make_lin(constant, terms), args[0])
        lits = [self.formula(arg) for arg in args]
        return dag.xor(lits[0], lits[1]) if kind == XOR else dag.ite(lits[0], lits[1], lits[2])

    def _conjunction(self, args: Sequence[Lit]) -> Lit:
        """Return "none of what is denied holds": a sum for each block, and what depends on several."""
        parts: list[Lit] = []
        of_block: dict[int, list[tuple[int, Lit]]] = {}
        for lit in args:
            slot = self._by_symbol.slot(lit)
            block = self._block_of[slot] if slot >= 0 else NOTHING
            if slot >= 0 and len(self._blocks[block]) > 1:
                of_block.setdefault(block, []).append((1, lit ^ 1))
            else:
                parts.append(self.formula(lit))
        for denied in of_block.values():
            constant, terms = self._parts(denied)
            parts.append(self._dag.at_least(make_lin(constant, terms), 1) ^ 1)
        return self._dag.conj(parts)

    def _parts(self, terms: Iterable[tuple[int, Lit]]) -> tuple[int, list[tuple[int, Lit]]]:
        """Return a sum as a constant and terms over the sets."""
        constant = 0
        found: list[tuple[int, Lit]] = []
        of_block: dict[int, dict[int, Counter[OfSymbol]]] = {}
        for weight, lit in terms:
            slot = self._by_symbol.slot(lit)
            block = self._block_of[slot] if slot >= 0 else NOTHING
            if slot >= 0 and len(self._blocks[block]) > 1:
                of_block.setdefault(block, {}).setdefault(slot, Counter())[self._by_symbol.of(lit)] += weight
            else:
                found.append((weight, self.formula(lit)))
        for block, of_slots in of_block.items():
            alike = list(of_slots.values())
            if len(alike) < len(self._blocks[block]) or any(one != alike[0] for one in alike):
                raise AsymmetricError(block)
            for by_symbol, weight in alike[0].items():
                more, members = self._members_sum(block, weight, by_symbol)
                constant += more
                found += members
        return constant, found

    def _members_sum(self, block: int, weight: int, by_symbol: OfSymbol) -> tuple[int, list[tuple[int, Lit]]]:
        """Return Σ weight·[symbol in the block]·formula of the symbol, over all symbols."""
        if by_symbol.usually == TRUE:  # so many members, without those for which it does not hold
            constant, terms = self._members_sum(block, weight, by_symbol.denied())
            return weight * len(self._blocks[block]) - constant, [(-w, lit) for w, lit in terms]
        members = self._members[block]
        held = dict.fromkeys(range(len(members)), by_symbol.usually) if by_symbol.usually else {}
        held.update(by_symbol.others)
        self._work.add(len(held))
        return 0, [(weight, self._dag.conj((members[i], held[i]))) for i in sorted(held)]
