"""What a recomputed number says about a claim."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from cobra.analysis.reproduce.claims import Claim

AGREES: Final = "agrees"
DIFFERS: Final = "differs"
NEW: Final = "new"
UNEXPECTED: Final = "unexpected"
UNFINISHED: Final = "not recomputed"
NOT_RUN: Final = "not run"
VERDICTS: Final[dict[str, str]] = {
    AGREES: "cobra finds what is published",
    DIFFERS: "cobra finds something else, and the claim says why",
    NEW: "nobody published it, and cobra finds what is known otherwise, if it is",
    UNEXPECTED: "cobra finds something else than the claim says",
    UNFINISHED: "out of reach: the claim says why, and what it would take",
    NOT_RUN: "left for another run",
}
"""What a verdict says, in the order of the tables."""


def verdict(claim: Claim, found: Mapping[str, Any] | None) -> str:
    """Return the verdict on a claim, a key of `VERDICTS`; `found` is None when nothing was recomputed."""
    if claim.unfinished is not None:
        return UNFINISHED
    if found is None:
        return NOT_RUN
    if not _all_match(claim, claim.expected, found):
        return UNEXPECTED
    if not claim.source.published:
        return NEW
    agrees = _all_match(claim, claim.published, found)
    if agrees == (claim.differs is not None):  # a difference is told where there is one, and only there
        return UNEXPECTED
    return AGREES if agrees else DIFFERS


def _all_match(claim: Claim, said: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    if claim.varied is None:
        return all(matches(name, value, found[name]) for name, value in said.items())
    return all(
        len(values) == len(found[name])
        and all(matches(name, one, other) for one, other in zip(values, found[name], strict=True))
        for name, values in said.items()
    )


def matches(measure: str, said: Any, found: Any) -> bool:
    """Return whether a number that is said is the one found.

    An `average` and the like, given as a decimal, is when what was found rounds to it; a `mean` is when it
    lies in the interval of confidence.
    """
    match measure:
        case "average" | "expected" | "entropy":
            return rounds_to(Fraction(found), said)
        case "mean":
            mean, margin = map(float, found)
            return abs(mean - float(said)) <= margin + float(_half_unit(said))
        case _:
            return bool(said == found)


def rounds_to(number: Fraction, printed: str) -> bool:
    """Return whether a number is written so when it is rounded to that many decimals, halves either way."""
    return abs(number - Fraction(printed)) <= _half_unit(printed)


def _half_unit(printed: str) -> Fraction:
    exponent = Decimal(printed).as_tuple().exponent
    assert isinstance(exponent, int)
    return Fraction(10) ** exponent / 2
