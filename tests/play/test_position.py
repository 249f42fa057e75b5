from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import LimitError
from cobra.options import MEMORY
from cobra.play.codemakers import make_codemaker
from cobra.play.goals import found_goals, goals_known
from cobra.play.position import Position
from cobra.play.read import read_history
from cobra.play.split import split, splits
from cobra.sat.counting import BYTES_A_NODE
from cobra.sat.manager import rooms
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games


def position(name: str, history: str = "", **params: int) -> Position:
    game = cobra.load(name, params)
    return Position(game, read_history(game, history))


def black_white(code: str, guess: str) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return black, sum(min(code.count(c), guess.count(c)) for c in set(guess)) - black


def test_the_codes_left_are_those_that_give_every_answer() -> None:
    left = position("mastermind", "0011 1B1W; 0023 0B2W")
    brute = [
        code
        for code in map("".join, product("012345", repeat=4))
        if black_white(code, "0011") == (1, 1) and black_white(code, "0023") == (0, 2)
    ]
    assert left.codes == len(brute)
    assert left.list(1000) == brute
    assert left.list(3) == brute[:3]
    assert not left.over


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("mastermind", {"pegs": 3, "colours": 4}),
        ("counterfeit-coin", {"coins": 7}),
        ("black-box", {"size": 4, "atoms": 2}),
        ("sorting", {"n": 4}),
        ("odd-coins", {}),
        ("diagnosis", {}),
    ],
)
def test_one_answer_more_is_the_same_as_all_answers_together(name: str, params: dict[str, int]) -> None:
    """What is known by dropping codes from a list is what is known by listing the game that is left."""
    random, game = Random(1), cobra.load(name, params)
    left = Position(game)
    assert left.left is not None
    while not left.over:
        whole = Position(game, left.history)
        assert whole.left is not None and left.left is not None
        assert (left.codes, left.final, left.over) == (whole.codes, whole.final, whole.over)
        assert left.list(2000) == whole.list(2000)
        assert left.left.weights() == whole.left.weights()
        assert goals_known(left) == goals_known(whole)
        assert whole.table is not None
        every, _ = whole.table.representatives(("none",), (), at_most=100_000, memory=MEMORY)
        asked = [whole.table.compiled.experiment(one) for one, _ in random.sample(every, min(9, len(every)))]
        assert splits(left, asked) == splits(whole, asked)
        for adversary in ("models", "fixed"):
            maker = make_codemaker(game, adversary)
            assert maker.answer(left, asked[0]) == maker.answer(whole, asked[0])
        asked.sort(key=lambda one: len(split(left, one).parts))
        part = random.choice(split(left, asked[-1]).parts)
        left = left.then(Made(asked[-1], part.outcome))
        if len(left.history) > 20:
            break
    assert left.history


def test_an_answer_that_no_code_gives_leaves_none() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 2})
    first, second = read_history(game, "00 2B0W; 11 2B0W")
    left = Position(game).then(first).then(second)
    assert (left.codes, left.over, left.list(5)) == (0, False, [])
    assert left.history == (first, second)


def test_many_codes_left_are_counted_not_listed() -> None:
    left = position("mastermind", "00112233 2B2W; 44556677 1B3W", pegs=8, colours=10)
    assert left.codes == 250368  # also by listing them
    assert left.table is None
    assert len(set(left.list(5))) == 5
    assert not left.over


def test_few_codes_left_of_very_many_are_listed() -> None:
    left = position("mastermind", "0000000000 = 0,0; 1111122222 = 6B4W", pegs=10, colours=10)
    assert left.codes == 100  # two of the five ones have changed places with two of the five twos
    assert left.table is not None
    assert left.list(2) == ["1112211222", "1112212122"]


@pytest.mark.thorough
def test_where_a_count_does_not_fit_into_memory_its_diagrams_make_room_for_what_is_done_instead() -> None:
    game = cobra.load("mastermind", {"pegs": 12, "colours": 12})
    history = read_history(game, "4 5 0 3 8 9 4 8 3 6 5 8 = 2B4W; 3 2 7 9 1 4 9 5 1 10 5 8 = 2B6W")
    left = Position(game, history, memory=2 * 400_000 * BYTES_A_NODE)
    assert isinstance(left.uncounted, LimitError)
    assert rooms.current is None
    assert (left.codes, left.exact) == (100, False)  # so many were found, no more looked for


def test_contradicting_answers_leave_nothing() -> None:
    left = position("mastermind", "0011 4,0; 0022 4,0")
    assert left.codes == 0
    assert left.list(5) == []
    assert not left.over


@pytest.mark.parametrize(
    ("name", "history", "over"),
    [
        ("mastermind", "0011 4B0W", True),  # hit
        ("mastermind", "3012 4B0W; 0011 2B0W", True),  # hit, and more was asked
        ("mastermind", "0011 4B0W; 0012 2B0W", False),  # no code
        ("mastermind", "0000 0,0; 1111 0,0; 2222 0,0; 3333 0,0; 4444 0,0", False),  # known, not hit
        ("counterfeit-coin", "", False),
        ("counterfeit-coin", "1 | 2 left; 1 | 3 left", True),  # identified
        ("counterfeit-coin", "1 | 2 left", False),
        ("higher-lower", "50 correct", True),
        ("jotto", "slate the word", True),
        ("jotto", "slate 3", False),
    ],
)
def test_a_game_is_over_by_its_own_rule(name: str, history: str, over: bool) -> None:
    assert position(name, history).over is over


def test_a_goal_that_is_known_ends_the_game() -> None:
    found = position("counterfeit-coin-only", "1 | 2 = balance; 1 | 3 = balance", coins=4)
    assert found.codes == 2  # the last coin, heavy or light
    assert found.over


def test_codes_that_nothing_tells_apart_end_the_game() -> None:
    text = 'game "g"\nsecret s : 1..4\nexperiment half()\n observe s <= 2\n'
    game = cobra.load_text(text)
    assert not Position(game).over
    assert Position(game, read_history(game, "half yes")).over


LAMPS = """
game "Many lamps"
secret lamp[1..25] : 0..1
goal GOAL
experiment look(i : 1..MOST) observe lamp[i]
"""
"""The lamps can be in 33,554,432 ways, more than are listed."""


@pytest.mark.parametrize(
    ("goal", "history", "found"),
    [
        ("lamp[1], lamp[2]", "1: 1", None),
        ("lamp[1], lamp[2]", "1: 1; 2: 0", "lamp[1] = 1, lamp[2] = 0"),
        ("lamp[1] + lamp[2]", "1: 1", None),
        ("lamp[1] + lamp[2]", "2: 1; 1: 1", "lamp[1] + lamp[2] = 2"),
        ("lamp[1] + lamp[25]", "1: 1; 2: 0", None),
        ("lamp[1] + lamp[25]", "1: 1; 2: 0; 3: 0", ""),
    ],
)
def test_a_goal_ends_a_game_of_too_many_codes_to_list(goal: str, history: str, found: str | None) -> None:
    """It is over when the goal is known, and when no experiment tells anything any more."""
    game = cobra.load_text(LAMPS.replace("GOAL", goal).replace("MOST", "3"))
    advice = cobra.advise(game, history)
    assert (advice.position.left, advice.codes) == (None, 2 ** (24 - history.count(";")))
    assert (advice.over, found_goals(advice.goals)) == (found is not None, found or "")
    assert bool(advice.suggestions) == (found is None)
    assert all(of.weight == advice.codes for of in advice.goals)


def test_a_play_of_too_many_codes_to_list_ends_with_the_goal() -> None:
    game = cobra.load_text(LAMPS.replace("GOAL", "lamp[1]").replace("MOST", "1"))
    (play,) = cobra.simulate(game, "first", number=1, trace=True).plays
    assert (play.length, play.left, play.found) == (1, (2**24,), f"lamp[1] = {play.history[0].outcome[0]}")


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=30, experiments=20), st.integers(0, 1000))
def test_games_are_over_where_codes_are_counted_as_where_they_are_listed(game: cobra.Game, seed: int) -> None:
    random = Random(seed)
    secret = random.choice(oracle.codes(game))
    history: list[Made] = []
    for experiment in random.choices(oracle.experiments(game), k=5):
        listed = Position(game, history)
        with pytest.MonkeyPatch.context() as patch:
            for limit in ("QUICKLY", "FEW", "LISTED"):
                patch.setattr(f"cobra.play.position.{limit}", 0)
            counted = Position(game, history)
            assert (counted.left, counted.codes) == (None, listed.codes)
            assert (counted.over, counted.final) == (listed.over, listed.final)
        known = found_goals(goals_known(listed))
        if counted.found_goal is not None:
            assert found_goals(goals_known(counted)) == known
        else:
            assert not game.goal or not all(goal.found is not None for goal in goals_known(listed))
        history.append(Made(experiment, oracle.outcome(game, experiment, secret)))


def test_only_a_game_that_a_hit_ends_remembers_it() -> None:
    text = (
        "VARIABLES a, b, c\nCONSTRAINT Exactly-1(a, b, c)\n"
        "EXPERIMENT 'some' 0\n OUTCOME 'F' a | b\n OUTCOMEX 'N' c\n"
        "EXPERIMENT 'one' 0\n OUTCOMEX 'Y' a\n OUTCOMEX 'N' !a\n"
    )
    game = cobra.load_text(text)
    left = Position(game, read_history(game, "some F; one Y"))
    assert (left.finals, left.final, left.codes, left.over) == ((True, False), False, 1, True)
    hit = position("mastermind", "3012 4B0W; 0011 2B0W")
    assert (hit.finals, hit.final) == ((True, False), True)


@pytest.mark.parametrize(("answer", "final"), [("F", True), ("N", False)])
def test_outcomes_of_the_core_language_are_final_or_not(answer: str, final: bool) -> None:
    text = (
        "VARIABLES a, b\nCONSTRAINT Exactly-1(a, b)\nALPHABET 's', 't'\nMAPPING 'M' a, b\n"
        "EXPERIMENT 'ask' 0\n OUTCOME 'F' a\n OUTCOMEX 'N' b\n"
    )
    game = cobra.load_text(text)
    left = Position(game, read_history(game, f"ask {answer}"))
    assert left.final is final
    assert left.over


@pytest.mark.slow
def test_codes_left_of_few_are_listed_though_the_secret_can_be_filled_in_many_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """49 cells have an atom or not, but only 3 have; diagrams of the ways of a ray take far more memory."""

    def count(left: Position) -> None:
        raise AssertionError(left)

    monkeypatch.setattr(Position, "_count", count)
    left = position("black-box", "shoot(4) = 5", size=7, atoms=3)
    assert (left.codes, left.exact, left.table is not None) == (186, True, True)
    assert left.list(2) == ["atom 1,1 3,2 6,2", "atom 1,1 3,3 6,3"]
