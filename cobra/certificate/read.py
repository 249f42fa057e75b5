"""Certificates read and checked, of whatever games they are."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias, overload

from cobra.arguments import checked
from cobra.budget import Progress
from cobra.certificate.beliefs.file import MAGIC as OF_BELIEFS
from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.verify import (
    BeliefsVerification,
    best_at_worst,
    not_best_at_worst,
    verify_beliefs,
)
from cobra.certificate.chances.file import MAGIC as OF_CHANCES
from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.chances.verify import (
    ChancesVerification,
    best_by_chance,
    not_best_by_chance,
    verify_chances,
)
from cobra.certificate.file import CertificateFile, content_of
from cobra.certificate.situations.file import MAGIC, SituationsFile
from cobra.certificate.situations.verify import (
    SituationsVerification,
    best_by_claims,
    not_best_by_claims,
    verify_situations,
)
from cobra.certificate.verify import CertificateVerification, proved, unproved, verify_knowledge
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.strategy import Strategy

AnyCertificate: TypeAlias = CertificateFile | SituationsFile | BeliefsFile | ChancesFile
AnyVerification: TypeAlias = (
    CertificateVerification | SituationsVerification | BeliefsVerification | ChancesVerification
)


@checked
def read_certificate(path: str | Path, limits: Limits | None = None) -> AnyCertificate:
    """Return a certificate; `GameError` when it cannot be read. Nothing is checked but the form."""
    path = Path(path)
    content = content_of(path)
    if content.startswith(OF_BELIEFS):
        return BeliefsFile(path, content, limits)
    if content.startswith(OF_CHANCES):
        return ChancesFile(path, content, limits)
    if content.startswith(MAGIC):
        return SituationsFile(path, content, limits)
    return CertificateFile(path, content)


@overload
def verify_certificate(
    certificate: CertificateFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> CertificateVerification: ...


@overload
def verify_certificate(
    certificate: SituationsFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> SituationsVerification: ...


@overload
def verify_certificate(
    certificate: BeliefsFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> BeliefsVerification: ...


@overload
def verify_certificate(
    certificate: ChancesFile,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> ChancesVerification: ...


@checked
def verify_certificate(
    certificate: AnyCertificate,
    game: Game | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> AnyVerification:
    """Check every fact of a certificate, and with a game, that the certificate is about that game.

    What checks is `rust/cobra-check`, or, of games with a state, prices or lost plays,
    `cobra/certificate/situations`, of those with lies or moves `cobra/certificate/beliefs`, or
    `cobra/certificate/chances` where answers are wrong by chance; all share nothing with the search.
    `LimitError` when more than `memory` bytes are needed, or the game written out is too big; `StoppedError`
    after `time_limit` seconds.
    """
    if isinstance(certificate, BeliefsFile):
        return verify_beliefs(
            certificate, game, memory=memory, time_limit=time_limit, limits=limits, progress=progress
        )
    if isinstance(certificate, ChancesFile):
        return verify_chances(
            certificate, game, memory=memory, time_limit=time_limit, limits=limits, progress=progress
        )
    if isinstance(certificate, SituationsFile):
        return verify_situations(
            certificate, game, memory=memory, time_limit=time_limit, limits=limits, progress=progress
        )
    return verify_knowledge(certificate, game, memory=memory, time_limit=time_limit, progress=progress)


def best_by(result: AnyVerification, strategy: Strategy) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better, if any.

    What the certificate claims must be true, and so must be the figures of the strategy; both are about one
    game.
    """
    if isinstance(result, SituationsVerification):
        return best_by_claims(result, strategy)
    if isinstance(result, BeliefsVerification):
        return best_at_worst(result, strategy)
    if isinstance(result, ChancesVerification):
        return best_by_chance(result, strategy)
    return proved(result.front, strategy)


def not_best_by(result: AnyVerification, strategy: Strategy) -> str:
    """Return why `best_by` names no objective, or not that of the strategy; both have been found right."""
    if isinstance(result, SituationsVerification):
        return not_best_by_claims(result, strategy)
    if isinstance(result, BeliefsVerification):
        return not_best_at_worst(result, strategy)
    if isinstance(result, ChancesVerification):
        return not_best_by_chance(result, strategy)
    return unproved(result.front, strategy)
