"""Threads whose work nobody waits for any more: what they do cannot be interrupted, and ends by itself."""

from __future__ import annotations

import atexit
import threading

_threads: list[threading.Thread] = []


def leave_alone(thread: threading.Thread) -> None:
    """Let a thread go on until it looks at its deadline."""
    _threads[:] = [*filter(threading.Thread.is_alive, _threads), thread]


def at_work() -> bool:
    """Return whether a thread left alone still goes on."""
    return any(thread.is_alive() for thread in _threads)


@atexit.register
def _wait() -> None:
    """Let no thread be inside of a diagram when Python takes everything down."""
    for thread in _threads:
        thread.join()
