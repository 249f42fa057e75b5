"""What is in a certificate of a game in which answers are wrong by chance, and what its check found."""

from __future__ import annotations

from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.chances.parts import ChanceFront
from cobra.certificate.chances.verify import ChancesVerification
from cobra.cli.show.found import Found, Held
from cobra.cli.show.text import number, plural


def _claim_text(front: ChanceFront) -> str:
    """Return the claim as a sentence."""
    begin = "" if front.first is None else f" that begins with {front.first}"
    begin += " of consistent experiments" if front.consistent else ""
    within = "" if front.within is None else f" within {plural(front.within, 'experiment')}"
    lost, experiments = front.claim
    if front.impossible:
        return f"no strategy{begin} does it{within}"
    mean = f"takes less than {experiments} experiments in the mean"
    if lost:
        most = f"no strategy{begin} wins more than {1 - lost} of all plays{within}"
        return f"{most}, and none that wins as many {mean}"
    wins = f" that wins all plays{within}" if within else ""
    return f"no strategy{begin}{wins} {mean}"


def chances_found(result: ChancesVerification) -> Found:
    """Return what was gone through, and what is claimed."""
    counted = result.counted
    rows = (
        []
        if counted is None
        else [
            ("codes", number(counted.codes), "listed"),
            ("facts", number(counted.facts), f"{number(counted.by_size)} by their size alone"),
            ("experiments", number(counted.experiments), "gone through, by the formulas of the game"),
        ]
    )
    lost, experiments = result.front.claim
    claims = [{"max_depth": result.front.within, "lost": str(lost), "average": str(experiments)}]
    return Found(rows, [_claim_text(result.front)], {"claims": claims})


def chances_held(certificate: ChancesFile) -> Held:
    """Return what is in a certificate, unchecked."""
    front, facts = certificate.front, sum(1 for _ in certificate.facts())
    return Held([("game", front.game.name, ""), ("facts", number(facts), "")], [_claim_text(front)])
