"""Contradictions against the definition: all sets of answers, and all changes of one, are tried."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made, changed, without
from cobra.errors import GameError, StoppedError, TimeLimitError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.play.contradiction import Contradiction, contradiction
from cobra.play.position import Position
from cobra.play.read import read_history
from cobra.sat.clash import Answers, Clash
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games


def fitting(game: Game, history: tuple[Made, ...]) -> list[oracle.Code]:
    return [
        code
        for code in oracle.codes(game)
        if all(oracle.outcome(game, made.experiment, code) == made.outcome for made in history)
    ]


@pytest.mark.thorough
@random_cases(150)
@given(games(), st.data())
def test_random_answers_of_random_games(game: Game, data: st.DataObject) -> None:
    codes, experiments = oracle.codes(game), oracle.experiments(game)
    history = []
    for _ in range(data.draw(st.integers(2, 5))):
        experiment = data.draw(st.sampled_from(experiments))
        liar = data.draw(st.sampled_from(codes))
        history.append(Made(experiment, oracle.outcome(game, experiment, liar)))
    made = tuple(history)
    with patch("cobra.sat.clash._PATIENCE", data.draw(st.sampled_from([math.inf, -1.0]))):  # -1: by counting
        found = contradiction(game, made)
    if fitting(game, made):
        assert found is None
        return
    assert found is not None
    everything = range(1, len(made) + 1)

    def chosen(numbers: tuple[int, ...]) -> tuple[Made, ...]:
        return tuple(made[number - 1] for number in numbers)

    clashing = [
        numbers
        for size in everything
        for numbers in combinations(everything, size)
        if not fitting(game, chosen(numbers))
    ]
    assert found.smallest
    assert found.clash in clashing
    assert len(found.clash) == len(clashing[0])
    repairs = {
        (number, outcome): len(cell)
        for number in everything
        for outcome, cell in oracle.partition(
            game, made[number - 1].experiment, fitting(game, without(made, number))
        ).items()
    }
    assert found.complete
    assert {(one.experiment, one.outcome): one.codes for one in found.repairs} == repairs
    for one in found.repairs:
        assert one.codes == len(fitting(game, changed(made, one.experiment, one.outcome)))
    fewest = min(
        size
        for size in everything
        for numbers in combinations(everything, len(made) - size)
        if fitting(game, chosen(numbers))
    )
    assert found.fewest
    assert len(found.wrong) == fewest
    assert fitting(game, chosen(tuple(number for number in everything if number not in found.wrong)))
    assert (fewest == 1) == bool(repairs)


def clash(name: str, history: str, **params: int) -> Contradiction:
    found = contradiction(cobra.load(name, params), history)
    assert found is not None
    return found


def test_one_wrong_answer_in_mastermind() -> None:
    found = clash("mastermind", "0011 1B1W; 2233 0B0W; 4455 2B1W")
    assert found.document() == {
        "clash": [1, 3],
        "smallest": True,
        "repairs": [
            {"experiment": 1, "outcome": "0B1W", "codes": 8},
            {"experiment": 1, "outcome": "1B0W", "codes": 8},
            {"experiment": 3, "outcome": "1B1W", "codes": 24},
            {"experiment": 3, "outcome": "2B0W", "codes": 12},
            {"experiment": 3, "outcome": "0B1W", "codes": 4},
            {"experiment": 3, "outcome": "1B0W", "codes": 4},
            {"experiment": 3, "outcome": "0B2W", "codes": 12},
        ],
        "complete": True,
        "wrong": found.document()["wrong"],
        "fewest": True,
        "unlisted": None,
    }
    assert found.wrong in [(1,), (3,)]


def test_no_single_change_repairs() -> None:
    found = clash("mastermind", "0011 4B0W; 0022 4B0W; 0033 4B0W")
    assert len(found.clash) == 2
    assert found.repairs == ()
    assert found.complete
    assert len(found.wrong) == 2
    assert found.fewest


def test_an_answer_that_nothing_can_give_clashes_alone() -> None:
    found = clash("mastermind", "2345 1B0W; 0011 3B1W")  # one peg cannot be the only one misplaced
    assert found.clash == (2,)
    assert {one.experiment for one in found.repairs} == {2}
    assert sum(one.codes or 0 for one in found.repairs) == 108  # codes that give 2345 the answer 1B0W


def test_the_same_experiment_twice() -> None:
    found = clash("mastermind", "0011 1B1W; 2345 0B2W; 0011 1B0W")
    assert found.clash == (1, 3)
    assert {(one.experiment, one.text) for one in found.repairs} == {(1, "1B0W"), (3, "1B1W")}


@pytest.mark.thorough
def test_a_game_too_large_to_list() -> None:
    found = clash(
        "mastermind", "00112233 2B2W; 44556677 1B3W; 88990011 0B0W; 22334455 8B0W", pegs=8, colours=10
    )
    assert found.clash == (1, 4)
    assert [one.experiment for one in found.repairs] == [4] * 18
    assert [(one.text, one.codes) for one in found.repairs[:3]] == [("3B2W", 108), ("4B3W", 72), ("2B2W", 40)]
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    rest = read_history(game, "00112233 2B2W; 44556677 1B3W; 88990011 0B0W")
    assert sum(one.codes or 0 for one in found.repairs) == Position(game, rest).codes == 7968
    assert (found.smallest, found.complete, found.fewest, found.wrong) == (True, True, True, (4,))


@pytest.mark.thorough
def test_words_that_no_list_has_may_have_been_asked() -> None:
    found = clash("wordle", "aaaaa = g----; bbbbb = g----")
    assert found.clash == (1, 2)
    words = [
        word for word in Position(cobra.load("wordle")).list(1000) if word.count("a") == 1 and word[0] == "a"
    ]
    by_b = Counter("".join("g" if letter == "b" else "-" for letter in word) for word in words)
    assert {one.text.lower(): one.codes for one in found.repairs if one.experiment == 2} == by_b


def test_answers_of_a_game_without_any_code_are_not_to_blame() -> None:
    game = load_text('game "none"\nvariable a\nconstraint a & !a\nexperiment ask()\n observe a\n')
    with pytest.raises(GameError, match="the game has no code, whatever is answered"):
        contradiction(game, "ask yes")


def test_what_was_not_found_in_time_is_said() -> None:
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    with pytest.raises(StoppedError, match="looking for a code that fits all answers"):
        contradiction(game, "00112233 2B2W; 44556677 1B3W; 88998899 1B0W", time_limit=1e-6)


def test_a_proof_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Clash.smaller_and_smaller

    def stopped(clash: Clash) -> Iterator[tuple[Answers, bool]]:
        yield next(whole(clash))
        raise TimeLimitError("the SAT solver", 1.0)

    monkeypatch.setattr(Clash, "smaller_and_smaller", stopped)
    found = clash("mastermind", "0011 1B1W; 2233 0B0W; 4455 2B1W")
    assert found.clash == (1, 3)
    assert not found.smallest
    assert found.complete
    assert found.fewest


def test_one_answer_is_undone_or_changed() -> None:
    game = cobra.load("mastermind")
    history = read_history(game, "0011 1B1W; 2345 0B2W; 0123 1B0W")
    assert without(history, 2) == read_history(game, "0011 1B1W; 0123 1B0W")
    assert changed(history, 1, (2, 0)) == read_history(game, "0011 2B0W; 2345 0B2W; 0123 1B0W")
    for number in (0, 4):
        with pytest.raises(
            GameError, match=r"there is no experiment \d: the experiments made have the numbers 1 to 3"
        ):
            without(history, number)
    with pytest.raises(GameError, match="nothing was asked yet"):
        changed((), 1, (2, 0))
