"""What a certificate of a game with lies or moves consists of, as objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cobra.certificate.beliefs.tables import Belief
from cobra.model.game import Game

NEVER: Final = 1 << 62
"""More experiments than anything."""


@dataclass(frozen=True, slots=True)
class BeliefFact:
    """A belief takes so many experiments at least, at worst."""

    belief: Belief
    value: int


@dataclass(frozen=True, slots=True)
class BeliefFront:
    """What stands before the facts: the game, what strategies a certificate is about, and what is claimed."""

    game: Game
    consistent: bool
    first: str | None
    claim: int
    """So many experiments are needed at least, in the worst case; `NEVER`: no strategy does it."""
