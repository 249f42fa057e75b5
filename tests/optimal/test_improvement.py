"""A strategy is improved while nothing is proved yet: what is held is one always, and never gets worse."""

from __future__ import annotations

import threading
from functools import cache

import pytest

import cobra
from cobra import _core
from cobra.strategy.check.verify import verify
from cobra.strategy.strategy import Strategy
from tests.optimal.solve import MEMORY, Solver, values
from tests.oracle.from_core import tree_of

SMALL = 1 << 16
"""Pairs of codes and experiments: after these a search is taken to be long, and improves what it holds."""
GAMES: dict[str, dict[str, int]] = {
    "mastermind": {"pegs": 4, "colours": 5},
    "bulls-and-cows": {"places": 4, "digits": 7},
}
OBJECTIVES = ("average", "worst-average", "nodes")


@cache
def solver(name: str) -> Solver:
    return Solver(cobra.load(name, GAMES[name]))


@cache
def optimum(name: str, objective: str) -> tuple[int, ...] | None:
    return solver(name).optimum(objective)


def search(
    name: str, objective: str, control: _core.Control, threads: int = 1, memory: int = MEMORY
) -> _core.OptimalResult:
    return solver(name).engine.optimal(
        objective, None, False, None, threads, memory, True, "table", SMALL, b"", None, control
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_held_when_it_got_better(name: str, objective: str, threads: int) -> None:
    control = _core.Control()
    found: list[_core.OptimalResult] = []
    worker = threading.Thread(target=lambda: found.append(search(name, objective, control, threads)))
    worker.start()
    begun: dict[str, int] = {}
    while worker.is_alive():
        measure, _, upper = control.interval() or ("", 0, None)
        if upper is not None and upper < begun.setdefault(measure, upper):
            control.stop()
    (result,) = found
    assert result.proved == (result.played.stopped is None)
    figures = result.played.figures
    tree = tree_of(solver(name).compiled, result.played.tree())
    held = Strategy(solver(name).game, "optimal", tree.experiments, tree.branches, figures)
    assert verify(held).problems == ()
    best = optimum(name, objective)
    assert best is not None
    for (measure, lower, upper), truth in zip(result.intervals, best, strict=False):
        # a measure that is soon settled may not have been seen by the loop above
        assert lower <= truth <= getattr(figures, measure) == upper <= begun.get(measure, upper)


@pytest.mark.thorough
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("name", GAMES)
def test_improvement_changes_no_value(name: str, objective: str) -> None:
    results = [search(name, objective, _core.Control()) for _ in range(2)]
    assert [values(result, objective) for result in results] == [optimum(name, objective)] * 2
    first, second = (result.played.tree() for result in results)
    assert first == second  # with one thread nothing depends on time
    little = search(name, objective, _core.Control(), memory=1 << 21)
    assert values(little, objective) == optimum(name, objective)
