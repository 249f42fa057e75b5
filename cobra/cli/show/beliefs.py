"""What is in a certificate of a game with lies or moves, and what its check found."""

from __future__ import annotations

from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.verify import BeliefsVerification
from cobra.cli.show.proof import judged, judged_object
from cobra.cli.show.text import duration, number, pairs, plural, size, title
from cobra.model.game import Game


def claim_text(front: BeliefFront) -> str:
    """Return the claim as a sentence."""
    begin = "" if front.first is None else f" that begins with {front.first}"
    begin += " of consistent experiments" if front.consistent else ""
    if front.claim >= NEVER:
        return f"no strategy{begin} does it"
    return f"no strategy{begin} takes less than {plural(front.claim, 'experiment')} in the worst case"


def beliefs_text(result: BeliefsVerification, game: Game | None) -> str:
    """Return what was checked, and that the claim is proved, or what is wrong."""
    lines = ["Certificate" if game is None else title(game)]
    counted = result.counted
    if counted is not None:
        rows = [
            ("codes", number(counted.codes), "listed" if counted.listed else "counted, not listed"),
            ("facts", number(counted.facts), f"{number(counted.by_size)} by their size alone"),
            ("experiments", number(counted.experiments), "gone through, by the formulas of the game"),
            ("time", duration(result.seconds), ""),
        ]
        lines += pairs(rows)
    return judged(lines, result, [claim_text(result.front)], game)


def beliefs_object(result: BeliefsVerification) -> dict[str, object]:
    """Return the check as JSON."""
    claim = result.front.claim
    claims = [{"measure": "worst", "at_least": None if claim >= NEVER else claim}]
    return judged_object(result, {"claims": claims}, result.counted)


def beliefs_stats(certificate: BeliefsFile) -> str:
    """Return what is in a certificate, unchecked."""
    facts = sum(1 for _ in certificate.facts())
    rows = [
        ("bytes", number(len(certificate.content)), size(len(certificate.content))),
        ("game", certificate.front.game.name, ""),
        ("facts", number(facts), ""),
    ]
    return "\n".join(
        ["Certificate, not checked here", *pairs(rows), "", f"claimed: {claim_text(certificate.front)}"]
    )
