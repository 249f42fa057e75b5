"""Which workers of a cluster have the cobra that is here; those that have not are given no work."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from contextlib import suppress
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from cobra.cluster.work import other_version
from cobra.engine.core import COBRA_VERSION

if TYPE_CHECKING:
    import asyncio

VERSION: Final = (resolve_name, "cobra.engine.core:COBRA_VERSION")
"""What a worker is asked for the version of its core: names that any Python knows."""

_LOOK: Final = 0.5
"""Seconds between two looks at the workers."""
_ANSWER: Final = 10.0
"""Seconds in which workers must say which version they have; else they are asked again."""


class RefusedWorkerWarning(RuntimeWarning):
    """A worker that joined later has another version of cobra, or none that works; it gets no work."""


class Judged:
    """What is known of the workers of one cluster.

    `look` is for the thread of the client only, `tell` for all others. Workers are known by their addresses:
    what has gone is forgotten, since another one may take its place.
    """

    def __init__(self) -> None:
        self.there: set[str] = set()
        """The workers there were at the last look."""
        self.refused: dict[str, str] = {}
        """The sentences that say why workers cannot be used, by address."""
        self._trusted: set[str] = set()
        self._looked = 0.0
        self._lock: asyncio.Lock | None = None
        self._news: SimpleQueue[str] = SimpleQueue()
        self._told: set[str] = set()

    def take(self, answers: Mapping[str, object]) -> None:
        """Judge workers by what they answered when they were asked for their `VERSION`."""
        for worker, answer in answers.items():
            if answer == COBRA_VERSION:
                self._trusted.add(worker)
            elif isinstance(answer, str):
                self._refuse(worker, other_version(worker, answer, COBRA_VERSION))
            elif isinstance(answer, Exception) and not isinstance(answer, OSError):  # it may have died by now
                kind = type(answer).__name__
                self._refuse(
                    worker, f"the worker {worker} has no cobra {COBRA_VERSION} that works: {kind}: {answer}"
                )

    def usable(self) -> set[str]:
        """Return the workers that have this version, of those there were at the last look."""
        return self._trusted & self.there

    async def look(self, client: Any, at_once: bool = False) -> None:
        """Look which workers there are, and ask those that are new; not too often if not `at_once`."""
        import asyncio  # here: dask has imported it by now, else it would take a while

        self._lock = self._lock or asyncio.Lock()
        async with self._lock:
            if not at_once and time.monotonic() < self._looked + _LOOK:
                return
            with suppress(OSError, TimeoutError):  # the scheduler has gone, or one is busy
                self.there = set(await client.scheduler.ncores())
                self._trusted &= self.there
                self.refused = {worker: why for worker, why in self.refused.items() if worker in self.there}
                if new := self.there - self._trusted - self.refused.keys():
                    asked = client.run(*VERSION, workers=sorted(new), on_error="return")
                    self.take(await asyncio.wait_for(asked, _ANSWER))
            self._looked = time.monotonic()

    def tell(self) -> None:
        """Warn of the workers that were refused since this was done last."""
        with suppress(Empty):
            while True:
                why = self._news.get_nowait()
                warnings.warn(f"{why}; it gets no work", RefusedWorkerWarning, stacklevel=2)

    def _refuse(self, worker: str, why: str) -> None:
        self.refused[worker] = why
        if why not in self._told:  # one that comes back is not told of again
            self._told.add(why)
            self._news.put(why)
