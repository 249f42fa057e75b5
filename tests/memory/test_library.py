"""The games of the library with a state, prices and lost plays, against the same games by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cobra
from cobra.language.load import library
from tests.memory.brute_force import GAMES, PlainRules, hangman_lives, throws
from tests.oracle.memory import SCORES, least, played

WORDS = library()["hangman-lives"].with_name("three_letters.txt").read_text("utf-8").split()
SMALL = [
    ("egg-drop", {"eggs": 2, "floors": 7}),
    ("egg-drop", {"eggs": 1, "floors": 5}),
    ("egg-drop", {"eggs": 3, "floors": 36}),
    ("priced-search", {"n": 15}),
    ("warmer-colder", {"numbers": 20}),
    ("hangman-lives", {"lives": 3}),
    ("hangman-lives", {"lives": 1}),
]


@pytest.mark.parametrize(("name", "params"), SMALL)
def test_one_step_strategies(name: str, params: dict[str, int]) -> None:
    plain = hangman_lives(WORDS, **params) if name == "hangman-lives" else GAMES[name](**params)
    game = cobra.load(name, params)
    assert cobra.info(game).codes == len(plain.codes)
    assert cobra.info(game).experiments == len(plain.experiments(plain.start))
    for row in cobra.analyze(game, list(SCORES), ties="final,first").rows:
        found = row.total, row.figures.price_total, row.lost, row.worst
        assert found == played(PlainRules(plain), row.name), row.name


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("egg-drop", {"eggs": 2, "floors": 7}),
        ("egg-drop", {"eggs": 1, "floors": 4}),
        ("priced-search", {"n": 7}),
        ("warmer-colder", {"numbers": 8}),
    ],
)
def test_the_best_strategies(name: str, params: dict[str, int]) -> None:
    rules = PlainRules(GAMES[name](**params))
    for objective, counted in (("average", "total"), ("worst", "worst")):
        result = cobra.optimal(cobra.load(name, params), objective)
        assert result.proved
        figures = result.row.figures
        assert (figures.lost, figures.measure(counted)) == least(rules, counted, 7)


@pytest.mark.parametrize(("eggs", "floors"), [(2, 7), (2, 36), (3, 50)])
def test_eggs(eggs: int, floors: int) -> None:
    game = cobra.load("egg-drop", {"eggs": eggs, "floors": floors})
    found = cobra.optimal(game).row.total, cobra.optimal(game, "worst").row.worst
    assert found == throws(floors + 1, eggs)


def test_the_games_of_the_comments() -> None:
    """What the comments of the files say beside totals and worst cases."""
    assert throws(101, 2)[1] == 14
    search = cobra.optimal(cobra.load("priced-search")).row
    assert (search.total, search.costs) == (59, (Fraction(49), Fraction(496, 15)))
    assert cobra.optimal(cobra.load("priced-search"), "worst").row.figures.price_worst == 41
