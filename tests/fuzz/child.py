"""The process that tries cases: it says what it is doing, so that another can tell where it hangs or dies."""

from __future__ import annotations

import faulthandler
import gc
import json
import mmap
import os
import signal
import struct
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeAlias

from cobra.language.expand import expand
from cobra.language.load import load_text
from tests.fuzz.case import Case
from tests.fuzz.laws import BASE, CLOCK, MEMORY, LawError, described, forget_peak, memory_peak
from tests.fuzz.phases import Trial

SHARED: Final = Path("/dev/shm")
"""Where files cost little, if there is such a place."""
_LONGEST: Final = 40
"""Letters of the name of a phase."""
_STATE: Final = struct.Struct(f"<qd{_LONGEST}s")
Trier: TypeAlias = Callable[[Case, Sequence[str], Path, Callable[[str], None]], dict[str, Any]]
"""Tries phases of a case, with a folder for files and somebody who hears the name of each phase."""


class At(NamedTuple):
    """Where a child is: the place of the case in its list, the phase, its processor time at the beginning."""

    place: int
    phase: str
    began: float


class Child:
    """A forked process that goes through cases one by one, and what it says."""

    def __init__(self, cases: Iterable[Case], phases: Sequence[str], try_: Trier) -> None:
        self._try = try_
        self._state = mmap.mmap(-1, _STATE.size)
        self._folder = tempfile.TemporaryDirectory(dir=SHARED if SHARED.is_dir() else None)
        self.stacks: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed by `close`
        """What it writes to standard error, and its stack when it gets SIGUSR1 or dies."""
        read, write = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                os.close(read)
                self._work(cases, phases, write)
                status = 0
            finally:
                os._exit(status)
        os.close(write)
        self.output = read
        """The reading end of a pipe: a line of JSON for each case that came to its end."""

    def at(self) -> At:
        """Return where it is."""
        place, began, phase = _STATE.unpack(self._state[: _STATE.size])
        return At(place, phase.rstrip(b"\0").decode(), began)

    def _note(self, place: int, phase: str) -> None:
        self._state[: _STATE.size] = _STATE.pack(place, CLOCK.used(), phase.encode()[:_LONGEST])

    def _work(self, cases: Iterable[Case], phases: Sequence[str], output: int) -> None:
        faulthandler.enable(self.stacks)
        faulthandler.register(signal.SIGUSR1, self.stacks, all_threads=True)
        gc.freeze()
        folder = Path(self._folder.name)
        os.dup2(self.stacks.fileno(), 2)  # where a panic of the core is printed, whatever becomes of it
        for place, case in enumerate(cases):
            self._note(place, "begin")
            said = self.stacks.seek(0, os.SEEK_END)
            report = self._try(case, phases, folder, lambda phase, place=place: self._note(place, phase))
            self.stacks.seek(said)
            text = self.stacks.read().decode(errors="replace")
            if report["finding"] is None and "panicked at" in text:
                key = text[text.index("panicked at") :].split("\n")[0]
                law = "the core does not panic"
                report["finding"] = {
                    "phase": self.at().phase,
                    "law": law,
                    "key": key,
                    "message": key,
                    "traceback": text[:6000],
                }
            os.write(output, json.dumps(report).encode() + b"\n")

    def close(self) -> None:
        """Free what belongs to a child that has ended."""
        os.close(self.output)
        self._folder.cleanup()
        self._state.close()
        self.stacks.close()


def tried(case: Case, phases: Sequence[str], folder: Path, note: Any) -> dict[str, Any]:
    """Try a case; return the phases that came to their end, those that refused it, and what broke a law."""
    trial = Trial(case, folder, note)

    def run(hear: Callable[[str], None]) -> None:
        trial.note = hear
        trial.run(phases)

    verdict = judged(case, run, note)
    return {
        "done": trial.done,
        "refused": trial.refused,
        "sound": trial.sound,
        "small": trial.small,
        "tiny": trial.tiny,
        **verdict,
    }


def judged(
    case: Case, run: Callable[[Callable[[str], None]], None], note: Callable[[str], None]
) -> dict[str, Any]:
    """Do something with a case; return what broke a law. `run` is given what hears of each phase."""
    forget_peak()
    before = memory_peak()
    now = ["begin"]

    def hear(phase: str) -> None:
        now[0] = phase
        note(phase)

    finding = None
    try:
        run(hear)
        grown = memory_peak() - before
        if grown > 1.1 * MEMORY + BASE:
            raise LawError("memory", f"{grown >> 20} MiB")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of the core is no Exception
        finding = {"phase": now[0], **described(error)}
    return {
        "number": case.number,
        "origin": case.origin,
        "finding": finding,
    }


def warm(case: Case, phases: Sequence[str]) -> None:
    """Read a game and import what trying it imports, so that children begin with it.

    The case is tried in a child: the core and the solvers start threads, which do not survive a fork.
    """
    load_text(case.text, definitions=case.definitions, files=case.files)
    load_text(expand(load_text(case.text, definitions=case.definitions, files=case.files)))
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        with tempfile.TemporaryDirectory() as folder:
            tried(case, phases, Path(folder), lambda phase: None)
        os.write(write, "\n".join(list(sys.modules)).encode())
        os._exit(0)
    os.close(write)
    content = b""
    while data := os.read(read, 1 << 16):
        content += data
    os.close(read)
    names = content.decode().split("\n")
    os.waitpid(pid, 0)
    for name in names:
        if name not in sys.modules:
            with suppress(ImportError):
                import_module(name)
    gc.collect()
