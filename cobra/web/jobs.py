"""Long work: started, asked about, cancelled, forgotten."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import Any, Literal

from cobra.texts import say
from cobra.web.allowance import JOB_SECONDS, JOBS
from cobra.web.workers import BusyError, Lane, Reply, Worker, failure

State = Literal["waiting", "running", "cancelling", "done", "cancelled", "failed"]


class Job:
    """One piece of long work, from when it was asked for until it is forgotten."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.state: State = "waiting"
        self.reply: Reply | None = None
        self.began = self.ended = time.monotonic()
        self._progress: dict[str, Any] | None = None
        self._worker: Worker | None = None
        self._cancelled = False
        self.task: asyncio.Task[None] | None = None
        self._cancelling: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Return whether nothing more comes."""
        return self.state in ("done", "cancelled", "failed")

    async def run(self, lane: Lane, body: bytes, seconds: float | None) -> None:
        """Wait for a worker of the lane and do the work, whatever comes of it."""
        try:
            self.reply = await lane.ask(self.kind, [body], seconds, self._report, self._begin)
        except asyncio.CancelledError:  # while waiting
            self.reply = failure(503, say("cancelled"))
        if self._cancelled:
            self.state = "cancelled"
        else:
            self.state = "done" if self.reply is not None and self.reply.status == 200 else "failed"
        self.ended = time.monotonic()

    def _begin(self, worker: Worker) -> bool:
        """Note who does the work; return whether it is still wanted: it may be begun a second time."""
        self._worker = worker
        if not self._cancelled:
            self.state, self.began = "running", time.monotonic()
        return not self._cancelled

    def _report(self, progress: dict[str, Any]) -> None:
        self._progress = progress

    def cancel(self) -> None:
        """End the work soon; a job that runs has a little time to say what it has found."""
        if self.over or self._cancelled:
            return
        self._cancelled = True
        self.state = "cancelling"
        if self._worker is not None:
            self._cancelling = asyncio.create_task(self._worker.cancel())
        elif self.task is not None:
            self.task.cancel()

    def document(self) -> bytes:
        """Return what is to be said of the job, as JSON."""
        until = self.ended if self.over else time.monotonic()
        head = {
            "kind": self.kind,
            "state": self.state,
            "seconds": round(until - self.began, 1),
            "progress": None if self.over else self._progress,
        }
        result, error = b"null", {"error": None}
        if self.over and self.reply is not None:
            if self.reply.status == 200:
                result = self.reply.body
            else:
                said = json.loads(self.reply.body)
                error = {name: said[name] for name in ("error", "lang") if name in said}
        # the result is put in as it is: reading megabytes only to write them again would stop the server
        return b'%s, "result": %s, %s' % (
            json.dumps(head).encode()[:-1],
            result,
            json.dumps(error).encode()[1:],
        )


class Jobs:
    """All jobs, by ids that cannot be guessed."""

    def __init__(self, lane: Lane, seconds: float | None, waiting: int) -> None:
        self._lane = lane
        self._seconds = seconds
        self._most = waiting
        self._jobs: dict[str, Job] = {}
        self._expiries: dict[str, asyncio.TimerHandle] = {}

    def start(self, kind: str, body: bytes) -> str:
        """Start a job and return its id; `BusyError` when too many have not ended."""
        if sum(not job.over for job in self._jobs.values()) >= self._most:
            raise BusyError
        over = [(job.ended, name) for name, job in self._jobs.items() if job.over]
        ended = [name for _, name in sorted(over)]
        for name in ended[: max(0, len(ended) - JOBS)]:
            self._forget(name)
        name = secrets.token_urlsafe(16)
        job = self._jobs[name] = Job(kind)
        job.task = asyncio.create_task(job.run(self._lane, body, self._seconds))
        self.get(name)
        return name

    def get(self, name: str) -> Job | None:
        """Return a job, None when there is none of that id (any more); it is kept for a while from now."""
        if name in self._expiries:
            self._expiries.pop(name).cancel()
        if name in self._jobs:
            loop = asyncio.get_running_loop()
            self._expiries[name] = loop.call_later(JOB_SECONDS, self._expire, name)
        return self._jobs.get(name)

    def delete(self, name: str) -> None:
        """Cancel a job, or forget it when it is over."""
        job = self._jobs[name]
        if job.over:
            self._forget(name)
        else:
            job.cancel()

    def _expire(self, name: str) -> None:
        self._jobs[name].cancel()
        self._forget(name)

    def _forget(self, name: str) -> None:
        del self._jobs[name]
        self._expiries.pop(name).cancel()

    def close(self) -> None:
        """Forget all jobs; their workers are ended by whoever has the lane."""
        for name in tuple(self._jobs):
            self._forget(name)
