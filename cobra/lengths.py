"""How long the plays of a strategy are, whoever played it: the core, a rule in Python, a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """What a strategy needs, over all codes; of one that was stopped, over the codes settled."""

    worst: int
    """Length of the longest play."""
    total: int
    """Σ weight · length, an exact integer."""
    weight: int
    """Σ weight over all codes; their number when they have no weights."""
    codes: int
    """Number of codes of the game."""
    distribution: Mapping[int, int]
    """Number of codes by length of play, in ascending order."""
    nodes: int
    """Experiments in the tree."""

    @property
    def average(self) -> Fraction:
        """Return the exact average length when all codes are settled."""
        return Fraction(self.total, self.weight)

    @property
    def settled(self) -> int:
        """Return the number of codes whose plays had come to their end: all, when a strategy is known."""
        return sum(self.distribution.values())
