"""A prover that lies about what states cost, or about what their sizes say, finds nobody to believe it."""

from __future__ import annotations

from functools import cache
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cobra.certificate import Front
from cobra.certificate.file import certificate_bytes
from tests.certificate.tables import symmetries, table_fronts
from tests.certificate.test_mutants import judge
from tests.oracle.provers import Truth, certificate
from tests.random_cases import random_cases


class Liar(Truth):
    """Says of some states, or of all, that they cost more; of some sets that they do so by their size."""

    def __init__(self, front: Front, random: Random) -> None:
        super().__init__(front)
        honest, bound, share = self.least, self.table.bound, random.choice((0.0, 0.2, 1.0))
        about_bounds = share == 0 or random.random() < 0.3

        @cache
        def lie(*_: object) -> int:
            return random.choice((1, 1, 5)) if random.random() < (share or 0.3) else 0

        def least(state: tuple[int, ...], after_final: bool, left: float) -> float:
            return honest(state, after_final, left) + (lie(state, after_final, left) if share else 0)

        def too_much(state: tuple[int, ...], after_final: bool, left: float) -> float:
            return bound(state, after_final, left) + lie("size", len(state), after_final)

        self.least: Any = least
        if about_bounds:
            self.table.bound = too_much


def lies(front: Front, left: float, random: Random, path: Path) -> None:
    """Let a liar prove one more than is true, and nobody believe it."""
    truth = Truth(front).cost(left)
    if truth < inf:
        generators = symmetries(Truth(front).table, 2)
        for value in (truth + 1, inf):
            written = certificate(Liar(front, random), [(left, value)], random, generators)
            assert judge(b"".join(certificate_bytes(*written)), path) == "refused"


@pytest.mark.thorough
@random_cases(60)
@given(front=table_fronts(most=5), left=st.sampled_from((inf, inf, 1, 2, 3, 4)), seed=st.integers(0, 9999))
def test_lies_about_random_games(front: Front, left: float, seed: int, tmp_path: Path) -> None:
    lies(front, left, Random(seed), tmp_path / "lie.proof")


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(front=table_fronts(most=7), left=st.sampled_from((inf, inf, 1, 2, 3, 4, 5)), seed=st.integers(0, 9999))
def test_thousands_of_lies(front: Front, left: float, seed: int, tmp_path: Path) -> None:
    lies(front, left, Random(seed), tmp_path / "lie.proof")
