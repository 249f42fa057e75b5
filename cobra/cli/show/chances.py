"""What is in a certificate of a game in which answers are wrong by chance, and what its check found."""

from __future__ import annotations

from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.chances.parts import ChanceFront
from cobra.certificate.chances.verify import ChancesVerification
from cobra.cli.show.proof import judged, judged_object
from cobra.cli.show.text import duration, number, pairs, plural, size, title
from cobra.model.game import Game


def claim_text(front: ChanceFront) -> str:
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


def chances_text(result: ChancesVerification, game: Game | None) -> str:
    """Return what was checked, and that the claim is proved, or what is wrong."""
    lines = ["Certificate" if game is None else title(game)]
    counted = result.counted
    if counted is not None:
        rows = [
            ("codes", number(counted.codes), "listed"),
            ("facts", number(counted.facts), f"{number(counted.by_size)} by their size alone"),
            ("experiments", number(counted.experiments), "gone through, by the formulas of the game"),
            ("time", duration(result.seconds), ""),
        ]
        lines += pairs(rows)
    return judged(lines, result, [claim_text(result.front)], game)


def chances_object(result: ChancesVerification) -> dict[str, object]:
    """Return the check as JSON."""
    lost, experiments = result.front.claim
    claims = [{"max_depth": result.front.within, "lost": str(lost), "average": str(experiments)}]
    return judged_object(result, {"claims": claims}, result.counted)


def chances_stats(certificate: ChancesFile) -> str:
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
