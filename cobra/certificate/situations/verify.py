"""Does a certificate of a game with a state, prices or lost plays prove what it claims?"""

from __future__ import annotations

import time
from dataclasses import dataclass

from cobra.budget import Deadline, Progress, limited
from cobra.certificate.situations.claims import proved_by
from cobra.certificate.situations.file import SituationsFile
from cobra.certificate.situations.parts import Claim, Front
from cobra.certificate.situations.rules import Checker, Counted
from cobra.certificate.situations.tables import GameTables
from cobra.errors import CertificateError, GameError
from cobra.interval import LOST
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.check.verify import difference
from cobra.strategy.strategy import Strategy

_WHAT = "checking the certificate"


@dataclass(frozen=True, slots=True)
class SituationsVerification:
    """What the check of a certificate found."""

    front: Front
    claims: tuple[Claim, ...]
    """What is proved; nothing when something is wrong."""
    counted: Counted | None
    """None when it proves nothing."""
    problem: str | None
    """Why it proves nothing, or nothing about the game."""
    fact: int | None
    """The number of the fact that is wrong, if it is one."""
    seconds: float

    @property
    def correct(self) -> bool:
        """Return whether its claims are proved, for the game if one was given."""
        return self.problem is None


@limited
def verify_situations(
    certificate: SituationsFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> SituationsVerification:
    """Check every fact of a certificate, and with a game, that the certificate is about that game.

    `LimitError` when the tables of the game take more than `memory` bytes; `StoppedError` after `time_limit`
    seconds.
    """
    started = time.perf_counter()
    front = certificate.front
    tick = Deadline(time_limit).ticker(_WHAT, progress)

    claims: list[Claim] = []
    counted, problem, fact = None, None, None
    try:
        other = None if game is None else difference(front.game, game)
        if other is not None:
            problem = f"it is a certificate for another game: {other}"
        else:
            checker = Checker(GameTables(front.game, limits or Limits(), memory, tick), front, tick)
            claims = checker.check(certificate.parts())
            counted = checker.counted
    except (CertificateError, GameError) as error:
        problem, fact = str(error), getattr(error, "fact", None)
    return SituationsVerification(front, tuple(claims), counted, problem, fact, time.perf_counter() - started)


def best_by(result: SituationsVerification, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better; see `proved_by`."""
    lost = strategy.figures.measure(LOST)
    if strategy.game.memory is not None and strategy.game.memory.loss is not None and not result.front.won:
        lost = 0  # it costs something instead
    return proved_by(result.front, list(result.claims), strategy, lost)
