"""Codes, experiments, partitions and fixed variables of the core against the oracle."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from cobra._core import Control, CoreError, Engine
from cobra.engine.compile import CompiledGame, compile_game, from_core
from cobra.model.game import Game
from tests import oracle
from tests.engine.games import SMALL, compiled
from tests.random_cases import random_cases
from tests.random_games import games

GAMES = [pytest.param(name, tuple(params.items()), id=f"{name}-{params}") for name, params in SMALL]


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_codes_and_experiments_are_those_of_the_oracle(
    name: str, params: tuple[tuple[str, int], ...]
) -> None:
    game, engine = compiled(name, *params)
    codes = oracle.codes(game.game)
    assert engine.enumerate(10**6, 1 << 28, Control()) == len(codes)
    assert [from_core(engine.code(i)) for i in range(len(codes))] == codes
    experiments = oracle.experiments(game.game)
    counts = [sum(type_ == t for t, _ in experiments) for type_ in range(len(game.program.types))]
    assert engine.count_experiments(10**6, Control()) == counts
    assert engine.count_experiments(0, Control()) == [None if count else 0 for count in counts]
    first = engine.first_experiments(10**6, 1 << 30, Control())
    assert first is not None
    listed = [game.experiment(experiment) for experiment in first]
    place = {experiment: i for i, experiment in enumerate(experiments)}
    assert [place[e] for e in listed] == sorted(place[e] for e in listed)


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_partitions_and_fixed_variables(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    codes = oracle.codes(game.game)
    number = {code: i for i, code in enumerate(codes)}
    branching = 1
    for type_, assignment in oracle.experiments(game.game):
        outcomes = engine.partition(game.core_experiment((type_, assignment)), None)
        cells = oracle.partition(game.game, (type_, assignment), codes)
        expected = {code: values for values, cell in cells.items() for code in cell}
        assert [game.decoders[type_].values(o) for o in outcomes] == [expected[code] for code in codes]
        branching = max(branching, len(cells))
        for cell in list(cells.values())[:2]:
            state = sorted(number[code] for code in cell)
            assert dict(engine.fixed(state)) == oracle.fixed_variables(game.game, cell)
    assert engine.largest_branching(Control()) == branching


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_splits_are_the_sizes_of_partitions(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    experiments = [game.core_experiment(made) for made in oracle.experiments(game.game)][::-1]
    some = list(range(0, len(oracle.codes(game.game)), 2))
    for state in (None, some):
        found = engine.splits(experiments, state, Control())
        sizes = [Counter(engine.partition(experiment, state)) for experiment in experiments]
        assert found == [sorted(split.items()) for split in sizes]
    assert engine.splits(experiments, [], Control()) == [[]] * len(experiments)
    assert engine.partition(experiments[0], []) == []


def test_splits_of_what_is_no_experiment() -> None:
    _, engine = compiled("mastermind", ("pegs", 2), ("colours", 3))
    with pytest.raises(CoreError, match="no experiment type 7"):
        engine.splits([(7, [])], None, Control())
    with pytest.raises(CoreError, match="1 values for 2 slots"):
        engine.splits([(0, [0])], None, Control())


def test_non_equivalent_first_experiments() -> None:
    def count(name: str, **params: int) -> int:
        _, engine = compiled(name, *params.items())
        first = engine.first_experiments(10**6, 1 << 30, Control())
        assert first is not None
        return len(first)

    assert count("mastermind", pegs=4, colours=6) == 8  # the compositions of 4: colours 0 first, then 1, …
    assert count("black-pegs", pegs=4, colours=6) == 1
    assert count("permutation", n=5) == 1
    assert count("bags-of-gold", bags=6, capacity=6) == sum([1, 2, 3, 5, 7, 11])  # partitions of 1 to 6
    assert count("bags-of-gold", bags=12, capacity=12) == 271  # partitions of 1 to 12
    assert count("decimalisation", choices=3) == 15  # sizes 1 to 3 of four places
    assert count("bulls-and-cows", places=4, digits=10) == 1
    assert count("counterfeit-coin", coins=12) == 6
    assert count("counterfeit-coin", coins=40) == 20


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_inseparable_codes_answer_every_experiment_alike(
    name: str, params: tuple[tuple[str, int], ...]
) -> None:
    game, engine = compiled(name, *params)
    check_inseparable(game, engine)


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=30, experiments=30))
def test_inseparable_codes_of_random_games(game: Game) -> None:
    compiled_game = compile_game(game)
    engine = compiled_game.engine()
    engine.enumerate(10**6, 1 << 28, Control())
    check_inseparable(compiled_game, engine)


def check_inseparable(game: CompiledGame, engine: Engine) -> None:
    codes = oracle.codes(game.game)
    classes: dict[object, list[int]] = {}
    number = {code: i for i, code in enumerate(codes)}
    answer_of: list[list[object]] = [[] for _ in codes]
    for experiment in oracle.experiments(game.game):
        for values, cell in oracle.partition(game.game, experiment, codes).items():
            for code in cell:
                answer_of[number[code]].append(values)
    for i, answer in enumerate(answer_of):
        classes.setdefault(tuple(answer), []).append(i)
    assert engine.inseparable(Control()) == [cls for cls in classes.values() if len(cls) > 1]
