"""The time and the memory of a request, looked at by all the code that works for it.

A budget is made where a request comes in (`until`, or `limited` around a function with the arguments
`time_limit` and `memory`) and is then current for everything called from there. Loops that may run long call
`poll`, which ends them at the deadline, or when the process has taken too much memory. What asks a solver, or
works in a thread of its own, is handed a `Deadline`; none ends later than the current one.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from math import inf
from pathlib import Path
from types import FrameType
from typing import Final, ParamSpec, Protocol, TypeVar

from cobra.arguments import binder
from cobra.errors import LimitError, StoppedError, TimeLimitError
from cobra.texts import say

P = ParamSpec("P")
T = TypeVar("T")

BASE_MEMORY: Final = 64 << 20
"""Bytes a process may take beyond the limit of memory: libraries imported on the way, stacks, fragments."""
GRACE: Final = 0.5
"""Seconds after the deadline in which what polls it ends by itself; then an alarm ends what does not."""
SHARE: Final = 1 / 20
"""Of the time that work had, so much more at least: a long search has much memory to give back at its end."""
LOOK: Final = 0.05
"""Seconds between two looks at the memory, and between two signs of progress."""

_TRIM: Final = 0.5
"""Seconds between two times that free memory is given back, while more is taken than was allowed."""
_AGAIN: Final = 0.15
"""Seconds between two alarms of what does not end."""
_MOST_RINGS: Final = 3
"""So many alarms may be swallowed before the process is ended."""


class Progress(Protocol):
    """A callback, called about twenty times a second. What it raises ends the work, and is raised there."""

    def __call__(self, what: str, done: int, total: int) -> None:
        """Hear what is being computed, how much is done, and how much there is in all (0: unknown)."""


class Deadline:
    """The moment at which all work that shares this object must stop; without a limit it never comes.

    It is never later than that of the budget current when it is made, and it shares the limit of memory.
    """

    def __init__(self, seconds: float | None = None, memory: int | None = None) -> None:
        self._seconds = inf if seconds is None else seconds
        self._end = time.monotonic() + self._seconds
        self._memory = memory
        self._full = inf if memory is None else 1.05 * memory + used_memory()
        self._most = self._full + BASE_MEMORY
        outer = _current.get(None)
        if outer is not None and outer._end <= self._end:
            self._seconds, self._end = outer._seconds, outer._end
        if outer is not None and outer._most <= self._most:
            self._memory, self._full, self._most = outer._memory, outer._full, outer._most
        self._next_look = self._next_trim = 0.0

    def remaining(self) -> float | None:
        """Return the seconds left (at least 0), None without a limit."""
        return None if self._end == inf else max(0.0, self._end - time.monotonic())

    def expire(self) -> None:
        """Make the moment come now."""
        self._end = 0.0

    def error(self, what: str) -> TimeLimitError:
        """Return the error that says that the work `what` was not finished in time."""
        return TimeLimitError(what, self._seconds)

    def check(self, what: str) -> None:
        """Raise `TimeLimitError` when the moment has come, `LimitError` when too much memory is taken.

        Either names the work `what`.
        """
        global _doing
        _doing = what
        now = time.monotonic()
        if now >= self._end:
            raise self.error(what)
        if now >= self._next_look:
            self._next_look = now + LOOK
            self.check_memory(what)

    def ticker(self, what: str, progress: Progress | None) -> Callable[[], None]:
        """Return what the work `what` calls again and again: it ends it in time and within the memory.

        `StoppedError` when the moment has come.
        """

        def tick() -> None:
            if self.remaining() == 0.0:
                raise StoppedError("time", what)
            poll(what)
            if progress is not None:
                progress(say(what), 0, 0)

        return tick

    def check_memory(self, what: str, more: int = 0) -> None:
        """Raise `LimitError` when the process has taken more memory than allowed beside what it needs.

        Or when it will have, as it is about to take so many bytes `more`. What is free but kept by the C
        library, in pieces between others, is given back before: it may be most of what seems to be taken.
        """
        if self._memory is None or (used := used_memory() + more) <= self._full:
            return
        now = time.monotonic()
        if now >= self._next_trim or used > self._most:
            trim()
            self._next_trim = now + _TRIM
            used = used_memory() + more
        if used > self._most:
            raise LimitError("memory", used, self._memory, what)


_doing = "the work of this command"
"""What was said last to be done."""
_current: ContextVar[Deadline] = ContextVar("_current")
_progress: ContextVar[Progress | None] = ContextVar("_progress", default=None)
_ends_with: ContextVar[int | None] = ContextVar("_ends_with", default=None)
_UNLIMITED: Final = Deadline()


def current() -> Deadline:
    """Return the deadline of the request that is being answered; without limits where there is none."""
    return _current.get(_UNLIMITED)


def poll(what: str) -> None:
    """Look at the current budget, in a loop that does `what`; it takes less than a microsecond."""
    _current.get(_UNLIMITED).check(what)


def expect(more: int, what: str) -> None:
    """Raise `LimitError` where the bytes that the work `what` is about to take are too many."""
    _current.get(_UNLIMITED).check_memory(what, more)


def doing(what: str) -> None:
    """Say what is done from now on, until something else is said, to whoever is told that time is over."""
    global _doing
    _doing = what


def tell(what: str) -> None:
    """Say what is done from now on, and show it."""
    doing(what)
    progress = _progress.get()
    if progress is not None:
        progress(say(what), 0, 0)


@contextmanager
def until(seconds: float | None = None, memory: int | None = None) -> Iterator[Deadline]:
    """Allow what is done inside only so many seconds and bytes, and not more than is allowed outside."""
    with within(Deadline(seconds, memory)) as deadline:
        yield deadline


@contextmanager
def within(deadline: Deadline) -> Iterator[Deadline]:
    """Make a deadline the current one for what is done inside."""
    before = _current.set(deadline)
    try:
        yield deadline
    finally:
        _current.reset(before)


@contextmanager
def share(part: float) -> Iterator[Deadline]:
    """Allow what is done inside only this part of the time left."""
    remaining = current().remaining()
    with until(None if remaining is None else part * remaining) as deadline:
        yield deadline


@contextmanager
def shown(progress: Progress | None) -> Iterator[None]:
    """Let what is done inside be told to a callback; None changes nothing."""
    before = _progress.set(progress or _progress.get())
    try:
        yield
    finally:
        _progress.reset(before)


def limited(function: Callable[P, T]) -> Callable[P, T]:
    """Keep a function within the limits its arguments `time_limit` (seconds) and `memory` (bytes) set.

    All its arguments are looked at before; see `cobra.arguments`.
    """
    bind = binder(function)
    call: Callable[..., T] = function

    @wraps(function)
    def kept(*arguments: P.args, **named: P.kwargs) -> T:
        bound = bind(arguments, named)
        given = bound.arguments
        with until(given.get("time_limit"), given.get("memory")), shown(given.get("progress")):
            return call(*bound.args, **bound.kwargs)

    return kept


def swallows(frame: FrameType | None) -> bool:
    """Return whether what is raised there may not come out: where a module is imported, or by a finaliser.

    Of a finaliser Python prints the traceback and goes on.
    """
    if frame is not None and "importlib" in frame.f_code.co_filename:
        return True
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


@contextmanager
def alarm(deadline: Deadline, *, ends_with: int | None = None) -> Iterator[None]:
    """Raise `TimeLimitError` inside a little after the deadline, whatever the main thread is doing then.

    Code that swallows every exception hears it again; where an alarm around it `ends_with` an exit status,
    the process ends so when hearing does not help. Without alarms (other threads than the main one, Windows)
    only what polls is stopped.
    """
    seconds = deadline.remaining()
    main = threading.current_thread() is threading.main_thread()
    if sys.platform == "win32" or seconds is None or seconds > threading.TIMEOUT_MAX or not main:
        yield
        return
    rings, status = 0, _ends_with.get()
    every = 2 * GRACE if status is None else _AGAIN

    def ring(_: int, frame: FrameType | None) -> None:
        nonlocal rings
        if swallows(frame):
            signal.setitimer(signal.ITIMER_REAL, _AGAIN, every)
            return
        rings += 1
        error = deadline.error(_doing)
        if status is not None and rings > _MOST_RINGS:
            print(f"error: {error}", file=sys.__stderr__, flush=True)
            os._exit(status)
        raise error

    started = time.monotonic()
    set_status = _ends_with.set(ends_with if status is None else status)
    handler = signal.signal(signal.SIGALRM, ring)
    outer, again = signal.setitimer(signal.ITIMER_REAL, seconds + max(GRACE, SHARE * seconds), every)
    try:
        yield
    finally:
        left = max(1e-3, outer - (time.monotonic() - started)) if outer else 0.0
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, left, again)
        _ends_with.reset(set_status)


@contextmanager
def unhurried() -> Iterator[None]:
    """Let what is done inside come to its end: the alarm waits for it."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    left, again = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, again)


def trim() -> None:
    """Let the C library hand its free memory to the system, where it can be told to."""
    library_trim = _library_trim()
    if library_trim is not None:
        library_trim(0)


@cache
def _library_trim() -> Callable[[int], object] | None:
    import ctypes  # here: most requests never come to this

    try:
        found: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another one than glibc, or Windows
        return None
    return found


def used_memory() -> int:
    """Return the bytes this process has taken; where only the most it ever had is known, that."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return _most_used()


def _most_used() -> int:
    if sys.platform == "win32":  # the estimates made before building are all there is
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
