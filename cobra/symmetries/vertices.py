"""Vertices, colours and edges of a growing graph, and terms as vertices.

Edges lead from a term to lower ones; the height is part of the colour, so that they need no direction.
"""

from __future__ import annotations

from collections.abc import Iterable

from cobra.budget import poll
from cobra.symmetries.parts import TooLargeError
from cobra.symmetries.terms import FALSE_TERM, TRUE_TERM, Term, Terms

_LOOK = 255
"""The budget is looked at after so many vertices, less one, a power of two."""


class Vertices:
    """A growing graph; the colour of a vertex is its kind and what else its meaning must agree in."""

    def __init__(self, terms: Terms, limit: int) -> None:
        self._terms = terms
        self._limit = limit
        self._meanings: list[tuple[str, tuple[object, ...]]] = []
        self._heights: list[int] = []
        self._vertices: dict[Term, int] = {}
        self.labels: list[str] = []
        self.edges: list[tuple[int, int]] = []

    def add(self, kind: str, label: str, *meaning: object, height: int = 0) -> int:
        """Add a vertex; those of one kind have meanings that can be compared."""
        if len(self.labels) >= self._limit:
            raise TooLargeError
        if not len(self.labels) & _LOOK:
            poll("drawing the graph of the game")
        self._meanings.append((kind, (height, *meaning)))
        self._heights.append(height)
        self.labels.append(label)
        return len(self.labels) - 1

    def join(self, vertex: int, others: Iterable[int]) -> None:
        """Add an edge from a vertex to each of the others; equal ones are one."""
        self.edges += [(vertex, other) for other in dict.fromkeys(others)]

    def add_literal(self, term: Term, vertex: int) -> None:
        """Let a vertex stand for a literal."""
        self._vertices[term] = vertex

    def of(self, term: Term) -> int:
        """Return the vertex of a term, with those below it added when they are new."""
        known = self._vertices.get(term)
        if known is not None:
            return known
        new = set()
        stack = [term]
        while stack:
            each = stack.pop()
            if each not in self._vertices and each not in new:
                new.add(each)
                _, parts = self._terms.threshold_of(each) or (0, ())
                stack += [part for _, part in parts]
        for each in sorted(new):  # parts come before
            self._vertices[each] = self._add_term(each)
        return self._vertices[term]

    def _add_term(self, term: Term) -> int:
        if term in (FALSE_TERM, TRUE_TERM):
            return self.add("constant", "true" if term == TRUE_TERM else "false", term)
        threshold = self._terms.threshold_of(term)
        assert threshold is not None, "literals have vertices"
        need, parts = threshold
        total = sum(weight for weight, _ in parts)
        height = 1 + max(self._heights[self._vertices[part]] for _, part in parts)
        label = "all" if need == total else "any" if need == 1 else f"≥ {need}"
        vertex = self.add("formula", label, need, total, height=height)
        self.join_parts(vertex, parts)
        return vertex

    def join_parts(self, vertex: int, parts: Iterable[tuple[int, Term]]) -> None:
        """Add edges to weighted parts: through a vertex for the weight, unless it is 1."""
        by_weight: dict[int, list[int]] = {}
        for weight, part in parts:
            by_weight.setdefault(weight, []).append(self.of(part))
        for weight, members in sorted(by_weight.items()):
            between = vertex
            if weight != 1:
                between = self.add("weight", f"× {weight}", weight, height=self._heights[vertex])
                self.join(vertex, [between])
            self.join(between, members)

    @property
    def kinds(self) -> list[str]:
        """Return the kind of every vertex."""
        return [kind for kind, _ in self._meanings]

    @property
    def colours(self) -> list[int]:
        """Return a number for the meaning of every vertex, in the order of meanings."""
        number = {meaning: colour for colour, meaning in enumerate(sorted(set(self._meanings)))}
        return [number[meaning] for meaning in self._meanings]
