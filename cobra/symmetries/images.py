"""Carrying formulas along permutations of leaves on the shared graph.

A permutation of leaves carries a node to the node with the carried arguments. Because equal nodes are
shared, the image of a formula that is symmetric exists already; looking it up never builds anything, and
stops at the first node that has no image. The test is sound but not complete: formulas equal in meaning
only are not recognised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush

from cobra.budget import poll
from cobra.model.dag import AND, GE, ITE, TRUE, WIDE, XOR, Dag, Lit, Node
from cobra.model.game import Component, Sum

_FEW = 16
"""Users of a leaf that are not looked at before they are carried."""

_LOOK = 63
"""The budget is looked at after so many nodes, less one, a power of two."""

Image = dict[int, Lit]
"""The nodes that a permutation moves, and the literals they are carried to."""


class Graph:
    """The nodes below some formulas, by content and with their users.

    `numbers` are the nodes, arguments first.
    """

    def __init__(self, dag: Dag, roots: Iterable[Lit]) -> None:
        self._dag = dag
        self._nodes = dag.nodes
        self.numbers = dag.reachable(roots)
        self._number: dict[tuple[int, tuple[int, ...]], int] = {
            dag.nodes[node]: node for node in self.numbers
        }
        self._known_widths: dict[int, list[tuple[int, int]]] = {}
        self._known_arguments: dict[int, frozenset[Lit]] = {}

    @cached_property
    def _users(self) -> dict[int, list[int]]:
        users: dict[int, list[int]] = {}
        for node in self.numbers:
            for lit in self._dag.operands(2 * node):
                users.setdefault(lit >> 1, []).append(node)
        return users

    def _alike(self, leaf: int, other: int) -> bool:
        """Return whether two leaves have as many users, and if these are many as many of each kind and width.

        If not, neither moves to the other; few users are compared as quickly by carrying them.
        """
        users, others = self._users.get(leaf, ()), self._users.get(other, ())
        return len(users) == len(others) and (len(users) <= _FEW or self._widths(leaf) == self._widths(other))

    def _widths(self, leaf: int) -> list[tuple[int, int]]:
        known = self._known_widths.get(leaf)
        if known is None:
            users = [self._nodes[user] for user in self._users[leaf]]
            known = self._known_widths[leaf] = sorted([(kind, len(args)) for kind, args in users])
        return known

    def images(
        self, swaps: Iterable[tuple[int, int, int]], either: Container[tuple[int, int, int]] = ()
    ) -> Image | None:
        """Carry all nodes along swaps (kind, i, j) of leaves; None when a node has no image.

        Of the swaps in `either` one leaf is true just where the other is not: where formulas speak of one of
        them only, it is carried to its negation.
        """
        image: Image = {}
        number = self._number
        for kind, a, b in swaps:
            leaf, other = number.get((kind, (a,)), -1), number.get((kind, (b,)), -1)
            if leaf == other:
                continue
            if (leaf < 0 or other < 0) and (kind, a, b) in either:
                there = max(leaf, other)
                image[there] = 2 * there + 1
                continue
            if leaf < 0 or other < 0 or not self._alike(leaf, other):
                return None  # one occurs nowhere, or elsewhere than the other
            image[leaf], image[other] = 2 * other, 2 * leaf
        queue = [user for leaf in image for user in self._users.get(leaf, ())]
        heapify(queue)
        previous, steps = -1, 0
        while queue:  # ascending: arguments come before the nodes that use them
            node = heappop(queue)
            if node == previous:
                continue
            previous = node
            steps += 1
            if not steps & _LOOK:
                poll("comparing formulas")
            if not self._carry(node, image):
                return None
            if node in image:
                for user in self._users.get(node, ()):
                    heappush(queue, user)
        return image

    def _carry(self, node: int, image: Image) -> bool:
        """Add the image of a node, if it moves; return whether there is one."""
        if self._permutes_arguments(node, image):
            return True
        carried_node, sign = self._carried_node(node, image)
        target = self._number.get(carried_node)
        if target is None:
            return False
        if 2 * target + sign != 2 * node:
            image[node] = 2 * target + sign
        return True

    def _permutes_arguments(self, node: int, image: Image) -> bool:
        """Return whether a wide conjunction is its own image, as its arguments only change places.

        Looked at is what moves, not the arguments: of thousands a swap moves two.
        """
        kind, args = self._nodes[node]
        if kind != AND or len(args) <= WIDE or len(image) > len(args):
            return False
        members = self._known_arguments.get(node)
        if members is None:
            members = self._known_arguments[node] = frozenset(args)
        moving = [lit for moved in image for lit in (2 * moved, 2 * moved + 1) if lit in members]
        return all(carried(lit, image) in members for lit in moving)

    def _carried_node(self, node: int, image: Image) -> tuple[Node, int]:
        """Return what a node becomes: a node, normalised as by the builders of `Dag`, and a sign."""
        kind, args = self._nodes[node]
        if kind == GE:
            terms = sorted(
                (carried(lit, image), weight) for weight, lit in zip(args[1::2], args[2::2], strict=True)
            )
            need, sign = args[0], terms[0][0] & 1
            if sign:
                need = sum(args[1::2]) - need + 1
            return Node(kind, (need, *(part for lit, weight in terms for part in (weight, lit ^ sign)))), sign
        lits = [carried(lit, image) for lit in args]
        sign = 0
        if kind == XOR:
            sign = (lits[0] ^ lits[1]) & 1
            lits = [lit & ~1 for lit in lits]
        elif kind == ITE:
            c, a, b = lits
            if c & 1:
                c, a, b = c ^ 1, b, a
            sign = a & 1
            lits = [c, a ^ sign, b ^ sign]
        return Node(kind, tuple(lits if kind == ITE else sorted(lits))), sign


def carried(lit: Lit, image: Image) -> Lit:
    """Return the literal a permutation carries `lit` to."""
    return image.get(lit >> 1, lit & ~1) ^ (lit & 1)


def keeps_cells(components: Sequence[Component], image: Image) -> bool:
    """Return whether a permutation carries an answer to one with the same cells."""
    return carries_cells(components, image, components)


def carries_cells(components: Sequence[Component], image: Image, others: Sequence[Component]) -> bool:
    """Return whether a permutation carries an answer to one with the cells of another answer."""
    if len(components) == len(others) == 1:
        return _cells(components[0], image) == _cells(others[0], {})
    return Counter(_cells(c, image) for c in components) == Counter(_cells(c, {}) for c in others)


def _cells(component: Component, image: Image) -> frozenset[tuple[int, Lit]]:
    """Return what decides the cells of a component: the terms of a sum, formulas of cases as weight 0."""
    terms = component.value.terms if isinstance(component, Sum) else [(0, lit) for lit in component.lits]
    return frozenset((weight, carried(lit, image)) for weight, lit in terms)


def split_conjuncts(dag: Dag, lits: Iterable[Lit]) -> list[Lit]:
    """Return formulas with conjunctions split into their parts, each part once, constants true left out."""
    parts: dict[Lit, None] = {}
    for lit in lits:
        node = dag.node(lit)
        parts.update(dict.fromkeys(node.args if node.kind == AND and not lit & 1 else (lit,)))
    parts.pop(TRUE, None)
    return list(parts)
