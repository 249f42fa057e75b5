"""Tables of answers so long that the core keeps the outcomes of every experiment on every code."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import cobra
from cobra._core import Control
from cobra.engine.compile import CompiledGame, compile_game
from tests.engine.games import MEMORY

CODES, EXPERIMENTS = 90, 600
TOO_LITTLE = 8 * (4 * CODES * EXPERIMENTS - 1)
"""Bytes of which the eighth part that a list of experiments may take does not hold all outcomes."""


@cache
def game(seed: int) -> CompiledGame:
    """Return a game of a table in which most columns have answers of their own."""
    random = Random(seed)
    names = [f"c{i}" for i in range(CODES)]
    asked = names + [f"e{i}" for i in range(EXPERIMENTS - CODES)]
    columns = [[f"a{i}" for i in range(2, 18) if random.random() < 0.4] or ["a2"] for _ in asked]
    table = [
        [
            "yes" if what == code else random.choice(column)
            for what, column in zip(asked, columns, strict=True)
        ]
        for code in names
    ]
    return compile_game(cobra.from_table(names, asked, table, final=bool(seed)))


STRATEGIES = ("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first")


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("ties", ["final,first", "first"])
def test_strategies_are_the_same_whether_outcomes_are_kept_or_not(
    seed: int, consistent: bool, ties: str
) -> None:
    found = []
    for memory in (TOO_LITTLE, MEMORY):
        engine = game(seed).engine()
        engine.enumerate(CODES, memory, Control())
        trees = {}
        for strategy in STRATEGIES:
            result = engine.greedy(strategy, ties, consistent, 0, 1, MEMORY, None, Control())
            assert result.stopped is None
            trees[strategy] = result.tree(), result.figures.distribution, result.figures.total
        found.append(trees)
    assert found[0] == found[1]
    assert all(sum(distribution.values()) == CODES for _, distribution, _ in found[0].values())
