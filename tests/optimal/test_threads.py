"""Threads that share a search change nothing about what it finds."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import cobra
from tests.optimal.solve import Solver
from tests.oracle import OBJECTIVES

GAMES: list[tuple[str, dict[str, int]]] = [
    ("mastermind", {"pegs": 4, "colours": 5}),
    ("bulls-and-cows", {"places": 3, "digits": 8}),
]
"""Large enough for the threads to meet."""


@cache
def solver(number: int) -> Solver:
    name, params = GAMES[number]
    return Solver(cobra.load(name, params))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_threads_change_no_value(number: int, objective: str) -> None:
    game = solver(number)
    best = game.optimum(objective)
    assert [game.optimum(objective, threads=threads) for threads in (2, 3)] == [best] * 2


@pytest.mark.parametrize("switch", [{"memory": 1 << 16}, {"source": "computed"}, {"budget": 1}], ids=str)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_threads_with_other_switches(objective: str, switch: dict[str, Any]) -> None:
    game = solver(1)
    assert game.optimum(objective, threads=2, **switch) == game.optimum(objective)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_threads_on_the_cells_of_one_experiment(number: int) -> None:
    game = solver(number)
    first = game.solve("average").played.first
    alone = game.optimum("average-worst", first=first)
    assert [game.optimum("average-worst", first=first, threads=threads) for threads in (2, 4)] == [alone] * 2


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_threads_prove_that_nothing_can_be_done(number: int) -> None:
    game = solver(number)
    worst = game.solve("worst").played.figures.worst
    assert game.optimum("average", worst - 1, threads=2) is None
    assert game.optimum("average", worst, True, threads=2) == game.optimum("average", worst, True)
