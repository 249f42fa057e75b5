"""Jobs: how many are kept, and for how long. The work itself is put in by hand."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cobra.web import jobs as module
from cobra.web.allowance import JOBS
from cobra.web.jobs import Jobs
from cobra.web.workers import BusyError, Reply
from tests.web.server import run_alone


class Worker:
    """Answers when it is told to, or is cancelled."""

    def __init__(self) -> None:
        self.reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    async def cancel(self) -> None:
        self.reply.set_result(Reply(200, b'{"found": 1}'))


class Lane:
    """Lends as many workers as are wanted."""

    def __init__(self) -> None:
        self.lent: list[Worker] = []

    async def ask(
        self, name: str, texts: list[bytes], seconds: float | None, progress: Any, begun: Any
    ) -> Reply:
        self.lent.append(Worker())
        begun(self.lent[-1])
        progress({"what": name, "done": 1, "total": 2})
        return await self.lent[-1].reply


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def made(lane: Lane) -> Jobs:
    return Jobs(lane, None, waiting=2)  # type: ignore[arg-type]


def said(jobs: Jobs, name: str) -> Any:
    job = jobs.get(name)
    assert job is not None
    document = json.loads(job.document())
    del document["seconds"]
    return document


def test_a_job_tells_how_far_it_is_and_what_came_out() -> None:
    async def use() -> None:
        lane = Lane()
        jobs = made(lane)
        name = jobs.start("compare", b"")
        nothing = {"kind": "compare", "progress": None, "result": None, "error": None}
        assert said(jobs, name) == nothing | {"state": "waiting"}
        await settle()
        progress = {"what": "compare", "done": 1, "total": 2}
        assert said(jobs, name) == nothing | {"state": "running", "progress": progress}
        lane.lent[0].reply.set_result(Reply(200, b'{"rows": []}', b"a strategy"))
        await settle()
        assert said(jobs, name) == nothing | {"state": "done", "result": {"rows": []}}
        jobs.delete(name)
        assert jobs.get(name) is None

    run_alone(use())


def test_what_a_cancelled_job_has_found_is_its_result() -> None:
    async def use() -> None:
        jobs = made(Lane())
        name = jobs.start("strategy", b"")
        await settle()
        jobs.delete(name)
        assert said(jobs, name)["state"] == "cancelling"
        await settle()
        assert said(jobs, name)["state"] == "cancelled"
        assert said(jobs, name)["result"] == {"found": 1}

    run_alone(use())


def test_a_failed_job_says_why() -> None:
    async def use() -> None:
        lane = Lane()
        jobs = made(lane)
        name = jobs.start("compare", b"")
        await settle()
        lane.lent[0].reply.set_result(Reply(422, b'{"error": "no game"}'))
        await settle()
        assert (said(jobs, name)["state"], said(jobs, name)["error"]) == ("failed", "no game")

    run_alone(use())


def test_so_many_jobs_may_be_under_way_and_so_many_are_kept() -> None:
    async def use() -> None:
        lane = Lane()
        jobs = made(lane)
        names = [jobs.start("compare", b""), jobs.start("compare", b"")]
        with pytest.raises(BusyError):
            jobs.start("compare", b"")
        await settle()
        for number in range(JOBS):
            lane.lent[number].reply.set_result(Reply(200, b"{}"))
            await settle()
            names.append(jobs.start("compare", b""))
            await settle()
        assert [jobs.get(name) is None for name in names] == [False] * (JOBS + 2)
        lane.lent[JOBS].reply.set_result(Reply(200, b"{}"))
        await settle()
        jobs.start("compare", b"")
        assert [jobs.get(name) is None for name in names] == [True] + [False] * (JOBS + 1)
        jobs.close()

    run_alone(use())


def test_what_has_ended_first_is_forgotten_first() -> None:
    async def use() -> None:
        lane = Lane()
        jobs = made(lane)
        long = jobs.start("compare", b"")
        await settle()
        names = []
        for number in range(1, JOBS + 1):
            names.append(jobs.start("check", b""))
            await settle()
            lane.lent[number].reply.set_result(Reply(200, b"{}"))
            await settle()
        lane.lent[0].reply.set_result(Reply(200, b"{}"))
        await settle()
        jobs.start("check", b"")
        assert [jobs.get(name) is None for name in (long, *names)] == [False, True] + [False] * (JOBS - 1)
        jobs.close()

    run_alone(use())


def test_a_job_that_is_cancelled_is_not_begun_a_second_time() -> None:
    async def use() -> None:
        job = module.Job("strategy")
        assert job._begin(Worker())  # type: ignore[arg-type]
        job.cancel()
        assert not job._begin(Worker())  # type: ignore[arg-type]
        assert job.state == "cancelling"

    run_alone(use())


def test_a_job_that_nobody_asks_about_is_cancelled_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "JOB_SECONDS", 0.0)

    async def use() -> None:
        lane = Lane()
        jobs = made(lane)
        name = jobs.start("compare", b"")
        job = jobs.get(name)
        await settle()
        assert jobs.get(name) is None
        assert job is not None
        assert job.state == "cancelled"

    run_alone(use())
