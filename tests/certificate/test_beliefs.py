"""Certificates of random games with lies or moves: the least worst case has one, nothing above it."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.certificate.beliefs.make import BeliefMaker, UnprovableError
from cobra.certificate.beliefs.parts import NEVER, BeliefFact, BeliefFront
from cobra.certificate.beliefs.rules import BeliefChecker
from cobra.certificate.beliefs.sets import SetTables, belief_tables
from cobra.certificate.beliefs.tables import BeliefTables
from cobra.certificate.beliefs.verify import BeliefsVerification
from cobra.certificate.read import best_by
from cobra.cli.main import cobra as command
from cobra.errors import CertificateError, LimitError
from cobra.limits import Limits
from cobra.model.game import Game, Unseen
from tests.oracle import belief_proofs as naive
from tests.oracle.unseen import least_worst
from tests.random_cases import random_cases
from tests.unseen.test_random_games import unseen_games

MEMORY = 1 << 28
LONGEST = 10


def tables_of(game: Game) -> BeliefTables:
    return BeliefTables(game, Limits(), MEMORY, lambda: None)


def made(tables: BeliefTables, claim: int) -> list[BeliefFact]:
    return BeliefMaker(tables, False, MEMORY, lambda: None).prove(claim, None)


def checked(tables: BeliefTables, claim: int, facts: list[BeliefFact]) -> None:
    """Check a certificate, and demand that the naive checker thinks of it the same."""
    plain = [(fact.belief, inf if fact.value >= NEVER else fact.value) for fact in facts]
    try:
        naive.check(tables.game, plain, inf if claim >= NEVER else claim)
    except naive.Refused:
        is_believed = False
    else:
        is_believed = True
    try:
        BeliefChecker(tables, BeliefFront(tables.game, False, None, claim), lambda: None).check(facts)
    except CertificateError:
        assert not is_believed
        raise
    assert is_believed


def worst(game: Game) -> int:
    """Return the least worst case by definition; more than `LONGEST` where it is more, or there is none."""
    try:
        value = least_worst(game, LONGEST)
    except LimitError:
        assume(False)
    return LONGEST + 1 if value is None else value


def judged(game: Game, seed: int) -> None:
    value, tables, random = worst(game), tables_of(game), Random(seed)
    if value == 0:
        return
    facts = made(tables, value)
    checked(tables, value, facts)
    if value > LONGEST:
        return
    with pytest.raises(UnprovableError):
        made(tables, value + 1)
    for _ in range(20):  # none of the certificates made wrong proves more
        lies = [
            BeliefFact(fact.belief, random.choice([fact.value, fact.value + 1, NEVER]))
            for fact in facts
            if random.random() < 0.9
        ]
        start = [fact for fact in lies if fact.belief == tables.start]
        if not start:
            lies.append(BeliefFact(tables.start, value + 1))
        with pytest.raises(CertificateError):
            checked(tables, value + 1, lies)


@pytest.mark.thorough
@random_cases(15)
@given(unseen_games(), st.integers(0, 9999))
def test_the_least_worst_case_has_a_certificate_and_no_more(game: Game, seed: int) -> None:
    judged(game, seed)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(unseen_games(), st.integers(0, 9999))
def test_many_worst_cases_have_certificates(game: Game, seed: int) -> None:
    judged(game, seed)


@pytest.mark.parametrize(
    "name, definitions, claim",
    [
        ("liar", {"numbers": 5}, 6),
        ("liar-comparisons", {"numbers": 8}, 7),
        ("liar-coins", {}, 5),
        ("fox", {}, 6),
        ("mastermind-lie", {"pegs": 2, "colours": 3}, 5),
    ],
)
def test_known_games(name: str, definitions: dict[str, Any], claim: int, tmp_path: Path) -> None:
    game = cobra.load(name, definitions)
    path = tmp_path / "some.proof"
    result = cobra.optimal(game, certificate=path)
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.BeliefsFile) and certificate.front.claim == claim
    verification = cobra.verify_certificate(certificate, game)
    assert verification.problem is None and result.strategy is not None
    assert best_by(verification, result.strategy) == ("worst",)
    naive.check_text("\n".join(certificate.lines()))


def test_facts_alike_where_the_form_does_not_show_that_any_set_may_be_asked(tmp_path: Path) -> None:
    """No set names 0, so each stands for one with 0, too; the certificate tells of each belief by itself."""
    game = cobra.load_text("secret x : 0..3 lies at most 2 experiment ask(s : set of 1..3) observe x in s")
    cobra.optimal(game, certificate=tmp_path / "some.proof")
    certificate = cobra.read_certificate(tmp_path / "some.proof")
    assert isinstance(certificate, cobra.BeliefsFile)
    lines = list(certificate.lines())
    beliefs = [line.split()[1].split("+") for line in lines if line.startswith("fact")]
    told = {tuple(int(part, 16).bit_count() for part in belief) for belief in beliefs}
    assert (certificate.front.claim, len(beliefs), len(told)) == (8, 12, 5)
    naive.check_text("\n".join(lines))


@pytest.mark.parametrize(
    ("numbers", "lies", "facts"),
    [
        (64, 1, 0),
        (64, 2, 0),
        (10**6, 3, 0),
        (5, 1, 1),
        (5, 2, 10),
        (51, 1, 1),
        (9, 1, 1),
        (9, 2, 26),
        (93, 1, 1),
    ],
)
def test_numbers_are_counted_where_any_set_may_be_asked(
    numbers: int, lies: int, facts: int, tmp_path: Path
) -> None:
    game, path = cobra.load("liar", {"numbers": numbers, "lies": lies}), tmp_path / "liar.proof"
    result = cobra.optimal(game, certificate=path)
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.BeliefsFile) and certificate.front.claim == result.row.worst
    verification = cobra.verify_certificate(certificate, game)
    assert isinstance(verification, BeliefsVerification)
    assert verification.counted is not None and verification.problem is None
    assert (verification.counted.listed, verification.counted.codes) == (False, numbers)
    assert verification.counted.facts == facts
    if numbers <= 5:
        naive.check_text("\n".join(certificate.lines()))
    more = SetTables(game, game.unseen or Unseen(0, ()), lambda: None)
    with pytest.raises(CertificateError):  # nothing more is proved by it
        front = BeliefFront(game, False, None, result.row.worst + 1)
        BeliefChecker(more, front, lambda: None).check([])


def test_a_fact_is_about_as_many_numbers() -> None:
    """It is true of any so many, but written of the first ones."""
    game = cobra.load("liar", {"numbers": 5})
    tables = belief_tables(game, Limits(), MEMORY, lambda: None)
    checked(tables, 6, [BeliefFact((0b11111, 0), 6)])
    for belief in ((0b11110, 0), (0b1, 0b11000), (0b111110, 0)):
        with pytest.raises(CertificateError, match="is not about"):
            BeliefChecker(tables, BeliefFront(game, False, None, 5), lambda: None).check(
                [BeliefFact(belief, 2)]
            )


RING = """game "A cat in a ring"
secret hole : 0..4
move hole = one of (hole + 1) % 5, (hole + 4) % 5
experiment look(place : 0..4)
  observe if hole = place then "the cat" else "empty"
  final hole = place
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "definitions", "claim"),
    [("fox", {"holes": 7}, 10), ("mastermind-lie", {"pegs": 2, "colours": 4}, 6)],
)
def test_what_is_kept_is_counted(name: str, definitions: dict[str, Any], claim: int) -> None:
    tables = tables_of(cobra.load(name, definitions))
    assert made(tables, claim)
    with pytest.raises(LimitError) as error:
        BeliefMaker(tables, False, 20_000, lambda: None).prove(claim, None)
    assert error.value.name == "memory"


def test_what_nobody_can_do_and_the_commands(tmp_path: Path) -> None:
    """Facts that lean on each other prove that no strategy finds the cat."""
    (tmp_path / "ring.cb").write_text(RING)
    game, path, best = str(tmp_path / "ring.cb"), str(tmp_path / "ring.proof"), str(tmp_path / "fox.json")
    run = CliRunner().invoke
    assert run(command, ["optimal", game, "--proof", path]).exit_code == 0
    found = run(command, ["verify", path, game])
    assert found.exit_code == 0 and "proved: no strategy does it" in found.output
    assert "claim impossible" in run(command, ["proof", "show", path]).output
    assert "claimed: no strategy does it" in run(command, ["proof", "stats", path]).output
    assert run(command, ["optimal", "fox", "--proof", path, "-o", best]).exit_code == 0
    found = run(command, ["verify", best, path])
    assert found.exit_code == 0 and "optimum proved" in found.output
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[:-9])
    assert run(command, ["verify", path]).exit_code == 1
