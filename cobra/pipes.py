"""Reading what may be no regular file: a pipe into which nobody writes is an error, not silence for ever."""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

_PATIENCE: Final = 10.0
"""Seconds that a pipe may be silent before its first byte."""


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file; `OSError` when it cannot be read or a pipe stays silent."""
    with opened(path) as stream:
        return stream.read(most)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Yield the bytes of a file; `OSError` when it cannot be opened or a pipe stays silent."""
    if sys.platform == "win32" or not is_pipe(path):
        with path.open("rb") as stream:
            yield stream
        return
    # without O_NONBLOCK, open itself would wait for somebody to write
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(pipe, "rb") as stream:
        waiting = select.poll()
        waiting.register(pipe, select.POLLIN)
        if not waiting.poll(_PATIENCE * 1000):
            raise TimeoutError(None, f"nothing came through this pipe in {_PATIENCE:.0f} seconds")
        os.set_blocking(pipe, True)
        yield stream


def is_pipe(path: Path) -> bool:
    """Return whether there is a pipe: what is read of it is gone."""
    try:
        return sys.platform != "win32" and stat.S_ISFIFO(path.stat().st_mode)
    except (OSError, ValueError):  # whatever is the matter, who opens the file will say so
        return False
