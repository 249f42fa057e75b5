"""Does a certificate of a game with lies or moves prove what it claims?"""

from __future__ import annotations

import time
from dataclasses import dataclass

from cobra.budget import Deadline, Progress, limited
from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.rules import BeliefChecker, CountedBeliefs
from cobra.certificate.beliefs.sets import belief_tables
from cobra.errors import CertificateError, GameError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.check.verify import difference
from cobra.strategy.strategy import Strategy

_WHAT = "checking the certificate"


@dataclass(frozen=True, slots=True)
class BeliefsVerification:
    """What the check of a certificate found."""

    front: BeliefFront
    counted: CountedBeliefs | None
    """None when it proves nothing."""
    problem: str | None
    """Why it proves nothing, or nothing about the game."""
    fact: int | None
    """The number of the fact that is wrong, if it is one."""
    seconds: float

    @property
    def correct(self) -> bool:
        """Return whether its claim is proved, for the game if one was given."""
        return self.problem is None


@limited
def verify_beliefs(
    certificate: BeliefsFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> BeliefsVerification:
    """Check every fact of a certificate, and with a game, that the certificate is about that game.

    `LimitError` when the tables of the game take more than `memory` bytes, or are too long; `StoppedError`
    after `time_limit` seconds.
    """
    started = time.perf_counter()
    front = certificate.front
    tick = Deadline(time_limit).ticker(_WHAT, progress)

    counted, problem, fact = None, None, None
    try:
        other = None if game is None else difference(front.game, game)
        if other is not None:
            problem = f"it is a certificate for another game: {other}"
        else:
            tables = belief_tables(front.game, limits or Limits(), memory, tick)
            checker = BeliefChecker(tables, front, tick)
            checker.check(certificate.facts())
            counted = checker.counted
    except (CertificateError, GameError) as error:
        problem, fact = str(error), getattr(error, "fact", None)
    return BeliefsVerification(front, counted, problem, fact, time.perf_counter() - started)


def best_at_worst(result: BeliefsVerification, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better: the worst case, or none.

    The claim must be true, and so must be the figures of the strategy; both are about one game.
    """
    settings, front = strategy.settings, result.front
    if front.consistent and not settings.consistent:
        return ()
    if front.first is not None and front.first != settings.first:
        return ()
    worst = strategy.figures.worst
    return ("worst",) if not strategy.figures.lost and worst <= front.claim < NEVER else ()
