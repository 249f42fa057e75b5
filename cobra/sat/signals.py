"""Ctrl-C while python-sat works: Python's own handler hears of it, as soon as the work is done.

In the main thread python-sat would answer it, in CaDiCaL and in its encodings, by a longjmp out of its signal
handler. When that is out of the midst of an allocation, the lock of the heap stays taken, and whoever frees
memory next waits for ever.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_here = threading.local()


class _Thread:
    """What a module of python-sat asks whether it is in the main thread, where it handles Ctrl-C itself."""

    @staticmethod
    def check() -> bool:
        return not getattr(_here, "ours", False) and threading.current_thread() is threading.main_thread()


@contextmanager
def heard_by_python(module: ModuleType) -> Iterator[None]:
    """Let a module of python-sat, `pysat.solvers` or `pysat.card`, leave Ctrl-C to Python in this thread.

    What is done inside must be short. Others that use the module see no difference.
    """
    vars(module)["MainThread"] = _Thread
    _here.ours = True
    try:
        yield
    finally:
        _here.ours = False
