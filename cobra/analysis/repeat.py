"""Strategies that draw by chance, played several times: the mean of their averages, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, lcm, pi, sin, sqrt, tan
from statistics import stdev
from typing import TYPE_CHECKING, Final

from cobra.breakers.ahead import LookAhead
from cobra.breakers.breaker import Breaker, How
from cobra.breakers.core import Consistent, CoreBreaker
from cobra.breakers.phases_memory import Phases
from cobra.breakers.written import WrittenBreaker
from cobra.engine.played import Played
from cobra.errors import GameError
from cobra.figures import Decimals
from cobra.interval import LOST
from cobra.lengths import Figures

if TYPE_CHECKING:
    from cobra.engine.run import Run
    from cobra.engine.table import CodeTable

CONFIDENCE: Final = 0.95
"""How likely an interval of confidence is to hold the mean of all runs there could be."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """The runs of one strategy with the seeds `seed`, `seed` + 1, …, each over all codes."""

    seed: int
    figures: tuple[Figures, ...]
    """Those of each run, in the same parts."""

    @property
    def runs(self) -> int:
        """Return the number of runs."""
        return len(self.figures)

    @property
    def totals(self) -> tuple[int, ...]:
        """Return Σ weight · length of each run."""
        return tuple([figures.total for figures in self.figures])

    @property
    def weight(self) -> int:
        """Return Σ weight, the same for all runs."""
        return self.figures[0].weight

    @property
    def worst(self) -> int:
        """Return the longest play of all runs."""
        return max(figures.worst for figures in self.figures)

    @property
    def lost(self) -> Fraction:
        """Return the codes that a run loses on average, by their number."""
        return Fraction(sum(figures.lost for figures in self.figures), self.runs)

    @property
    def lost_weight(self) -> Fraction:
        """Return what a run loses on average, by weight or chance."""
        return Fraction(sum(figures.measure(LOST) for figures in self.figures), self.runs)

    def in_parts(self, weight: int) -> Repeats:
        """Return the same with another multiple of the weight."""
        return replace(self, figures=tuple([figures.in_parts(weight) for figures in self.figures]))

    @property
    def mean(self) -> Fraction:
        """Return the mean of the averages of the runs, exactly."""
        return Fraction(sum(self.totals), self.weight * self.runs)

    @property
    def least(self) -> Fraction:
        """Return the least average of a run."""
        return Fraction(min(self.totals), self.weight)

    @property
    def greatest(self) -> Fraction:
        """Return the greatest average of a run."""
        return Fraction(max(self.totals), self.weight)

    @property
    def margin(self) -> float | None:
        """Return half the width of the 95 % confidence interval around the mean; None of a single run.

        It is t · s / √runs: s the standard deviation of the averages, with runs - 1 degrees of freedom, and t
        the quantile of Student's distribution (1908).
        """
        if self.runs == 1:
            return None
        deviation = stdev(self.totals) / self.weight
        return student_quantile(self.runs - 1) * deviation / sqrt(self.runs)

    def show(self, decimals: Decimals) -> str:
        """Return the mean as text, with half of its 95 % confidence interval."""
        margin = "" if self.margin is None else f" ± {self.margin:.{decimals.places}f}"
        return f"{decimals.figure(self.mean)}{margin}"

    def ranged(self, decimals: Decimals) -> str:
        """Return between what the averages of the runs lie as text."""
        runs = f"{self.runs:,} run{'' if self.runs == 1 else 's'}"
        return f"{decimals.figure(self.least)} to {decimals.figure(self.greatest)} in {runs}"


def is_drawn(breaker: Breaker, how: How) -> bool:
    """Return whether a seed may change what a strategy does; of a user's own that is not known."""
    if isinstance(breaker, Consistent):
        return is_drawn(breaker.inner, how)
    if isinstance(breaker, CoreBreaker):
        return breaker.name == "random" or (how.ties == "random" and breaker.name != "first")
    return not isinstance(breaker, LookAhead | Phases | WrittenBreaker)  # by type: names may be a user's


def demand_chance(breakers: Iterable[Breaker], how: How) -> None:
    """Raise `GameError` when no strategy draws by chance, so that all runs would be the same."""
    if not any(is_drawn(breaker, how) for breaker in breakers):
        raise GameError("--repeat needs what draws by chance: --ties random, or the strategy random")


def play_repeatedly(
    breaker: Breaker, table: CodeTable, how: How, runs: int, run: Run
) -> tuple[Played, Repeats | None, str | None]:
    """Play a strategy with so many seeds; return the first run, all complete ones, and why it was stopped.

    What draws nothing by chance is played once, and has no repeats.
    """
    if runs == 1 or not is_drawn(breaker, how):
        first = breaker.play(table, how)
        return first, None, first.stopped
    first = breaker.play(table, how)
    complete, reason = [first.figures], first.stopped
    for number in range(1, runs):
        if reason := reason or run.stop_reason():
            break
        result = breaker.play(table, replace(how, seed=how.seed + number))
        if (reason := result.stopped) is None:
            complete.append(result.figures)
    if first.stopped is not None:
        return first, None, reason
    weight = lcm(*(figures.weight for figures in complete))
    return first, Repeats(how.seed, tuple([figures.in_parts(weight) for figures in complete])), reason


def student_quantile(degrees: int) -> float:
    """Return t such that Student's variable lies between -t and t with the probability `CONFIDENCE`.

    The probability is a finite sum where the degrees of freedom are a whole number (Abramowitz and Stegun
    1964, 26.7.3 and 26.7.4, in the angle θ whose tangent is t / √degrees); θ is found by bisection.
    """
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _probability(middle, degrees) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return sqrt(degrees) * tan(low)


def _probability(angle: float, degrees: int) -> float:
    """Return the probability that Student's variable lies between -t and t, t being √degrees · tan(angle)."""
    square = cos(angle) ** 2
    odd = degrees % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for step in range(odd, degrees - 1, 2):
        total += term
        term *= square * (step + 1) / (step + 2)
    total *= sin(angle)
    return 2 / pi * (angle + total) if odd else total
