"""Searches that are stopped where plays can be lost: what they say is true."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cobra
from cobra.cli.show.optimal import verdict
from cobra.engine.core import OptimalResult
from cobra.engine.table import CodeTable
from cobra.interval import Interval
from cobra.model.game import Game
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.memory.games import memory_games
from tests.memory.test_random_games import LONGEST, table_of
from tests.oracle.memory import least
from tests.random_cases import random_cases
from tests.unseen.test_stopped import search

WEIGHTED = """game "weights"
secret x : 1..5
weight x
experiment ask(g : 1..5)
  observe x < g
"""


HANGMAN = """game "words with two lives"
alphabet letter = "a".."z"
secret word in lines("words.txt")
state left = 2 in 0..2
lost when left = 0
experiment letter_is(l : letter)
  let shown = any(i in 1..3 : word[i] = l)
  observe for i in 1..3 : if word[i] = l then l else "_"
  then left = left - (if shown then 0 else 1)
experiment word_is(g in lines("words.txt"))
  let right = all(i in 1..3 : word[i] = g[i])
  observe if right then "yes" else "no"
  final right
  then left = left - (if right then 0 else 1)
"""
WORDS = "ace act add age ago aid aim air all and ant any arm art ask bad".replace(" ", "\n")


@pytest.mark.thorough
@given(memory_games(), st.integers(1, 4), st.floats(0, 0.003))
@random_cases(60)
def test_what_is_lost_lies_between_the_ends(game: Game, within: int, seconds: float) -> None:
    check_won(game, within, seconds)


@pytest.mark.slow
@given(memory_games(), st.integers(1, 5), st.floats(0, 0.01))
@settings(max_examples=2000, deadline=None)
def test_many_searches_for_wins_that_are_stopped(game: Game, within: int, seconds: float) -> None:
    check_won(game, within, seconds)


def check_won(game: Game, within: int, seconds: float) -> None:
    lost, paid = least(game, "total", within, within=True, won_only=True) or (0, 0)
    check(game, "won", {"lost": lost, "total": paid}, within, seconds)


@pytest.mark.thorough
@given(memory_games(), st.sampled_from([("average", "total"), ("worst", "worst")]), st.floats(0, 0.003))
@random_cases(60)
def test_what_is_least_lies_between_the_ends(game: Game, wanted: tuple[str, str], seconds: float) -> None:
    check_least(game, wanted, seconds)


@pytest.mark.slow
@given(memory_games(), st.sampled_from([("average", "total"), ("worst", "worst")]), st.floats(0, 0.01))
@settings(max_examples=1000, deadline=None)
def test_many_searches_that_are_stopped(game: Game, wanted: tuple[str, str], seconds: float) -> None:
    check_least(game, wanted, seconds)


def check_least(game: Game, wanted: tuple[str, str], seconds: float) -> None:
    objective, counted = wanted
    expected = least(game, counted, LONGEST)
    if expected is not None:  # else only longer plays would do
        check(game, objective, {"lost": expected[0], counted: expected[1]}, None, seconds)


def check(game: Game, objective: str, least_: dict[str, int], within: int | None, seconds: float) -> None:
    """Whenever it is stopped what it says is true, and so are the figures of the strategy that it has."""
    table = table_of(game)
    result = search(table, objective, within, seconds)
    figures = result.played.figures
    for number, (measure, low, high) in enumerate(result.intervals):
        assert low <= least_[measure]
        if high is not None:
            assert least_[measure] <= high == figures.measure(measure)
        assert number == 0 or result.intervals[0][1] == result.intervals[0][2]
    if result.found:
        strategy = strategy_of(table, result.played, "optimal", Settings(within=within), objective=objective)
        assert verify(strategy).problems == ()
    assert result.proved == (result.played.stopped is None)


def test_what_is_lost_is_counted_by_weight() -> None:
    """Of the codes 1 to 5 that weigh as much one can be told from the others: the heaviest."""
    result = cobra.optimal(cobra.load_text(WEIGHTED), "won", within=1)
    assert (result.row.lost, result.row.figures.lost_weight, result.row.figures.chance_lost) == (
        4,
        10,
        Fraction(2, 3),
    )
    assert [(one.measure, one.lower, one.upper) for one in result.intervals] == [
        ("lost", 10, 10),
        ("total", 15, 15),
    ]
    assert result.strategy is not None and verify(result.strategy).problems == ()


@pytest.mark.parametrize(
    ("objective", "values"),
    [
        ("worst-average", {"lost": 10, "worst": 4, "total": 39}),
        ("average-worst", {"lost": 10, "worst": 4, "total": 39}),
        ("nodes", {"lost": 10, "worst": 4, "nodes": 9}),
    ],
)
def test_what_is_known_of_the_second_measure_is_of_strategies_that_lose_as_few(
    objective: str, values: dict[str, int]
) -> None:
    """Stopped anywhere: what is proved of those that lose fewer codes says nothing of these."""
    table = table_of(cobra.load_text(HANGMAN, files={"words.txt": WORDS}))
    seconds, result = 0.001, None
    while result is None or not result.proved:
        result = search(table, objective, None, seconds)
        for measure, low, high in result.intervals:
            assert low <= values[measure], seconds
            assert high is None or values[measure] <= high, seconds
        seconds *= 1.15
    assert [low for _, low, _ in result.intervals] == [values[one] for one, _, _ in result.intervals]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "objective", "within", "least_"),
    [
        ("mastermind", "won", 4, "the least number of codes lost is between 1 and "),
        ("mastermind", "won", 3, "the least number of codes lost is between 18 and "),
        ("hangman-lives", "average", None, "the least number of codes lost is at most "),
        ("hangman-lives", "worst-average", None, "the least number of codes lost is at most "),
    ],
)
def test_a_search_that_takes_long_has_an_interval(
    name: str, objective: str, within: int | None, least_: str
) -> None:
    seconds = 10 if within is not None else 2
    result = cobra.optimal(cobra.load(name), objective, within=within, time_limit=seconds)
    assert result.stopped == "time" and result.strategy is not None
    assert verdict(result).startswith(f"stopped by the time limit; proved: {least_}")
    assert verify(result.strategy).problems == ()


@pytest.mark.thorough
def test_a_stopped_search_shows_the_best_strategy_of_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    search = CodeTable.optimal

    def stopped_soon(table: CodeTable, *arguments: Any, **named: Any) -> OptimalResult:
        with table._run.at_most(0.3):
            return search(table, *arguments, **named)

    monkeypatch.setattr(CodeTable, "optimal", stopped_soon)
    game = cobra.load("hangman-lives", {"lives": 4})
    *others, optimal = cobra.analyze(game, ["parts", "max-models", "ent-models", "optimal"]).rows
    assert [(row.lost, row.total) for row in others] == [(34, 193), (23, 220), (24, 214)]
    assert (optimal.stopped, optimal.lost, optimal.total, optimal.losing) == (
        "time",
        23,
        220,
        Interval("lost", 0, 23),
    )
