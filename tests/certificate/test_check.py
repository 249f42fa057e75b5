"""True claims have accepted certificates, false ones have none: random games, and proofs made false."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cobra.certificate import Claim, Fact, Front, Generator, Head
from cobra.certificate.file import certificate_bytes
from cobra.certificate.parts import MEASURES, Measure
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError, LimitError, StoppedError
from cobra.language.load import load, load_text
from cobra.model.game import Game
from cobra.model.spaces import codes
from tests.certificate.made import checked, generators, naively_checked
from tests.certificate.made import front as made_front
from tests.certificate.tables import symmetries, table_fronts
from tests.oracle.proofs import Refused
from tests.oracle.provers import Truth, certificate, finite
from tests.random_games import core_texts, games, is_small


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


@pytest.mark.thorough
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(core_texts(), st.integers(0, 99))
def test_games_as_people_write_them(text: str, seed: int) -> None:
    """The whole core language is read, not only what `expand` writes."""
    game = load_text(text)
    assume(is_small(game, 8, 30))
    start = made_front(game, "sum")
    listed = tuple(sum(bit << place for place, bit in enumerate(code)) for code in codes(game))
    start = replace(start, variables=len(game.codes.slots), codes=listed, head=replace(start.head, game=text))
    accepted_and_no_more(Truth(start), seed % 4, seed, ())


def test_operators_and_comments_are_read() -> None:
    """One code satisfies all of these, so that a formula misread shows."""
    text = """VARIABLES a, 'b c', "d" # the secret: a, not b, d
    RESTRICTION a && ¬'b c' CONSTRAINT 'b c' → a & !a CONSTRAINT d <- a <- 'b c'
    CONSTRAINT (a ↔ 'b c' <-> !d) CONSTRAINT AND(a, d) CONSTRAINT Or('b c', d)
    CONSTRAINT Exactly-2(a, 'b c', d) CONSTRAINT AtLeast-1(d) CONSTRAINT AtMost-2(a, d, 'b c')
    CONSTRAINT a -> 'b c' -> !a CONSTRAINT 'b c' or a AND d CONSTRAINT ∨(a) ∧ !(!d)
    ALPHABET 'x', "y" MAPPING 'F' a, 'b c' EXPERIMENT "e" 2 PARAMS_SORTED 1, 2 PARAMS_DISTINCT 2, 1
    OUTCOME 'yes' F$1 & !F$2 OUTCOMEX 'no' !(F$1 & !F$2)
    """
    head = Head("confirm", "sum", False, None, (Claim(None, 1),), text)
    found = Front(head, 3, (0b101,), None, None, 1)
    assert checked(found, [Fact((0,), None, 1)]).experiments == 1
    naively_checked(found, [Fact((0,), None, 1)])
    for wrong in (0b001, 0b111, 0b100):
        with pytest.raises(CertificateError, match="does not satisfy the constraints"):
            checked(replace(found, codes=(wrong,)), [Fact((0,), None, 1)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o' b", 'there is no variable "b"'),
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o' F$1", 'there is no mapping "F"'),
        ("VARIABLES a, a EXPERIMENT 'e' 0 OUTCOME 'o' a", "a variable is defined twice"),
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o' (a", "unexpected end after 9 words"),
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o", "a quote is not closed"),
        ("VARIABLES a EXPERIMENT 'e' 0 PARAMS_SORTED 1 OUTCOME 'o' a", "there is no parameter 1"),
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o' " + 500 * "!" + "a", "a formula is nested too deeply"),
        ("VARIABLES a EXPERIMENT 'e' 2000 OUTCOME 'o' a", "an experiment has too many parameters"),
        ("VARIABLES a", "there are no variables, or no experiments"),
        ("VARIABLES a; EXPERIMENT", "unexpected ';'"),
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o' a OUTCOME 'p' a", "experiment 0: code 0 has two outcomes"),
        ("VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'o' !a", "experiment 0: code 0 has no outcome"),
    ],
)
def test_games_that_are_none(text: str, message: str) -> None:
    found = Front(Head("hit", "sum", False, None, (Claim(None, 1),), text), 1, (1,), None, None, 1)
    with pytest.raises(CertificateError) as raised:
        checked(found, [Fact((0,), None, 1)])
    assert message in str(raised.value)


def test_memory_and_time_are_limited() -> None:
    found = made_front(load("mastermind", {"pegs": 2, "colours": 3}), "sum")
    found = replace(found, head=replace(found.head, claims=(Claim(None, 21),)))
    content = b"".join(certificate_bytes(found, [Fact(tuple(range(9)), None, 21)]))
    with pytest.raises(LimitError, match="memory"):
        check_certificate(content, 100, Run())
    with pytest.raises(StoppedError):
        check_certificate(content, 1 << 30, Run(0.0))
    assert check_certificate(content, 1 << 20, Run(60.0)).facts == 1


def test_a_list_may_lack_codes() -> None:
    """What holds for some codes holds for all; where it need not, all must be listed."""
    start = made_front(load("mastermind", {"pegs": 2, "colours": 3}), "sum")
    some = replace(start, codes=start.codes[:6], head=replace(start.head, claims=(Claim(None, 11),)))
    assert Truth(some).cost() >= 11
    assert checked(some, [Fact(tuple(range(6)), None, 11)]).codes == 6
    with pytest.raises(CertificateError, match="the codes: some codes are missing"):
        checked(replace(some, head=replace(some.head, consistent=True)), [Fact(tuple(range(6)), None, 11)])
