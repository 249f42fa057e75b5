"""Tasks given to the workers of a cluster, and their results as they come."""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from cobra.budget import LOOK
from cobra.cluster.judged import Judged
from cobra.cluster.work import Done, end, perform
from cobra.engine.core import COBRA_VERSION
from cobra.engine.run import Run
from cobra.errors import GameError, StoppedError

if TYPE_CHECKING:
    import asyncio

PATIENCE: Final = 2.0
"""Seconds that tasks at work have to hand back what they know when their run is over."""

_CONNECTION: Final = 0.5
"""Seconds between two looks whether the scheduler is still the same."""
_ALONE: Final = 10.0
"""Seconds for which workers are waited for where only such are there that cannot be used."""

Trace = list[dict[str, Any]]
"""When and where tasks were done, and how many bytes went there and back."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A task that was submitted."""

    key: Hashable
    submitted: float
    size: int
    """Bytes of its function and arguments."""
    meant: str | None
    """The address of the worker it is meant for; None for any."""
    noted: dict[str, Any]

    def traced(self, done: Done) -> dict[str, Any]:
        """Return its entry in the trace, times in seconds since 1970, each by its machine's clock."""
        return {
            "key": str(self.key),
            "submitted": self.submitted,
            "began": done.began,
            "ended": done.ended,
            "received": time.time(),
            "worker": done.worker,
            "meant for": self.meant,
            "argument bytes": self.size,
            "result bytes": len(done.result),
            **self.noted,
        }


class Tasks:
    """The tasks of one run: `submit` gives one to the cluster, iteration yields results as they come.

    Tasks may be submitted while results come; iteration ends when nothing is left. A task whose worker dies
    is done again, however often. When the time of the run is over, or on Ctrl-C, tasks that have not begun
    are taken back, and those at work asked for what they know (`cobra.cluster.work.listen`), which is yielded
    if it comes soon; then iteration raises `StoppedError`, as it does when the scheduler is lost and no other
    takes its place. An exception of a task is raised as itself, but what a worker with another version of
    cobra, or none, makes of a task is nothing: another worker does it.
    """

    def __init__(
        self,
        client: Any,
        judged: Judged,
        run: Run,
        what: str,
        expected: int,
        trace: Trace | None,
        patience: float,
    ) -> None:
        """Take the client of the cluster, and what completes "while …" in messages and progress.

        So many tasks, or those submitted if they are more, are all in the progress.
        """
        self._client, self._judged = client, judged
        self._run, self._what, self._trace = run, what, trace
        self._expected, self._patience = expected, patience
        self._name = uuid4().hex
        self._numbers = count()
        self._begun: dict[int, _Begun] = {}
        self._finished: SimpleQueue[tuple[int, Done | BaseException]] = SimpleQueue()
        self._over: float | None = None
        self._done = 0
        # touched by the thread of the client only, of the tasks that are not finished:
        self._names: dict[int, str] = {}  # each as it was sent last
        self._followers: dict[int, asyncio.Task[None]] = {}

    def __enter__(self) -> Tasks:
        return self

    def __exit__(self, *_: object) -> None:
        """Take back what is left."""
        if self._begun:
            self._begun.clear()
            self._client.loop.add_callback(self._end)

    @property
    def left(self) -> int:
        """Return the number of tasks whose results have not been yielded."""
        return len(self._begun)

    def submit(
        self,
        key: Hashable,
        function: Callable[..., Any],
        *arguments: Any,
        priority: float = 0,
        worker: str | None = None,
        noted: dict[str, Any] | None = None,
    ) -> None:
        """Let a worker call `function(*arguments)`; `key` comes back with its result.

        Tasks of higher priority begin before others that no worker has in its hands, those of one priority
        in order. It is the `worker` of this address, if there is one and it is not too busy. `noted` goes
        into the trace.
        """
        work = _pickled(function, arguments)
        number = next(self._numbers)
        self._begun[number] = _Begun(key, time.time(), len(work), worker, noted or {})
        self._client.loop.add_callback(self._start, number, work, priority, worker)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        while self._begun:
            yield from self.soon()
        self._demand_time()

    def soon(self) -> Iterator[tuple[Any, Any]]:
        """Yield a result, if there is one after a short while; as iteration does, if none is left, too."""
        self._judged.tell()
        try:
            if self._over is None and self._run.stop_reason() is not None:
                self._over = time.monotonic()
                self._client.loop.add_callback(self._end)
            if self._over is not None and time.monotonic() > self._over + self._patience:
                self._demand_time()
            self._run.tell(self._what, self._done, max(self._expected, self._done + len(self._begun)))
            number, answer = self._finished.get(timeout=LOOK)
        except Empty:
            return
        except KeyboardInterrupt:
            if self._run.interrupted:  # the second Ctrl-C does not wait
                raise
            self._run.interrupted = True
            return
        begun = self._begun.pop(number)
        if isinstance(answer, Done):
            self._done += 1
            if self._trace is not None:
                self._trace.append(begun.traced(answer))
            yield begun.key, pickle.loads(answer.result)
        elif self._over is None or not isinstance(answer, StoppedError):
            raise answer

    def _demand_time(self) -> None:
        """Raise `StoppedError` when the run is over."""
        if self._over is not None:
            raise StoppedError(self._run.stop_reason() or "time", self._what)

    def _start(self, number: int, work: bytes, priority: float, worker: str | None) -> None:
        """Send a task and follow it; this and what follows runs in the thread of the client."""
        import asyncio  # here and below: dask has imported it by now, else it would take a while

        self._followers[number] = asyncio.ensure_future(self._follow(number, work, priority, worker))

    async def _follow(self, number: int, work: bytes, priority: float, worker: str | None) -> None:
        """Wait for a task, and send it again when workers have died of it, or with their scheduler."""
        import asyncio

        answer: Done | BaseException | None = None
        while answer is None:
            try:
                answer = await self._sent(number, work, priority, worker)
                worker = None  # lost with it, perhaps
            except asyncio.CancelledError:  # by `_end`
                answer = StoppedError("interrupt", self._what)
        self._finished.put((number, answer))
        self._names.pop(number, None)
        del self._followers[number]

    async def _sent(
        self, number: int, work: bytes, priority: float, worker: str | None
    ) -> Done | BaseException | None:
        """Send a task and wait for it; None when it was lost."""
        import asyncio

        from distributed import CancelledError, KilledWorker
        from distributed.comm import CommClosedError

        while self._client.status == "connecting":  # dask looks for another scheduler at the address
            await asyncio.sleep(LOOK)
        if self._client.status != "running":
            return StoppedError("cluster", self._what)
        only = await self._usable()
        if only == []:
            return GameError(next(iter(self._judged.refused.values())))
        is_for_any = only is None
        name = f"cobra-{self._name}-{number}-{uuid4().hex[:8]}"
        self._names[number] = name
        connection = self._client.scheduler_comm
        waiting = asyncio.ensure_future(self._result(name, work, priority, worker, only))
        try:
            while not waiting.done():
                await asyncio.wait([waiting], timeout=_CONNECTION)
                if waiting.done():
                    break
                if self._client.scheduler_comm is not connection:  # another scheduler knows nothing of it
                    return None
                await self._judged.look(self._client)  # new ones, too, which may do no task at all
                # dask may wait for a worker that has died, while there is no other, even if others might do
                # what was meant for it
                if not self._judged.there.issuperset({worker} - {None}):
                    return None
                if only is not None and self._judged.there.isdisjoint(only):
                    return None
                only = await self._directed(name, only)
            if waiting.cancelled():
                # By dask, as when a connection is closed under it: `_end` cancels who waits.
                await asyncio.sleep(LOOK)
                return None
            return waiting.result()
        except (KilledWorker, CancelledError, CommClosedError):
            await asyncio.sleep(LOOK)  # dask may not have seen yet that the scheduler has gone
            return None
        except StoppedError as error:
            return error
        except Exception as error:
            if is_for_any:
                await self._judged.look(self._client, at_once=True)
                if self._judged.refused:  # it may be one of these that could not do it
                    return None
            return error
        finally:
            waiting.cancel()

    async def _usable(self) -> list[str] | None:
        """Return the workers that a task can be sent to; None for any, where none of them is refused.

        Where all are, others are waited for, for a while.
        """
        import asyncio

        end = time.monotonic() + _ALONE
        while self._judged.refused:
            await self._judged.look(self._client)
            usable = sorted(self._judged.usable())
            if usable or time.monotonic() > end:
                return usable if self._judged.refused else None
            await asyncio.sleep(LOOK)
        return None

    async def _directed(self, name: str, only: list[str] | None) -> list[str] | None:
        """Tell the scheduler which workers a task that was sent is for now, if there are others than then."""
        usable = sorted(self._judged.usable()) if self._judged.refused else only
        if usable and usable != only:
            with suppress(Exception):  # it has just been done, or the scheduler has gone
                await self._client.scheduler.set_restrictions(worker={name: usable})
        return usable or only

    async def _result(
        self, name: str, work: bytes, priority: float, worker: str | None, only: list[str] | None
    ) -> Done:
        if only is not None:  # dask cannot prefer one of several: the one it is meant for does it, or any
            only = [worker] if worker in only else only
        done: Done = await self._client.submit(
            perform,
            self._name,
            name,
            COBRA_VERSION,
            work,
            key=name,
            pure=False,
            priority=priority,
            workers=only or worker,
            allow_other_workers=only is None and worker is not None,
        )
        return done

    async def _end(self) -> None:
        """Tell the workers that the run is over, and take back what they are not at."""
        at_work: set[str] = set()
        if self._client.status == "running":
            with suppress(OSError):  # the scheduler has gone
                answers = await self._client.run(end, self._name, on_error="ignore")
                at_work.update(name for names in answers.values() for name in names)
        for number, name in self._names.items():
            if name not in at_work:
                self._followers[number].cancel()  # the scheduler forgets what nobody waits for


def _pickled(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """Return a call for a worker; what was loaded from a file of the user's goes with its code.

    `GameError` for a strategy that cannot be sent, such as one that has a lock.
    """
    import cloudpickle

    for name, module in sys.modules.copy().items():
        if name != "__main__" and getattr(module, "__spec__", module) is None:  # no import finds it there
            cloudpickle.register_pickle_by_value(module)
    try:
        return bytes(cloudpickle.dumps((function, arguments)))
    except Exception as error:  # of what a user's strategy refers to
        kind = type(error).__name__
        raise GameError(f"this cannot be sent to other processes: {kind}: {error}") from None
