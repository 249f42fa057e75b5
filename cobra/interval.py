"""Proved intervals: what an optimum cannot be below, and what a strategy at hand attains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from cobra.figures import Decimals, exact
from cobra.texts import figure, say

TOTAL: Final = "total"
"""The measure Σ weight · length; the others, "worst" and "nodes", are numbers of experiments."""

LOST: Final = "lost"
"""The measure of what is not won: the weight of codes, and where answers are wrong by chance in its parts."""

MEASURES: Final[dict[str, tuple[str, ...]]] = {
    "average": (TOTAL,),
    "worst": ("worst",),
    "worst-average": ("worst", TOTAL),
    "average-worst": (TOTAL, "worst"),
    "nodes": ("worst", "nodes"),
    "won": (LOST, TOTAL),
}
"""The objectives of an optimal strategy, and the figures each makes as small as possible, one after the
other."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A proved statement about the least value of a measure: at least `lower`, at most `upper`.

    `measure` is "total" (Σ weight · length), "worst" (the longest play), "nodes" (experiments in the tree) or
    "lost" (the weight of codes not won). In a game with prices lengths are prices.
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

    def times(self, factor: int) -> Interval:
        """Return the same in parts of which there are so many times more; numbers of experiments are not."""
        if self.measure not in (TOTAL, LOST):
            return self
        upper = None if self.upper is None else self.upper * factor
        return replace(self, lower=self.lower * factor, upper=upper)

    def ends(
        self,
        weight: int,
        decimals: Decimals | None = None,
        *,
        by_chance: bool = False,
        unit: Fraction | None = None,
    ) -> tuple[str | None, str | None]:
        """Return both ends as text; None for an end that says nothing.

        `weight`, the sum over all codes, makes averages of totals, and `by_chance` chances of what is lost;
        `decimals` are those of the table in which the interval stands, None when it stands alone. `unit` is
        what prices are counted in, None in a game without prices.
        """
        lower = None if self.lower == 0 and not self.closed else self.lower
        if unit is not None and self.measure == "worst":
            return (
                None if lower is None else exact(lower * unit),
                None if self.upper is None else exact(self.upper * unit),
            )
        if not self.is_part(by_chance):
            return None if lower is None else f"{lower:,}", None if self.upper is None else f"{self.upper:,}"
        scale = (unit or Fraction(1) if self.measure == TOTAL else Fraction(1)) / (weight or 1)
        low, high = (None if end is None else end * scale for end in (lower, self.upper))
        shown = decimals or Decimals([high], [low])
        return None if low is None else shown.at_least(low), None if high is None else shown.figure(high)

    def is_part(self, by_chance: bool) -> bool:
        """Return whether it is about parts of the weight; `by_chance`: answers are wrong by chance."""
        return self.measure == TOTAL or (self.measure == LOST and by_chance)

    def show(self, weight: int, *, by_chance: bool = False, unit: Fraction | None = None) -> str:
        """Return it as text such as `average 5.2099 … 5.2421`; the arguments are those of `ends`."""
        low, high = self.ends(weight, by_chance=by_chance, unit=unit)
        if unit is None:
            name = say("average" if self.measure == TOTAL else self.measure)
        else:
            name = say({TOTAL: "mean cost", "worst": "greatest cost"}.get(self.measure, self.measure))
        if self.closed:
            return f"{name} {figure(high or '')}"
        return f"{name} {figure(between(low, high))}"


def between(low: str | None, high: str | None) -> str:
    """Return what is known of a number by its ends as text, such as `5.2099 … 5.2421`."""
    if low is None or high is None:
        return f"≥ {low}" if low is not None else f"≤ {high}" if high is not None else "?"
    return f"{low} … {high}"
