"""Plays in which each code comes to one end, noted one after the other: lengths are added up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cobra.breakers.place import End, Leaf, Place
from cobra.lengths import Figures

if TYPE_CHECKING:
    from cobra.engine.played import CoreTree
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable


class CountedPlays:
    """What all plays noted come to, whatever they depend on."""

    def __init__(self, table: CodeTable) -> None:
        self._table = table
        self._weights = table.weights()
        self._lengths: Counter[int] = Counter()
        self._total = 0

    def known(self, place: Place) -> CoreExperiment | None:
        """Return None: the strategy says all that is asked."""
        return None

    def idle(self, place: Place, gave_up: bool) -> End | None:
        """Return None: a strategy that gives up, or learns nothing, has to go on."""
        return None

    def settle(self, place: Place, length: int, end: End, leaf: Leaf) -> None:
        """Note that plays are over after so many experiments."""
        self._lengths[length] += len(place.codes)
        self._total += length * self._weight(place)

    def _weight(self, place: Place) -> int:
        """Return the weight of the codes of a place."""
        return sum(self._weights[code] for code in place.codes)

    def settled(self) -> int:
        """Return how many codes are settled."""
        return self._lengths.total()

    def figures(self, tree: CoreTree, finished: bool) -> Figures:
        """Return what all plays noted come to."""
        return Figures(
            worst=max(self._lengths, default=0),
            total=self._total,
            weight=sum(self._weights),
            codes=self._table.codes,
            distribution=dict(sorted(self._lengths.items())),
            nodes=len(tree[0]),
        )
