"""Does a certificate prove what it claims, and does a strategy attain it?"""

from __future__ import annotations

import time
from collections.abc import Sequence

from cobra.budget import Progress, limited
from cobra.certificate.about import (
    COSTS_MORE,
    LOSES_NOTHING,
    NOT_AS_LONG,
    OTHER_OBJECTIVE,
    about_others,
    about_plays,
    most_telling,
)
from cobra.certificate.checked import Checked
from cobra.certificate.claims import claims_of
from cobra.certificate.file import CertificateFile
from cobra.certificate.game import difference, experiment_number
from cobra.certificate.parts import Claim, Front
from cobra.engine.certificate import Counts, check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError, LimitError
from cobra.interval import MEASURES, TOTAL
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.options import MEMORY, OBJECTIVES, WON
from cobra.strategy.strategy import Strategy


class CertificateVerification(Checked[Front, Counts]):
    """What the check of a certificate found, of a game in which only what is known changes."""

    __slots__ = ()


@limited
def verify_knowledge(
    certificate: CertificateFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> CertificateVerification:
    """Check every fact of a certificate, and with a game, that the certificate is about that game.

    What checks is `rust/cobra-check`, which shares nothing with the search. `LimitError` when more than
    `memory` bytes are needed; `StoppedError` after `time_limit` seconds.
    """
    started = time.perf_counter()
    run = Run(time_limit, progress)
    counted, problem, fact = None, None, None
    try:
        counted = check_certificate(certificate.content, memory, run)
    except CertificateError as error:
        problem, fact = str(error), error.fact
    if problem is None and game is not None:
        other = difference(certificate.front, game)
        problem = None if other is None else f"it is a certificate for another game: {other}"
    return CertificateVerification(certificate.front, counted, problem, fact, time.perf_counter() - started)


def proved(front: Front, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better.

    The claims of the certificate must be true, and so must be the figures of the strategy; both are about one
    game.
    """
    if _about_others(front, strategy) is not None:
        return ()
    return tuple(objective for objective in OBJECTIVES if not _lacking(front, strategy, objective))


def unproved(front: Front, strategy: Strategy) -> str:
    """Return why nothing is `proved` by the objective of the strategy, without one by any."""
    others = _about_others(front, strategy)
    if others is not None:
        return others
    asked = OBJECTIVES if strategy.objective is None else [strategy.objective]
    lacking = [_lacking(front, strategy, objective) for objective in asked if objective in OBJECTIVES]
    return most_telling([reason for reasons in lacking for reason in reasons] or [OTHER_OBJECTIVE])


def _about_others(front: Front, strategy: Strategy) -> str | None:
    settings, head = strategy.settings, front.head
    if settings.within is not None or strategy.figures.lost:  # what is lost makes sums smaller
        return OTHER_OBJECTIVE if strategy.objective == WON else LOSES_NOTHING
    begins = head.first is not None and _number(strategy.game, settings.first) == head.first
    first = None if head.first is None else f"experiment {head.first}"
    return about_others(strategy, consistent=head.consistent, first=first, begins=begins)


def _lacking(front: Front, strategy: Strategy, objective: str) -> list[str]:
    """Return why claims are not there that would say that no strategy is better; nothing when all are."""
    figures, measured = strategy.figures, "nodes" if front.head.measure == "nodes" else TOTAL
    values = {"worst": figures.worst, TOTAL: figures.total, "nodes": figures.nodes}
    needed = claims_of(objective, strategy.settings.max_depth, values)
    lacking = []
    for number, (measure, claim) in enumerate(needed):
        if claim.value == 0:
            continue  # nothing costs less
        if measure not in (measured, None):
            lacking.append(OTHER_OBJECTIVE)
        elif not any(_implies(known, claim) for known in front.head.claims):
            about_worst = measure is None or MEASURES[objective][number] == "worst"
            lacking.append(NOT_AS_LONG if about_worst else _why(front.head.claims, claim))
    return lacking


def _why(claims: Sequence[Claim], needed: Claim) -> str:
    """Return why none of the claims says that it costs so much."""
    if any(_covers(claim, needed) for claim in claims):
        return COSTS_MORE
    return about_plays(max(claim.left for claim in claims if claim.left is not None))


def _covers(claim: Claim, needed: Claim) -> bool:
    """Return whether a claim is about all plays that the other one is about."""
    return claim.left is None or (needed.left is not None and needed.left <= claim.left)


def _implies(claim: Claim, needed: Claim) -> bool:
    if not _covers(claim, needed):
        return False
    if claim.value is None or needed.value == 0:
        return True
    return needed.value is not None and needed.value <= claim.value


def _number(game: Game, first: str | None) -> int | None:
    """Return the number of an experiment, None when it cannot be found."""
    if first is None:
        return None
    experiment = Notation(game).parse_experiment(first)
    try:
        return experiment_number(game, experiment)
    except LimitError:
        return None
