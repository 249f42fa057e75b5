"""What the check of a certificate found, and what is in it, as text and as JSON, of whatever kind it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.verify import BeliefsVerification
from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.chances.verify import ChancesVerification
from cobra.certificate.read import not_best_by
from cobra.certificate.situations.file import SituationsFile
from cobra.certificate.situations.verify import SituationsVerification
from cobra.cli.show.beliefs import beliefs_found, beliefs_held
from cobra.cli.show.chances import chances_found, chances_held
from cobra.cli.show.found import Found, Held
from cobra.cli.show.knowledge import knowledge_found, knowledge_held
from cobra.cli.show.situations import situations_found, situations_held
from cobra.cli.show.text import bold, dump, duration, number, pairs, size, title
from cobra.cli.show.verify import verification_object, verification_text
from cobra.model.game import Game
from cobra.strategy.strategy import Strategy

if TYPE_CHECKING:
    from cobra.certificate.read import AnyCertificate, AnyVerification
    from cobra.strategy.check.verify import Verification


def certificate_text(result: AnyVerification, game: Game | None) -> str:
    """Return what was checked, and after it the claims that are proved, or what is wrong."""
    found = _found(result)
    lines = ["Certificate" if game is None else title(game)]
    lines += pairs([*found.rows, ("time", duration(result.seconds), "")]) if found.rows else []
    if result.problem is not None:
        wrong = "a proof, but not about this game" if found.rows else "this is no proof"
        return "\n".join([*lines, "", bold(f"wrong: {wrong}"), f"  {result.problem}"])
    note = [] if game is not None else ["of the game whose text is in the file"]
    return "\n".join([*lines, "", *(bold(f"proved: {claim}") for claim in found.claims), *note])


def certificate_object(result: AnyVerification) -> dict[str, object]:
    """Return the check as JSON."""
    return {
        "correct": result.correct,
        "problem": result.problem,
        "fact": result.fact,
        **_found(result).document,
        "counts": None if result.counted is None else asdict(result.counted),
        "seconds": round(result.seconds, 6),
    }


def _found(result: AnyVerification) -> Found:
    """Return what there is to show of a check."""
    if isinstance(result, SituationsVerification):
        return situations_found(result)
    if isinstance(result, BeliefsVerification):
        return beliefs_found(result)
    if isinstance(result, ChancesVerification):
        return chances_found(result)
    return knowledge_found(result)


def both_text(
    strategy: Verification, certificate: AnyVerification, checked: str, objectives: Sequence[str]
) -> str:
    """Return what both checks found, and by which objectives the strategy is the best there is."""
    text = f"{verification_text(strategy, '')}\n\n{checked}\n\n"
    return text + bold(_optimum_line(strategy, certificate, objectives))


def _optimum_line(strategy: Verification, certificate: AnyVerification, objectives: Sequence[str]) -> str:
    """Return whether a strategy and a certificate together prove an optimum, and by which objectives."""
    if not (strategy.correct and certificate.correct):
        return "wrong: this proves no optimum"
    if is_proved(strategy.strategy, objectives):
        return f"optimum proved: strategy verified, certificate checked; best by {', '.join(objectives)}"
    return f"no optimum: {not_best_by(certificate, strategy.strategy)}"


def is_proved(strategy: Strategy, objectives: Sequence[str]) -> bool:
    """Return whether a strategy is proved to be the best by its own objective, without one by any."""
    return bool(objectives) if strategy.objective is None else strategy.objective in objectives


def both_json(strategy: Verification, checked: Mapping[str, object], objectives: Sequence[str]) -> str:
    """Return the JSON document of `verify` for a strategy and a certificate."""
    document = verification_object(strategy)
    return dump({**document, "certificate": checked, "proved": list(objectives)})


def stats(certificate: AnyCertificate) -> str:
    """Return what is in a certificate, unchecked."""
    held = _held(certificate)
    bytes_ = len(certificate.content)
    rows = pairs([("bytes", number(bytes_), size(bytes_)), *held.rows])
    claimed = (f"claimed: {claim}" for claim in held.claims)
    return "\n".join(["Certificate, not checked here", *rows, "", *claimed])


def _held(certificate: AnyCertificate) -> Held:
    """Return what there is to show of what is in a certificate."""
    if isinstance(certificate, SituationsFile):
        return situations_held(certificate)
    if isinstance(certificate, BeliefsFile):
        return beliefs_held(certificate)
    if isinstance(certificate, ChancesFile):
        return chances_held(certificate)
    return knowledge_held(certificate)
