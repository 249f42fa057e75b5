"""Work done in a forked process, which is killed, or cannot write, at a moment that is chosen."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

Work = Callable[[], object]

DONE, REFUSED, CRASHED = 0, 1, 70
"""How work ends that is not killed: well, with a `GameError`, or with any other exception."""
MOMENTS = ("open", "os.rename", "os.remove", "os.chmod", "sqlite3.connect", "shutil.copyfile")
"""What Python tells that is about files, before it is done."""


def fork(work: Work, before: Work = lambda: None) -> int:
    """Start work in a child; return its process number. Nothing of it is seen, not even its messages."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    status = CRASHED
    sys.dont_write_bytecode = True  # what it imports is not its work, and would be left cut off
    try:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        before()
        status = ended(work)
    finally:
        os._exit(status)


def ended(work: Work) -> int:
    """Do work; return how it ends."""
    from cobra.errors import CobraError

    try:
        work()
    except CobraError:
        return REFUSED
    return DONE


def wait(child: int) -> int:
    """Return how a child ended: its exit status, or minus the signal that killed it."""
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def done(work: Work) -> int:
    """Let a child do work to its end."""
    return wait(fork(work))


def killed_at_byte(work: Work, most: int) -> int:
    """Let a child do work; it is killed by the write that would make a file longer than so many bytes.

    What fits is written: the file is cut off at this byte.
    """

    def before() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return wait(fork(work, before))


def full_at_byte(work: Work, most: int) -> int:
    """Let a child do work on a disk that is full as soon as a file has so many bytes."""

    def before() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return wait(fork(work, before))


def killed_at_moment(work: Work, number: int) -> int:
    """Let a child do work; it kills itself when so many things of `MOMENTS` were about to happen."""

    def before() -> None:
        left = number

        def hear(event: str, _: object) -> None:
            nonlocal left
            if event in MOMENTS:
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hear)

    return wait(fork(work, before))


def killed_after(work: Work, seconds: float) -> int:
    """Let a child do work, and kill it after some time, wherever it is."""
    child = fork(work)
    time.sleep(seconds)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return wait(child)
