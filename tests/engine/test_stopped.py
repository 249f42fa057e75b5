"""Calls of the core whose control was stopped before they begin say so at once, however little is to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cobra._core import Control, CoreStopped, Engine
from tests.engine.games import MEMORY, compiled

GUESS = (0, [0, 1])
CALLS: dict[str, Callable[[Engine, Control], object]] = {
    "partition": lambda engine, control: engine.partition(GUESS, None, control),
    "splits": lambda engine, control: engine.splits([GUESS], None, control),
    "closing": lambda engine, control: engine.closing(control),
    "largest branching": lambda engine, control: engine.largest_branching(control),
    "inseparable": lambda engine, control: engine.inseparable(control),
    "choose": lambda engine, control: engine.choose("parts", "first", False, None, control, 1 << 24),
    **{
        f"representatives {name}": lambda engine, control, name=name: engine.representatives(
            [name], [(GUESS, 0)], 1000, MEMORY, control
        )
        for name in ("none", "symbols", "history", "knowledge", "partition", "graph")
    },
    "count of representatives": lambda engine, control: engine.count_representatives("symbols", [], control),
}


def engine() -> Engine:
    """Return an engine that has listed its codes and knows nothing more."""
    fresh = compiled("mastermind", ("pegs", 2), ("colours", 4))[0].engine()
    fresh.enumerate(100, MEMORY, Control())
    return fresh


@pytest.mark.parametrize("call", CALLS)
def test_nothing_is_done_when_stopped(call: str) -> None:
    control = Control()
    control.stop()
    with pytest.raises(CoreStopped) as stop:
        CALLS[call](engine(), control)
    assert stop.value.reason == "interrupt"
    CALLS[call](engine(), Control())  # else it works


def test_a_strategy_that_was_stopped_settles_no_code() -> None:
    control = Control()
    control.stop()
    result = engine().greedy("parts", "final,first", False, 0, 1, MEMORY, None, control)
    assert (result.stopped, result.figures.settled) == ("interrupt", 0)
