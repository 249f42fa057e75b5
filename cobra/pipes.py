"""Reading what may be no regular file: a pipe into which nobody writes is an error, not silence for ever."""

from __future__ import annotations

import os
import select
import stat
import sys
from pathlib import Path
from typing import Final

_PATIENCE: Final = 10.0
"""Seconds that a pipe may be silent before its first byte."""


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file; `OSError` when it cannot be read or a pipe stays silent."""
    if sys.platform == "win32" or not stat.S_ISFIFO(path.stat().st_mode):
        with path.open("rb") as stream:
            return stream.read(most)
    # without O_NONBLOCK, open itself would wait for somebody to write
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(pipe, "rb") as stream:
        waiting = select.poll()
        waiting.register(pipe, select.POLLIN)
        if not waiting.poll(_PATIENCE * 1000):
            raise TimeoutError(None, f"nothing came through this pipe in {_PATIENCE:.0f} seconds")
        os.set_blocking(pipe, True)
        return stream.read(most)
