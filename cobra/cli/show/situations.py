"""What is in a certificate of a game with a state, prices or lost plays, and what its check found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.certificate.situations.file import SituationsFile
from cobra.certificate.situations.parts import Claim, Front
from cobra.certificate.situations.rules import shown_toll
from cobra.certificate.situations.tolls import LOST, NEVER
from cobra.certificate.situations.verify import SituationsVerification
from cobra.cli.show.found import Found, Held
from cobra.cli.show.text import number, plural

_COUNTED: Final = {
    "sum": "as the sum of weight times price",
    "worst": "for a play",
    "nodes": "experiments in the tree",
}


def _claim_texts(front: Front, claims: Sequence[Claim]) -> list[str]:
    """Return claims as sentences; prices are in units of the game."""
    begin = "" if front.first is None else f" that begins with {front.first}"
    begin += " of consistent experiments" if front.consistent else ""
    return [_claim_text(front, claim, begin) for claim in claims]


def _claim_text(front: Front, claim: Claim, begin: str) -> str:
    length, price = claim.left.length, claim.left.price
    most = "" if length is None else f" in at most {plural(length, 'experiment')}"
    most += "" if price is None else f"{' and' if most else ''} with plays of at most {price:,}"
    if claim.value >= NEVER:
        return f"no strategy{begin} does it{most}"
    counted = f"costs less than {claim.value % LOST:,} {_COUNTED[claim.measure]}"
    if claim.value < LOST:
        return f"no strategy{begin}{most} {counted}"
    lost = claim.value // LOST
    return f"no strategy{begin}{most} loses less than {lost:,}, and none that loses just that {counted}"


def situations_found(result: SituationsVerification) -> Found:
    """Return what was gone through, and what is proved."""
    counted = result.counted
    rows = (
        []
        if counted is None
        else [
            ("codes", number(counted.codes), "listed"),
            ("states", number(counted.states), "with experiments by the formulas of the game"),
            ("facts", number(counted.facts), f"about {plural(counted.places, 'situation')}"),
            ("by size", number(counted.by_size), ""),
            ("stuck", number(counted.stuck), ""),
            ("experiments", number(counted.experiments), "gone through, each with all its cells"),
        ]
    )
    claims = [
        {
            "measure": claim.measure,
            "max_depth": claim.left.length,
            "max_price": claim.left.price,
            "lost": None if claim.value >= NEVER else claim.value // LOST,
            "at_least": None if claim.value >= NEVER else claim.value % LOST,
        }
        for claim in result.claims
    ]
    return Found(rows, _claim_texts(result.front, result.claims), {"claims": claims})


def situations_held(certificate: SituationsFile) -> Held:
    """Return what is in a certificate, unchecked."""
    front = certificate.front
    claims, facts, places, largest, most = [], 0, 0, 0, ""
    for part in certificate.parts():
        for fact in part.facts:
            facts += 1
            places += len(fact.places)
            if fact.codes.bit_count() > largest:
                largest, most = fact.codes.bit_count(), max(map(shown_toll, (p.value for p in fact.places)))
        claims.append(part.claim)
    rows = [
        ("game", front.game.name, ""),
        ("objective", front.objective, ""),
        ("facts", number(facts), f"about {plural(places, 'situation')}"),
        (
            "codes",
            number(largest),
            f"in the largest set, which costs {most}" if most else "in the largest set",
        ),
    ]
    return Held(rows, _claim_texts(front, claims))
