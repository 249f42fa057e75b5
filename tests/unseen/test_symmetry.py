"""Symmetries in searches with lies, chances and moves: the same is found with less work."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cobra
from cobra.engine.core import OptimalResult
from cobra.model.game import Game
from cobra.model.unseen import default_objective
from tests.memory.test_symmetry import no_graph
from tests.unseen.test_noise import noisy_games
from tests.unseen.test_random_games import MEMORY, table_of, unseen_games, verified

GUESSES = """
secret code[1..2] : 0..2
lies at most 1
noise 1/10
experiment guess(g[1..2] : 0..2)
  let black = count(i in 1..2 : code[i] = g[i])
  observe black, sum(c in 0..2 : min(count(i in 1..2 : code[i] = c), count(i in 1..2 : g[i] = c))) - black
  final black = 2
"""
RING = """
secret hole : 0..7
move hole = one of (hole + 1) % 8, (hole + 7) % 8, hole
experiment look(a : 0..7, b : 0..7, c : 0..7) where a < b & b < c
  observe if hole = a | hole = b | hole = c then "one of them" else "empty"
"""


@pytest.mark.parametrize(
    ("game", "objective", "share"),
    [
        (cobra.load("mastermind-lie", {"pegs": 2, "colours": 4}), "worst", 0.1),
        (cobra.load("liar-comparisons", {"numbers": 40}), "worst", 0.6),
        (cobra.load_text(GUESSES), "average", 0.2),
        (cobra.load("fox", {"holes": 9}), "worst", 0.6),
        (cobra.load_text(RING), "worst", 0.6),
    ],
)
def test_the_same_is_found_with_less_work(game: Game, objective: str, share: float) -> None:
    found, without = both(game, objective)
    assert found.statistics["expanded"] < share * without.statistics["expanded"]


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(st.one_of(unseen_games(), noisy_games()))
def test_symmetry_changes_no_value(game: Game) -> None:
    both(game, default_objective(game))


def both(game: Game, objective: str) -> tuple[OptimalResult, OptimalResult]:
    """Return what is found with symmetry and without, once it is shown to be the same."""
    table = table_of(game)
    with no_graph():
        plain = table_of(game)
    found, without = (one.optimal(objective, threads=1, memory=MEMORY, proved=True) for one in (table, plain))
    assert found.proved and (found.intervals, found.infeasible) == (without.intervals, without.infeasible)
    if not found.infeasible:
        verified(table, found.played, "optimal", objective)
    return found, without
