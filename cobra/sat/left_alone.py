"""Threads whose work nobody waits for any more: what they do cannot be interrupted, and ends by itself."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from typing import Final

_LOOK: Final = 0.02
"""Seconds between two looks at what is waited for."""

_threads: list[threading.Thread] = []


def leave_alone(thread: threading.Thread) -> None:
    """Let a thread go on until it looks at its deadline."""
    _threads[:] = [*filter(threading.Thread.is_alive, _threads), thread]


def at_work() -> bool:
    """Return whether a thread left alone still goes on."""
    return any(thread.is_alive() for thread in _threads)


def wait(check: Callable[[], None]) -> None:
    """Wait until all threads left alone have ended, each with the memory it keeps; `check` may raise."""
    for thread in tuple(_threads):
        while thread.is_alive():
            check()
            thread.join(_LOOK)


@atexit.register
def _end() -> None:
    """Let no thread be inside of a diagram when Python takes everything down."""
    for thread in _threads:
        thread.join()
