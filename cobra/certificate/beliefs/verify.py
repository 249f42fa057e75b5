"""Does a certificate of a game with lies or moves prove what it claims?"""

from __future__ import annotations

from collections.abc import Callable

from cobra.budget import Progress, limited
from cobra.certificate.about import COSTS_MORE, OTHER_OBJECTIVE, about_others
from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.rules import BeliefChecker, CountedBeliefs
from cobra.certificate.beliefs.sets import belief_tables
from cobra.certificate.checked import Checked, checked_facts
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.strategy import Strategy


class BeliefsVerification(Checked[BeliefFront, CountedBeliefs]):
    """What the check of a certificate found, of the worst case of games with lies or moves."""

    __slots__ = ()


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
    front = certificate.front

    def check(tick: Callable[[], None]) -> CountedBeliefs:
        tables = belief_tables(front.game, limits or Limits(), memory, tick)
        checker = BeliefChecker(tables, front, tick)
        checker.check(certificate.facts())
        return checker.counted

    return checked_facts(BeliefsVerification, front, game, check, time_limit, progress)


def best_at_worst(result: BeliefsVerification, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better: the worst case, or none.

    The claim must be true, and so must be the figures of the strategy; both are about one game.
    """
    if _about_others(result.front, strategy) is not None:
        return ()
    claim, figures = result.front.claim, strategy.figures
    return ("worst",) if not figures.lost and figures.worst <= claim < NEVER else ()


def not_best_at_worst(result: BeliefsVerification, strategy: Strategy) -> str:
    """Return why the strategy is not proved to be the best by its objective."""
    others = _about_others(result.front, strategy)
    if others is not None:
        return others
    return COSTS_MORE if strategy.objective in ("worst", None) else OTHER_OBJECTIVE


def _about_others(front: BeliefFront, strategy: Strategy) -> str | None:
    begins = front.first == strategy.settings.first
    return about_others(strategy, consistent=front.consistent, first=front.first, begins=begins)
