"""How long the plays of a strategy are, whoever played it: the core, a rule in Python, a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """What a strategy needs, over all codes; of one that was stopped, over the codes settled."""

    worst: int
    """Length of the longest play."""
    total: int
    """Σ weight · length, an exact integer; of the mean length of a code where answers are wrong by chance."""
    weight: int
    """Σ weight over all codes; their number when they have no weights. Where answers are wrong by chance both
    are multiples of that, so that they are whole."""
    codes: int
    """Number of codes of the game."""
    distribution: Mapping[int, int]
    """Number of codes by length of play, in ascending order."""
    nodes: int
    """Experiments in the tree."""
    lost: int = 0
    """Codes whose plays are lost, in games in which plays can be."""
    price_total: int | None = None
    """Σ weight · price, in units of the game (`cobra.model.memory.price_unit`); None where nothing but
    knowledge changes: then a price is a length."""
    price_worst: int | None = None
    """The greatest price of a play, likewise."""
    lost_weight: int = 0
    """Where answers are wrong by chance Σ weight · chance that the play is lost over codes, in the parts of
    `weight`; elsewhere Σ weight over codes lost, where that is not how many they are. Else 0."""

    @property
    def chance_lost(self) -> Fraction:
        """Return how likely a play is lost by `lost_weight`, when all codes are settled."""
        return Fraction(self.lost_weight, self.weight)

    @property
    def average(self) -> Fraction:
        """Return the exact average length when all codes are settled."""
        return Fraction(self.total, self.weight)

    def in_parts(self, weight: int) -> Figures:
        """Return the same with another multiple of the weight."""
        total, lost = (number * weight // self.weight for number in (self.total, self.lost_weight))
        return replace(self, total=total, weight=weight, lost_weight=lost)

    def measure(self, name: str) -> int:
        """Return what an objective compares: "total" and "worst" of prices, "nodes", "lost"."""
        if name == "nodes":
            return self.nodes
        if name == "lost":
            return self.lost_weight or self.lost
        if name == "total":
            return self.total if self.price_total is None else self.price_total
        return self.worst if self.price_worst is None else self.price_worst

    def costs(self, unit: Fraction | None) -> tuple[Fraction, Fraction] | None:
        """Return the greatest cost of a play and the average cost, when all codes are settled.

        `unit` is what prices are counted in; None in a game without prices, which has no costs.
        """
        if unit is None or self.price_total is None or self.price_worst is None or not self.weight:
            return None
        return self.price_worst * unit, self.price_total * unit / self.weight

    @property
    def settled(self) -> int:
        """Return the number of codes whose plays had come to their end: all, when a strategy is known."""
        return sum(self.distribution.values())
