"""What is in a certificate of a game with lies or moves, and what its check found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.verify import BeliefsVerification
from cobra.cli.show.proof import is_proved, optimum_line
from cobra.cli.show.text import bold, dump, duration, number, pairs, plural, size, title
from cobra.cli.show.verify import verification_object, verification_text
from cobra.model.game import Game
from cobra.strategy.check.verify import Verification


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
    if result.problem is not None:
        return "\n".join([*lines, "", bold("wrong: this is no proof"), f"  {result.problem}"])
    note = [] if game is not None else ["of the game whose text is in the file"]
    return "\n".join([*lines, "", bold(f"proved: {claim_text(result.front)}"), *note])


def _object(result: BeliefsVerification) -> dict[str, object]:
    claim = result.front.claim
    return {
        "correct": result.correct,
        "problem": result.problem,
        "fact": result.fact,
        "claims": [{"measure": "worst", "at_least": None if claim >= NEVER else claim}],
        "counts": None if result.counted is None else asdict(result.counted),
        "seconds": round(result.seconds, 6),
    }


def beliefs_json(result: BeliefsVerification) -> str:
    """Return the JSON document of `verify` for a certificate."""
    return dump({"certificate": _object(result)})


def both_beliefs_text(
    strategy: Verification, certificate: BeliefsVerification, objectives: Sequence[str]
) -> str:
    """Return what both checks found, and whether the strategy is the best there is."""
    text = f"{verification_text(strategy, '')}\n\n{beliefs_text(certificate, strategy.strategy.game)}\n\n"
    right = strategy.correct and certificate.correct
    return text + optimum_line(right, is_proved(strategy.strategy, objectives), objectives)


def both_beliefs_json(
    strategy: Verification, certificate: BeliefsVerification, objectives: Sequence[str]
) -> str:
    """Return the JSON document of `verify` for a strategy and a certificate."""
    document = verification_object(strategy)
    return dump({**document, "certificate": _object(certificate), "proved": list(objectives)})


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
