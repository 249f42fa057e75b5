"""Certificates of random games with a state, prices or lost plays: the optimum has one, nothing above it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.certificate.situations.make import Maker, Unprovable
from cobra.certificate.situations.parts import Claim, Front
from cobra.certificate.situations.tolls import NEVER, Left, Toll, toll
from cobra.certificate.situations.verify import best_by
from cobra.errors import CertificateError, LimitError
from cobra.model.game import Game
from tests.certificate.situations import checked, front_of, maker, tables_of
from tests.memory.games import memory_games
from tests.oracle.memory import least

LONGEST = 9


def claims(game: Game, longest: int, within: int) -> list[tuple[Front, Claim]]:
    """Return what is true of a game by definition, claim by claim."""
    found = []
    for measure, counted in (("sum", "total"), ("worst", "worst")):
        for most in (None, longest):
            value = least(game, counted, most or LONGEST)
            if value is not None or most is not None:
                least_ = NEVER if value is None else toll(*value)
                found.append((front_of(game), Claim(measure, Left(most), least_)))  # type: ignore[arg-type]
    worst = least(game, "worst", LONGEST)
    if worst is not None:
        for most in (worst[1], worst[1] - 1):
            value = least(game, "total", LONGEST, most=most) if most >= 0 else None
            if value is not None:
                found.append((front_of(game), Claim("sum", Left(None, most), toll(*value))))
    if game.ending == "hit":
        for measure, counted in (("sum", "total"), ("worst", "worst")):
            value = least(game, counted, longest, consistent=True)
            claim = Claim(measure, Left(longest), NEVER if value is None else toll(*value))
            found.append((front_of(game, consistent=True), claim))
    won = least(game, "total", within, within=True, won_only=True)
    assert won is not None
    found.append((front_of(game, within=True, won=True), Claim("sum", Left(within), toll(*won))))
    return found


def accepted(game: Game, longest: int, within: int) -> None:
    tables = tables_of(game)
    for front, claim in claims(game, longest, within):
        checked(front, tables, claim, maker(front, tables, claim).prove(claim, None) if claim.value else [])


def test_what_is_kept_is_counted() -> None:
    game = cobra.load("egg-drop", {"floors": 20})
    tables, claim = tables_of(game), Claim("sum", Left(None), toll(0, 105))
    assert len(maker(front_of(game), tables, claim).prove(claim, None)) == 110
    with pytest.raises(LimitError) as error:
        maker(front_of(game), tables, claim, memory=50_000).prove(claim, None)
    assert error.value.name == "memory"


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(memory_games(), st.integers(1, 4), st.integers(1, 4))
def test_optima_by_definition_have_certificates(game: Game, longest: int, within: int) -> None:
    accepted(game, longest, within)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(memory_games(), st.integers(1, 4), st.integers(1, 4))
def test_many_optima_have_certificates(game: Game, longest: int, within: int) -> None:
    accepted(game, longest, within)


class Liar(Maker):
    """Says of some situations that they cost more than they do."""

    random = Random(0)

    def least(self, *arguments: Any) -> Toll:
        found = super().least(*arguments)
        if self.random.random() < 0.5 and found < NEVER:
            lie = found + self.random.choice((1, 1, 2, toll(1, 0)))
            self._known[arguments[:3]] = lie, True
            return lie
        return found

    def _demand(self, key: Any, value: Toll) -> None:
        self.least(*key, value)
        self._known[key] = value, True
        self._write(key, value)


def refused(game: Game, longest: int, within: int, seed: int) -> None:
    tables = tables_of(game)
    Liar.random = Random(seed)
    for front, claim in claims(game, longest, within):
        if claim.value >= NEVER:
            continue
        more = Claim(claim.measure, claim.left, claim.value + 1)
        with pytest.raises((CertificateError, Unprovable)):
            checked(front, tables, more, maker(front, tables, more, Liar).prove(more, None))
        with pytest.raises((CertificateError, Unprovable)):
            checked(front, tables, more, maker(front, tables, more).prove(more, None))


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(memory_games(), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_nobody_believes_a_liar(game: Game, longest: int, within: int, seed: int) -> None:
    refused(game, longest, within, seed)


@pytest.mark.slow
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(memory_games(), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_nobody_believes_many_liars(game: Game, longest: int, within: int, seed: int) -> None:
    refused(game, longest, within, seed)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    game=memory_games(),
    objective=st.sampled_from(["average", "worst", "worst-average", "average-worst", "nodes", "won"]),
)
def test_what_the_search_finds_is_proved(game: Game, objective: str, tmp_path: Path) -> None:
    proved_in_files(game, objective, tmp_path / "some.proof", within=2 if objective == "won" else None)


def proved_in_files(game: Game, objective: str, path: Path, **options: Any) -> None:
    """Let the search, the certificate and the strategy together say that nobody can do better."""
    try:
        result = cobra.optimal(game, objective, certificate=path, **options)
    except cobra.GameError:  # not every code can be hit
        assume(False)
    if result.certificate is None:
        assert "nothing to prove" in str(result.uncertified)
        return
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.SituationsFile)
    verification = cobra.verify_certificate(certificate, game)
    assert verification.problem is None
    if result.strategy is not None:
        assert objective in best_by(verification, result.strategy)
