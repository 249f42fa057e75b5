"""The random games are what they promise to be, and every part of the model agrees on them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.engine.compile import compile_game
from cobra.model.answers import outcome_number, outcome_values
from cobra.model.game import Game, true_propositions
from cobra.model.show import Notation
from tests import oracle
from tests.engine.test_compile import core_number, core_values
from tests.model.test_symbols import check_symmetry
from tests.random_cases import random_cases
from tests.random_games import games

quick = random_cases(40)


@pytest.mark.thorough
@quick
@given(games())
def test_every_experiment_has_one_outcome_and_a_text(game: Game) -> None:
    notation = Notation(game)
    texts = set()
    for experiment in oracle.experiments(game):
        answer = game.experiments[experiment[0]].answer
        for values, cell in oracle.partition(game, experiment, oracle.codes(game)).items():
            assert cell
            assert outcome_values(answer, outcome_number(answer, values)) == values
        text = notation.experiment(experiment)
        assert notation.parse_experiment(text) == experiment
        texts.add(text)
    assert len(texts) == len(oracle.experiments(game))
    assert len({notation.code(code) for code in oracle.codes(game)}) <= len(oracle.codes(game))


@pytest.mark.thorough
@quick
@given(games())
def test_compiling_keeps_the_meaning(game: Game) -> None:
    compiled = compile_game(game)
    for type_, assignment in oracle.experiments(game):
        parameters = true_propositions(game.experiments[type_].space, assignment)
        for code in oracle.codes(game):
            number = core_number(
                compiled, type_, core_values(compiled, true_propositions(game.codes, code), parameters)
            )
            assert compiled.decoders[type_].values(number) == oracle.outcome(game, (type_, assignment), code)
            final = oracle.is_final(game, (type_, assignment), code)
            assert compiled.decoders[type_].is_final(number) == final


@pytest.mark.thorough
@quick
@given(games(codes=12, experiments=20))
def test_found_symmetries_are_symmetries(game: Game) -> None:
    check_symmetry(game, whole=False)


@pytest.mark.thorough
@quick
@given(
    games(codes=12, experiments=20),
    st.sampled_from(oracle.STRATEGIES),
    st.sampled_from(["final,first", "first"]),
)
def test_strategies_are_never_better_than_the_optimum(game: Game, strategy: str, ties: str) -> None:
    plan = oracle.greedy(game, strategy, ties)
    best, worst = oracle.optimum(game), oracle.optimum(game, "worst")
    assert best is not None and worst is not None
    assert plan.total >= best[0]
    assert plan.worst >= worst[0]
    assert sum(plan.distribution.values()) == len(oracle.codes(game))
    assert oracle.replay(game, plan.tree) == plan


@quick
@given(games("hit"))
def test_hit_games_are_hit(game: Game) -> None:
    for code in oracle.codes(game):
        assert any(oracle.is_final(game, experiment, code) for experiment in oracle.experiments(game))
