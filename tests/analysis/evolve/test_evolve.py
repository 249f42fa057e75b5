"""Evolution: exact fitness, the same result for the same seed, and what it is known to reach."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra import Evolution, Game, LimitError, Strategy
from cobra.errors import GameError, StoppedError
from cobra.strategy.read import read_strategy
from cobra.strategy.write import write_strategy
from tests.library import MEMORY, SEEN
from tests.random_cases import random_cases
from tests.random_games import games
from tests.strategy.made import SMALL

KNOWN = [name for name in SMALL if name in SEEN and name not in MEMORY]


def load(name: str, **arguments: int | str) -> Game:
    return cobra.load(name, arguments or SMALL.get(name, {}))


def evolve(game: Game, **more: Any) -> Evolution:
    return cobra.evolve(game, **{"population": 6, "threads": 1, **more})


def tree(strategy: Strategy) -> tuple[Any, Any]:
    return list(strategy.experiments), [dict(branch) for branch in strategy.branches]


def check(evolution: Evolution) -> None:
    """Test that the best breaker is a strategy with the fitness it is said to have, and repeats nothing."""
    strategy = evolution.strategy
    verification = cobra.verify(strategy)
    assert verification.problems == ()
    assert strategy.figures.total == evolution.history[-1].best == evolution.row.total
    assert min(of.best for of in evolution.history) == evolution.history[-1].best
    paths: dict[int, list[Any]] = {0: []}
    for node, (experiment, branches) in enumerate(zip(strategy.experiments, strategy.branches, strict=True)):
        assert experiment not in paths[node]
        for child in branches.values():
            if child >= 0:
                paths[child] = [*paths[node], experiment]


@pytest.mark.parametrize("seed", range(12))
def test_three_pegs_and_three_colours_are_played_optimally(seed: int) -> None:
    evolution = cobra.evolve(load("mastermind", pegs=3, colours=3), seed=seed, generations=10)
    check(evolution)
    assert (evolution.row.total, evolution.row.weight) == (73, 27)


def test_it_begins_at_random() -> None:
    """In any order of 27 guesses each code is at a place of its own: 1 + … + 27 = 378."""
    evolution = evolve(load("mastermind", pegs=3, colours=3), generations=0)
    check(evolution)
    assert [(of.best, of.mean) for of in evolution.history] == [(378, 378)]
    assert evolution.strategy.figures.distribution == dict.fromkeys(range(1, 28), 1)


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("generations", [0, 2])
def test_the_fitness_is_what_the_verifier_counts(name: str, generations: int) -> None:
    check(evolve(load(name), population=3, generations=generations, patience=None))


@pytest.mark.thorough
@random_cases(25)
@given(games(), st.integers(0, 3), st.integers(0, 2**32))
def test_the_fitness_in_random_games_is_what_the_verifier_counts(
    game: Game, generations: int, seed: int
) -> None:
    check(evolve(game, population=3, generations=generations, patience=None, seed=seed))


def test_the_seed_decides_and_threads_do_not() -> None:
    game = load("mastermind", pegs=3, colours=4)
    one = evolve(game, generations=2, seed=5)
    for other in (evolve(game, generations=2, seed=5), evolve(game, generations=2, seed=5, threads=3)):
        assert other.history == one.history
        assert tree(other.strategy) == tree(one.strategy)
    assert evolve(game, generations=2, seed=6).history != one.history


def test_the_mean_is_exact() -> None:
    evolution = evolve(load("counterfeit-coin", coins=6), population=7, generations=1)
    assert all((7 * of.mean).denominator == 1 for of in evolution.history)
    assert all(of.mean >= of.best for of in evolution.history)


def test_what_ends_it() -> None:
    game = load("mastermind", pegs=3, colours=3)
    evolution = evolve(game)
    assert (evolution.ended, evolution.stopped, evolution.row.total) == ("patience", None, 73)
    assert evolution.generations == evolution.reached + 100
    evolution = evolve(game, patience=4)
    assert (evolution.ended, evolution.generations) == ("patience", evolution.reached + 4)
    evolution = evolve(game, generations=3)
    assert (evolution.ended, evolution.generations) == ("generations", 3)
    evolution = evolve(load("higher-lower", n=7))
    assert (evolution.ended, evolution.row.total, evolution.info.bounds.total) == ("bound", 17, 17)


def test_a_game_that_is_over_before_it_begins() -> None:
    text = 'VARIABLES x\nCONSTRAINT {}\nALPHABET "0"\nEXPERIMENT "is it" 0\nOUTCOME "yes" x\nOUTCOMEX "no" !x'
    evolution = evolve(cobra.load_text(text.format("x")))
    assert (evolution.row.total, evolution.row.nodes) == (1, 0)  # it is known, and still to be confirmed
    assert {(of.best, of.mean) for of in evolution.history} == {(1, 1)}
    check(evolution)


def test_the_result_is_an_ordinary_strategy_file(tmp_path: Any) -> None:
    evolution = evolve(load("mastermind", pegs=3, colours=3), generations=3, seed=4)
    write_strategy(evolution.strategy, tmp_path / "evolved.json")
    strategy = read_strategy(tmp_path / "evolved.json")
    assert (strategy.name, strategy.settings.seed, strategy.proved) == ("evolved", 4, False)
    assert tree(strategy) == tree(evolution.strategy)
    assert "".join(cobra.export_lines(strategy, "svg")).startswith("<svg ")


@pytest.mark.thorough
def test_codes_that_nothing_tells_apart_are_named() -> None:
    evolution = evolve(load("black-box", size=4, atoms=3), population=2, generations=0)
    assert evolution.row.inseparable is not None
    check(evolution)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(LimitError) as error:
        evolve(load("mastermind", pegs=5, colours=8))
    assert "memory" in str(error.value)
    with pytest.raises(GameError, match="population must be a whole number from 1 to"):
        evolve(load("mastermind", pegs=2, colours=2), population=0)
    with pytest.raises(StoppedError):
        evolve(load("mastermind", pegs=2, colours=2), time_limit=1e-9)


@pytest.mark.thorough
def test_the_tree_of_the_best_breaker_keeps_to_the_memory_that_the_others_leave() -> None:
    """Breakers that ask in a random order have trees of millions of places."""
    with pytest.raises(LimitError, match="writing down the best breaker") as error:
        cobra.evolve(cobra.load("bulls-and-cows"), generations=0, threads=1, memory=120 << 20)
    assert error.value.limit == 120 << 20
