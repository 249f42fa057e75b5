"""Strategies of the core against the oracle, and against themselves with switches turned."""

from __future__ import annotations

import pytest

from cobra import analyze, optimal
from cobra._core import Control
from cobra.engine.compile import compile_game
from cobra.errors import GameError
from cobra.language.load import load_text
from tests import oracle
from tests.engine.games import MEMORY, SMALL, compiled, greedy, model_tree

GAMES = [pytest.param(name, tuple(params.items()), id=f"{name}-{params}") for name, params in SMALL]
COUNTING = ("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed")


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), GAMES)
def test_strategies_agree_with_the_oracle(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    runs = [(s, t, False) for s in (*COUNTING, "first") for t in ("final,first", "first")]
    runs += [("max-models", "final,first", True), ("parts", "first", True), ("first", "first", True)]
    for strategy, ties, consistent in runs:
        plan = oracle.greedy(game.game, strategy, ties, consistent)
        result = greedy(engine, strategy, ties, consistent=consistent)
        assert result.figures.distribution == plan.distribution, (strategy, ties, consistent)
        figures = result.figures
        assert (figures.worst, figures.total, figures.weight) == (plan.worst, plan.total, plan.weight)
        assert figures.nodes == plan.nodes
        first = None if result.first is None else game.experiment(result.first)
        assert first == plan.first


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), GAMES)
def test_every_tree_leads_every_code_to_its_end(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    for strategy in ("max-models", "first", "random"):
        result = greedy(engine, strategy, seed=3)
        plan = oracle.replay(game.game, model_tree(game, result))
        figures = result.figures
        assert (plan.worst, plan.total) == (figures.worst, figures.total)
        assert plan.distribution == figures.distribution


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_symmetry_and_threads_change_nothing(name: str, params: tuple[tuple[str, int], ...]) -> None:
    _, engine = compiled(name, *params)
    for strategy in (*COUNTING, "first", "random"):
        expected = greedy(engine, strategy, symmetry=False).tree()
        assert greedy(engine, strategy).tree() == expected, strategy
        assert greedy(engine, strategy, threads=2).tree() == expected, strategy
    expected = greedy(engine, "parts", "random", seed=5).tree()
    assert greedy(engine, "parts", "random", seed=5, threads=2).tree() == expected


def test_a_seed_decides_what_is_picked_at_random() -> None:
    _, engine = compiled("mastermind", ("pegs", 3), ("colours", 3))
    trees = [greedy(engine, "random", seed=seed).tree() for seed in range(5)]
    assert trees[0] == greedy(engine, "random", seed=0).tree()
    assert any(tree != trees[0] for tree in trees)


def test_published_totals() -> None:
    _, engine = compiled("mastermind", ("pegs", 4), ("colours", 6))
    totals = {strategy: greedy(engine, strategy).figures.total for strategy in COUNTING[:4]}
    # The max-models and parts totals are those of the COBRA thesis (4.476, 4.373); see docs for the ties.
    assert totals == {"max-models": 5801, "exp-models": 5696, "ent-models": 5722, "parts": 5668}
    assert greedy(engine, "exp-models", "first").figures.total == 5996
    assert greedy(engine, "ent-models", "first").figures.total == 6017


def test_coins_far_too_many_to_list_their_weighings() -> None:
    _, engine = compiled("counterfeit-coin", ("coins", 40))
    result = greedy(engine, "max-models")
    assert (result.figures.codes, result.figures.total, result.figures.worst) == (80, 322, 5)


def test_no_experiment_is_made_where_only_consistent_ones_may_be_and_none_is() -> None:
    text = "VARIABLES a, b EXPERIMENT 'x' 0 OUTCOMEX 'yes' a OUTCOMEX 'no' !a EXPERIMENT 'y' 0"
    game = compile_game(load_text(text + " OUTCOMEX 'yes' b OUTCOMEX 'no' !b OUTCOME 'end' a & !a"))
    engine = game.engine()
    engine.enumerate(10**6, MEMORY, Control())
    for strategy in (*COUNTING, "first", "random"):
        assert greedy(engine, strategy, consistent=False).figures.nodes == 3
        assert greedy(engine, strategy, consistent=True).figures.nodes == 0


def test_a_consistent_strategy_that_has_nothing_to_do_says_so() -> None:
    """It would stop, and seem shorter than an optimal one, which needs an experiment that is never final."""
    start = "VARIABLES a, b ALPHABET '0' EXPERIMENT 'both' 0 OUTCOME 'yes' (a & b) OUTCOME 'no' !(a & b)"
    more = " EXPERIMENT 'first' 0 OUTCOMEX 'yes' (a) OUTCOMEX 'no' !(a)"
    more += " EXPERIMENT 'second' 0 OUTCOMEX 'yes' (b) OUTCOMEX 'no' !(b)"
    game = load_text(start + more)
    message = (
        "--consistent leaves a strategy nothing to do: with 3 codes left something could still be found out"
    )
    for strategy in ("max-models", "first", "max parts"):
        with pytest.raises(GameError, match=message):
            analyze(game, [strategy], consistent=True)
    assert optimal(game, consistent=True).infeasible
    same = load_text(start + " EXPERIMENT 'again' 0 OUTCOMEX 'yes' (a & b) OUTCOMEX 'no' !(a & b)")
    (row,) = analyze(same, ["max-models"], consistent=True).rows  # here nothing else can be found out
    assert (row.worst, row.inseparable is not None) == (1, True)
