"""Games in which one experiment has several final outcomes: so it can hit one of several codes."""

from __future__ import annotations

import pytest

from cobra.language.load import load_text
from tests.memory.test_random_games import search, table_of, verified
from tests.oracle.memory import least

ASK = """
secret x : 1..6
experiment ask(g : 1..5)
  observe if x = g then "first" else if x = g + 1 then "second" else "no"
  final x = g | x = g + 1
"""
PRICED = ASK + "  cost 2\n"
MANY_STATES = """
secret x : 1..4
state made[1..7] = 0 in 0..1
experiment ask(g : 1..7)
  where made[g] = 0
  observe if x = g then "first" else if x = g + 1 then "second" else "no"
  final x = g | x = g + 1
  then made[g] = 1
"""
"""These are too many to be counted by state."""
BY_STATE = """
secret x : 1..4
state made[1..7] = 0 in 0..1
experiment ask(g : 1..7)
  where made[g] = 0
  observe if x = g then "first" else if x = g + 1 & made[7] = 0 then "second" else "no"
  final x = g | x = g + 1 & made[7] = 0
  then made[g] = 1
"""
"""Here the state says what is final, too."""


def test_two_codes_are_hit_at_once() -> None:
    table = table_of(load_text(PRICED))
    for objective in ("average", "worst", "nodes"):
        played = search(table, objective).played
        figures = played.figures
        assert (figures.price_total, figures.price_worst, figures.nodes) == (24, 6, 3)
        verified(table, played, "optimal", objective)


@pytest.mark.parametrize(("text", "lost"), [(ASK, (4, 2, 0)), (PRICED, (4, 2, 0)), (MANY_STATES, (2, 0, 0))])
def test_two_codes_are_won_by_each_experiment(text: str, lost: tuple[int, ...]) -> None:
    table = table_of(load_text(text))
    for within, number in enumerate(lost, 1):
        assert search(table, "won", within=within).intervals[0][1:] == (number, number)


@pytest.mark.parametrize("text", [PRICED, MANY_STATES, BY_STATE])
def test_the_optimum_is_that_of_the_definition(text: str) -> None:
    game = load_text(text)
    table = table_of(game)
    for objective, counted in (("average", "total"), ("worst", "worst")):
        expected = least(game, counted, 3)
        assert expected is not None
        figures = search(table, objective).played.figures
        assert (figures.lost, figures.measure(counted)) == expected
    for within in (1, 2):
        expected = least(game, "total", within, within=True, won_only=True)
        found = search(table, "won", within=within).intervals
        assert tuple(upper for _, _, upper in found) == expected
