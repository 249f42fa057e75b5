"""What a certificate of a game in which answers are wrong by chance consists of, as objects."""

from __future__ import annotations

from dataclasses import dataclass

from cobra.certificate.chances.inquiries import Weighing
from cobra.certificate.chances.sizes import Cost
from cobra.certificate.chances.symmetry import Element
from cobra.model.game import Game


@dataclass(frozen=True, slots=True)
class ChanceFact:
    """With so many experiments left (None: any number) a weighing costs at least so much, in its units."""

    weighing: Weighing
    left: int | None
    cost: Cost


@dataclass(frozen=True, slots=True)
class ChanceFront:
    """What stands before the facts: the game, what strategies a certificate is about, and what is claimed."""

    game: Game
    within: int | None
    """A play that takes more experiments is lost; None: plays are as long as they have to be."""
    consistent: bool
    first: str | None
    claim: Cost
    """How likely a play is lost at least, and how many experiments are made in the mean by strategies that
    lose as little.
    """
    elements: tuple[Element, ...] = ()
    """Symmetries of the game that facts are about, too."""

    @property
    def impossible(self) -> bool:
        """Return whether it is claimed that no strategy wins all plays within so many experiments, as it
        would have to make more.
        """
        lost, experiments = self.claim
        return not lost and self.within is not None and experiments > self.within
