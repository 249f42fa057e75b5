"""One request to the core, in a worker thread, while the calling thread shows progress and hears Ctrl-C.

A core call releases the interpreter lock and polls its `Control`; so the worker computes at full speed, the
calling thread wakes twenty times a second, and Ctrl-C or the time limit ends the computation with what is
known by then.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from cobra._core import CertificateError as CoreCertificateError
from cobra._core import Control, CoreError, CoreInternal, CoreLimit, CoreStopped
from cobra.budget import LOOK, SHARE, Deadline, Progress, doing, until
from cobra.errors import CertificateError, GameError, InternalError, LimitError, StoppedError
from cobra.texts import say

T = TypeVar("T")

_PATIENCE: Final = 0.8
"""Seconds, by the clock and of the processor, in which work that was stopped looks at its control, or a
`SHARE` of those it took, if that is more; then it is left alone."""


class Run:
    """The deadline, the progress callback and the Ctrl-C of one request, for all the core calls it makes."""

    def __init__(self, time_limit: float | None = None, progress: Progress | None = None) -> None:
        self._deadline = Deadline(time_limit)
        self._progress = progress
        self._told = 0.0
        self.interrupted = False

    def __reduce__(self) -> tuple[type[Run], tuple[()]]:
        """Return what copies and other processes get: a run without limit, as no clock goes on there."""
        return Run, ()

    def remaining(self) -> float | None:
        """Return the seconds left (at least 0), None without a limit."""
        return self._deadline.remaining()

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Allow what is done inside only this part of the time left."""
        remaining = self.remaining()
        with self._until(None if remaining is None else part * remaining):
            yield

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Allow what is done inside only so many seconds, or what is left."""
        remaining = self.remaining()
        with self._until(seconds if remaining is None else min(seconds, remaining)):
            yield

    @contextmanager
    def _until(self, seconds: float | None) -> Iterator[None]:
        whole = self._deadline
        try:
            with until(seconds) as self._deadline:
                yield
        finally:
            self._deadline = whole

    def stop_reason(self) -> str | None:
        """Return why nothing more may be started, None when it may."""
        if self.interrupted:
            return "interrupt"
        return "time" if self.remaining() == 0.0 else None

    def tell(self, what: str, done: int, total: int) -> None:
        """Show progress of what the calling thread does itself, as often as that of the core is shown."""
        if self._progress is not None and (now := time.monotonic()) >= self._told + LOOK:
            self._told = now
            self._progress(say(what), done, total)

    def call(
        self,
        what: str,
        work: Callable[[Control], T],
        watch: Callable[[Control], str | None] | None = None,
        *,
        partial: bool = False,
    ) -> T:
        """Return `work(control)`, stopped at the deadline or by Ctrl-C.

        `what` completes "while …". `watch` looks at the computation, in the calling thread, at every wake and
        once at the end; what it returns is shown behind `what`, as a search of which no end is known. Errors
        of the core become those of `cobra.errors`. Work that does not look at its control is left to end by
        itself, in its thread. `partial`: work that is stopped answers what is known by then, so it is asked
        even when nothing more may be started.
        """
        if (reason := self.stop_reason()) and not partial:
            raise StoppedError(reason, what)
        doing(what)
        control = Control(self.remaining())
        if self.interrupted:
            control.stop()
        results: list[T] = []
        errors: list[BaseException] = []
        done = threading.Event()  # not Thread.join, which Ctrl-C can make believe that the thread has ended
        once = threading.Lock()  # a signal that another thread hears can break off a start that has succeeded

        def target() -> None:
            if not once.acquire(blocking=False):
                return
            try:
                results.append(work(control))
            except BaseException as error:  # handed to the calling thread, whatever it is
                errors.append(error)
            done.set()

        begun = False
        start = time.monotonic()
        patience: tuple[float, float] | None = None
        while not done.is_set():
            try:
                if not begun:
                    with _interrupts_wait():
                        threading.Thread(target=target, name=what, daemon=True).start()
                        begun = True
                while not done.wait(LOOK):
                    self._deadline.check_memory(what)
                    reason = self.stop_reason()
                    if reason is not None and patience is None:
                        seconds = max(_PATIENCE, SHARE * (time.monotonic() - start))
                        patience = time.monotonic() + seconds, time.process_time() + seconds
                    elif reason is not None and patience is not None and _is_over(*patience):
                        raise StoppedError(reason, what)
                    seen = watch(control) if watch is not None else None
                    if self._progress is None:
                        continue
                    if seen is None:
                        self._progress(say(what), *control.progress())
                    else:  # a search: nobody knows how much work is left, whatever was done before it
                        self._progress(f"{say(what)}, {seen}", 0, 0)
            except KeyboardInterrupt:
                control.stop()
                if self.interrupted:  # the second Ctrl-C does not wait
                    raise
                self.interrupted = True
            except BaseException:  # nobody waits for the answer any more
                control.stop()
                raise
        if watch is not None:
            watch(control)
        if errors:
            raise translate(errors[0], what)
        return results[0]


def _is_over(clock: float, processor: float) -> bool:
    """Return whether both times have come: a busy machine alone is no reason for impatience."""
    return time.monotonic() > clock and time.process_time() > processor


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Keep signals until the end: in the middle of a start nobody could tell whether a thread runs.

    The thread keeps them for ever; they are for the calling one.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM, signal.SIGALRM])
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def translate(error: BaseException, what: str) -> BaseException:
    """Return an error of the core as one of cobra's; `what` is what the core was doing."""
    if isinstance(error, CoreLimit):
        needed = max(error.needed, error.limit + 1)  # an estimate, which may be of a part that did not fit
        return LimitError(error.name, needed, error.limit, what)
    if isinstance(error, CoreStopped):
        return StoppedError(error.reason, what)
    if isinstance(error, CoreCertificateError):
        return CertificateError(str(error), error.fact)
    if isinstance(error, CoreInternal):
        return InternalError(str(error))
    if isinstance(error, CoreError):
        return GameError(str(error))
    return error
