"""Processes that compute: bounded in time, cancelled, killed, replaced."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from cobra.errors import InternalError, StoppedError
from cobra.web import workers as module
from cobra.web.allowance import Allowance
from cobra.web.operations import OPERATIONS
from cobra.web.work import Work
from cobra.web.worker import _answer_or_cancel
from cobra.web.workers import BusyError, Lane, Worker
from tests.web.server import LARGE, MASTERMIND, run_alone

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

ALLOWANCE = Allowance(threads=1)
QUESTION = json.dumps({"game": MASTERMIND, "history": []}).encode()
LONG = json.dumps({"kind": "strategy", "game": LARGE, "strategy": "optimal"}).encode()
ENDED = "the computation ended without an answer, twice; it may have needed too much memory"


def with_worker(use: Callable[[Worker], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        worker = await Worker.start(ALLOWANCE)
        try:
            await use(worker)
        finally:
            await worker.close()

    run_alone(run())


async def begun(worker: Worker) -> asyncio.Task[Any]:
    """Return a computation that takes long and has begun."""
    reports = asyncio.Event()
    task = asyncio.create_task(worker.ask("strategy", [LONG], None, lambda report: reports.set()))
    await reports.wait()
    return task


def error(body: bytes) -> str:
    return str(json.loads(body)["error"])


def test_a_worker_answers_one_request_after_the_other() -> None:
    async def use(worker: Worker) -> None:
        for _ in range(3):
            reply = await worker.ask("position", [QUESTION], 60)
            assert (reply.status, json.loads(reply.body)["codes"]) == (200, 64)
        assert worker.usable

    with_worker(use)


def test_a_worker_out_of_time_says_so_and_one_that_does_not_is_killed() -> None:
    async def use(worker: Worker) -> None:
        reply = await worker.ask("strategy", [LONG], 0.0)
        stopped = "stopped by the time limit while reading the game; raise it with --time-limit"
        assert (reply.status, error(reply.body)) == (503, stopped)
        assert worker.usable
        os.kill(worker.pid, signal.SIGSTOP)
        reply = await worker.ask("strategy", [LONG], -1e9)  # the time it is given to say so is over, too
        assert (reply.status, error(reply.body)) == (503, "stopped by the time limit")
        assert not worker.usable

    with_worker(use)


def test_a_worker_that_is_cancelled_ends_with_what_it_knows() -> None:
    async def use(worker: Worker) -> None:
        task = await begun(worker)
        await asyncio.gather(worker.cancel(), task)
        assert task.result().status in (200, 503)  # with the best strategy found by then, if there is one
        assert not worker.usable

    with_worker(use)


def answered(name: str) -> tuple[int, bool, str]:
    """Have an operation done here; return the status, whether there was too little memory, and the error."""
    before = signal.getsignal(signal.SIGINT)
    try:
        status, short, (text,) = _answer_or_cancel(Work(ALLOWANCE, lambda *_: None), name, None, [])
    finally:
        signal.signal(signal.SIGINT, before)
    return status, short, error(text)


def test_a_request_is_cancelled_while_its_answer_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(StoppedError):
        @property
        def reason(self) -> str:
            os.kill(os.getpid(), signal.SIGINT)
            return "time"

        @reason.setter
        def reason(self, value: str) -> None: ...

    def stop(work: Work) -> list[bytes]:
        raise Late("time", "working")

    monkeypatch.setitem(OPERATIONS, "stop", stop)
    assert answered("stop") == (503, False, "cancelled")


def test_a_mistake_of_the_core_is_not_one_of_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[bytes]:
        raise InternalError("a hit vanished")

    monkeypatch.setitem(OPERATIONS, "fail", fail)
    sentence = "internal error: a hit vanished; please report it, with the game"
    assert answered("fail") == (500, False, sentence)


def test_a_worker_that_dies_is_an_answer() -> None:
    async def use(worker: Worker) -> None:
        task = await begun(worker)
        os.kill(worker.pid, signal.SIGKILL)
        reply = await task
        assert (reply.status, error(reply.body)) == (503, ENDED)
        assert not worker.usable

    with_worker(use)


def test_a_worker_that_nobody_waits_for_is_ended() -> None:
    async def use(worker: Worker) -> None:
        task = await begun(worker)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not worker.usable

    with_worker(use)


@pytest.mark.skipif(sys.platform != "linux", reason="where processes have a folder in /proc")
def test_a_worker_ends_with_its_server_and_may_use_no_more_memory() -> None:
    async def use(worker: Worker) -> None:
        limits = Path(f"/proc/{worker.pid}/limits").read_text()
        (line,) = [line for line in limits.splitlines() if line.startswith("Max data size")]
        assert line.split()[3] == str(2 * ALLOWANCE.memory + (1 << 30))
        task = await begun(worker)
        assert worker._process.stdin is not None
        worker._process.stdin.close()
        assert error((await task).body) == ENDED

    with_worker(use)


def test_what_ends_without_an_answer_is_asked_of_a_fresh_worker_once() -> None:
    async def use() -> None:
        lane = Lane(ALLOWANCE, workers=1, waiting=1)
        asked: list[Worker] = []

        def begun(worker: Worker) -> bool:
            asked.append(worker)
            if len(asked) == 1 or kills_all:
                os.kill(worker.pid, signal.SIGKILL)
            return True

        try:
            kills_all = False
            reply = await lane.ask("position", [QUESTION], 60, begun=begun)
            assert (reply.status, json.loads(reply.body)["codes"]) == (200, 64)
            assert [worker.usable for worker in asked] == [False, True]
            kills_all = True
            reply = await lane.ask("position", [QUESTION], 60, begun=begun)
            assert (reply.status, error(reply.body)) == (503, ENDED)
            assert len(asked) == 4
            assert len(set(asked)) == 3  # the second one was asked twice
            reply = await lane.ask("position", [QUESTION], 60, begun=lambda _: False)
            assert (reply.status, error(reply.body)) == (503, "cancelled")
        finally:
            await lane.close()

    run_alone(use())


@pytest.mark.skipif(sys.platform != "linux", reason="where processes have a folder in /proc")
def test_a_worker_that_takes_far_too_much_memory_is_ended_and_the_answer_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_LOOK", 0.01)
    monkeypatch.setattr(module, "MORE_MEMORY", 0)

    async def use() -> None:
        worker = await Worker.start(Allowance(memory=1 << 20, threads=1))
        reply = await worker.ask("strategy", [LONG], None)
        assert reply.status == 503
        assert "needed more than the 1,048,576 bytes of memory that it may use" in error(reply.body)
        assert "start cobra serve with a larger --memory" in error(reply.body)
        assert not worker.usable

    run_alone(use())


@pytest.mark.skipif(sys.platform != "linux", reason="where processes have a folder in /proc")
def test_a_worker_that_has_kept_much_memory_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(worker: Worker) -> None:
        assert (await worker.ask("position", [QUESTION], 60)).status == 200
        assert worker.usable
        worker._at_first -= ALLOWANCE.memory // 2
        assert (await worker.ask("position", [QUESTION], 60)).status == 200
        assert not worker.usable

    with_worker(use)


@pytest.mark.slow
def test_a_lane_lends_its_workers_and_replaces_those_that_are_gone() -> None:
    async def use() -> None:
        lane = Lane(ALLOWANCE, workers=1, waiting=1)
        try:
            async with lane.worker() as first:
                waits = asyncio.create_task(lane.ask("position", [QUESTION], 60))
                await asyncio.sleep(0)
                with pytest.raises(BusyError):
                    async with lane.worker():
                        pass
                assert (await lane.ask("position", [QUESTION], 60)).status == 429
            assert (await waits).status == 200
            async with lane.worker() as second:
                assert second is first
                await second.close()
            async with lane.worker() as third:
                assert third is not second
                assert third.usable
        finally:
            await lane.close()
        assert not third.usable

    run_alone(use())


def test_where_no_worker_can_be_started_an_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def use() -> None:
        lane = Lane(ALLOWANCE, workers=1, waiting=1)
        for _ in range(2):
            reply = await lane.ask("position", [QUESTION], 60)
            assert (reply.status, error(reply.body)) == (503, "no computation could be started")

    run_alone(use())
