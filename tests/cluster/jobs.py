"""What workers do in the tests."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from cobra.analysis.spread import solve
from cobra.cluster.work import listen
from cobra.errors import LimitError


def leaves_ctrl_c_alone() -> bool:
    """Return whether this process has never heard Ctrl-C, and does not now."""
    blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    return blocked and signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def square(number: int, seconds: float = 0.0) -> int:
    time.sleep(seconds)
    return number * number


def pid(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def too_much() -> None:
    raise LimitError("memory", 3 << 30, 1 << 30, "looking around")


def wait() -> str:
    """Work until the run is over, and say how far it came."""
    try:
        while True:
            time.sleep(0.01)
            listen("waiting", 0, 0)
    except KeyboardInterrupt:
        return "so far"


def wait_for(path: str) -> None:
    """Work until there is a file."""
    while not Path(path).exists():
        time.sleep(0.01)


def solvers() -> int:
    return len(solve._solvers)


def deaf(seconds: float) -> None:
    time.sleep(seconds)


def deadly(counter: str, deaths: int) -> int:
    """Kill the worker as often as asked, then answer how often it was."""
    with Path(counter).open("a") as file:
        file.write("x")
    times = Path(counter).stat().st_size - 1
    if times < deaths:
        os.kill(os.getpid(), signal.SIGKILL)
    return times
