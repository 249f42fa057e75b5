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
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cobra.texts import language, say
from cobra.web.allowance import CANCEL_SECONDS, MORE_MEMORY, MOST_ANSWER, Allowance
from cobra.web.resident import resident
from cobra.web.wrong import wrong

START_SECONDS: Final = 60.0
"""A worker that is not ready by then is given up."""
MOST_REQUESTS: Final = 500
"""A worker that has answered so many is replaced: what it remembers of games only grows."""
_LOOK: Final = 0.25
"""Seconds between two looks at the memory of a worker that computes."""
_ENDED: Final = "the computation ended without an answer, twice; it may have needed too much memory"


@dataclass(frozen=True, slots=True)
class Reply:
    """The status of an answer, the answer itself, and the text of a strategy that goes with it."""

    status: int
    body: bytes
    strategy: bytes = b""
    again: bool = field(default=False, kw_only=True)
    """Whether a worker that has done nothing else yet could have a better answer."""


class BusyError(Exception):
    """More is asked than may wait."""


def failure(status: int, sentence: str) -> Reply:
    """Return an answer that says what is wrong."""
    return Reply(status, json.dumps(wrong(sentence)).encode())


class Worker:
    """One process; it is asked one thing at a time."""

    def __init__(self, process: Process, memory: int) -> None:
        self._process = process
        self._memory = memory
        self._at_first = 0
        """Bytes it used when it was ready."""
        self._asked = 0
        self._cancelled = False
        self._killed = False
        self._too_large = False
        self._worn = False

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
        worker = cls(process, allowance.memory)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._receive()
            worker._at_first = resident(process.pid) or 0
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
        fresh = not (self._cancelled or self._worn) and self._asked < MOST_REQUESTS
        return self._process.returncode is None and fresh

    async def ask(
        self,
        name: str,
        texts: Sequence[bytes],
        seconds: float | None,
        progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> Reply:
        """Return the answer to a request.

        A worker that dies, has no answer soon after its time, or takes too much memory, is closed.
        """
        self._asked += 1
        head = {"do": name, "seconds": seconds, "language": language(), "sizes": list(map(len, texts))}
        looking = asyncio.create_task(self._look())
        try:
            async with asyncio.timeout(None if seconds is None else seconds + CANCEL_SECONDS):
                return await self._exchange(head, texts, progress)
        except TimeoutError:
            await self.close()
            return failure(503, say("stopped by the time limit"))
        except (OSError, EOFError, ValueError):
            await self.close()
            if self._cancelled:
                return failure(503, say("cancelled"))
            if self._too_large:
                return replace(failure(503, self._needs_more()), again=self._asked > 1)
            return replace(failure(503, say(_ENDED)), again=True)
        except BaseException:  # nobody waits for the answer any more
            await self.close()
            raise
        finally:
            looking.cancel()

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
                self._worn = message["worn"] or self._beyond(self._memory // 2)
                reply = Reply(message["status"], *parts)
                return replace(reply, again=message["short"] and self._asked > 1)
            if progress is not None:
                progress(message["progress"])

    def _beyond(self, memory: int) -> bool:
        """Return whether it uses so much more memory than when it was ready; False where that is unknown."""
        return (resident(self._process.pid) or 0) > self._at_first + memory

    async def _look(self) -> None:
        """End it when it uses far more memory than it may, though it looks at that itself now and then."""
        while not self._beyond(self._memory + self._memory // 4 + MORE_MEMORY):
            await asyncio.sleep(_LOOK)
        self._too_large = True
        await self.close()

    def _needs_more(self) -> str:
        return say(
            "the computation needed more than the {memory} bytes of memory that it may use; start cobra "
            "serve with a larger --memory",
            memory=self._memory,
        )

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
        self._closed = False

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """Wait for a worker and lend it; `BusyError` when too many wait already."""
        async with self._turn(), self._lent() as worker:
            yield worker

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._free.locked() and self._waiting >= self._most_waiting:
            raise BusyError
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._free.release()

    @asynccontextmanager
    async def _lent(self, *, fresh: bool = False) -> AsyncIterator[Worker]:
        """Lend a worker, one that has done nothing yet if it must be `fresh`; none while the server ends."""
        if self._closed:
            raise OSError("the server ends")
        if self._idle and fresh:
            await self._idle.pop().close()
        worker = self._idle.pop() if self._idle and not fresh else await Worker.start(self._allowance)
        self._busy.add(worker)
        try:
            yield worker
        finally:
            self._busy.discard(worker)
            if worker.usable:
                self._idle.append(worker)
            else:
                await worker.close()

    async def ask(
        self,
        name: str,
        texts: Sequence[bytes],
        seconds: float | None,
        progress: Callable[[dict[str, Any]], None] | None = None,
        begun: Callable[[Worker], bool] | None = None,
    ) -> Reply:
        """Return the answer to a request, as soon as a worker is free and has it.

        What ends without an answer is asked once more, of a fresh worker: it may have been what that one had
        done before. `begun` is told who is asked, and says whether that is still wanted.
        """
        try:
            async with self._turn():
                for fresh in (False, True):
                    async with self._lent(fresh=fresh) as worker:
                        if begun is not None and not begun(worker):
                            return failure(503, say("cancelled"))
                        reply = await worker.ask(name, texts, seconds, progress)
                    if not reply.again:
                        break
                return reply
        except BusyError:
            return failure(429, say("too much is asked at once; try again in a moment"))
        except (OSError, TimeoutError, EOFError):
            return failure(503, say("no computation could be started"))

    async def warm(self) -> None:
        """Start a worker, so that the first request need not wait for it."""
        with suppress(OSError, TimeoutError, EOFError, BusyError):
            async with self.worker():
                pass

    async def close(self) -> None:
        """End all workers; nothing is begun any more, not again either."""
        self._closed = True
        for worker in (*self._idle, *self._busy):
            await worker.close()
        self._idle.clear()
