"""True claims have accepted certificates, false ones have none: random games, and proofs made false."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cobra.certificate import Claim, Front, Generator
from cobra.certificate.parts import MEASURES, Measure
from cobra.errors import CertificateError
from cobra.model.game import Game
from tests.certificate.made import checked, generators, naively_checked
from tests.certificate.made import front as made_front
from tests.certificate.tables import symmetries, table_fronts
from tests.oracle.proofs import Refused
from tests.oracle.provers import Truth, certificate, finite
from tests.random_games import games


def claims_of(truth: Truth, left: float) -> list[tuple[float, float]]:
    """Return the most that can be claimed for any number of experiments, and for so many."""
    return [(k, truth.cost(k)) for k in (inf, left) if truth.cost(k) > 0]


def accepted_and_no_more(truth: Truth, left: int, seed: int, symmetries: Sequence[Generator]) -> None:
    """Both checkers accept what is true, and refuse one more by the same proof."""
    first = truth.front.head.first
    claims = claims_of(truth, left)
    if not claims or (first is not None and first not in dict(truth.useful(truth.table.all))):
        return
    front, items = certificate(truth, claims, Random(seed), symmetries)
    assert checked(front, items).facts > 0
    naively_checked(front, items)
    for number, (k, value) in enumerate(claims):
        if value < inf:
            more = list(front.head.claims)
            more[number] = Claim(finite(k), int(value) + 1)
            lie = replace(front, head=replace(front.head, claims=tuple(more)))
            with pytest.raises(CertificateError, match="the claims: no fact proves"):
                checked(lie, items)
            with pytest.raises(Refused):
                naively_checked(lie, items)


@pytest.mark.thorough
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(games(codes=9, experiments=12), st.sampled_from(MEASURES), st.booleans(), st.integers(0, 99))
def test_games_of_formulas(game: Game, measure: Measure, consistent: bool, seed: int) -> None:
    truth = Truth(made_front(game, measure, consistent))
    accepted_and_no_more(truth, seed % 5, seed, generators(game))


@pytest.mark.thorough
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(table_fronts(), st.integers(0, 4), st.integers(0, 99))
def test_games_that_are_tables(front: Front, left: int, seed: int) -> None:
    truth = Truth(front)
    accepted_and_no_more(truth, left, seed, symmetries(front, truth.table.rows, 3))
