"""What the check of a certificate found, of any kind, and the frame of the checks that are made in Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from cobra.budget import Deadline, Progress
from cobra.errors import CertificateError, GameError
from cobra.model.game import Game
from cobra.strategy.check.verify import difference

_WHAT = "checking the certificate"


class AboutGame(Protocol):
    """What a certificate says first: the game it is about stands in it."""

    @property
    def game(self) -> Game:
        """Return the game."""


FrontT = TypeVar("FrontT")
CountedT = TypeVar("CountedT")
AboutT = TypeVar("AboutT", bound=AboutGame)
CheckedT = TypeVar("CheckedT")


@dataclass(frozen=True, slots=True)
class Checked(Generic[FrontT, CountedT]):
    """What the check of a certificate found."""

    front: FrontT
    counted: CountedT | None
    """None when it proves nothing."""
    problem: str | None
    """Why it proves nothing, or nothing about the game."""
    fact: int | None
    """The number of the fact that is wrong, if it is one."""
    seconds: float

    @property
    def correct(self) -> bool:
        """Return whether what it claims is proved, for the game if one was given."""
        return self.problem is None


def checked_facts(
    made: Callable[[AboutT, CountedT | None, str | None, int | None, float], CheckedT],
    front: AboutT,
    game: Game | None,
    check: Callable[[Callable[[], None]], CountedT],
    time_limit: float | None,
    progress: Progress | None,
) -> CheckedT:
    """Return what is `made` of what `check` finds, a `Checked`; with a game it must be the certificate's.

    `check` goes through all facts and counts them. What it is given it calls again and again: that ends it in
    time.
    """
    started = time.perf_counter()
    counted, problem, fact = None, None, None
    try:
        other = None if game is None else difference(front.game, game)
        if other is None:
            counted = check(Deadline(time_limit).ticker(_WHAT, progress))
        else:
            problem = f"it is a certificate for another game: {other}"
    except (CertificateError, GameError) as error:
        problem, fact = str(error), getattr(error, "fact", None)
    return made(front, counted, problem, fact, time.perf_counter() - started)
