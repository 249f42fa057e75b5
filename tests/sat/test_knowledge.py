"""Consistent codes, fixed variables, outcomes and exact counts, against the definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.errors import GameError
from cobra.language.load import load
from cobra.model.game import Assignment, Game
from cobra.sat.counting import count_codes, count_outcomes
from cobra.sat.knowledge import SatKnowledge
from cobra.sat.outcomes import possible_outcomes
from cobra.sat.solver import solver_names
from tests import oracle
from tests.random_cases import random_cases
from tests.sat.random_games import games


@pytest.mark.thorough
@random_cases(80)
@given(games(), st.data())
def test_random_games(game: Game, data: st.DataObject) -> None:
    codes = oracle.codes(game)
    experiments = oracle.experiments(game)
    history = []
    for _ in range(data.draw(st.integers(0, 2))):
        if codes and experiments:
            experiment = data.draw(st.sampled_from(experiments))
            cells = oracle.partition(game, experiment, codes)
            outcome = data.draw(st.sampled_from(sorted(cells, key=str)))
            codes = cells[outcome]
            history.append((experiment, outcome))
    with SatKnowledge(game, history) as knowledge:
        assert knowledge.is_satisfiable() == bool(codes)
        assert knowledge.one_code() in (codes or [None])
        assert sorted(knowledge.codes()) == sorted(codes)
        assert dict(knowledge.fixed_variables()) == (oracle.fixed_variables(game, codes) if codes else {})
        assert sorted(knowledge.codes()) == sorted(codes)  # the questions before changed nothing
        assert knowledge.count() == count_codes(game, history) == len(codes)
        for experiment in experiments[:5]:
            cells = oracle.partition(game, experiment, codes)
            counts = count_outcomes(game, experiment, history)
            assert list(counts.items()) == [(outcome, len(cell)) for outcome, cell in cells.items()]
            assert set(knowledge.outcomes(experiment)) == set(cells)
            assert all(knowledge.is_possible(experiment, outcome) for outcome in cells)


@random_cases(40)
@given(games())
def test_possible_outcomes_of_random_games(game: Game) -> None:
    codes = oracle.codes(game)
    expected: list[set[tuple[object, ...]]] = [set() for _ in game.experiments]
    for experiment in oracle.experiments(game):
        expected[experiment[0]] |= {oracle.outcome(game, experiment, code) for code in codes}
    for number in range(len(game.experiments)):
        found = list(possible_outcomes(game, number))
        assert len(found) == len(set(found))
        assert set(found) == expected[number]


def answer(code: Assignment, guess: Assignment) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return black, sum(min(code.count(c), guess.count(c)) for c in set(code)) - black


TWELVE = [
    ((7, 0, 6, 6, 9, 0, 11, 7, 4, 11, 3, 9), (2, 4)),
    ((1, 5, 0, 0, 0, 10, 8, 0, 6, 10, 3, 6), (1, 3)),
]
"""Two guesses of Mastermind with 12 pegs and 12 colours, with answers."""


@pytest.mark.slow
def test_a_code_among_eight_trillion() -> None:
    game = load("mastermind", {"pegs": "12", "colours": "12"})
    history = [((0, guess), outcome) for guess, outcome in TWELVE]
    with SatKnowledge(game, history) as knowledge:
        found = []
        for code in knowledge.codes():
            found.append(code)
            if len(found) == 50:
                break
        assert len(set(found)) == 50
        assert all(answer(code, guess) == outcome for code in found for guess, outcome in TWELVE)
        for proposition, value in knowledge.fixed_variables():
            peg, colour = divmod(proposition, 12)
            assert all((code[peg] == colour) == value for code in found)
        knowledge.learn((0, found[0]), (12, 0))
        assert list(knowledge.codes()) == [found[0]]
        assert knowledge.count() == 1
        assert len(knowledge.fixed_variables()) == 144


def test_answers_that_contradict_each_other() -> None:
    game = load("mastermind")
    with SatKnowledge(game, [((0, (0, 0, 0, 0)), (4, 0)), ((0, (1, 1, 1, 1)), (1, 0))]) as knowledge:
        assert not knowledge.is_satisfiable()
        assert knowledge.one_code() is None
        assert list(knowledge.codes()) == []
        assert knowledge.fixed_variables() == []
        assert knowledge.count() == 0


def test_an_answer_that_does_not_exist() -> None:
    with (
        SatKnowledge(load("mastermind")) as knowledge,
        pytest.raises(GameError, match="no answer has the value 5"),
    ):
        knowledge.learn((0, (0, 0, 1, 1)), (5, 0))


@pytest.mark.parametrize("solver", solver_names())
def test_every_solver_gives_the_same_answers(solver: str) -> None:
    game = load("mastermind", {"pegs": "3", "colours": "4"})
    history = [((0, (0, 0, 1)), (1, 1))]
    codes = [code for code in oracle.codes(game) if answer(code, (0, 0, 1)) == (1, 1)]
    with SatKnowledge(game, history, solver) as knowledge:
        assert sorted(knowledge.codes()) == codes
        assert set(knowledge.outcomes((0, (0, 1, 2)))) == {answer(code, (0, 1, 2)) for code in codes}
        assert dict(knowledge.fixed_variables()) == oracle.fixed_variables(game, codes)
        assert knowledge.one_code() in codes
    assert set(possible_outcomes(game, 0, solver)) == {
        answer(code, guess) for code in oracle.codes(game) for guess in [(0, 0, 0), (0, 0, 1), (0, 1, 2)]
    }
