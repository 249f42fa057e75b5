"""The graph of a game with large formulas and few unknowns, without the formulas.

What the answer of an experiment type says of an unknown is condensed to a number: a hash of its formulas,
bottom-up, with the leaf of the unknown marked (after Weisfeiler and Leman 1968). A symmetry carries types and
unknowns with it. The converse is not certain, so every generator is tested on the formulas; a graph with an
automorphism that does not pass is not used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from cobra import _core
from cobra.model.answers import component_lits
from cobra.model.dag import AND, CONST, GE, VARIABLE, XOR, Dag
from cobra.model.game import Game, Sum
from cobra.model.simplify import CoreAnswer
from cobra.symmetries.graph import MAX_VERTICES, GameGraph, GraphBuilder
from cobra.symmetries.hashes import Hashes, mix
from cobra.symmetries.images import Graph, carried, carries_cells
from cobra.symmetries.terms import TooLargeError

MAX_WORK = 5 * 10**7
"""Arguments of nodes times unknowns that are hashed, at most; about two seconds."""

_COLUMNS = 16
"""Unknowns that are marked at once: bounds the memory."""

_MASK = 2**64 - 1
_Numbers = NDArray[np.int64]


def condensed_graph(game: Game, answers: Sequence[CoreAnswer]) -> GameGraph | None:
    """Return a graph of types and unknowns, without vertices for the cases of answers.

    None when types have parameters or answers sums, when it would be too large, or when a test fails.
    """
    components = [component for answer in answers for component in answer.components]
    if any(type_.space.slots for type_ in game.experiments) or any(isinstance(c, Sum) for c in components):
        return None
    lits = [lit for component in components for lit in component_lits(component)]
    formulas = Graph(game.dag, lits)
    arguments = sum(len(game.dag.nodes[node].args) for node in formulas.numbers)
    if arguments * game.codes.propositions > MAX_WORK:
        return None
    builder = GraphBuilder(game, answers, MAX_VERTICES)
    try:
        builder.add_secret()
        for number, row in enumerate(_signatures(game, answers, formulas.numbers)):
            label = game.experiments[number].label
            builder.types[number] = builder.vertices.add("type", label, ())
            for (true, _), signature in zip(builder.variables, row, strict=True):
                said = builder.vertices.add("formulas", label, signature)
                builder.vertices.join(said, [builder.types[number], true])
    except TooLargeError:
        return None
    graph = builder.graph()
    generators, _ = _core.automorphisms(graph.colours, graph.edges)
    return graph if all(_is_symmetry(graph, formulas, answers, images) for images in generators) else None


def _is_symmetry(
    graph: GameGraph, formulas: Graph, answers: Sequence[CoreAnswer], images: Sequence[int]
) -> bool:
    """Return whether an automorphism carries the answer of each type to the answer of its image."""
    number = {true: p for p, (true, _) in enumerate(graph.variables)}
    if any(images[true] not in number for true in number):
        return False  # it flips an unknown
    image = formulas.permuted((VARIABLE, p, number[images[true]]) for true, p in number.items())
    if image is None:
        return False
    type_of = {vertex: type_ for type_, vertex in enumerate(graph.types)}
    for vertex, answer in zip(graph.types, answers, strict=True):
        other = answers[type_of[images[vertex]]]
        finals = [each.components[each.final] if each.final >= 0 else None for each in (answer, other)]
        if not carries_cells(answer.components, image, other.components):
            return False
        if finals[0] is not None and finals[1] is not None:
            mine, theirs = (component_lits(final)[1] for final in finals if final is not None)
            if carried(mine, image) != theirs:
                return False
    return True


# ---------------------------------------------------------------- hashes


def _signatures(game: Game, answers: Sequence[CoreAnswer], nodes: Sequence[int]) -> list[list[int]]:
    """Return by type and unknown what the answer says of the unknown, as a number."""
    dag = game.dag
    rank = {node: number for number, node in enumerate(nodes)}
    batches = _batches(dag, nodes, rank)
    rows: list[list[int]] = [[] for _ in answers]
    for first in range(0, game.codes.propositions, _COLUMNS):
        marked = range(first, min(first + _COLUMNS, game.codes.propositions))
        hashes = _leaf_hashes(dag, nodes, marked)
        for batch in batches:
            batch.fill(hashes)
        for row, answer in zip(rows, answers, strict=True):
            total = np.zeros(len(marked), np.uint64)
            for i, component in enumerate(answer.components):
                of = [2 * rank[lit >> 1] + (lit & 1) for lit in component_lits(component)]
                cases = mix(hashes[of]).sum(axis=0, dtype=np.uint64)
                total += mix(cases + _salt(i == answer.final))
            row += total.tolist()
    return rows


def _leaf_hashes(dag: Dag, nodes: Sequence[int], marked: range) -> Hashes:
    """Return an array with rows for the literals 2 * rank + sign, and those of leaves filled."""
    hashes = np.empty((2 * len(nodes), len(marked)), np.uint64)
    for number, node in enumerate(nodes):
        kind, args = dag.nodes[node]
        if kind in (CONST, VARIABLE):
            for sign in range(2):
                hashes[2 * number + sign] = _salt(10 + kind, sign)
                if kind == VARIABLE and args[0] in marked:
                    hashes[2 * number + sign, args[0] - marked.start] = _salt(20, sign)
    return hashes


@dataclass(frozen=True, slots=True)
class _Batch:
    """Nodes of one kind, the arguments of which have hashes before.

    `arguments` are literals 2 * rank + sign, one node after the other, from `starts` on; `weights` are theirs
    and `needs` those of the nodes and of their negations, for thresholds.
    """

    kind: int
    ranks: _Numbers
    starts: _Numbers
    arguments: _Numbers
    weights: Hashes
    needs: Hashes

    def fill(self, hashes: Hashes) -> None:
        """Fill in the hashes of the nodes and of their negations."""
        for sign in range(2):
            if self.kind in (AND, GE):
                parts = mix(hashes[self.arguments ^ sign] + self.weights[:, None])
                value = np.add.reduceat(parts, self.starts, axis=0) + self.needs[sign][:, None]
            elif self.kind == XOR:
                a, b = self.arguments.reshape(-1, 2).T
                value = _both(hashes, a, b ^ 1 ^ sign) + _both(hashes, a ^ 1, b ^ sign)
            else:
                c, a, b = self.arguments.reshape(-1, 3).T
                value = _both(hashes, c, a ^ sign) + _both(hashes, c ^ 1, b ^ sign)
            hashes[2 * self.ranks + sign] = mix(value + _salt(self.kind))


def _batches(dag: Dag, nodes: Sequence[int], rank: Mapping[int, int]) -> list[_Batch]:
    """Return the inner nodes by height and kind, lower ones first."""
    heights: dict[int, int] = {}
    groups: dict[tuple[int, int], list[int]] = {}
    for node in nodes:
        below = [heights[lit >> 1] for lit in dag.operands(2 * node)]
        heights[node] = 1 + max(below, default=-1)
        if below:
            groups.setdefault((heights[node], dag.nodes[node].kind), []).append(node)
    batches = []
    for (_, kind), members in sorted(groups.items()):
        operands = [list(dag.operands(2 * node)) for node in members]
        arguments = [2 * rank[lit >> 1] + (lit & 1) for lits in operands for lit in lits]
        weights, needs = [1] * len(arguments), [(len(lits), 1) for lits in operands]
        if kind == GE:
            args = [dag.nodes[node].args for node in members]
            weights = [weight for of_node in args for weight in of_node[1::2]]
            needs = [(of_node[0], sum(of_node[1::2]) - of_node[0] + 1) for of_node in args]
        batches.append(
            _Batch(
                kind,
                np.array([rank[node] for node in members]),
                np.array([0, *accumulate(map(len, operands))][:-1]),
                np.array(arguments),
                mix(np.array([weight & _MASK for weight in weights], np.uint64)),
                mix(np.array([[need & _MASK for need in of_node] for of_node in needs], np.uint64).T),
            )
        )
    return batches


def _both(hashes: Hashes, x: _Numbers, y: _Numbers) -> Hashes:
    return mix(mix(hashes[x]) + mix(hashes[y]))


def _salt(meaning: int, sign: int = 0) -> np.uint64:
    return np.uint64(mix(np.array([2 * meaning + sign + 1], np.uint64))[0])
