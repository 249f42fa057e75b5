"""What is in a certificate of a game with lies or moves, and what its check found."""

from __future__ import annotations

from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.verify import BeliefsVerification
from cobra.cli.show.found import Found, Held
from cobra.cli.show.text import number, plural


def _claim_text(front: BeliefFront) -> str:
    """Return the claim as a sentence."""
    begin = "" if front.first is None else f" that begins with {front.first}"
    begin += " of consistent experiments" if front.consistent else ""
    if front.claim >= NEVER:
        return f"no strategy{begin} does it"
    return f"no strategy{begin} takes less than {plural(front.claim, 'experiment')} in the worst case"


def beliefs_found(result: BeliefsVerification) -> Found:
    """Return what was gone through, and what is claimed."""
    counted = result.counted
    rows = (
        []
        if counted is None
        else [
            ("codes", number(counted.codes), "listed" if counted.listed else "counted, not listed"),
            ("facts", number(counted.facts), f"{number(counted.by_size)} by their size alone"),
            ("experiments", number(counted.experiments), "gone through, by the formulas of the game"),
        ]
    )
    claim = result.front.claim
    claims = [{"measure": "worst", "at_least": None if claim >= NEVER else claim}]
    return Found(rows, [_claim_text(result.front)], {"claims": claims})


def beliefs_held(certificate: BeliefsFile) -> Held:
    """Return what is in a certificate, unchecked."""
    front, facts = certificate.front, sum(1 for _ in certificate.facts())
    return Held([("game", front.game.name, ""), ("facts", number(facts), "")], [_claim_text(front)])
