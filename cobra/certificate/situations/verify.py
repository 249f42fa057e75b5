"""Does a certificate of a game with a state, prices or lost plays prove what it claims?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cobra.budget import Progress, limited
from cobra.certificate.checked import Checked, checked_facts
from cobra.certificate.situations.claims import proved_by, unproved
from cobra.certificate.situations.file import SituationsFile
from cobra.certificate.situations.parts import Claim, Front
from cobra.certificate.situations.rules import Checker, Counted
from cobra.certificate.situations.tables import GameTables
from cobra.interval import LOST
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class SituationsVerification(Checked[Front, Counted]):
    """What the check of a certificate found, of games with a state, prices or lost plays."""

    front: Front
    counted: Counted | None
    claims: tuple[Claim, ...] = ()
    """What is proved; nothing when something is wrong."""


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
    front = certificate.front
    claims: list[Claim] = []

    def check(tick: Callable[[], None]) -> Counted:
        checker = Checker(GameTables(front.game, limits or Limits(), memory, tick), front, tick)
        claims.extend(checker.check(certificate.parts()))
        return checker.counted

    found = checked_facts(SituationsVerification, front, game, check, time_limit, progress)
    return replace(found, claims=tuple(claims))


def best_by_claims(result: SituationsVerification, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better; see `proved_by`."""
    return proved_by(result.front, list(result.claims), strategy, _lost(result, strategy))


def not_best_by_claims(result: SituationsVerification, strategy: Strategy) -> str:
    """Return why the strategy is not proved to be the best by its objective."""
    return unproved(result.front, list(result.claims), strategy, _lost(result, strategy))


def _lost(result: SituationsVerification, strategy: Strategy) -> int:
    """Return the weight of the codes that count as lost."""
    memory = strategy.game.memory
    if memory is not None and memory.loss is not None and not result.front.won:
        return 0  # it costs something instead
    return strategy.figures.measure(LOST)
