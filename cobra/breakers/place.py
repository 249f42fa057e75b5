"""Where a play is when an experiment is to be chosen, and what every kind of game makes of experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from cobra.model.memory import State

if TYPE_CHECKING:
    from cobra.engine.played import CoreTree
    from cobra.engine.program import CoreExperiment
    from cobra.lengths import Figures

Chances: TypeAlias = tuple[tuple[int, int], ...]
"""How likely hidden states are, as the core numbers them, ascending: a code's number times the lies allowed
plus one, and the lies told. They are in parts of the sum and have no common divisor."""


Leaf: TypeAlias = tuple[int, int]
"""A node of a tree and an outcome with which plays are over; (-1, -1) before the first experiment."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is known in a play."""

    codes: Sequence[int]
    """The numbers of the codes that are possible, ascending."""
    state: State = ()
    """The state of the game, in a game that has one."""
    paid: int = 0
    """The prices of the experiments made, in units of the game, in a game that has prices."""
    told: Sequence[int] = ()
    """Where answers may be lies, or the secret moves, how many lies at least were told with each code."""
    chances: Chances = ()
    """Where answers are wrong by chance how likely all of this is."""

    @property
    def key(self) -> tuple[object, ...]:
        """Return what tells places apart."""
        return tuple(self.codes), self.state, self.paid, tuple(self.told), self.chances


@dataclass(frozen=True, slots=True)
class End:
    """How plays are over."""

    lost: bool = False
    more: int = 0
    """Experiments that count beside those made."""
    together: Sequence[int] = ()
    """Two codes that are left and that no experiment tells apart, or nothing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What an outcome, by its number in the core, leaves; `end` where plays are over with it."""

    outcome: int
    place: Place
    end: End | None


class Course(Protocol):
    """The plays of one game: what an experiment makes of a place, and what all plays together come to."""

    def begin(self) -> Cell:
        """Return how plays begin."""

    def follow(self, place: Place, experiment: CoreExperiment) -> list[Cell]:
        """Return what an experiment makes of a place, ascending by outcome."""

    def known(self, place: Place) -> CoreExperiment | None:
        """Return what is made without asking anybody; None where the strategy has to say it."""

    def idle(self, place: Place, gave_up: bool) -> End | None:
        """Return how plays are over where a strategy gave up, or made an experiment with a single outcome.

        None when they are not, so that it has to go on.
        """

    def settle(self, place: Place, length: int, end: End, leaf: Leaf) -> None:
        """Note that plays are over after so many experiments, at a leaf."""

    def settled(self) -> int:
        """Return how many codes are settled."""

    def figures(self, tree: CoreTree, finished: bool) -> Figures:
        """Return what all plays noted come to, those of a tree."""
