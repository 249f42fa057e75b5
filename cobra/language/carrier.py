"""Formulas of one graph made anew in another one, with other leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cobra.model.dag import AND, FALSE, GE, ITE, PARAMETER, TRUE, VARIABLE, XOR, Dag, Lin, Lit, make_lin


class Carrier:
    """Carries formulas into another graph, in the terms of the core language, parameters replaced."""

    def __init__(self, source: Dag, target: Dag) -> None:
        self._source = source
        self._target = target
        self._leaves: Mapping[int, tuple[int, list[Lit]]] = {}
        self._ground: dict[int, Lit] = {}
        self._image: dict[int, Lit] = {}

    def begin(self, leaves: Mapping[int, tuple[int, list[Lit]]]) -> None:
        """Start on another type: each parameter leaf has its slot and is the disjunction of some formulas."""
        self._leaves = leaves
        self._image = {}

    def lits(self, lits: Sequence[Lit]) -> list[Lit]:
        """Return the formulas carried over."""
        for node in self._source.reachable(lits):
            if node not in self._ground and node not in self._image:
                free = self._source.sides(2 * node) & 2
                (self._image if free else self._ground)[node] = self._carry(node)
        return [self._lit(lit) for lit in lits]

    def lin(self, value: Lin) -> Lin:
        """Return an integer carried over."""
        self.lits([lit for _, lit in value.terms])
        return self._sum(value.constant, value.terms)

    def _lit(self, lit: Lit) -> Lit:
        node = lit >> 1
        image = self._ground[node] if node in self._ground else self._image[node]
        return image ^ (lit & 1)

    def _carry(self, node: int) -> Lit:
        kind, args = self._source.nodes[node]
        dag = self._target
        if kind == VARIABLE:
            return dag.variable(args[0])
        if kind == PARAMETER:
            return dag.disj(self._leaves[args[0]][1])
        if kind == AND:
            membership = self._membership(2 * node)
            if membership is not None:
                _, _, members, other = membership
                return dag.disj(dag.conj((member, self._lit(other))) for member in members)
            return dag.conj(self._lit(arg) for arg in args)
        if kind == XOR:
            return dag.xor(self._lit(args[0]), self._lit(args[1]))
        if kind == ITE:
            c, a, b = (self._lit(arg) for arg in args)
            return dag.disj((dag.conj((c, a)), dag.conj((c ^ 1, b))))
        if kind == GE:
            return dag.at_least(self._sum(0, list(zip(args[1::2], args[2::2], strict=True))), args[0])
        return FALSE

    def _membership(self, lit: Lit) -> tuple[int, int, list[Lit], Lit] | None:
        """Read `(a in slot) & other`: the slot, the leaf, the parameters that may be a, the other."""
        kind, args = self._source.node(lit)
        if kind == AND and not lit & 1 and len(args) == 2:
            for leaf, other in (args, args[::-1]):
                node = self._source.node(leaf)
                if node.kind == PARAMETER and not leaf & 1:
                    slot, members = self._leaves[node.args[0]]
                    if members and members[0] > TRUE:
                        return slot, node.args[0], members, other
        return None

    def _sum(self, constant: int, terms: Sequence[tuple[int, Lit]]) -> Lin:
        """Carry a sum over.

        Over the members of one set, Σ (a in set & x_a) is Σ over its parameters of F$k, F: a ↦ x_a.
        """
        carried: list[tuple[int, Lit]] = []
        layers: dict[tuple[int, int, int], dict[int, tuple[list[Lit], Lit]]] = {}
        for weight, lit in terms:
            membership = self._membership(lit & ~1)
            if membership is None:
                carried.append((weight, self._lit(lit)))
                continue
            if lit & 1:
                constant, weight = constant + weight, -weight
            slot, leaf, members, other = membership
            layer = 0
            while leaf in layers.setdefault((slot, weight, layer), {}):
                layer += 1
            layers[slot, weight, layer][leaf] = members, other
        for (_, weight, _), entries in layers.items():
            size = len(next(iter(entries.values()))[0])
            for k in range(size):
                chosen = [
                    self._target.conj((members[k], self._lit(other))) for members, other in entries.values()
                ]
                carried.append((weight, self._target.disj(chosen)))
        return make_lin(constant, carried)
