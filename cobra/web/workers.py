"""The server's side of its workers: processes that are started, asked, bounded in time and replaced.

Every computation runs in such a process (`cobra/web/worker.py`), so it can be cancelled, and one that hangs
or dies leads to an answer that says so; the server itself only carries texts about.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from cobra.web.allowance import CANCEL_SECONDS, MOST_ANSWER, Allowance

START_SECONDS: Final = 60.0
"""A worker that is not ready by then is given up."""
MOST_REQUESTS: Final = 500
"""A worker that has answered so many is replaced: what it remembers of games only grows."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The status of an answer, the answer itself, and the text of a strategy that goes with it."""

    status: int
    body: bytes
    strategy: bytes = b""


class BusyError(Exception):
    """More is asked than may wait."""


def failure(status: int, sentence: str) -> Reply:
    """Return an answer that says what is wrong."""
    return Reply(status, json.dumps({"error": sentence}).encode())


class Worker:
    """One process; it is asked one thing at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._asked = 0
        self._cancelled = False
        self._killed = False

    @classmethod
    async def start(cls, allowance: Allowance) -> Worker:
        """Return a worker that is ready; `OSError` or `TimeoutError` when none can be started."""
        # as multiprocessing does it: the worker finds the modules that the server finds
        path = os.pathsep.join(entry for entry in sys.path if entry)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cobra.web.worker", json.dumps(allowance.document())),
            stdin=PIPE,
            stdout=PIPE,
            stderr=None if os.environ.get("COBRA_DEBUG") else DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C at the terminal is the server's alone
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._receive()
        except BaseException:
            await worker.close()
            raise
        return worker

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    @property
    def usable(self) -> bool:
        """Return whether it can be asked again."""
        return self._process.returncode is None and not self._cancelled and self._asked < MOST_REQUESTS

    async def ask(
        self,
        name: str,
        texts: Sequence[bytes],
        seconds: float | None,
        progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> Reply:
        """Return the answer to a request; a worker that dies, or has none soon after its time, is closed."""
        self._asked += 1
        head = {"do": name, "seconds": seconds, "sizes": list(map(len, texts))}
        try:
            async with asyncio.timeout(None if seconds is None else seconds + CANCEL_SECONDS):
                return await self._exchange(head, texts, progress)
        except TimeoutError:
            await self.close()
            return failure(503, "stopped by the time limit")
        except (OSError, EOFError, ValueError):
            await self.close()
            if self._cancelled:
                return failure(503, "cancelled")
            return failure(503, "the computation ended without an answer; it may have needed too much memory")
        except BaseException:  # nobody waits for the answer any more
            await self.close()
            raise

    async def _exchange(
        self, head: dict[str, Any], texts: Sequence[bytes], progress: Callable[[dict[str, Any]], None] | None
    ) -> Reply:
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(b"".join((json.dumps(head).encode(), b"\n", *texts)))
        await stdin.drain()
        while True:
            message, parts = await self._receive()
            if "status" in message:
                return Reply(message["status"], *parts)
            if progress is not None:
                progress(message["progress"])

    async def _receive(self) -> tuple[dict[str, Any], list[bytes]]:
        stdout = self._process.stdout
        assert stdout is not None
        line = await stdout.readuntil(b"\n")
        head = json.loads(line)
        if sum(head["sizes"]) > MOST_ANSWER:
            raise ValueError("an answer that is too large")
        return head, [await stdout.readexactly(size) for size in head["sizes"]]

    async def cancel(self) -> None:
        """Ask for what is known by now, and end the worker when it does not answer soon."""
        self._cancelled = True
        with suppress(ProcessLookupError, ValueError):  # it has ended; or Windows, which has no such signal
            self._process.send_signal(signal.SIGINT)
        with suppress(TimeoutError):
            async with asyncio.timeout(CANCEL_SECONDS):
                await self._process.wait()  # it is not asked again, so it is closed when it has answered
        await self.close()

    async def close(self) -> None:
        """End the process."""
        if self._process.returncode is None and not self._killed:
            self._killed = True
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        stdout = self._process.stdout
        assert stdout is not None
        with suppress(RuntimeError):  # somebody reads it already
            await stdout.read()  # asyncio closes the pipe at its end


class Lane:
    """At most so many workers at once, and so many requests that wait for one."""

    def __init__(self, allowance: Allowance, workers: int, waiting: int) -> None:
        self._allowance = allowance
        self._free = asyncio.Semaphore(workers)
        self._most_waiting = waiting
        self._waiting = 0
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """Wait for a worker and lend it; `BusyError` when too many wait already."""
        if self._free.locked() and self._waiting >= self._most_waiting:
            raise BusyError
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            worker = self._idle.pop() if self._idle else await Worker.start(self._allowance)
            self._busy.add(worker)
            try:
                yield worker
            finally:
                self._busy.discard(worker)
                if worker.usable:
                    self._idle.append(worker)
                else:
                    await worker.close()
        finally:
            self._free.release()

    async def ask(self, name: str, texts: Sequence[bytes], seconds: float) -> Reply:
        """Return the answer to a request, as soon as a worker is free and has it."""
        try:
            async with self.worker() as worker:
                return await worker.ask(name, texts, seconds)
        except BusyError:
            return failure(429, "too much is asked at once; try again in a moment")
        except (OSError, TimeoutError, EOFError):
            return failure(503, "no computation could be started")

    async def warm(self) -> None:
        """Start a worker, so that the first request need not wait for it."""
        with suppress(OSError, TimeoutError, EOFError, BusyError):
            async with self.worker():
                pass

    async def close(self) -> None:
        """End all workers."""
        for worker in (*self._idle, *self._busy):
            await worker.close()
        self._idle.clear()
