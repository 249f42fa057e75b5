"""Symmetries in searches with lies, chances and moves: the same is found with less work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.core import OptimalResult
from cobra.model.game import Game
from cobra.model.unseen import default_objective
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.memory.test_symmetry import no_graph
from tests.oracle.unseen import UnseenRules
from tests.random_cases import random_cases
from tests.unseen.test_chances import drawn_games, games_by_code
from tests.unseen.test_noise import noisy_games
from tests.unseen.test_random_games import MEMORY, table_of, unseen_games
from tests.unseen.test_values import game_of

GUESSES = """
secret code[1..2] : 0..3
lies at most 1
noise 1/10
experiment guess(g[1..2] : 0..3)
  let black = count(i in 1..2 : code[i] = g[i])
  observe black, sum(c in 0..3 : min(count(i in 1..2 : code[i] = c), count(i in 1..2 : g[i] = c))) - black
  final black = 2
"""
RING = """
secret hole : 0..7
move hole = one of (hole + 1) % 8, (hole + 7) % 8, hole
experiment look(a : 0..7, b : 0..7, c : 0..7) where a < b & b < c
  observe if hole = a | hole = b | hole = c then "one of them" else "empty"
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "objective", "within", "share"),
    [
        (cobra.load("mastermind-lie", {"pegs": 2, "colours": 4}), "worst", None, 0.1),
        (cobra.load("liar-comparisons", {"numbers": 40}), "worst", None, 0.6),
        (cobra.load_text(GUESSES), "average", None, 0.2),
        (cobra.load("fox", {"holes": 9}), "worst", None, 0.6),
        (cobra.load_text(RING), "worst", None, 0.6),
        (game_of("diluted_test"), "won", 3, 0.2),
    ],
)
def test_the_same_is_found_with_less_work(
    game: Game, objective: str, within: int | None, share: float
) -> None:
    found, without = both(game, objective, within)
    assert found.statistics["expanded"] < share * without.statistics["expanded"]


@pytest.mark.thorough
@random_cases(60)
@given(st.one_of(unseen_games(), noisy_games()))
def test_symmetry_changes_no_value(game: Game) -> None:
    both(game, default_objective(game))


def both(game: Game, objective: str, within: int | None = None) -> tuple[OptimalResult, OptimalResult]:
    """Return what is found with symmetry and without, once it is shown to be the same."""
    table = table_of(game)
    with no_graph():
        plain = table_of(game)
    found, without = (
        one.optimal(objective, within=within, threads=1, memory=MEMORY, proved=True) for one in (table, plain)
    )
    assert found.proved and (found.intervals, found.infeasible) == (without.intervals, without.infeasible)
    if not found.infeasible:
        settings = Settings(within=within)
        strategy = strategy_of(table, found.played, "optimal", settings, objective=objective)
        assert verify(strategy).problems == ()
    return found, without


@pytest.mark.thorough
@random_cases(60)
@given(st.one_of(drawn_games(), games_by_code()))
def test_symmetries_carry_chances_to_chances(game: Game) -> None:
    """Experiments go to experiments that answer the images of codes alike and as often, by other names."""
    rules = UnseenRules(game)
    numbers = {code: number for number, code in enumerate(rules.codes)}
    for symmetry in cobra.symmetry(game, equivalences=["history"]).group.symmetries:
        images = [numbers[symmetry.code(code)] for code in rules.codes]
        assert sorted(images) == list(range(len(images)))
        for number, experiment in enumerate(rules.experiments):
            other = rules.experiments.index(symmetry.experiment(experiment))
            assert columns(rules, number, range(len(images))) == columns(rules, other, images)


def columns(rules: UnseenRules, experiment: int, codes: Sequence[int]) -> Counter[tuple[object, ...]]:
    """Return how likely each answer of an experiment is for these codes, whatever it is called."""
    drawn = [
        {(values, False): chance for values, chance in rules.drawn[experiment][code].items()}
        or {rules.answers[experiment][code]: 1}
        for code in codes
    ]
    answers = {answer for said in drawn for answer in said}
    return Counter((answer[1], *(said.get(answer, 0) for said in drawn)) for answer in answers)
