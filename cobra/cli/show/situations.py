"""What is in a certificate of a game with a state, prices or lost plays, and what its check found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.certificate.situations.file import SituationsFile
from cobra.certificate.situations.parts import Claim, Front
from cobra.certificate.situations.rules import shown_toll
from cobra.certificate.situations.tolls import LOST, NEVER
from cobra.certificate.situations.verify import SituationsVerification
from cobra.cli.show.proof import judged, judged_object
from cobra.cli.show.text import duration, number, pairs, plural, size, title
from cobra.model.game import Game

_COUNTED: Final = {
    "sum": "as the sum of weight times price",
    "worst": "for a play",
    "nodes": "experiments in the tree",
}


def claim_texts(front: Front, claims: Sequence[Claim]) -> list[str]:
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


def situations_text(result: SituationsVerification, game: Game | None) -> str:
    """Return what was checked, and that the claims are proved, or what is wrong."""
    lines = ["Certificate" if game is None else title(game)]
    counted = result.counted
    if counted is not None:
        rows = [
            ("codes", number(counted.codes), "listed"),
            ("states", number(counted.states), "with experiments by the formulas of the game"),
            ("facts", number(counted.facts), f"about {plural(counted.places, 'situation')}"),
            ("by size", number(counted.by_size), ""),
            ("stuck", number(counted.stuck), ""),
            ("experiments", number(counted.experiments), "gone through, each with all its cells"),
            ("time", duration(result.seconds), ""),
        ]
        lines += pairs(rows)
    return judged(lines, result, claim_texts(result.front, result.claims), game)


def situations_object(result: SituationsVerification) -> dict[str, object]:
    """Return the check as JSON."""
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
    return judged_object(result, {"claims": claims}, result.counted)


def situations_stats(certificate: SituationsFile) -> str:
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
        ("bytes", number(len(certificate.content)), size(len(certificate.content))),
        ("game", front.game.name, ""),
        ("objective", front.objective, ""),
        ("facts", number(facts), f"about {plural(places, 'situation')}"),
        (
            "codes",
            number(largest),
            f"in the largest set, which costs {most}" if most else "in the largest set",
        ),
    ]
    claimed = (f"claimed: {text}" for text in claim_texts(front, claims))
    return "\n".join(["Certificate, not checked here", *pairs(rows), "", *claimed])
