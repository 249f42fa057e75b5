"""Automorphisms of a large graph with many interchangeable symbols, such as that of a hundred coins.

Where every automorphism permutes the vertices of some symbols among themselves, and every permutation of the
symbols is the work of an automorphism, the group has k! times as many members as fix these k vertices. These
are looked for in what colour refinement (Weisfeiler and Leman 1968) leaves undecided when the k vertices are
told apart; usually that is little. Refinement works with hashes; whatever it finds is tested on the edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from cobra.budget import poll
from cobra.engine.automorphisms import automorphisms
from cobra.model.game import Game
from cobra.symmetries.graph import MAX_VERTICES, GameGraph
from cobra.symmetries.hashes import Hashes, mix
from cobra.symmetries.symbols import OUTSIDE, SymbolGroup

_Numbers = NDArray[np.int64]


def large_group(
    game: Game, graph: GameGraph, groups: Sequence[SymbolGroup]
) -> tuple[int, list[list[int]]] | None:
    """Return the order of the automorphism group and generators, as images of the vertices.

    None when too much is left undecided.
    """
    return _Search(game, graph).group(groups)


class _Search:
    def __init__(self, game: Game, graph: GameGraph) -> None:
        self._game, self._graph = game, graph
        self._colours = np.array(graph.colours, np.uint64)
        self._ends = np.array(graph.edges, np.int64).reshape(-1, 2)
        self._edges = self._carried_edges(np.arange(len(graph.colours)))
        pairs = [pair for space in (graph.variables, *graph.parameters) for pair in space]
        self._named = sorted({vertex for pair in pairs for vertex in pair} | set(graph.types))

    def group(self, groups: Sequence[SymbolGroup]) -> tuple[int, list[list[int]]] | None:
        classes = self._refined(self._colours)
        order = 1
        generators: list[list[int]] = []
        fixed: list[int] = []
        for group in groups:
            bundles = self._bundles(group)
            place = next((p for p in zip(*bundles, strict=True) if self._is_class(classes, p)), None)
            found = [self._completed(moves) for moves in _rotations(bundles)] if place is not None else []
            if place is not None and all(images is not None for images in found):
                order *= factorial(len(place))
                fixed += place
                generators += [images.tolist() for images in found if images is not None]
        colours = self._colours.copy()
        colours[fixed] = len(colours) + np.arange(len(fixed), dtype=np.uint64)
        _, number, size = np.unique(self._refined(colours), return_inverse=True, return_counts=True)
        left = np.flatnonzero(size[number] > 1)
        if len(left) > MAX_VERTICES:
            return None
        rank = {int(vertex): i for i, vertex in enumerate(left)}
        edges = [(rank[a], rank[b]) for a, b in self._graph.edges if a in rank and b in rank]
        of_left, factors = automorphisms(number[left].tolist(), edges)
        for images in of_left:
            whole = np.arange(len(colours))
            whole[left] = left[images]
            if not self._is_automorphism(whole):
                return None
            generators.append(whole.tolist())
        return order * prod(factors), generators

    def _bundles(self, group: SymbolGroup) -> list[list[int]]:
        """Return for each symbol of a group the vertices that speak of it, aligned, if they can be."""
        graph = self._graph
        bundles = [[v for p in of_symbol for v in graph.variables[p]] for of_symbol in group.propositions]
        seen = set()
        for type_, pairs, of_type in zip(self._game.experiments, graph.parameters, group.slots, strict=True):
            if not pairs or pairs[0] in seen:  # types may share the vertices of their parameters
                continue
            seen.add(pairs[0])
            for slot, numbers in zip(type_.space.slots, of_type, strict=True):
                for i, number in enumerate(numbers or ()):
                    if number != OUTSIDE:
                        bundles[number] += pairs[slot.first + i]
        return bundles if len(set(map(len, bundles))) == 1 else []

    def _is_class(self, classes: Hashes, place: Sequence[int]) -> bool:
        """Return whether some vertices are all of one class."""
        own = classes[list(place)]
        return bool((own == own[0]).all() and (classes == own[0]).sum() == len(place))

    def _refined(self, colours: Hashes) -> Hashes:
        """Return colours that tell vertices apart as far as their neighbours do."""
        count = 0
        hashes = mix(colours)
        while (found := len(np.unique(hashes))) > count:
            poll("drawing the graph of the game")
            count = found
            scattered = mix(hashes)
            sums = np.zeros_like(hashes)
            for a, b in (self._ends.T, self._ends.T[::-1]):
                np.add.at(sums, a, scattered[b])
            hashes = mix(hashes + sums)
        return hashes

    def _completed(self, moves: Mapping[int, int]) -> _Numbers | None:
        """Return the automorphism that moves some literals as given and no others, if there is one."""
        before, after = self._colours.copy(), self._colours.copy()
        for vertex in self._named:
            before[vertex] = after[moves.get(vertex, vertex)] = len(before) + vertex
        before, after = self._refined(before), self._refined(after)
        order, image_order = np.argsort(before), np.argsort(after)
        if (before[order] != after[image_order]).any():
            return None
        images = np.empty(len(before), np.int64)
        images[order] = image_order
        return images if self._is_automorphism(images) else None

    def _is_automorphism(self, images: _Numbers) -> bool:
        colours = self._colours[images] == self._colours
        return bool(colours.all() and (self._carried_edges(images) == self._edges).all())

    def _carried_edges(self, images: _Numbers) -> _Numbers:
        """Return the edges between the images, each as one number, ascending."""
        carried = np.sort(images[self._ends], axis=1)
        return np.sort(carried[:, 0] * len(images) + carried[:, 1])


def _rotations(bundles: Sequence[Sequence[int]]) -> list[dict[int, int]]:
    """Return what generates all orders of the bundles: one exchange, and the cycle of all."""
    cycles = [bundles[:2], bundles] if len(bundles) > 2 else [bundles]
    return [
        {a: b for i, bundle in enumerate(cycle) for a, b in zip(cycle[i - 1], bundle, strict=True)}
        for cycle in cycles
    ]
