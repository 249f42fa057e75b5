"""Does a certificate of a game in which answers are wrong by chance prove what it claims?"""

from __future__ import annotations

from collections.abc import Callable

from cobra.budget import Progress, limited
from cobra.certificate.about import COSTS_MORE, OTHER_OBJECTIVE, TELLING, about_others, about_plays
from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.chances.parts import ChanceFront
from cobra.certificate.chances.rules import ChanceChecker, CountedChances
from cobra.certificate.chances.sizes import Cost
from cobra.certificate.chances.tables import ChanceTables
from cobra.certificate.checked import Checked, checked_facts
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import DEFAULT_OBJECTIVE, MEMORY, WON
from cobra.strategy.strategy import Strategy


class ChancesVerification(Checked[ChanceFront, CountedChances]):
    """What the check of a certificate found, of games with answers wrong by chance."""

    __slots__ = ()


@limited
def verify_chances(
    certificate: ChancesFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> ChancesVerification:
    """Check every fact of a certificate, and with a game, that the certificate is about that game.

    `LimitError` when the tables of the game take more than `memory` bytes, or are too long; `StoppedError`
    after `time_limit` seconds.
    """
    front = certificate.front

    def check(tick: Callable[[], None]) -> CountedChances:
        tables = ChanceTables(front.game, limits or Limits(), memory, tick)
        checker = ChanceChecker(tables, front, tick)
        checker.check(certificate.facts())
        return checker.counted

    return checked_facts(ChancesVerification, front, game, check, time_limit, progress)


def best_by_chance(result: ChancesVerification, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better: the mean, what is won within
    so many experiments, or none.

    The claim must be true, and so must be the figures of the strategy; both are about one game. So a strategy
    that costs less than the claim makes experiments that the claim is not about: see `ChanceTables.tells`.
    """
    if _about_others(result.front, strategy) is not None or _cost(strategy) != result.front.claim:
        return ()
    return (_objective(strategy),)


def not_best_by_chance(result: ChancesVerification, strategy: Strategy) -> str:
    """Return why the strategy is not proved to be the best by its objective."""
    others = _about_others(result.front, strategy)
    if others is not None:
        return others
    if _cost(strategy) < result.front.claim:
        return TELLING
    return COSTS_MORE if strategy.objective in (_objective(strategy), None) else OTHER_OBJECTIVE


def _cost(strategy: Strategy) -> Cost:
    """Return how likely the strategy loses a play, and how many experiments it makes in the mean."""
    return strategy.figures.chance_lost, strategy.figures.average


def _objective(strategy: Strategy) -> str:
    return DEFAULT_OBJECTIVE if strategy.settings.within is None else WON


def _about_others(front: ChanceFront, strategy: Strategy) -> str | None:
    settings = strategy.settings
    lengths = [length for length in (settings.within, settings.max_depth) if length is not None]
    if front.within is not None and min(lengths, default=front.within + 1) > front.within:
        return about_plays(front.within)
    begins = front.first == settings.first
    return about_others(strategy, consistent=front.consistent, first=front.first, begins=begins)
