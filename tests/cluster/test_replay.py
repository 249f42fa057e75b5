"""What a trace tells about more workers: the replay of `benchmarks/cluster.py`, on traces made by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "cluster.py"
    spec = importlib.util.spec_from_file_location("cluster_bench", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses look for their names
    spec.loader.exec_module(module)
    return module


def made(bench: ModuleType, *pieces: tuple[tuple[int, ...], float], delay: float = 0.0) -> dict[int, Any]:
    return {
        n: bench.Piece(after, seconds, delay if after else 0.0, 0)
        for n, (after, seconds) in enumerate(pieces)
    }


def test_work_is_shared_by_workers(bench: ModuleType) -> None:
    todo = made(bench, *[((), 1.0)] * 4)
    for workers, seconds in ((1, 4.0), (2, 2.0), (4, 1.0), (64, 1.0)):
        found = bench.replay(todo, workers, 0.0, 1e9, 0.0)
        assert (found.seconds, found.busy, found.longest) == (seconds, 4.0, 1.0)


def test_pieces_wait_for_each_other(bench: ModuleType) -> None:
    todo = made(bench, ((), 1.0), ((0,), 2.0), ((0,), 2.0), ((1, 2), 0.5))
    assert bench.replay(todo, 1, 0.0, 1e9, 0.0).seconds == 5.5
    assert bench.replay(todo, 2, 0.0, 1e9, 0.0).seconds == 3.5
    assert bench.replay(todo, 8, 0.0, 1e9, 0.0).longest == 3.5
    delayed = made(bench, ((), 1.0), ((0,), 2.0), ((0,), 2.0), ((1, 2), 0.5), delay=0.25)
    assert bench.replay(delayed, 2, 0.0, 1e9, 0.0).seconds == 4.0


def test_messages_and_the_coordinator_take_time(bench: ModuleType) -> None:
    todo = {0: bench.Piece((), 1.0, 0.0, 1000)}
    assert bench.replay(todo, 1, 0.5, 4000.0, 0.125).seconds == 0.125 + 0.5 + 0.25 + 1.0 + 0.5
    many = made(bench, *[((), 0.0)] * 100)
    assert bench.replay(many, 64, 0.0, 1e9, 0.5).seconds == 50.0


def test_a_trace_is_read(bench: ModuleType) -> None:
    def task(number: int, after: list[int], submitted: float, began: float, ended: float) -> dict[str, Any]:
        times = {"submitted": submitted, "began": began, "ended": ended, "received": ended + 1}
        return {"piece": number, "after": after, "argument bytes": 70, "result bytes": 30, **times}

    trace = {
        "tasks": [
            task(0, [], 0, 1, 3),
            task(1, [0], 4, 5, 6),
            task(2, [0], 4, 5, 9),
            task(3, [1, 2], 16, 17, 18),
        ]
    }
    found = bench.pieces(trace)
    assert found[0] == bench.Piece((), 2, 0.0, 100)
    assert found[1] == bench.Piece((0,), 1, 0.0, 100)
    assert found[3] == bench.Piece((1, 2), 1, 6.0, 100)  # the search that asks was at work from 10 to 16
