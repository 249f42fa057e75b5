"""Codes, experiments, partitions and fixed variables of the core against the reference."""

from __future__ import annotations

import pytest

from cobra import reference
from cobra._core import Control
from cobra.analysis.compile import from_core, to_core
from tests.core.games import SMALL, compiled

GAMES = [pytest.param(name, tuple(params.items()), id=f"{name}-{params}") for name, params in SMALL]


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_codes_and_experiments_are_those_of_the_reference(
    name: str, params: tuple[tuple[str, int], ...]
) -> None:
    game, engine = compiled(name, *params)
    codes = reference.codes(game.game)
    assert engine.enumerate(10**6, 1 << 28, Control()) == len(codes)
    assert [from_core(engine.code(i)) for i in range(len(codes))] == codes
    experiments = reference.experiments(game.game)
    counts = [sum(type_ == t for t, _ in experiments) for type_ in range(len(game.types))]
    assert engine.count_experiments(10**6, Control()) == counts
    assert engine.count_experiments(0, Control()) == [None if count else 0 for count in counts]
    first = engine.first_experiments(10**6, Control())
    assert first is not None
    listed = [game.experiment(experiment) for experiment in first]
    place = {experiment: i for i, experiment in enumerate(experiments)}
    assert [place[e] for e in listed] == sorted(place[e] for e in listed)


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_partitions_and_fixed_variables(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    codes = reference.codes(game.game)
    number = {code: i for i, code in enumerate(codes)}
    branching = 1
    for type_, assignment in reference.experiments(game.game):
        space = game.game.experiments[type_].space
        outcomes = engine.partition((type_, to_core(space, assignment)), None)
        cells = reference.partition(game.game, (type_, assignment), codes)
        expected = {code: values for values, cell in cells.items() for code in cell}
        assert [game.decoders[type_].values(o) for o in outcomes] == [expected[code] for code in codes]
        branching = max(branching, len(cells))
        for cell in list(cells.values())[:2]:
            state = sorted(number[code] for code in cell)
            assert dict(engine.fixed(state)) == reference.fixed_variables(game.game, cell)
    assert engine.largest_branching(Control()) == branching


def test_non_equivalent_first_experiments() -> None:
    def count(name: str, **params: int) -> int:
        _, engine = compiled(name, *params.items())
        first = engine.first_experiments(10**6, Control())
        assert first is not None
        return len(first)

    assert count("mastermind", pegs=4, colours=6) == 15  # one for each way to make pegs equal
    assert count("bulls-and-cows", places=4, digits=10) == 1
    assert count("counterfeit-coin", coins=12) == 6
    assert count("counterfeit-coin", coins=40) == 20
