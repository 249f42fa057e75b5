"""What is in a certificate of a game in which only what is known changes, and what its check found."""

from __future__ import annotations

from cobra.certificate.file import CertificateFile
from cobra.certificate.parts import Claim, Fact, Head
from cobra.certificate.verify import CertificateVerification
from cobra.cli.show.found import Found, Held
from cobra.cli.show.text import number, plural


def _claim_texts(head: Head) -> list[str]:
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


def knowledge_found(result: CertificateVerification) -> Found:
    """Return what was checked by which rule, and what is claimed."""
    head, counts = result.front.head, result.counted
    rows = (
        []
        if counts is None
        else [
            ("codes", number(counts.codes), "listed"),
            ("experiments", number(counts.experiments), "outcomes by the formulas of the game"),
            ("symmetries", number(counts.elements), ""),
            ("facts", number(counts.facts), f"{number(counts.facts_by_size)} by their size alone"),
            ("by size", number(counts.by_size), "experiments whose cells cost enough by their sizes"),
            ("by facts", number(counts.by_facts), f"by {plural(counts.named, 'fact')} about their cells"),
            ("by symmetry", number(counts.by_symmetry), "as they are like an earlier one"),
            ("without use", number(counts.useless), "that make no progress, or are not allowed"),
        ]
    )
    claims = [{"max_depth": claim.left, "at_least": claim.value} for claim in head.claims]
    return Found(rows, _claim_texts(head), {"measure": head.measure, "claims": claims})


def knowledge_held(certificate: CertificateFile) -> Held:
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
    return Held(rows, _claim_texts(head))
