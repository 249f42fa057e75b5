"""Proved intervals: what an optimum cannot be below, and what a strategy at hand attains."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

TOTAL: Final = "total"
"""The measure Σ weight · length; the others, "worst" and "nodes", are numbers of experiments."""

MEASURES: Final[dict[str, tuple[str, ...]]] = {
    "average": (TOTAL,),
    "worst": ("worst",),
    "worst-average": ("worst", TOTAL),
    "average-worst": (TOTAL, "worst"),
    "nodes": ("worst", "nodes"),
}
"""The objectives of an optimal strategy, and the figures each makes as small as possible, one after the
other."""

_SCALE: Final = 10_000
"""Averages are shown in parts of this."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A proved statement about the least value of a measure: at least `lower`, at most `upper`.

    `measure` is "total" (Σ weight · length), "worst" (the longest play) or "nodes" (experiments in the tree).
    A strategy attains `upper`; None when none is known. The second interval of an objective is about
    strategies that are best in the first measure.
    """

    measure: str
    lower: int
    upper: int | None

    @property
    def closed(self) -> bool:
        """Return whether the least value is known."""
        return self.lower == self.upper

    def ends(self, weight: int) -> tuple[str, str | None]:
        """Return both ends as text; `weight`, the sum over all codes, makes averages of totals.

        Averages that are no multiples of 1/10,000 are rounded outwards, so that the text is true as well.
        """
        if self.measure == TOTAL:
            scale = Fraction(_SCALE, weight or 1)
            low = f"{floor(self.lower * scale) / _SCALE:.4f}"
            return low, None if self.upper is None else f"{ceil(self.upper * scale) / _SCALE:.4f}"
        return f"{self.lower:,}", None if self.upper is None else f"{self.upper:,}"

    def show(self, weight: int) -> str:
        """Return it as text such as `average 5.2099 … 5.2421`."""
        low, high = self.ends(weight)
        name = "average" if self.measure == TOTAL else self.measure
        if self.closed or high is None:
            return f"{name} {'' if self.closed else '≥ '}{low}"
        return f"{name} {low} … {high}"
