"""What a certificate of a game with a state, prices or lost plays consists of, as objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cobra.certificate.situations.tables import Codes
from cobra.certificate.situations.tolls import Left, Measure, Toll
from cobra.model.game import Game
from cobra.model.memory import State


class Place(NamedTuple):
    """A state, what may still be taken from there on, and what that costs at least."""

    state: State
    left: Left
    value: Toll


@dataclass(frozen=True, slots=True)
class Fact:
    """What some codes cost at least, at one state or more."""

    codes: Codes
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """No strategy of plays that take no more than is left costs less than `value`, by a measure."""

    measure: Measure
    left: Left
    value: Toll


@dataclass(frozen=True, slots=True)
class Part:
    """A claim, and the facts from which it follows."""

    claim: Claim
    facts: Iterator[Fact]


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the facts: the game, and what strategies a certificate is about."""

    game: Game
    objective: str
    within: bool
    """A play that takes more experiments than the claims allow is lost."""
    won: bool
    """Lost plays count as lost whatever the game says that they cost."""
    consistent: bool
    first: str | None
