"""The core's optimal search and the oracle agree on random games, with every switch on and off."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.model.game import Game
from tests import oracle
from tests.model.hand_games import (
    bags,
    black_pegs,
    coins,
    core_bits,
    higher_lower,
    mastermind,
    no_information,
    sorting,
)
from tests.optimal.solve import Solver, values
from tests.optimal.test_oracle import is_consistent
from tests.oracle import OBJECTIVES
from tests.oracle.from_core import tree_of
from tests.random_cases import random_cases
from tests.random_games import games

TINY = 1 << 16
"""Bytes: hardly anything can be kept."""
SWITCHES: list[dict[str, Any]] = [
    {},
    {"symmetry": False},
    {"threads": 2},
    {"memory": TINY},
    {"source": "table"},
    {"source": "computed"},
    {"source": "computed", "symmetry": False, "threads": 2, "memory": TINY},
    {"budget": 1},
    {"budget": 1, "threads": 2, "memory": TINY},
    {"budget": 0, "seed": 1},
    {"budget": 0, "seed": 2, "threads": 2, "memory": TINY},
]
"""None of them may change a value."""


def check(solver: Solver, objective: str, max_depth: int | None, consistent: bool, **switches: Any) -> None:
    """Compare the values with the oracle's, and the strategy with what it is said to do."""
    result = solver.solve(objective, max_depth, consistent, **switches)
    expected = solver.expected(objective, max_depth, consistent)
    assert values(result, objective) == expected, (objective, max_depth, consistent, switches)
    if expected is None:
        return
    tree = tree_of(solver.compiled, result.played.tree())
    plan = oracle.replay(solver.game, tree)
    figures = result.played.figures
    assert (figures.total, figures.worst, figures.nodes) == (plan.total, plan.worst, plan.nodes)
    assert figures.distribution == plan.distribution
    assert (figures.weight, figures.codes) == (plan.weight, len(oracle.codes(solver.game)))
    first = None if result.played.first is None else solver.compiled.experiment(result.played.first)
    assert first == plan.first
    assert max_depth is None or plan.worst <= max_depth
    if consistent and oracle.knows_finals(solver.game):
        assert is_consistent(solver.game, tree)


@pytest.mark.thorough
@random_cases(100)
@given(
    games(codes=14, experiments=20),
    st.sampled_from(OBJECTIVES),
    st.one_of(st.none(), st.integers(0, 6)),
    st.booleans(),
    st.sampled_from(SWITCHES),
)
def test_random_games(
    game: Game, objective: str, max_depth: int | None, consistent: bool, switches: dict[str, Any]
) -> None:
    check(Solver(game), objective, max_depth, consistent, **switches)


@pytest.mark.thorough
@random_cases(30)
@given(games("hit", codes=27, experiments=30), st.sampled_from(OBJECTIVES), st.booleans())
def test_random_games_that_are_hit(game: Game, objective: str, consistent: bool) -> None:
    check(Solver(game), objective, None, consistent)


@pytest.mark.thorough
@random_cases(30)
@given(games(codes=10, experiments=12), st.sampled_from(OBJECTIVES), st.data())
def test_a_given_first_experiment(game: Game, objective: str, data: st.DataObject) -> None:
    solver = Solver(game)
    every = [e for e in oracle.experiments(game) if len(oracle.partition(game, e, oracle.codes(game))) > 1]
    best = oracle.optimum(game, objective)
    results = [solver.optimum(objective, first=solver.core(experiment)) for experiment in every]
    assert not every or min(result for result in results if result is not None) == best


GAMES = [
    mastermind(2, 3),
    mastermind(2, 4, distinct=True),
    mastermind(3, 2, "identify"),
    black_pegs(2, 3),
    coins(5),
    coins(4, genuine=1),
    coins(5, goal_only_coin=True),
    bags(3, 2),
    higher_lower(7),
    sorting(3),
    core_bits(2),
    core_bits(3, confirming=False),
    no_information(),
]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games_made_by_hand(game: Game) -> None:
    solver = Solver(game)  # one for all switches: what is expected takes longest
    for switches, objective in product(SWITCHES, OBJECTIVES):
        for max_depth in (None, 2, 3):
            check(solver, objective, max_depth, False, **switches)
        check(solver, objective, None, True, **switches)
