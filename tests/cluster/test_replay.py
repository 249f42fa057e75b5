"""What a trace tells about more workers: the replay of `benchmarks/cluster.py`, on traces made by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cobra
from cobra.engine.run import Run
from tests.cluster.jobs import square


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


def test_a_worker_that_has_nothing_to_do_takes_the_next_piece(bench: ModuleType) -> None:
    todo = made(bench, *(((), one) for one in (4.0, 1.0, 1.0, 1.0)))
    assert bench.replay(todo, 2, 0.0, 1e9, 0.0).seconds == 4.0


def test_what_a_worker_takes_between_two_pieces(bench: ModuleType) -> None:
    todo = made(bench, *[((), 1.0)] * 4)
    assert bench.replay(todo, 1, 0.0, 1e9, 0.0, 0.25).seconds == 4.75
    assert bench.replay(todo, 2, 0.0, 1e9, 0.0, 0.25).seconds == 2.25
    times = [(0.0, 1.0, 3.0), (0.0, 3.5, 4.0), (4.0, 6.0, 7.0), (6.0, 7.25, 8.0)]
    tasks = [{"worker": "one", "submitted": s, "began": b, "ended": e} for s, b, e in times]
    assert bench.gap({"tasks": tasks}) == (0.5 + 0.25) / 2


def test_messages_and_the_coordinator_take_time(bench: ModuleType) -> None:
    todo = {0: bench.Piece((), 1.0, 0.0, 1000)}
    assert bench.replay(todo, 1, 0.5, 4000.0, 0.125).seconds == 0.125 + 0.5 + 0.25 + 1.0 + 0.5
    many = made(bench, *[((), 0.0)] * 100)
    assert bench.replay(many, 64, 0.0, 1e9, 0.5).seconds == 50.0


def test_a_trace_is_read(bench: ModuleType) -> None:
    def task(number: int, after: list[int], submitted: float, began: float, ended: float) -> dict[str, Any]:
        times = {"submitted": submitted, "began": began, "ended": ended, "received": ended + 1}
        return {
            "piece": number,
            "after": after,
            "meant for": "here",
            "argument bytes": 70,
            "result bytes": 30,
            **times,
        }

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


def test_who_asks_may_be_at_work_before_the_first_question(bench: ModuleType) -> None:
    sizes = {"argument bytes": 70, "result bytes": 30, "meant for": "here", "after": []}
    prepared = {"piece": -1, "submitted": 1.0, "began": 1.0, "ended": 2.0, "received": 2.5, **sizes}
    question = {"piece": 0, "submitted": 4.0, "began": 4.5, "ended": 6.5, "received": 7.0, **sizes}
    found = bench.pieces({"tasks": [prepared, question]})
    assert found == {-1: bench.Piece((), 1.0, 0.0, 100), 0: bench.Piece((), 2.0, 3.0, 100)}
    assert bench.replay(found, 2, 0.0, float("inf"), 0.0).seconds == 5.0


def test_rows_of_a_comparison_wait_for_no_others(bench: ModuleType) -> None:
    times = {"submitted": 0.0, "argument bytes": 70, "result bytes": 30, "meant for": None}
    rows = [{"began": 2.0, "ended": 5.0, "received": 6.0}, {"began": 1.0, "ended": 2.0, "received": 3.0}]
    found = bench.pieces({"tasks": [{**times, **row} for row in rows]})
    assert found == {0: bench.Piece((), 1.0, 0.0, 100), 1: bench.Piece((), 3.0, 0.0, 100)}


@pytest.mark.thorough
def test_the_replay_of_a_run_is_a_schedule_of_what_was_done(
    bench: ModuleType, cluster: cobra.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks: list[dict[str, Any]] = []
    monkeypatch.setattr(cluster, "_trace", tasks)
    seconds = (0.3, 0.1, 0.1, 0.2, 0.1, 0.1, 0.2, 0.1)
    with cluster.tasks(Run(), "sleeping") as given:
        for number, one in enumerate(seconds):
            noted = {"piece": number, "after": []}
            given.submit(number, square, number, one, noted=noted)
        assert len(list(given)) == len(seconds)
        noted = {"piece": len(seconds), "after": list(range(len(seconds)))}
        given.submit(len(seconds), square, 7, 0.3, noted=noted)
        assert list(given) == [(len(seconds), 49)]
    todo = bench.pieces({"tasks": tasks})
    gap = bench.gap({"tasks": tasks})
    found = bench.replay(todo, 2, 0.0005, 1e9, 0.0015, gap)
    work = [task["ended"] - task["began"] for task in tasks]
    assert found.busy == pytest.approx(sum(work))
    first = max(todo[number].delay + todo[number].seconds for number in range(len(seconds)))
    assert found.longest == pytest.approx(first + todo[len(seconds)].delay + work[-1])
    # two workers are at work as long as there is something to be done (Graham 1966), but for messages
    between = len(work) * (0.0015 + 2 * 0.0005 + gap)
    assert max(found.longest, found.busy / 2) <= found.seconds
    assert found.seconds <= found.busy / 2 + found.longest + max(work) + between
