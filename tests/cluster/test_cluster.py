"""A cluster of two processes here: results, errors, stops, workers that die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from cobra.cluster.cluster import Cluster
from cobra.cluster.tasks import Tasks
from cobra.cluster.work import Done
from cobra.engine.run import Run
from cobra.errors import LimitError, StoppedError
from tests.cluster.jobs import deadly, deaf, leaves_ctrl_c_alone, square, too_much, wait, wait_for

pytestmark = pytest.mark.thorough


@pytest.mark.slow
def test_results_come_in_any_order_each_once(cluster: Cluster) -> None:
    items = [(number, (number, 0.2 if number == 0 else 0.0)) for number in range(50)]
    told: list[tuple[str, int, int]] = []
    run = Run(progress=lambda *seen: told.append(seen))
    results = list(cluster.results(run, "squaring", square, items))
    assert sorted(results) == [(number, number**2) for number in range(50)]
    assert results != sorted(results)
    assert told[0] == ("squaring", 0, 50)
    assert {total for _, _, total in told} == {50}


@pytest.mark.unix
def test_ctrl_c_is_for_the_process_that_started_the_workers(cluster: Cluster) -> None:
    """A terminal sends it to them, too; while they were being started they would show tracebacks."""
    assert set(cluster._client.run(leaves_ctrl_c_alone).values()) == {True}
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_tasks_can_be_submitted_while_results_come(cluster: Cluster) -> None:
    seen = []
    with cluster.tasks(Run(), "squaring again") as tasks:
        tasks.submit("start", square, 2)
        for key, result in tasks:
            seen.append((key, result))
            if result < 1000:
                tasks.submit(result, square, result)
    assert seen == [("start", 4), (4, 16), (16, 256), (256, 65536)]
    assert cluster.workers == 2


def test_tasks_of_higher_priority_begin_first(cluster: Cluster, tmp_path: Path) -> None:
    all_are_there = tmp_path / "all are there"
    with cluster.tasks(Run(), "squaring") as tasks:
        for number in range(2):
            tasks.submit(number, wait_for, str(all_are_there))
        for number in range(10, 20):
            tasks.submit(number, square, number, 0.02, priority=number)
        time.sleep(0.3)  # until they have come to the scheduler
        all_are_there.touch()
        order = [key for key, _ in tasks]
    assert order.index(19) < order.index(12)  # each worker may have one more task in its hands


def test_an_exception_of_a_task_is_raised_as_itself(cluster: Cluster) -> None:
    with pytest.raises(LimitError, match="raise it with --memory") as caught:
        list(cluster.results(Run(), "trying", too_much, [(0, ())]))
    assert (caught.value.name, caught.value.needed) == ("memory", 3 << 30)


def test_the_time_limit_ends_tasks_with_what_they_know(cluster: Cluster) -> None:
    seen: list[tuple[int, str]] = []
    begun = time.monotonic()
    with pytest.raises(StoppedError, match="time limit while waiting here") as caught:
        seen.extend(cluster.results(Run(0.3), "waiting here", wait, [(n, ()) for n in range(20)]))
    assert caught.value.reason == "time"
    assert {result for _, result in seen} == {"so far"}
    assert len(seen) == 2  # one for each worker; the others have not begun
    assert time.monotonic() - begun < 2
    assert list(cluster.results(Run(), "squaring", square, [(0, (3,))])) == [(0, 9)]


def test_ctrl_c_ends_tasks_with_what_they_know(cluster: Cluster) -> None:
    sent: list[float] = []

    def told(*_: object) -> None:
        """Send it while tasks are waited for: before, nobody hears it."""
        sent.append(time.monotonic())
        if sent[-1] > sent[0] + 0.5 and not run.interrupted:
            os.kill(os.getpid(), signal.SIGINT)

    run = Run(None, told)
    seen: list[tuple[int, str]] = []
    with pytest.raises(StoppedError) as caught:
        seen.extend(cluster.results(run, "waiting", wait, [(n, ()) for n in range(20)]))
    assert caught.value.reason == "interrupt"
    assert run.interrupted
    assert len(seen) == 2


def test_a_run_that_is_left_takes_its_tasks_back(cluster: Cluster) -> None:
    with cluster.tasks(Run(), "waiting") as tasks:
        for number in range(20):
            tasks.submit(number, wait)
        assert tasks.left == 20
    assert list(cluster.results(Run(2.0), "squaring", square, [(0, (3,))])) == [(0, 9)]


@pytest.mark.slow
@pytest.mark.unix
def test_a_task_whose_workers_die_is_done_again_however_often(cluster: Cluster, tmp_path: Path) -> None:
    counter = str(tmp_path / "deaths")  # dask itself gives a task up with the fourth worker
    [(key, times)] = cluster.results(Run(60.0), "dying", deadly, [(0, (counter, 6))])
    assert key == 0
    assert times >= 6  # more when a result was lost with its worker, and the task done again


@pytest.mark.unix
def test_workers_that_are_killed_lose_no_task(cluster: Cluster) -> None:
    results = {}
    with cluster.tasks(Run(60.0), "squaring") as tasks:
        for number in range(60):
            tasks.submit(number, square, number, 0.05)
        for key, result in tasks:
            results[key] = result
            if len(results) in (10, 30):
                while not (pids := cluster._client.run(os.getpid, on_error="ignore")):
                    time.sleep(0.05)  # the one killed before is still taken for a worker
                os.kill(next(iter(pids.values())), signal.SIGKILL)
    assert results == {number: number**2 for number in range(60)}


def test_a_task_that_dask_itself_cancels_is_done_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, cancelled = Tasks._result, []

    async def cancel_once(tasks: Tasks, name: str, *of: Any) -> Done:
        if not cancelled:
            cancelled.append(name)
            raise asyncio.CancelledError
        return await result(tasks, name, *of)

    monkeypatch.setattr(Tasks, "_result", cancel_once)
    with cluster.tasks(Run(), "squaring") as tasks:
        tasks.submit(0, square, 7)
        assert list(tasks) == [(0, 49)]
    assert len(cancelled) == 1


def test_a_trace_says_when_and_where_tasks_were_done(tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    with Cluster("local:1", trace=path) as cluster, cluster.tasks(Run(), "squaring") as tasks:
        tasks.submit(("a", 1), square, 7, 0.1, noted={"bound": 3})
        assert list(tasks) == [(("a", 1), 49)]
    [task] = json.loads(path.read_text())["tasks"]
    assert task["key"] == "('a', 1)"
    assert task["bound"] == 3
    assert task["submitted"] <= task["began"] <= task["ended"] - 0.1 <= task["received"]
    assert task["worker"].startswith("tcp://127.0.0.1:")
    assert 0 < task["result bytes"] < task["argument bytes"] < 1000


def test_a_task_that_does_not_listen_is_left_alone(cluster: Cluster) -> None:
    begun = time.monotonic()  # last in this file: its worker is busy for a while
    with pytest.raises(StoppedError):
        list(cluster.results(Run(0.1), "sleeping", deaf, [(0, (15.0,))]))
    assert time.monotonic() - begun < 14
