"""Formulas on many plays at once, listed codes and inseparable pairs, against the oracle."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.budget import Deadline
from cobra.errors import GameError, LimitError
from cobra.language.load import library, load_text
from cobra.model.answers import parse_outcome, show_outcome
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.check.codes import codes
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.separate import separable
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games
from tests.strategy.made import SMALL

quick = random_cases(60)


def nothing() -> None:
    pass


def check_answers(game: Game) -> None:
    meaning = Meaning(game, 10**6, MEMORY, nothing)
    listed = oracle.codes(game)
    assert meaning.codes == listed
    assert meaning.weights == [oracle.weight_of(game, code) for code in listed]
    goals = [oracle.goal_value(game, code) for code in listed]
    for a, b in combinations(range(len(listed)), 2):
        assert (meaning.goals[a] == meaning.goals[b]) == (goals[a] == goals[b])
    plays = [(e, code) for e in oracle.experiments(game) for code in range(len(listed))]
    expected = [
        (oracle.outcome(game, e, listed[code]), oracle.is_final(game, e, listed[code]), ())
        for e, code in plays
    ]
    assert meaning.answers(plays) == expected
    for (experiment, _), (values, _, _) in zip(plays, expected, strict=True):
        assert meaning.allows(experiment)
        answer = game.experiments[experiment[0]].answer
        assert parse_outcome(answer, show_outcome(answer, values)) == values


@pytest.mark.thorough
@quick
@given(games())
def test_random_games(game: Game) -> None:
    check_answers(game)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(SMALL.keys() - {"quordle"}))  # its states are too many to be listed
def test_games_of_the_library(name: str) -> None:
    check_answers(cobra.load(name, SMALL[name]))


@pytest.mark.thorough
@quick
@given(games(codes=10))
def test_inseparable_codes(game: Game) -> None:
    meaning = Meaning(game, 10**6, MEMORY, nothing)
    pairs = list(combinations(range(len(meaning.codes)), 2))
    expected = {
        (a, b)
        for a, b in pairs
        if any(
            oracle.outcome(game, e, meaning.codes[a]) != oracle.outcome(game, e, meaning.codes[b])
            for e in oracle.experiments(game)
        )
    }
    assert separable(meaning, pairs, Deadline()) == expected


@pytest.mark.parametrize("name", sorted(library().keys() - {"black-box"}))
def test_codes_of_the_library(name: str) -> None:
    game = cobra.load(name)
    assert list(codes(game, 10**6, nothing)) == oracle.codes(game)


def test_a_game_without_codes_and_one_with_too_many() -> None:
    with pytest.raises(GameError, match="the game has no code"):
        Meaning(load_text("variable a constraint a & !a experiment e() observe a"), 100, MEMORY, nothing)
    with pytest.raises(LimitError) as caught:
        list(codes(cobra.load("mastermind", {"pegs": 12, "colours": 12}), 10**4, nothing))
    assert (caught.value.name, caught.value.limit) == ("codes", 10**4)
    huge = "secret s : 1..3 secret t : 1..3 experiment e(a : set of 1..30) observe s in a"
    assert len(list(codes(load_text(huge), 12, nothing))) == 9


def test_the_memory_is_limited() -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    needed = 27 * (500 + 3 * 16)
    assert len(Meaning(game, 1000, needed, nothing).codes) == 27
    with pytest.raises(LimitError) as caught:
        Meaning(game, 1000, needed - 1, nothing)
    assert (caught.value.name, caught.value.needed) == ("memory", needed)


def test_what_is_no_experiment() -> None:
    game = load_text("secret s : 1..5 experiment e(a : set(2) of 1..5) where 1 in a observe s in a")
    meaning = Meaning(game, 100, MEMORY, nothing)
    assert [meaning.allows((0, (mask,))) for mask in (0b00011, 0b00110, 0b00111, 0b00001)] == [
        True,
        False,
        False,
        False,
    ]


def test_a_game_that_does_not_say_what_is_answered() -> None:
    text = 'variables a, b experiment ask() outcome "one" : a outcome "two" : b'
    meaning = Meaning(load_text(text), 100, MEMORY, nothing)
    both = meaning.codes.index((1, 1))
    neither = meaning.codes.index((0, 0))
    with pytest.raises(GameError) as caught:
        meaning.answers([((0, ()), both)])
    assert str(caught.value) == "the game does not say what the answer to ask of a b is: one and two all hold"
    with pytest.raises(GameError) as caught:
        meaning.answers([((0, ()), both ^ both), ((0, ()), neither)])
    assert "the game does not say what the answer to ask of" in str(caught.value)


@pytest.mark.thorough
@given(st.text(alphabet="0123456789BW-, ", max_size=8))
def test_outcomes_that_are_none(text: str) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    answer = game.experiments[0].answer
    shown = {f"{b}B{w}W" for b in range(3) for w in range(3)}
    try:
        assert show_outcome(answer, parse_outcome(answer, text)) == text
        assert text in shown
    except GameError:
        assert text not in shown


def test_outcomes_with_two_readings() -> None:
    text = 'secret s : 1..12 secret t : 1..12 experiment e() observe s, t as "{}{}"'
    answer = load_text(text).experiments[0].answer
    assert parse_outcome(answer, "12") == (1, 2)
    assert parse_outcome(answer, "1212") == (12, 12)
    with pytest.raises(GameError, match="'112' is more than one outcome"):
        parse_outcome(answer, "112")
