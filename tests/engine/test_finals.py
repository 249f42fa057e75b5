"""What is final may follow from the experiment, too: one answer ends the game after some experiments only."""

from __future__ import annotations

import pytest

import cobra
from cobra.engine.compile import compile_game
from tests import oracle

FIRST_PLACE = """secret code[1..2] : distinct {a, b}
experiment ask(g[1..2] : {a, b})
  observe code[1] = g[1]
  final all(i in 1..2 : code[i] = g[i])
"""
"""After aa the answer "yes" is not final, after ab it is."""
GAMES = {
    "yes or no": FIRST_PLACE,
    "a number": FIRST_PLACE.replace("code[1] = g[1]", "count(i in 1..1 : code[i] = g[i])"),
    "a word": FIRST_PLACE.replace("code[1] = g[1]", 'if code[1] = g[1] then "same" else "other"'),
    "many outcomes": """secret code[1..3] : distinct 1..3
experiment ask(g[1..3] : 1..3)
  observe for i in 1..3 : 300 * (if code[i] = g[i] then 1 else 0), count(i in 1..3 : code[i] < g[i])
  final code[1] = g[1] & code[2] = g[2] & g[3] = 3
experiment guess(g[1..3] : distinct 1..3)
  observe code[1] = g[1] & code[2] = g[2]
  final code = g
""",
    "the last of three": """secret code : 1..4
experiment look(n : 1..4, last : 1..2)
  observe if code = n then "here" else "elsewhere"
  final code = n & last = 2
""",
}


@pytest.mark.parametrize("name", GAMES)
def test_strategies_are_those_of_the_definition(name: str) -> None:
    game = cobra.load_text(GAMES[name])
    assert cobra.check(game).well_formed
    for row in cobra.analyze(game, strategies=("max-models", "ent-models", "parts", "first")).rows:
        plan = oracle.greedy(game, row.name, "final,first", False)
        assert (row.worst, row.total, dict(row.distribution)) == (plan.worst, plan.total, plan.distribution)
    for objective in ("average", "worst-average", "nodes"):
        result = cobra.optimal(game, objective)
        figures = {"total": result.row.total, "worst": result.row.worst, "nodes": result.row.nodes}
        found = tuple(figures[interval.measure] for interval in result.intervals)
        assert (result.proved, found) == (True, oracle.optimum(game, objective))


def test_two_codes_are_told_apart_by_the_guess_of_one_of_them() -> None:
    assert cobra.optimal(cobra.load_text(FIRST_PLACE)).row.total == 3


@pytest.mark.parametrize(
    ("name", "components"),
    [("mastermind", 3), ("bulls-and-cows", 3), ("jotto", 2), ("wordle", 6), ("higher-lower", 3)],
)
def test_what_is_final_is_a_component_of_its_own_only_where_it_has_to_be(name: str, components: int) -> None:
    (of,) = compile_game(cobra.load(name)).program.types
    assert len(of.components) == components
