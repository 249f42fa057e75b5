"""Answers that could have far more outcomes than occur: the core against the oracle on random games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra._core import Control, Engine
from cobra.breakers.core import named_strategy
from cobra.engine.compile import CompiledGame, compile_game
from cobra.language.load import load_text
from cobra.model.answers import answer_size
from cobra.model.game import Game
from tests import oracle
from tests.brute_force import four_words
from tests.brute_search import STRATEGIES, Search
from tests.engine.games import MEMORY, greedy, model_tree
from tests.optimal.solve import Solver
from tests.optimal.test_random_games import SWITCHES, check
from tests.oracle import OBJECTIVES
from tests.random_cases import random_cases
from tests.random_games import game_texts, is_small

NUMBERED = 1 << 16
"""With more outcomes the core numbers only those that occur."""
COUNTING = ("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed")


@st.composite
def wide_games(draw: st.DrawFn, codes: int = 24, experiments: int = 24) -> Game:
    """A small game with an experiment type that could have more than 65,536 outcomes."""
    game = load_text(draw(game_texts(wide=True)))
    assume(any(answer_size(type_.answer) > NUMBERED for type_ in game.experiments))
    assume(is_small(game, codes, experiments))
    return game


def engine_of(game: Game) -> tuple[CompiledGame, Engine]:
    compiled = compile_game(game)
    engine = compiled.engine()
    engine.enumerate(10**6, MEMORY, Control())
    return compiled, engine


@pytest.mark.thorough
@random_cases(100)
@given(wide_games())
def test_outcomes_and_splits(game: Game) -> None:
    compiled, engine = engine_of(game)
    codes = oracle.codes(game)
    for experiment in oracle.experiments(game):
        core = compiled.core_experiment(experiment)
        decoder = compiled.decoders[experiment[0]]
        numbers = engine.partition(core, None)
        assert [decoder.values(number) for number in numbers] == [
            oracle.outcome(game, experiment, code) for code in codes
        ]
        if oracle.knows_finals(game):
            expected = [oracle.is_final(game, experiment, code) for code in codes]
            assert [decoder.is_final(number) for number in numbers] == expected
        (split,) = engine.splits([core], None, Control())
        assert split == sorted((number, numbers.count(number)) for number in set(numbers))


@pytest.mark.thorough
@random_cases(100)
@given(wide_games(), st.sampled_from(COUNTING), st.sampled_from(("final,first", "first")), st.booleans())
def test_strategies(game: Game, strategy: str, ties: str, consistent: bool) -> None:
    compiled, engine = engine_of(game)
    asked = named_strategy(strategy, game.weight is not None)
    result = greedy(engine, asked, ties, consistent=consistent)
    plan = oracle.greedy(game, strategy, ties, consistent)
    figures = result.figures
    assert (figures.distribution, figures.total, figures.nodes) == (plan.distribution, plan.total, plan.nodes)
    first = None if result.first is None else compiled.experiment(result.first)
    assert first == plan.first
    replayed = oracle.replay(game, model_tree(compiled, result))
    assert (replayed.total, replayed.distribution) == (plan.total, plan.distribution)


@pytest.mark.thorough
@random_cases(30)
@given(wide_games())
def test_nothing_depends_on_threads_or_symmetry(game: Game) -> None:
    _, engine = engine_of(game)
    for strategy in (*COUNTING, "first", "random"):
        expected = greedy(engine, strategy, symmetry=False).tree()
        assert greedy(engine, strategy).tree() == expected
        assert greedy(engine, strategy, threads=2).tree() == expected
        filtered = engine.greedy(
            strategy, "final,first", False, 0, 2, MEMORY, ["history", "knowledge", "graph"], Control()
        )
        assert filtered.tree() == expected or strategy == "random"


@pytest.mark.thorough
@random_cases(60)
@given(wide_games(14, 20), st.sampled_from(OBJECTIVES), st.booleans(), st.sampled_from(SWITCHES))
def test_the_optimum(game: Game, objective: str, consistent: bool, switches: dict[str, Any]) -> None:
    check(Solver(game), objective, None, consistent, **switches)


@pytest.mark.thorough
def test_four_boards_of_words() -> None:
    folder = Path(__file__).parents[1] / "data" / "games"
    game = cobra.load(folder / "four_words.cb")
    assert answer_size(game.experiments[0].answer) > 3**18
    search = Search(four_words((folder / "four_words.txt").read_text(encoding="utf-8").split()))
    for row in cobra.analyze(game, STRATEGIES, threads=1, time_limit=None).rows:
        expected = search.greedy(row.name)
        assert (row.total, row.worst, dict(row.distribution)) == (
            expected.total,
            expected.worst,
            dict(expected.distribution),
        )
    assert cobra.optimal(game, time_limit=None).row.total == search.optimum(worst=False) == 696


BITS = """
variables x[1..70]
constraint exactly(1, j in 1..70 : x[j])
experiment all() observe for j in 1..70 : x[j]
experiment one(i : 1..70) observe x[i]
"""


def test_outcome_numbers_of_any_size() -> None:
    compiled, engine = engine_of(load_text(BITS))
    numbers = engine.partition((0, []), None)
    assert max(numbers) == 1 << 69
    values = {compiled.decoders[0].values(number) for number in numbers}
    assert values == {tuple(i == k for i in range(70)) for k in range(70)}
    assert engine.splits([(0, [])], None, Control()) == [[(number, 1) for number in sorted(numbers)]]
    result = greedy(engine, "parts")
    assert (result.figures.total, result.figures.worst, result.figures.nodes) == (70, 1, 1)
    found, _ = engine.representatives(["knowledge"], [((0, []), numbers[0])], 100, MEMORY, Control())
    assert found[0] == ((0, []), 1)


def test_a_number_that_is_no_outcome() -> None:
    _, engine = engine_of(load_text(BITS))
    with pytest.raises(ValueError, match="no code has all these outcomes"):
        engine.representatives(["knowledge"], [((0, []), 3 << 80)], 100, MEMORY, Control())


APART = {
    # few combinations for each experiment
    "product": """secret s[1..5] : 1..4
experiment g(k : 1..3) observe for i in 1..5 : k * s[i] + (if s[i] = k then 30 else 0)""",
    "few": """secret s[1..6] : 1..4
experiment g(k : 1..3, same : 1..3) observe for i in 1..6 : count(j in 1..20 : s[i] = k)""",
    # more combinations than codes
    "distinct": """secret s[1..5] : distinct 1..7
experiment g(k : 1..3) observe for i in 1..5 : 9 * k * s[i] % 20""",
    # digits of one aspect are not neighbours; one digit sees nothing of the code
    "mixed": """secret s[1..6] : 1..3
experiment g(k : 1..3, j : 1..2)
  observe k * s[1] + (if s[2] = k then 30 else 0), if s[3] = j then 40 else 0, k,
          count(i in 1..40 : s[2] + s[1] >= k), count(i in 1..20 : s[4] = k), 9 * s[5] + s[6] * j""",
}
"""Games whose digits look at different aspects of a code, each of few values."""


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", APART)
def test_digits_that_look_at_different_aspects(name: str) -> None:
    game = load_text(APART[name])
    assert answer_size(game.experiments[0].answer) > NUMBERED
    compiled, _ = engine_of(game)
    codes, experiments = oracle.codes(game), oracle.experiments(game)
    outcomes = [[oracle.outcome(game, experiment, code) for code in codes] for experiment in experiments]
    pairs = len(codes) * len(experiments)
    small = 16 * pairs - 1  # the cells of experiments are not kept
    for memory in (MEMORY, small) if name == "few" else (MEMORY,):
        engine = compiled.engine()
        engine.enumerate(10**6, memory, Control())
        for experiment, expected in zip(experiments, outcomes, strict=True):
            numbers = engine.partition(compiled.core_experiment(experiment), None)
            decoder = compiled.decoders[experiment[0]]
            assert [decoder.values(number) for number in numbers] == expected
        branching = max(len(set(row)) for row in outcomes)
        assert engine.largest_branching(Control()) == branching
        largest = min(max(row.count(one) for one in set(row)) for row in outcomes)
        parts = greedy(engine, "max-models").first
        assert parts is not None
        (split,) = engine.splits([parts], None, Control())
        assert max(size for _, size in split) == largest
