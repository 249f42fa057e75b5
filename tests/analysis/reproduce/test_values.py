"""What other tests of known values do not look at: every such claim comes out as it says."""

from __future__ import annotations

from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce.claims import Claim, claims
from cobra.analysis.reproduce.recompute import recompute
from cobra.analysis.reproduce.verdict import AGREES, DIFFERS, NEW, NOT_RUN, UNFINISHED, verdict
from tests.test_known_values import tier

ELSEWHERE = {"codes", "experiments", "classes", "total", "worst", "distribution", "first"}
"""Measures that tests/test_known_values.py compares, or tests/analysis/static/test_published.py."""
KINDS = ("equivalence", "partition")


def mark(claim: Claim) -> Any:
    name = " ".join(map(str, [claim.game, *claim.params.values(), *claim.conditions.values(), claim.what]))
    return pytest.param(claim, id=f"{name} {claim.entry['source']}", marks=tier(claim.entry))


def others() -> list[Any]:
    return [
        mark(claim)
        for claim in claims()
        if claim.unfinished is None
        and (claim.what in KINDS or {*claim.measures} - ELSEWHERE or claim.differs)
    ]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("claim", others())
def test_a_claim_comes_out_as_it_says(claim: Claim) -> None:
    found = recompute(claim, threads=1)
    expected = DIFFERS if claim.differs else AGREES if claim.source.published else NEW
    assert verdict(claim, found) == expected, found


@pytest.mark.slow
def test_everything_comes_out_as_it_says() -> None:
    result = cobra.reproduce(everything=True)
    assert result.stopped is None
    assert result.expected
    assert result.verdicts[NOT_RUN] == 0
    assert result.verdicts.keys() <= {AGREES, DIFFERS, NEW, UNFINISHED}


@pytest.mark.slow
def test_what_is_quick_of_some_topics_comes_out_as_it_says() -> None:
    topics = ("words", "questions")
    result = cobra.reproduce(topics)
    assert result.stopped is None
    assert result.expected
    assert result.verdicts[NOT_RUN] == 0
    assert result.left_out == sum(claim.part != "quick" for claim in claims(topics))
