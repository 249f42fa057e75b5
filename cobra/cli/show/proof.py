"""What the check of a certificate found, and what is in it, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from cobra.certificate.parts import Claim, Fact, Head
from cobra.cli.show.text import bold, dump, duration, number, pairs, plural, size, title
from cobra.cli.show.verify import verification_object, verification_text
from cobra.model.game import Game
from cobra.strategy.strategy import Strategy

if TYPE_CHECKING:
    from cobra.certificate.beliefs.rules import CountedBeliefs
    from cobra.certificate.chances.rules import CountedChances
    from cobra.certificate.file import CertificateFile
    from cobra.certificate.read import AnyVerification
    from cobra.certificate.situations.rules import Counted
    from cobra.certificate.verify import CertificateVerification
    from cobra.engine.certificate import Counts
    from cobra.strategy.check.verify import Verification


def claim_texts(head: Head) -> list[str]:
    """Return the claims as sentences."""
    what = "as the sum of weight times length" if head.measure == "sum" else "experiments in the tree"
    begin = "" if head.first is None else f" that begins with experiment {head.first}"
    begin += " of consistent experiments" if head.consistent else ""
    return [_claim_text(claim, what, begin) for claim in head.claims]


def _claim_text(claim: Claim, what: str, begin: str) -> str:
    most = "" if claim.left is None else f" in at most {plural(claim.left, 'experiment')}"
    if claim.value is None:
        return f"no strategy{begin} does it{most}"
    return f"no strategy{begin}{most} costs less than {claim.value:,} {what}"


def certificate_text(result: CertificateVerification, game: Game | None) -> str:
    """Return what was checked by which rule, and that the claims are proved, or what is wrong."""
    lines = ["Certificate" if game is None else title(game)]
    counts = result.counts
    if counts is not None:
        rows = [
            ("codes", number(counts.codes), "listed"),
            ("experiments", number(counts.experiments), "outcomes by the formulas of the game"),
            ("symmetries", number(counts.elements), ""),
            ("facts", number(counts.facts), f"{number(counts.facts_by_size)} by their size alone"),
            ("by size", number(counts.by_size), "experiments whose cells cost enough by their sizes"),
            ("by facts", number(counts.by_facts), f"by {plural(counts.named, 'fact')} about their cells"),
            ("by symmetry", number(counts.by_symmetry), "as they are like an earlier one"),
            ("without use", number(counts.useless), "that make no progress, or are not allowed"),
            ("time", duration(result.seconds), ""),
        ]
        lines += pairs(rows)
    wrong = "this is no proof" if counts is None else "a proof, but not about this game"
    return judged(lines, result, claim_texts(result.front.head), game, wrong)


def judged(
    lines: Sequence[str],
    result: AnyVerification,
    claims: Sequence[str],
    game: Game | None,
    wrong: str = "this is no proof",
) -> str:
    """Return what was checked, and after it the claims that are proved, or what is wrong."""
    if result.problem is not None:
        return "\n".join([*lines, "", bold(f"wrong: {wrong}"), f"  {result.problem}"])
    note = [] if game is not None else ["of the game whose text is in the file"]
    return "\n".join([*lines, "", *(bold(f"proved: {claim}") for claim in claims), *note])


def certificate_object(result: CertificateVerification) -> dict[str, object]:
    """Return the check as JSON."""
    head = result.front.head
    claims = [{"max_depth": claim.left, "at_least": claim.value} for claim in head.claims]
    return judged_object(result, {"measure": head.measure, "claims": claims}, result.counts)


def judged_object(
    result: AnyVerification,
    claims: Mapping[str, object],
    counts: Counts | CountedBeliefs | CountedChances | Counted | None,
) -> dict[str, object]:
    """Return a check of any certificate as JSON."""
    return {
        "correct": result.correct,
        "problem": result.problem,
        "fact": result.fact,
        **claims,
        "counts": None if counts is None else asdict(counts),
        "seconds": round(result.seconds, 6),
    }


def both_text(
    strategy: Verification, certificate: AnyVerification, checked: str, objectives: Sequence[str]
) -> str:
    """Return what both checks found, and by which objectives the strategy is the best there is."""
    text = f"{verification_text(strategy, '')}\n\n{checked}\n\n"
    right = strategy.correct and certificate.correct
    return text + _optimum_line(right, is_proved(strategy.strategy, objectives), objectives)


def _optimum_line(right: bool, best: bool, objectives: Sequence[str]) -> str:
    """Return whether a strategy and a certificate together prove an optimum, and by which objectives."""
    if not right:
        return bold("wrong: this proves no optimum")
    if best:
        by = ", ".join(objectives)
        return bold(f"optimum proved: strategy verified, certificate checked; best by {by}")
    return bold("no optimum: the strategy costs more than the certificate proves to be needed")


def is_proved(strategy: Strategy, objectives: Sequence[str]) -> bool:
    """Return whether a strategy is proved to be the best by its own objective, without one by any."""
    return bool(objectives) if strategy.objective is None else strategy.objective in objectives


def both_json(strategy: Verification, checked: Mapping[str, object], objectives: Sequence[str]) -> str:
    """Return the JSON document of `verify` for a strategy and a certificate."""
    document = verification_object(strategy)
    return dump({**document, "certificate": checked, "proved": list(objectives)})


def stats(certificate: CertificateFile) -> str:
    """Return what is in a certificate, unchecked."""
    front = certificate.front
    generators = facts = plain = codes = largest = entries = images = named = 0
    for item in certificate.items():
        if isinstance(item, Fact):
            facts += 1
            plain += not item.entries
            codes += len(item.codes)
            largest = max(largest, len(item.codes))
            entries += len(item.entries)
            images += sum(not entry.cells for entry in item.entries)
            named += sum(len(entry.cells) for entry in item.entries)
        else:
            generators += 1
    head = front.head
    rows = [
        ("bytes", number(len(certificate.content)), size(len(certificate.content))),
        ("game", number(len(head.game.encode("utf-8"))), "bytes of formulas as text"),
        ("ending", head.ending, ""),
        ("codes", number(front.codes), ""),
        ("experiments", number(front.experiments), ""),
        ("symmetries", number(generators), ""),
        ("facts", number(facts), f"{number(plain)} without entries"),
        ("sets", number(codes), f"codes in all, {number(largest)} in the largest"),
        (
            "entries",
            number(entries),
            f"{number(images)} of them by a symmetry; {plural(named, 'cell')} named",
        ),
    ]
    return "\n".join(
        ["Certificate, not checked here", *pairs(rows), "", *(f"claimed: {t}" for t in claim_texts(head))]
    )
