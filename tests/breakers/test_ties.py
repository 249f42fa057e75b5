"""`--ties best`: the best of all orders of tied experiments, against the oracle and within its bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra._core import Control, CoreError, Engine
from cobra.engine.compile import compile_game
from cobra.engine.played import Played
from cobra.language.score import Score, read_score
from cobra.model.game import Game
from tests import oracle
from tests.engine.games import SMALL, compiled, model_tree
from tests.oracle.ties import best_order
from tests.random_cases import ALL, random_cases
from tests.random_games import games

MEMORY = 1 << 28
GAMES = [pytest.param(name, tuple(params.items()), id=f"{name}-{params}") for name, params in SMALL]
TEXTS = ("min max(n)", "max parts", "min sum(n*log2(n)) - 2*hit", "max min(fixed)")


def best(engine: Engine, score: Score, memory: int = MEMORY, seconds: float | None = 120.0) -> Played:
    return engine.greedy(score.strategy(), "best", False, 0, 1, memory, None, Control(seconds))


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.random
@pytest.mark.parametrize(("name", "params"), GAMES)
def test_the_best_order_is_that_of_the_oracle(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    for text in TEXTS if ALL else TEXTS[len(name) % 2 :: 2]:  # each in half of the games
        score = read_score(text)
        result = best(engine, score)
        assert (result.all_ties, result.stopped) == (True, None)
        assert (result.figures.total, result.figures.worst) == best_order(game.game, score), text
        plan = oracle.replay(game.game, model_tree(game, result))
        assert (plan.total, plan.worst) == (result.figures.total, result.figures.worst)


@pytest.mark.thorough
@random_cases(40)
@given(games(codes=10, experiments=10), st.sampled_from(TEXTS))
def test_the_best_order_of_random_games(game: Game, text: str) -> None:
    engine = compile_game(game).engine()
    engine.enumerate(10**6, MEMORY, Control())
    result = best(engine, read_score(text))
    assert result.all_ties
    assert (result.figures.total, result.figures.worst) == best_order(game, read_score(text))


def test_a_search_that_is_stopped_has_a_strategy_all_the_same() -> None:
    _, engine = compiled("mastermind", ("pegs", 4), ("colours", 4))
    plain = engine.greedy("parts", "final,first", False, 0, 1, MEMORY, None, Control())
    result = best(engine, read_score("max parts"), memory=60_000)
    assert (result.stopped, result.all_ties) == ("memory", False)
    assert result.figures.settled == result.figures.codes == 256
    assert result.figures.total <= plain.figures.total
    whole = best(engine, read_score("max parts"))
    assert (whole.figures.total, whole.figures.worst, whole.all_ties) == (905, 4, True)


def test_only_scores_have_ties_to_be_searched() -> None:
    _, engine = compiled("mastermind", ("pegs", 2), ("colours", 4))
    for name in ("first", "random"):
        plain = engine.greedy(name, "final,first", False, 3, 1, MEMORY, None, Control())
        result = engine.greedy(name, "best", False, 3, 1, MEMORY, None, Control())
        assert (result.tree(), result.all_ties) == (plain.tree(), None)
    ahead = ("parts", read_score("max parts").program(), 2, 2)
    with pytest.raises(CoreError, match="only strategies that compare scores one step ahead"):
        engine.greedy(ahead, "best", False, 0, 1, MEMORY, None, Control())
    with pytest.raises(CoreError, match="that of a whole strategy"):
        engine.choose("parts", "best", False, None, Control(), 1 << 24)
    assert engine.greedy("parts", "first", False, 0, 1, MEMORY, None, Control()).all_ties is None


def test_the_first_experiment_may_be_given() -> None:
    _, engine = compiled("mastermind", ("pegs", 3), ("colours", 3))
    first = (0, [0, 0, 1])
    result = engine.greedy("max-models", "best", False, 0, 1, MEMORY, None, Control(), first)
    assert result.first == first
    assert result.all_ties
    plain = engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control(), first)
    assert result.figures.total <= plain.figures.total
