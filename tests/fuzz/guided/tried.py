"""What is done with an input in the process that libFuzzer drives, and what is said of it."""

from __future__ import annotations

import json
import mmap
import os
import struct
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from cobra.errors import CobraError
from tests.fuzz import parsing
from tests.fuzz.case import Case
from tests.fuzz.guided.inputs import GAMES
from tests.fuzz.laws import BASE, CLOCK, MEMORY, LawError, described, forget_peak, memory_peak, told
from tests.fuzz.phases import Trial
from tests.fuzz.sources.rules import FILES

PHASES: Final = ("load", "check", "info", "analyze")
"""What a whole game goes through."""
OF_ONE_KIND: Final = 2
TOGETHER: Final = 100
"""After so many inputs the memory is looked at."""
_COUNTS: Final = struct.Struct("<qqqdd")


class Counts(NamedTuple):
    """Inputs that were tried, those that were read and those that were refused, and what that took."""

    runs: int = 0
    read: int = 0
    refused: int = 0
    seconds: float = 0.0
    used: float = 0.0
    """Seconds of processor time."""

    @classmethod
    def at(cls, path: Path) -> Counts:
        """Return the counts of a process, which may be dead."""
        content = path.read_bytes() if path.exists() else b""
        return cls(*_COUNTS.unpack(content)) if len(content) == _COUNTS.size else cls()

    def __add__(self, other: object) -> Counts:
        return (
            Counts(*(a + b for a, b in zip(self, other, strict=True))) if isinstance(other, Counts) else self
        )


def case_of(name: str, content: bytes) -> Case:
    """Return the case that an input is, as the other fuzzer knows it; what is drawn depends on the input."""
    text = content.decode("utf-8", "surrogateescape")
    number = zlib.crc32(content)
    if name == GAMES:  # through a file only where that matters
        return Case(text, {}, FILES, name, 0, number, bytes_=not text.isascii())
    return Case(text, {}, {"parser": name}, name, 0, number, bytes_=True)


class Tried:
    """Tries inputs of one kind; writes what breaks a law, and how many there were."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name, self._folder = name, folder
        self._found = folder / "found"
        with (folder / "counts").open("w+b") as stream:
            stream.write(bytes(_COUNTS.size))
            stream.flush()
            self._shared = mmap.mmap(stream.fileno(), _COUNTS.size)
        self._runs = self._read = self._refused = 0
        self._kinds: Counter[tuple[str, str]] = Counter()
        self._since: list[bytes] = []
        forget_peak()
        self._before = memory_peak()
        self._began, self._used = time.monotonic(), time.process_time()

    def one(self, content: bytes) -> None:
        """Try an input. Nothing is raised: what is found is written, and the next one is tried."""
        self._runs += 1
        finding = self._finding(content)
        if finding is not None:
            self._write(content, finding)
        self._since.append(content)
        if len(self._since) >= TOGETHER:
            self._look_at_memory()
        took = time.monotonic() - self._began, CLOCK.used() - self._used
        _COUNTS.pack_into(self._shared, 0, self._runs, self._read, self._refused, *took)

    def _finding(self, content: bytes) -> dict[str, Any] | None:
        """Return what an input breaks."""
        before = os.fstat(2).st_size
        phase = [self._name]
        try:
            self._try(content, phase)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a panic of the core is no Exception
            return {"phase": phase[0], **described(error)}
        if os.fstat(2).st_size != before:
            return self._panic(before, phase[0])
        return None

    def _try(self, content: bytes, phase: list[str]) -> None:
        if self._name == GAMES:
            trial = Trial(case_of(GAMES, content), self._folder, lambda name: phase.__setitem__(0, name))
            trial.run(PHASES)
            self._read += bool(trial.done)
            self._refused += not trial.done
            return
        try:
            parsing.READERS[self._name](content, self._folder / "file")
            self._read += 1
        except CobraError as error:
            told(error)
            self._refused += 1

    def _panic(self, before: int, phase: str) -> dict[str, Any] | None:
        """Return that the core panicked, though an error became of it, if that is what was printed."""
        text = os.pread(2, 1 << 16, before).decode(errors="replace")
        if "panicked at" not in text:
            return None
        key = text[text.index("panicked at") :].split("\n")[0]
        return {
            "phase": phase,
            "law": "the core does not panic",
            "key": key,
            "message": key,
            "traceback": text[:6000],
        }

    def _look_at_memory(self) -> None:
        """Try inputs again, one by one, if they took too much memory together."""
        if memory_peak() - self._before > 1.1 * MEMORY + BASE:
            for content in self._since:
                forget_peak()
                before = memory_peak()
                self._finding(content)
                grown = memory_peak() - before
                if grown > 1.1 * MEMORY + BASE:
                    error = LawError("memory", f"{grown >> 20} MiB")
                    self._write(content, {"phase": self._name, **described(error)})
        self._since.clear()
        forget_peak()
        self._before = memory_peak()

    def _write(self, content: bytes, finding: dict[str, Any]) -> None:
        kind = finding["phase"], finding["key"]
        self._kinds[kind] += 1
        if self._kinds[kind] > OF_ONE_KIND:
            return
        with self._found.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([case_of(self._name, content).to_json(), finding]) + "\n")
