"""Lets children try cases, and turns one that hangs, dies or grows too large into a finding."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tests.fuzz.case import Case
from tests.fuzz.child import Child, Trier
from tests.fuzz.child import tried as try_phases

HANG_SECONDS: Final = 20.0
"""Processor time of one phase after which it hangs."""
DEADLOCK_SECONDS: Final = 120.0
"""Time without any processor time after which it waits for nothing."""
MOST_MEMORY: Final = 1 << 30
"""Resident bytes of a child."""
CASES_OF_A_CHILD: Final = 250
_TICK: Final = 0.25
_CLOCK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def tried(
    cases: Iterator[Case], phases: Sequence[str], hang: float = HANG_SECONDS, try_: Trier = try_phases
) -> Iterator[tuple[Case, dict[str, Any]]]:
    """Yield every case with what `try_` says of it, tried in children that are watched."""
    while batch := list(islice(cases, CASES_OF_A_CHILD)):
        done = 0
        while done < len(batch):
            for report in _batch(batch[done:], phases, hang, try_):
                yield batch[done], report
                done += 1


def _batch(
    cases: Sequence[Case], phases: Sequence[str], hang: float, try_: Trier
) -> Iterator[dict[str, Any]]:
    """Yield what a child says of cases in their order; the last is what became of it when it did not end."""
    child = Child(cases, phases, try_)
    buffer = b""
    said = 0
    verdict = ""
    moved = time.monotonic()
    last = 0.0
    try:
        while True:
            ready, _, _ = select.select([child.output], [], [], _TICK)
            if ready:
                data = os.read(child.output, 1 << 16)
                if not data:
                    break
                *lines, buffer = (buffer + data).split(b"\n")
                for line in lines:
                    said += 1
                    yield json.loads(line)
            used, resident = _usage(child.pid)
            if used != last:
                last, moved = used, time.monotonic()
            at = child.at()
            if used - at.began > hang:
                verdict = f"hangs: {used - at.began:.0f} s of processor time"
            elif time.monotonic() - moved > DEADLOCK_SECONDS:
                verdict = "waits for ever"
            elif resident > MOST_MEMORY:
                verdict = "memory: too much"
            if verdict:
                os.kill(child.pid, signal.SIGUSR1)
                time.sleep(0.2)
                os.kill(child.pid, signal.SIGKILL)
                break
        _, status = os.waitpid(child.pid, 0)
        if said < len(cases):
            yield _death(child, cases[said], verdict or f"dies: {_ending(status)}")
    except BaseException:  # the caller does not go on
        _end(child.pid)
        raise
    finally:
        child.close()


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def _death(child: Child, case: Case, verdict: str) -> dict[str, Any]:
    child.stacks.seek(0)
    stacks = child.stacks.read().decode(errors="replace")
    phase = child.at().phase
    law = verdict.split(":")[0]
    finding = {"phase": phase, "law": law, "key": law, "message": verdict, "traceback": stacks[:6000]}
    return {
        "number": case.number,
        "origin": case.origin,
        "done": [],
        "refused": {},
        "sound": None,
        "small": False,
        "tiny": False,
        "finding": finding,
    }


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"exit status {os.waitstatus_to_exitcode(status)}"


def _usage(pid: int) -> tuple[float, int]:
    """Return the processor seconds and the resident bytes of a process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / _CLOCK, int(fields[21]) * _PAGE
    except (FileNotFoundError, ProcessLookupError, IndexError):
        return 0.0, 0


def probe(
    phases: Sequence[str], hang: float, try_: Trier = try_phases
) -> Callable[[Case], tuple[str, str] | None]:
    """Return what finds the phase and the key of what a case breaks, None when it breaks nothing."""

    def found(case: Case) -> tuple[str, str] | None:
        for _, report in tried(iter([case]), phases, hang, try_):
            finding = report["finding"]
            return (finding["phase"], finding["key"]) if finding else None
        return None

    return found
