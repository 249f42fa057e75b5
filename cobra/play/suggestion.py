"""What a strategy would do next, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cobra.play.parts import Split


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a strategy would do next, and what that is worth."""

    strategy: str
    experiment: str
    split: Split | None
    """None when not found out."""
    sampled: bool
    """Whether the split is of some codes drawn at random only."""
    can_be_code: bool | None
    """Whether a final outcome can occur; None in a game without final outcomes."""
    total: int | None
    """Σ weight · further experiments, this one among them, over all codes left when the strategy goes on;
    None when that was not found out, and where a code has plays of several lengths: answers may be lies, or
    the secret moves."""
    weight: int
    """Σ weight over all codes left."""
    worst: int | None
    """The most further experiments."""
    lower: Fraction | None = None
    """Of `optimal`: what no strategy can be below."""
    as_good: int | None = None
    """Number of experiments with the same score that can be the code as this one can, or cannot, itself among
    them; None when not found out."""
    compared: int | None = None
    """The strategy compared only so many experiments, because there are too many; None: all."""
    equivalent: int | None = None
    """Number of experiments between which it makes no difference, by symmetry; None when not found out."""
    lost: int | None = None
    """Codes left whose plays are lost when the strategy goes on, or on which it gives up where the secret
    moves; None in other games."""
    lost_weight: int | None = None
    """Σ weight of those; their number where codes have no weights. 0 where losing has a cost, which is among
    the costs."""
    costs: tuple[Fraction, Fraction] | None = None
    """The greatest and the expected cost of what follows; None in a game without prices."""
    best: bool = False
    """Whether it is proved in a game with memory, lies or moves that no strategy does better."""

    @property
    def expected(self) -> Fraction | None:
        """Return the exact expected number of further experiments, this one among them."""
        return None if self.total is None or not self.weight else Fraction(self.total, self.weight)

    @property
    def proved(self) -> bool:
        """Return whether no strategy does better on average."""
        return self.best or (self.lower is not None and self.lower == self.expected)

    @property
    def value(self) -> tuple[int, Fraction | None]:
        """Return what strategies are compared by: what is lost, by weight, then the cost or length expected;
        the greatest length where no length is expected.
        """
        if self.total is None and self.worst is not None:
            return self.lost_weight or 0, Fraction(self.worst)
        return self.lost_weight or 0, self.expected if self.costs is None else self.costs[1]
