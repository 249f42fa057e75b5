"""Constraints that contradict each other leave no code, however they are written."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra._core import Control
from cobra.engine.compile import compile_game
from cobra.language.load import load_text
from cobra.model.after import game_after
from cobra.model.game import Game
from tests import oracle
from tests.engine.games import MEMORY
from tests.random_cases import random_cases
from tests.random_games import games

TEXT = """
secret code : 1..3
variables bit[1..3]
constraint if bit[3] then bit[2] & code != 1 else code = 3 | bit[1]
experiment ask() observe count(i in 1..3 : bit[i])
"""


def codes(game: Game) -> int:
    return compile_game(game).engine().enumerate(10**6, MEMORY, Control())


@pytest.mark.parametrize(("one", "other"), [(a, b) for a in range(1, 4) for b in range(1, 4)])
def test_two_values_of_one_sum(one: int, other: int) -> None:
    game = load_text(TEXT)
    made = (0, ())
    assert codes(game_after(game, [(made, (one,)), (made, (other,))])) == (
        {1: 4, 2: 5, 3: 2}[one] if one == other else 0
    )


def test_the_answers_are_said_to_contradict_each_other() -> None:
    result = cobra.advise(load_text(TEXT), "ask=1; ask=2")
    assert (result.codes, result.over) == (0, False)
    assert result.contradiction is not None
    assert result.contradiction.clash == (1, 2)


WEIGHTED = """
alphabet sym = {"one", "two"}
secret code[1..3] : sym
constraint code[3] != "one"
experiment ask(g[1..3] : sym) observe 3 * count(i in 1..3 : code[i] = g[i])
"""


def test_two_values_of_a_weighted_sum() -> None:
    """That of a code's own letters fixes them all; a bound on the sum then sees it."""
    game = load_text(WEIGHTED)
    listed, experiments = oracle.codes(game), oracle.experiments(game)
    for first, second in product(experiments, repeat=2):
        for one, other in product((0, 3, 6, 9), repeat=2):
            wanted = [(one,), (other,)]
            left = [c for c in listed if [oracle.outcome(game, e, c) for e in (first, second)] == wanted]
            assert codes(game_after(game, [(first, (one,)), (second, (other,))])) == len(left)


@pytest.mark.thorough
@random_cases(80)
@given(games(codes=24, experiments=24), st.data())
def test_answers_to_random_games(game: Game, data: st.DataObject) -> None:
    """Two answers to each of some experiments, which may be those of different codes."""
    listed, experiments = oracle.codes(game), oracle.experiments(game)
    history = []
    for experiment in data.draw(st.lists(st.sampled_from(experiments), min_size=1, max_size=3)):
        answering = data.draw(st.lists(st.sampled_from(listed), min_size=1, max_size=2))
        history += [(experiment, oracle.outcome(game, experiment, code)) for code in answering]
    left = [
        code for code in listed if all(oracle.outcome(game, made, code) == answer for made, answer in history)
    ]
    assert codes(game_after(game, history)) == len(left)
