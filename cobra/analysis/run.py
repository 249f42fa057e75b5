"""One request to the core, in a worker thread, while the calling thread shows progress and hears Ctrl-C.

A core call releases the interpreter lock and polls its `Control`; so the worker computes at full speed, the
calling thread wakes twenty times a second, and Ctrl-C or the time limit ends the computation with what is
known by then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

from cobra._core import Control, CoreError, CoreLimit, CoreStopped
from cobra.errors import CobraError, GameError, LimitError

T = TypeVar("T")

_POLL: Final = 0.05

REASONS: Final = {
    "time": "the time limit",
    "interrupt": "Ctrl-C",
    "memory": "the memory limit",
    "experiments": "the limit of experiments",
    "undecided": "an open question",
}
"""Why a computation stopped, in words."""


class Progress(Protocol):
    """A callback, called about twenty times a second."""

    def __call__(self, what: str, done: int, total: int) -> None:
        """Hear what is being computed, how much is done, and how much there is in all (0: unknown)."""


class StoppedError(CobraError):
    """A computation that has no partial answer was stopped; `reason` is a key of `REASONS`."""

    def __init__(self, reason: str, what: str) -> None:
        self.reason = reason
        super().__init__(f"stopped by {REASONS[reason]} while {what}")


class Run:
    """The deadline, the progress callback and the Ctrl-C of one request, for all the core calls it makes."""

    def __init__(self, time_limit: float | None = None, progress: Progress | None = None) -> None:
        self._end = None if time_limit is None else time.monotonic() + time_limit
        self._progress = progress
        self._told = 0.0
        self.interrupted = False

    def remaining(self) -> float | None:
        """Return the seconds left (at least 0), None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Allow what is done inside only this part of the time left."""
        whole, remaining = self._end, self.remaining()
        if remaining is not None:
            self._end = time.monotonic() + part * remaining
        try:
            yield
        finally:
            self._end = whole

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Allow what is done inside only so many seconds, or what is left."""
        whole, end = self._end, time.monotonic() + seconds
        self._end = end if whole is None else min(whole, end)
        try:
            yield
        finally:
            self._end = whole

    def stop_reason(self) -> str | None:
        """Return why nothing more may be started, None when it may."""
        if self.interrupted:
            return "interrupt"
        return "time" if self.remaining() == 0.0 else None

    def tell(self, what: str, done: int, total: int) -> None:
        """Show progress of what the calling thread does itself, as often as that of the core is shown."""
        if self._progress is not None and (now := time.monotonic()) >= self._told + _POLL:
            self._told = now
            self._progress(what, done, total)

    def call(
        self, what: str, work: Callable[[Control], T], watch: Callable[[Control], str | None] | None = None
    ) -> T:
        """Return `work(control)`, stopped at the deadline or by Ctrl-C.

        `what` completes "while …". `watch` looks at the computation, in the calling thread, at every wake and
        once at the end; what it returns is shown as the progress instead of `what`. Errors of the core become
        `GameError`, `LimitError` or `StoppedError`.
        """
        if reason := self.stop_reason():
            raise StoppedError(reason, what)
        control = Control(self.remaining())
        results: list[T] = []
        errors: list[BaseException] = []
        done = threading.Event()  # not Thread.join, which Ctrl-C can make believe that the thread has ended

        def target() -> None:
            try:
                results.append(work(control))
            except BaseException as error:  # handed to the calling thread, whatever it is
                errors.append(error)
            done.set()

        threading.Thread(target=target, name=what, daemon=True).start()
        while not done.is_set():
            try:
                while not done.wait(_POLL):
                    seen = watch(control) if watch is not None else None
                    if self._progress is not None:
                        self._progress(seen or what, *control.progress())
            except KeyboardInterrupt:
                control.stop()
                if self.interrupted:  # the second Ctrl-C does not wait
                    raise
                self.interrupted = True
            except BaseException:  # of `watch` or the callback: nobody waits for the answer any more
                control.stop()
                raise
        if watch is not None:
            watch(control)
        if errors:
            raise _translate(errors[0], what)
        return results[0]


def _translate(error: BaseException, what: str) -> BaseException:
    if isinstance(error, CoreLimit):
        return LimitError(error.name, error.needed, error.limit, what)
    if isinstance(error, CoreStopped):
        return StoppedError(error.reason, what)
    if isinstance(error, CoreError):
        return GameError(str(error))
    return error
