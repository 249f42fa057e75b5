"""The process that finds out what takes longer (`look.py`), as the server sees it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import asdict
from typing import Final

from cobra.editor.look import Looked, Request, from_line

_GRACE: Final = 5.0
"""Seconds after its time in which an answer is waited for, and a process may start."""
_MOST_LINE: Final = 1 << 24
"""Bytes of an answer."""


class Assistant:
    """One process, asked one thing after the other; it is ended when it hangs, and another one started."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._owes = False
        """Whether an answer is still to come that nobody waits for."""
        self._ended = False

    async def ask(self, request: Request) -> Looked | None:
        """Return the answer to a request, None when there is none.

        Whoever no longer wants to know cancels; then what is being computed is computed to its end.
        """
        async with self._turn:
            with suppress(OSError, ValueError, TimeoutError):
                if self._owes:
                    await self._answer(request.seconds)
                self._process = self._process or await _start()
                if self._ended:
                    raise ValueError
                assert self._process.stdin is not None
                self._process.stdin.write(json.dumps(asdict(request)).encode() + b"\n")
                self._owes = True
                return from_line(await self._answer(request.seconds))
            self.close()
            return None

    async def _answer(self, seconds: float) -> bytes:
        """Return the next answer; `ValueError` when the process has ended, `TimeoutError` when none comes."""
        assert self._process is not None and self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), seconds + _GRACE)
        self._owes = False
        if not line:
            raise ValueError
        return line

    def end(self) -> None:
        """Answer nothing any more, and let nobody wait."""
        self._ended = True
        self.close()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()
        self._process, self._owes = None, False


async def _start() -> Process:
    path = os.pathsep.join(entry for entry in sys.path if entry)  # it finds the modules that are found here
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "cobra.editor.look"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=None if os.environ.get("COBRA_DEBUG") else DEVNULL,
        env=os.environ | {"PYTHONPATH": path},
        limit=_MOST_LINE,
    )
