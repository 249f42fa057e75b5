"""The Rust core and the oracle agree on codes, outcomes, fixed variables and whole strategies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra import _core
from cobra.breakers.core import named_strategy
from cobra.engine.compile import CompiledGame, compile_game, from_core
from cobra.model.game import Game
from tests import oracle
from tests.model.hand_games import (
    black_pegs,
    coins,
    core_bits,
    higher_lower,
    mastermind,
    no_information,
    sorting,
)
from tests.oracle.from_core import tree_of
from tests.random_cases import random_cases
from tests.random_games import games

STRATEGIES = oracle.STRATEGIES


def enumerated(game: Game) -> tuple[CompiledGame, _core.Engine]:
    compiled = compile_game(game)
    engine = compiled.engine()
    engine.enumerate(10**6, 1 << 30, _core.Control())
    return compiled, engine


def check_outcomes(game: Game) -> None:
    compiled, engine = enumerated(game)
    codes = oracle.codes(game)
    assert [from_core(engine.code(i)) for i in range(len(codes))] == codes
    assert dict(engine.fixed(None)) == oracle.fixed_variables(game, codes)
    for type_, assignment in oracle.experiments(game):
        core = compiled.core_experiment((type_, assignment))
        assert compiled.experiment(core) == (type_, assignment)
        decoder = compiled.decoders[type_]
        for code, number in zip(codes, engine.partition(core, None), strict=True):
            assert decoder.values(number) == oracle.outcome(game, (type_, assignment), code)
            assert decoder.is_final(number) == oracle.is_final(game, (type_, assignment), code)


def check_greedy(game: Game, strategy: str, ties: str, symmetry: bool = True) -> None:
    compiled, engine = enumerated(game)
    asked = named_strategy(strategy, game.weight is not None)
    result = engine.greedy(asked, ties, False, 0, 1, 1 << 30, None if symmetry else [], _core.Control())
    plan = oracle.greedy(game, strategy, ties)
    assert result.stopped is None
    first = None if result.first is None else compiled.experiment(result.first)
    assert first == plan.first
    figures = result.figures
    assert (figures.total, figures.worst, figures.nodes) == (plan.total, plan.worst, plan.nodes)
    assert figures.distribution == plan.distribution
    replayed = oracle.replay(game, tree_of(compiled, result.tree()))
    assert (replayed.total, replayed.distribution) == (plan.total, plan.distribution)


HAND_MADE = [
    mastermind(2, 3),
    mastermind(2, 4, distinct=True),
    mastermind(3, 2, "identify"),
    black_pegs(2, 3),
    coins(5),
    coins(4, genuine=1),
    coins(5, goal_only_coin=True),
    higher_lower(7),
    sorting(3),
    core_bits(2),
    no_information(),
]


@pytest.mark.parametrize("game", HAND_MADE, ids=lambda game: game.name)
def test_outcomes(game: Game) -> None:
    check_outcomes(game)


@pytest.mark.thorough
@pytest.mark.parametrize("ties", ["final,first", "first"])
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game", HAND_MADE, ids=lambda game: game.name)
def test_strategies(game: Game, strategy: str, ties: str) -> None:
    check_greedy(game, strategy, ties)


@pytest.mark.thorough
@random_cases(40)
@given(games())
def test_outcomes_of_random_games(game: Game) -> None:
    check_outcomes(game)


@pytest.mark.thorough
@random_cases(60)
@given(games(), st.sampled_from(STRATEGIES), st.sampled_from(["final,first", "first"]), st.booleans())
def test_strategies_of_random_games(game: Game, strategy: str, ties: str, symmetry: bool) -> None:
    check_greedy(game, strategy, ties, symmetry)
