"""Certificates of random games with a state, prices or lost plays: the optimum has one, nothing above it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import cobra
from cobra.certificate.lines import packed_lines
from cobra.certificate.read import best_by
from cobra.certificate.situations.file import MAGIC, SituationsFile, situations_lines
from cobra.certificate.situations.make import Maker, Unprovable
from cobra.certificate.situations.parts import Claim, Fact, Front, Place
from cobra.certificate.situations.tolls import LOST, NEVER, Left, Measure, Toll, toll
from cobra.errors import CertificateError, LimitError
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.options import SEARCHED
from cobra.strategy.write import game_object
from tests.certificate.situations import by_definition, checked, front_of, made, maker, tables_of
from tests.memory.games import memory_games, priced_games
from tests.oracle import situation_proofs as naive
from tests.oracle.memory import Rules
from tests.random_cases import random_cases

MEASURES: Final[tuple[Measure, ...]] = ("sum", "worst", "nodes")


def claims(game: Game, longest: int, within: int, first: int = 0) -> list[tuple[Front, Claim]]:
    """Return what is true of a game by definition, claim by claim; `first` chooses an experiment."""
    rules = Rules(game)
    plain, wanted = front_of(game), list[tuple[Front, Measure, Left]]()
    wanted += [(plain, measure, Left(most)) for measure in MEASURES for most in (None, longest)]
    worst = by_definition(rules, plain, Claim("worst", Left(), 0))
    if worst < NEVER:
        worst %= LOST
        wanted += [(plain, "sum", Left(None, most)) for most in (worst, worst - 1) if most >= 0]
        wanted.append((plain, "nodes", Left(None, worst)))
    if rules.hit:
        consistent = front_of(game, consistent=True)
        wanted += [(consistent, measure, Left(longest)) for measure in MEASURES]
    wanted.append((front_of(game, within=True, won=True), "sum", Left(within)))
    begun = rules.experiments(rules.start)
    if begun:
        named = Notation(game).experiment(begun[first % len(begun)])
        wanted.append((front_of(game, first=named), MEASURES[first % 3], Left(longest)))
        demanded = front_of(game, first=named, consistent=rules.hit)
        wanted.append((demanded, MEASURES[first // 3 % 3], Left(longest)))
    found = []
    for front, measure, left in wanted:
        value = by_definition(rules, front, Claim(measure, left, 0))
        if value and (value < NEVER or left.length is not None):
            found.append((front, Claim(measure, left, value)))
    return found


def changed(front: Front, claim: Claim, facts: list[Fact], random: Random) -> tuple[Front, Claim, list[Fact]]:
    """Return a certificate with one thing changed, and mostly more claimed."""
    facts = list(facts)
    if random.random() < 0.5 and claim.value < NEVER:
        claim = replace(claim, value=claim.value + 1)
    number = random.randrange(len(facts)) if facts else 0
    kind = random.randrange(8 if facts else 3)
    if kind == 0:
        claim = replace(claim, left=_left(random), measure=random.choice(MEASURES))
    elif kind == 1:
        flag = random.choice(("won", "consistent"))
        front = replace(front, **{flag: not getattr(front, flag)})
    elif kind == 2:
        claim = replace(claim, value=_more(claim.value, random))
    elif kind == 3:
        del facts[number]
    elif kind == 4:
        facts[number] = replace(facts[number], codes=facts[number].codes ^ 1 << random.randrange(6))
    else:
        places = list(facts[number].places)
        at = random.randrange(len(places))
        place = places[at]
        if kind == 5:
            place = place._replace(left=_left(random))
        elif kind == 6:
            place = place._replace(state=tuple(random.randrange(value + 2) for value in place.state))
        else:
            place = place._replace(value=_more(place.value, random))
        places[at] = place
        facts[number] = replace(facts[number], places=tuple(places))
    return front, claim, facts


def _left(random: Random) -> Left:
    return Left(random.choice((None, 0, 1, 2, 3)), random.choice((None, None, 1, 5)))


def _more(value: Toll, random: Random) -> Toll:
    return NEVER if value >= NEVER else random.choice((value + 1, value + LOST, NEVER))


def judged(game: Game, longest: int, within: int, seed: int) -> None:
    """Demand of both checkers that they believe what is true, and nothing that is not."""
    tables, random, rules = tables_of(game), Random(seed), Rules(game)
    for front, claim in claims(game, longest, within, seed):
        facts = made(front, tables, claim)
        checked(front, tables, claim, facts)
        if claim.value < NEVER:
            with pytest.raises(CertificateError):
                checked(front, tables, replace(claim, value=claim.value + 1), facts)
        for number in random.sample(range(len(facts)), min(2, len(facts))):
            fact = facts[number]
            place = random.choice(fact.places)
            about = Claim(claim.measure, place.left, place.value + 1)
            if (
                place.value < NEVER
                and by_definition(rules, front, about, (fact.codes, place.state)) < about.value
            ):
                false = [place._replace(value=about.value) if one is place else one for one in fact.places]
                raised = [*facts[:number], replace(fact, places=tuple(false)), *facts[number + 1 :]]
                with pytest.raises(CertificateError, match=f"fact {number}"):
                    checked(front, tables, claim, raised)
        for _ in range(3):
            about_other, other, wrong = changed(front, claim, facts, random)
            if about_other.within and not about_other.won:
                continue
            try:
                checked(about_other, tables, other, wrong)
            except CertificateError:
                continue
            assert other.value <= by_definition(rules, about_other, other)


def test_what_is_kept_is_counted() -> None:
    game = cobra.load("egg-drop", {"floors": 20})
    tables, claim = tables_of(game), Claim("sum", Left(None), toll(0, 105))
    assert len(maker(front_of(game), tables, claim).prove(claim, None)) == 110
    with pytest.raises(LimitError) as error:
        maker(front_of(game), tables, claim, memory=50_000).prove(claim, None)
    assert error.value.name == "memory"


HIT = """secret x : 1..3
state s = 1 in 0..3
experiment a(g : 1..3)
  observe if x = g then "hit" else "no"
  final x = g
lost when s = 0 cost 1
"""


@pytest.mark.parametrize(
    "fact, reason",
    [
        (Fact(0, (Place((1,), Left(), toll(0, 1)),)), "not about codes"),
        (Fact(0b1000, (Place((1,), Left(), toll(0, 1)),)), "not about codes"),
        (Fact(0b111, (Place((3,), Left(), toll(0, 6)),)), "no play comes"),
        (Fact(0b111, (Place((4,), Left(), toll(0, 6)),)), "no such state"),
        (Fact(0b111, (Place((), Left(), toll(0, 6)),)), "no such state"),
    ],
)
def test_facts_are_about_situations_that_occur(fact: Fact, reason: str) -> None:
    game = cobra.load_text(HIT)
    with pytest.raises(CertificateError, match=reason):
        checked(front_of(game), tables_of(game), Claim("sum", Left(), toll(0, 6)), [fact])


def test_giving_up_is_possible_where_it_is_asked_how_many_are_won() -> None:
    game = cobra.load_text("secret x : 1..3 experiment a(g : 1..3) observe x = g final x = g")
    front, tables = front_of(game, won=True), tables_of(game)
    checked(front, tables, Claim("sum", Left(1), toll(2, 0)), [])
    with pytest.raises(CertificateError):
        checked(front, tables, Claim("sum", Left(1), NEVER), [])


ALIKE = """secret code[1..2] : distinct 1..3
variables bit[1..1]
{weight}
experiment ask(g[1..2] : distinct 1..3)
  observe count(i in 1..2 : code[i] = g[i])
"""
"""Nothing tells the values of `bit`: a play is over when the rest is known."""


@pytest.mark.parametrize(
    "weight, lost, total", [("", 10, 12), ("weight 1 + count(code[1] != 1, bit[1])", 21, 26)]
)
def test_a_play_that_is_over_with_its_last_experiment_is_not_lost(weight: str, lost: int, total: int) -> None:
    game = cobra.load_text(ALIKE.format(weight=weight))
    front, tables = front_of(game, within=True, won=True), tables_of(game)
    true, false = Claim("sum", Left(1), toll(lost, total)), Claim("sum", Left(1), toll(lost + 1, 0))
    assert by_definition(Rules(game), front, true) == true.value
    assert maker(front, tables, true).value(Left(1), None) == true.value
    checked(front, tables, true, made(front, tables, true))
    with pytest.raises(Unprovable):
        made(front, tables, false)
    pair = Fact(0b11, (Place((), Left(0), toll(1, 0)),))
    with pytest.raises(CertificateError, match="it costs 0, as it is stuck"):
        checked(front, tables, false, [pair])


def test_too_long_plays_are_lost_only_where_it_is_asked_how_many_are_won(tmp_path: Path) -> None:
    """Else what is true of long plays need not be true of short ones, which might be lost for less."""
    game = cobra.load_text(HIT)
    front = front_of(game, within=True)
    claim, fact = Claim("sum", Left(0), toll(0, 6)), Fact(0b111, (Place((1,), Left(3), toll(0, 6)),))
    lines = list(situations_lines(front, game_object(game), [(claim, [fact])]))
    assert not naive.believes("\n".join(lines))
    with pytest.raises(cobra.GameError, match="lost by their length"):
        SituationsFile(tmp_path, b"".join(packed_lines(MAGIC, lines)))


IDLE = """secret x : 1..4
state s = 2 in 0..2
experiment ask(g : 1..4)
  observe x = g
  final x = g
  then s = if x = g then s else s - 1
experiment wait()
  observe 1
lost when s = 0
"""
"""Two of four are lost, and one can wait as long as one likes."""


def test_more_experiments_than_anybody_needs_are_not_gone_through_one_by_one(tmp_path: Path) -> None:
    game = cobra.load_text(IDLE)
    front, tables = front_of(game, within=True, won=True), tables_of(game)
    claim = Claim("sum", Left(10**9), toll(2, 7))
    assert by_definition(Rules(game), front, replace(claim, left=Left(4))) == claim.value
    assert maker(front, tables, claim).value(claim.left, None) == claim.value
    checked(front, tables, claim, made(front, tables, claim))
    facts = []
    for within in (4, 10**9, None):
        found = cobra.optimal(game, "won", within=within, certificate=tmp_path / f"{within}.proof")
        assert found.certificate is not None
        facts.append(found.certificate.facts)
        assert cobra.verify_certificate(cobra.read_certificate(found.certificate.path)).problem is None
    assert facts == [5, 5, 5]


LIVES = """secret x : 1..4
weight if x > 1 then 1 else 3
state s = 2 in 0..2
experiment a(g : 1..4)
  observe if x = g then "hit" else "no"
  final x = g
  then s = if x = g then s else s - 1
lost when s = 0 cost 0.5
"""
"""Two of four are lost, at a price that depends on which."""


@pytest.mark.thorough
@example(cobra.load_text(LIVES), 2, 2, 0)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(memory_games(), priced_games()), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_what_is_true_by_definition_has_certificates_and_nothing_else(
    game: Game, longest: int, within: int, seed: int
) -> None:
    judged(game, longest, within, seed)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(memory_games(), priced_games()), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_much_that_is_true_has_certificates(game: Game, longest: int, within: int, seed: int) -> None:
    judged(game, longest, within, seed)


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
    for front, claim in claims(game, longest, within, seed):
        if claim.value >= NEVER:
            continue
        more = Claim(claim.measure, claim.left, claim.value + 1)
        with pytest.raises((CertificateError, Unprovable)):
            checked(front, tables, more, made(front, tables, more, Liar))
        with pytest.raises((CertificateError, Unprovable)):
            checked(front, tables, more, made(front, tables, more))


@pytest.mark.thorough
@random_cases(12)
@given(memory_games(), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_nobody_believes_a_liar(game: Game, longest: int, within: int, seed: int) -> None:
    refused(game, longest, within, seed)


@pytest.mark.slow
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(memory_games(), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9999))
def test_nobody_believes_many_liars(game: Game, longest: int, within: int, seed: int) -> None:
    refused(game, longest, within, seed)


@pytest.mark.thorough
@random_cases(25)
@given(
    game=memory_games(),
    objective=st.sampled_from(list(SEARCHED)),
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
