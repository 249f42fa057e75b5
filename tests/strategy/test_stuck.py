"""Whether anything is left to find out, in games with a state, against the definition."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given

from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.stuck import is_stuck
from tests.memory.games import memory_games
from tests.oracle.memory import Rules
from tests.random_cases import random_cases

DOORS = """game "Two doors"
state open = 0 in 0..3
lost when open = 3
secret x : 1..3
experiment wait()
  where open < 2
  observe 0
  then open = min(open + 1, 2)
experiment shout()
  where open < 2
  observe 0
  then open = 3
experiment look()
  where open >= 2
  observe x = 1
"""
"""Nothing tells before the second wait; a shout opens more, but the play is lost then."""
SHUT = DOORS.replace("min(open + 1, 2)", "min(open + 1, 1)")
"""Where waiting opens the first door only."""


def check(text: str, state: tuple[int, ...], codes: tuple[int, ...]) -> bool:
    game = load_text(text)
    return is_stuck(Meaning(game, Limits().codes, 1 << 20, lambda: None), state, codes)


@pytest.mark.parametrize("state", [(0,), (1,), (2,)])
def test_what_can_be_found_out_later_is_not_stuck(state: tuple[int, ...]) -> None:
    assert not check(DOORS, state, (0, 1, 2))
    assert not check(DOORS, state, (0, 1))
    assert check(DOORS, state, (1, 2))


def test_what_comes_after_a_lost_play_helps_nobody() -> None:
    assert check(SHUT, (0,), (0, 1, 2))
    assert check(SHUT, (1,), (0, 1, 2))
    assert not check(SHUT, (2,), (0, 1, 2))


@pytest.mark.thorough
@given(memory_games())
@random_cases(120)
def test_random_games(game: Game) -> None:
    rules = Rules(game)
    meaning = Meaning(game, Limits().codes, 1 << 24, lambda: None)
    assert meaning.codes == rules.codes
    for state in dict.fromkeys([rules.start, *rules._reached(rules.all, rules.start)]):
        for number in range(2, min(4, len(rules.all)) + 1):
            for left in combinations(rules.all, number):
                if rules.hit or not rules.is_won(left, False):
                    assert is_stuck(meaning, state, left) == rules.is_stuck(left, state), (state, left)
