"""Experiments that hit several codes, each by an outcome of its own: no bound may take them for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra._core import Control
from cobra.engine.compile import compile_game
from cobra.language.load import load_text
from cobra.language.score import read_score
from cobra.model.game import Game
from cobra.strategy.check.verify import verify
from tests import oracle
from tests.breakers.test_scores import core_figures, figures
from tests.optimal.solve import MEMORY, Solver
from tests.oracle.ties import best_order
from tests.random_cases import random_cases

PAIRS = """
secret x : 1..6
experiment apart(i : 1..64)
  observe x = 1, x = 2, x
  final x <= 2
experiment pairs()
  observe x = 1, x = 2, (x - 1) / 2
  final x <= 2
experiment two(i : 1..5)
  observe x = i, x = i + 1
  final x = i | x = i + 1
"""
"""Those that tell all codes apart come first, and fill the line of experiments that is looked at first."""
BY_PLACE = """
secret x : 1..6
experiment one(i : 1..2)
  observe x = i, (x - 3) % 4
  final x = i
experiment two(i : 1..2)
  observe x = 2*i + 1, x = 2*i + 2
  final x = 2*i + 1 | x = 2*i + 2
"""
TIED = """
secret x : 1..6
experiment pair(i : 1..3)
  observe x = 2*i - 1, x = 2*i, x < i
  final x = 2*i - 1 | x = 2*i
"""
PRICED = """
secret x : 1..4
experiment pair(i : 1..2)
  observe x = 2*i - 1, x = 2*i
  final x = 2*i - 1 | x = 2*i
  cost 2
experiment one(i : 1..4)
  observe x = i, x < i
  final x = i
  cost 3
"""


@pytest.mark.parametrize("source", ["table", "computed"])
def test_one_experiment_may_be_the_last_of_two_plays(source: str) -> None:
    assert Solver(load_text(PAIRS)).optimum("nodes", source=source) == (2, 3)


@pytest.mark.parametrize(
    ("text", "total", "first"),
    [("max hit", 13, (1, (0,))), ("max hit then max parts", 13, (1, (0,))), ("max parts", 12, (0, (0,)))],
)
def test_a_score_sees_all_codes_that_are_hit(text: str, total: int, first: oracle.Experiment) -> None:
    game, score = load_text(BY_PLACE), read_score(text)
    plan = oracle.greedy(game, score)
    assert (plan.total, plan.first) == (total, first)
    compiled = compile_game(game)
    engine = compiled.engine()
    engine.enumerate(100, MEMORY, Control())
    result = engine.greedy(score.program(), "final,first", False, 0, 1, MEMORY, None, Control())
    assert result.first is not None
    assert (result.figures.total, compiled.experiment(result.first)) == (total, first)


def test_the_best_order_of_ties() -> None:
    game, score = load_text(TIED), read_score("max parts")
    engine = compile_game(game).engine()
    engine.enumerate(100, MEMORY, Control())
    result = engine.greedy(score.strategy(), "best", False, 0, 1, MEMORY, None, Control())
    assert (result.figures.total, result.figures.worst, result.all_ties) == (10, 2, True)
    assert best_order(game, score) == (10, 2)


@pytest.mark.parametrize(
    ("objective", "ends"),
    [
        ("average", [12]),
        ("worst", [4]),
        ("worst-average", [4, 12]),
        ("average-worst", [12, 4]),
        ("nodes", [4, 2]),
    ],
)
def test_prices(objective: str, ends: list[int]) -> None:
    result = cobra.optimal(load_text(PRICED), objective, threads=1)
    assert [(interval.lower, interval.upper) for interval in result.intervals] == [(n, n) for n in ends]
    assert result.strategy is not None and verify(result.strategy).correct


@pytest.mark.parametrize(("text", "lost"), [(PRICED, 2), (TIED, 4)])
def test_codes_won_within_one_experiment(text: str, lost: int) -> None:
    result = cobra.optimal(load_text(text), "won", within=1, threads=1)
    assert (result.proved, result.row.lost) == (True, lost)


@st.composite
def tables(draw: st.DrawFn) -> Game:
    """A game whose experiments answer anything; each code is hit by one of them, which may hit several."""
    codes = draw(st.integers(4, 7))
    order = draw(st.permutations(range(codes)))
    ends = sorted({codes, *draw(st.lists(st.integers(1, codes - 1), min_size=1, max_size=3))})
    hit = [order[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    rows = draw(st.permutations([*hit, *([[]] * draw(st.integers(2, 6)))]))
    lines = ["place,seen,final"]
    for number, codes_hit in enumerate(rows):
        for code in range(codes):
            seen = 10 + code if code in codes_hit else draw(st.integers(1, 3))
            lines.append(f"{number * codes + code + 1},{seen},{int(code in codes_hit)}")
    text = f"""
secret x : 1..{codes}
experiment ask(i : 1..{len(rows)})
  observe cell("t.csv", (i - 1)*{codes} + x, "seen")
  final cell("t.csv", (i - 1)*{codes} + x, "final") = 1
"""
    return load_text(text, files={"t.csv": "\n".join(lines) + "\n"})


@pytest.mark.thorough
@random_cases(200)
@given(tables(), st.sampled_from(("max hit then max parts", "max parts", "min sum(n*log2(n)) - 2*hit")))
def test_strategies_of_random_tables(game: Game, text: str) -> None:
    score = read_score(text)
    assert core_figures(game, score, "final,first", False) == figures(game, score, "final,first", False)
    engine = compile_game(game).engine()
    engine.enumerate(100, MEMORY, Control())
    result = engine.greedy(score.strategy(), "best", False, 0, 1, MEMORY, None, Control())
    assert (result.figures.total, result.figures.worst) == best_order(game, score)
