"""Does a certificate prove what it claims, and does a strategy attain it?"""

from __future__ import annotations

import time

from cobra.budget import Progress, limited
from cobra.certificate.checked import Checked
from cobra.certificate.claims import claims_of
from cobra.certificate.file import CertificateFile
from cobra.certificate.game import difference, experiment_number
from cobra.certificate.parts import Claim, Front
from cobra.engine.certificate import Counts, check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError, LimitError
from cobra.interval import TOTAL
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.options import MEMORY, OBJECTIVES
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
    settings, head = strategy.settings, front.head
    if head.consistent and not settings.consistent:
        return ()
    if head.first is not None and _number(strategy.game, settings.first) != head.first:
        return ()
    figures, measured = strategy.figures, "nodes" if head.measure == "nodes" else TOTAL
    values = {"worst": figures.worst, TOTAL: figures.total, "nodes": figures.nodes}
    return tuple(
        objective
        for objective in OBJECTIVES
        if all(
            measure in (measured, None) and any(_implies(claim, needed) for claim in head.claims)
            for measure, needed in claims_of(objective, settings.max_depth, values)
        )
    )


def _implies(claim: Claim, needed: Claim) -> bool:
    if claim.left is not None and (needed.left is None or needed.left > claim.left):
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
