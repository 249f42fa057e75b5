"""What is said of experiments whose outcome is drawn: all that may be observed counts."""

from __future__ import annotations

import pytest
from hypothesis import given

import cobra
from cobra.analysis.bounds import Bounds
from cobra.engine.run import Run
from cobra.errors import GameError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.play.begin import new_positions
from cobra.play.read import read_answer, read_experiment
from cobra.sat.wellformed import prove_well_formed
from cobra.web.describe import describe
from tests.oracle.unseen import UnseenRules
from tests.random_cases import random_cases
from tests.unseen.test_chances import drawn_games, games_by_code
from tests.unseen.test_random_games import MEMORY

TOLD = """
secret x : 1..9
experiment told() observe 0 with 1/10, x with 9/10
experiment guess(g : 1..9) observe x = g final x = g
"""
"""What is seen first, `told = 0`, says nothing of the secret."""
PAIRS = """
secret x : 1..4
experiment pair(i : 1..4, j : 1..4) where i < j observe x = i | x = j with 1/2, x = i with 1/2
experiment guess(g : 1..4) observe x = g final x = g
"""
"""In the other order a pair says the same in one of two cases only."""
ALIKE = """
secret x : 1..3
experiment ask(g : 1..3) observe "Yes" with 1/2, (if x = g then {value} else "Yes") with 1/2
experiment guess(g : 1..3) observe x = g final x = g
"""


def test_bounds_hold_whatever_is_drawn() -> None:
    """With nine of ten plays over after two experiments no mean is as great as that of guesses alone."""
    found = cobra.info(load_text(TOLD))
    assert (found.branching, found.bounds) == (10, Bounds(2, 17, 9))


@pytest.mark.thorough
@random_cases(60)
@given(drawn_games() | games_by_code())
def test_the_largest_branching_is_that_of_the_definition(game: Game) -> None:
    if game.unseen is None or game.unseen.moves:
        return
    rules = UnseenRules(game)
    answers = [
        [set(said) or {truth} for said, truth in zip(drawn, truths, strict=True)]
        for drawn, truths in zip(rules.drawn, rules.answers, strict=True)
    ]
    assert cobra.info(game).branching == max(len(set.union(*of)) for of in answers)


def test_answers_that_can_be_chosen_and_those_in_a_message() -> None:
    game = load_text(TOLD)
    types = describe(game, new_positions(game, Run(None, None), MEMORY, None)(()))["types"]
    assert types[0]["answer"]["outcomes"] == [str(value) for value in range(10)]
    with pytest.raises(GameError, match=r"The outcomes are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9$"):
        read_answer(game, (0, ()), "ten")


def test_a_pair_in_another_order_teaches_something_else() -> None:
    with pytest.raises(GameError, match=r"exclude it; did you mean 'pair 1 \| 2'"):
        read_experiment(Notation(load_text(PAIRS)), "pair 2 | 1")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ('"yes"', ['ask 1 is answered by "Yes" for the code 3, and also by "yes" for the code 1']),
        ('"no"', []),
        ("7", []),
    ],
)
def test_what_is_drawn_looks_different(value: str, shown: list[str]) -> None:
    proofs = prove_well_formed(load_text(ALIKE.format(value=value)))
    assert [proof.counterexample for proof in proofs if not proof.holds] == shown
