"""Searches by chance that are stopped: the interval that they tell holds the least value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra import _core
from cobra.cli.show.optimal import verdict
from cobra.engine.table import CodeTable
from cobra.errors import LimitError
from cobra.model.game import Game
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.oracle.unseen import least_mean, most_won
from tests.random_cases import random_cases
from tests.unseen.test_chances import chance_games, drawn_games, games_by_code, number_of
from tests.unseen.test_noise import noisy_games
from tests.unseen.test_random_games import MEMORY, table_of


def search(table: CodeTable, objective: str, within: int | None, seconds: float) -> _core.OptimalResult:
    """Search for so long."""
    return table.engine.optimal(
        objective,
        None,
        False,
        None,
        1,
        MEMORY,
        True,
        None,
        None,
        b"",
        None,
        _core.Control(seconds),
        None,
        within,
    )


@pytest.mark.thorough
@given(st.one_of(chance_games(), drawn_games(), games_by_code()), st.integers(1, 3), st.floats(0, 0.003))
@random_cases(25)
def test_what_is_lost_lies_between_the_ends(game: Game, within: int, seconds: float) -> None:
    check_won(game, within, seconds)


@pytest.mark.slow
@given(st.one_of(chance_games(), drawn_games(), games_by_code()), st.integers(1, 4), st.floats(0, 0.01))
@settings(max_examples=1500, deadline=None)
def test_many_searches_that_are_stopped(game: Game, within: int, seconds: float) -> None:
    check_won(game, within, seconds)


def check_won(game: Game, within: int, seconds: float) -> None:
    """Whenever it is stopped what it says is true, and so are the figures of the strategy that it has."""
    try:
        lost, made = most_won(game, within)
    except LimitError:
        assume(False)
    table = table_of(game)
    result = search(table, "won", within, seconds)
    figures = result.played.figures
    if result.found:
        assert (figures.chance_lost, figures.average) >= (lost, made)
        ends = {measure: (low, high) for measure, low, high in result.intervals}
        assert ends["lost"][0] <= lost * figures.weight <= ends["lost"][1] == figures.lost_weight
        if "total" in ends:
            assert ends["lost"][0] == ends["lost"][1]
            assert ends["total"][0] <= made * figures.weight <= ends["total"][1] == figures.total
        given = Settings(within=within)
        strategy = strategy_of(table, result.played, "optimal", given, objective="won")
        assert verify(strategy).problems == ()
    assert result.proved == (result.played.stopped is None)


@pytest.mark.slow
@given(noisy_games(), st.floats(0, 0.003))
@settings(max_examples=30, deadline=None)
def test_the_least_mean_lies_between_the_ends(game: Game, seconds: float) -> None:
    try:
        mean = least_mean(game)
    except LimitError:
        assume(False)
    assert mean is not None
    result = search(table_of(game), "average", None, seconds)
    ((_, low, high),) = result.intervals
    weight = result.played.figures.weight
    assert low <= mean * weight
    assert high is None or mean * weight <= high


@pytest.mark.slow
def test_a_search_that_takes_long_has_both_ends() -> None:
    """Of 25 numbers within 6 guesses: the ends come near each other, and a sentence says which they are."""
    short, long = (cobra.optimal(number_of(25), within=6, time_limit=seconds) for seconds in (2, 5))
    for result in (short, long):
        assert result.stopped == "time" and result.row.lower is not None and result.row.upper is not None
        assert 0 < result.row.lower < result.row.upper < Fraction(1, 2)
        assert verdict(result).startswith(
            "stopped by the time limit; proved: the least chance of a lost play is between 0."
        )
    assert short.row.lower is not None and long.row.lower is not None
    assert short.row.lower <= long.row.lower
