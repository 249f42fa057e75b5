"""Games in which one experiment has several final outcomes, so that it can hit one of several codes."""

from __future__ import annotations

from cobra._core import Control
from cobra.engine.compile import compile_game
from cobra.engine.played import Played
from cobra.language.load import load_text
from cobra.language.score import Score, read_score
from tests import oracle
from tests.oracle.ties import best_order

MEMORY = 1 << 28
THREE = """
secret x : 1..7
experiment ask(g : 1..7)
  let b = x = (g + 1) % 7 + 1
  let c = x = (g + 2) % 7 + 1
  observe if x = g then "a" else if b then "b" else if c then "c" else "no"
  final x = g | b | c
experiment other(g : 1..7)
  observe if x = g then "a" else if x = (g + 1) % 7 + 1 then "b" else if x * g > 6 then "yes" else "no"
  final x = g | x = (g + 1) % 7 + 1
"""
PAIRS = """
secret x : 1..8
experiment ask(g : 1..4)
  observe if x = 2 * g then "even" else if x = 2 * g - 1 then "odd" else if x < g then "less" else "no"
  final x = 2 * g | x = 2 * g - 1
"""
"""No code is hit by two experiments."""


def played(text: str, score: Score, ties: str) -> Played:
    engine = compile_game(load_text(text)).engine()
    engine.enumerate(10**6, MEMORY, Control())
    return engine.greedy(score.strategy(), ties, False, 0, 1, MEMORY, None, Control())


def test_the_best_order_of_ties() -> None:
    for text in ("min max(n)", "max parts", "max hit"):
        score = read_score(text)
        found = played(THREE, score, "best")
        assert found.all_ties
        assert (found.figures.total, found.figures.worst) == best_order(load_text(THREE), score)


def test_a_score_sees_how_many_codes_are_hit() -> None:
    score = read_score("min max(n) - 5*hit")
    for ties in ("final,first", "first"):
        figures = played(PAIRS, score, ties).figures
        plan = oracle.greedy(load_text(PAIRS), score, ties)
        assert (figures.total, figures.worst, figures.nodes) == (16, 3, 5)
        assert (plan.total, plan.worst, plan.nodes) == (16, 3, 5)
