"""What is known of one way to begin."""

from __future__ import annotations

from dataclasses import dataclass

from cobra.engine.table import FoundOpening
from cobra.interval import Interval


@dataclass(frozen=True, slots=True)
class Opening:
    """A first experiment, and what the best play after it costs."""

    experiment: str
    alike: int
    """Experiments that are as good because symmetries of the game carry them to it, itself among them."""
    intervals: tuple[Interval, ...] = ()
    """As of `Result`: of the first measure of the objective and, once it is closed, of the second. None where
    the search has not come to this opening."""
    total: int | None = None
    """Σ weight · length of the best strategy known that begins so."""
    worst: int | None = None
    """The longest play of that strategy."""
    proved: bool = False
    """Whether no strategy that begins so is better."""

    @property
    def values(self) -> tuple[int, ...] | None:
        """Return what the objective makes least, one after the other; None when it is not proved."""
        if not self.proved:
            return None
        return tuple(interval.upper for interval in self.intervals if interval.upper is not None)


def opening(experiment: str, alike: int, found: FoundOpening) -> Opening:
    """Return what the core has found about an opening."""
    intervals, figures, proved, _ = found
    total, worst = figures or (None, None)
    return Opening(experiment, alike, tuple(Interval(*one) for one in intervals), total, worst, proved)


def rank(opening: Opening) -> tuple[int, tuple[int, ...]]:
    """Return what openings are sorted by: proved ones by their values, then others by what they cost at
    least."""
    if opening.values is not None:
        return 0, opening.values
    return (1, tuple(interval.lower for interval in opening.intervals)) if opening.intervals else (2, ())
