"""What must hold whatever a case is: how cobra may fail, and how long and large it may get."""

from __future__ import annotations

import math
import os
import resource
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import cobra
from cobra.errors import MOST_MISTAKES, CobraError, LanguageError
from cobra.limits import Limits

T = TypeVar("T")

TIME_LIMIT: Final = 1.0
"""Seconds every call is allowed; one that takes more processor time than that, 10 % and `SLACK` is slow."""
SLACK: Final = 1.0
MEMORY: Final = 64 << 20
"""Bytes every call is allowed; resident memory may grow by this, 10 % and `BASE`."""
BASE: Final = 96 << 20
LIMITS: Final = Limits(
    file_size=1 << 16,
    nesting=60,
    propositions=400,
    values=200,
    calls=3000,
    formula_nodes=40_000,
    experiments=1500,
    codes=1000,
    instances=4,
)
"""So small that whatever breaks no limit is cheap."""
PACKAGE: Final = str(Path(cobra.__file__).parent)


class LawError(Exception):
    """A law does not hold; `law` is its short name."""

    def __init__(self, law: str, message: str) -> None:
        self.law = law
        super().__init__(f"{law}: {message}")


def demand(holds: bool, law: str, message: object = "") -> None:
    """Raise `LawError` unless a law holds."""
    if not holds:
        raise LawError(law, str(message))


def equal(law: str, found: object, expected: object) -> None:
    """Raise `LawError` unless two values are equal."""
    if found != expected:
        raise LawError(law, f"{found!r}, expected {expected!r}"[:2000])


class _Clock:
    """The processor time of this process, as it was not long ago: asking for it takes as long as a text."""

    RIGHT_FOR: Final = 0.01
    """Seconds."""

    def __init__(self) -> None:
        self._looked = -math.inf
        self._used = 0.0
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._looked = -math.inf

    def used(self) -> float:
        """Return the processor time."""
        now = time.monotonic()
        if now - self._looked > self.RIGHT_FOR:
            self._looked, self._used = now, time.process_time()
        return self._used


CLOCK: Final = _Clock()
PROCESSORS: Final = os.cpu_count() or 1


def within(call: Callable[[], T], seconds: float = TIME_LIMIT, threads: int = 1) -> T:
    """Return `call()`; `LawError` when it took more processor time than a limit of `seconds` allows.

    Processor time, so that a busy machine breaks no law.
    """
    most = threads * (1.1 * seconds + SLACK)
    start, used_before = time.monotonic(), CLOCK.used()
    try:
        return call()
    finally:
        if (time.monotonic() - start) * PROCESSORS > most:  # else it cannot have used so much
            used = time.process_time() - used_before
            demand(used <= most, "time", f"{used:.1f} s of processor time")


def told(error: CobraError) -> None:
    """Demand that an error can be shown: a sentence, its places in the text, at most fifty mistakes."""
    text = str(error)
    demand(bool(text.strip()), "a message is not empty")
    demand("Traceback" not in text, "no traceback in a message", text)
    demand("internal error" not in text, "no internal error in a message", text)
    if isinstance(error, LanguageError):
        demand(0 < len(error.diagnostics) <= MOST_MISTAKES, "at most fifty mistakes", len(error.diagnostics))
        for one in error.diagnostics:
            demand(bool(one.kind and one.message), "a mistake has a kind and a sentence")
            demand(bool(one.render()), "a mistake can be shown")
            if one.span is not None and one.text:
                demand(1 <= one.span.column <= len(one.text) + 1, "a mistake is within its line", one)


def memory_peak() -> int:
    """Return the most bytes of this process that were resident since `forget_peak`."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def forget_peak() -> None:
    """Let `memory_peak` begin anew."""
    Path("/proc/self/clear_refs").write_text("5")


def place_of(error: BaseException) -> str:
    """Return where in cobra an error comes from: the last place in the package, else the last of all."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if frame.filename.startswith(PACKAGE)] or frames
    if not inside:
        return "?"
    return f"{Path(inside[-1].filename).name}:{inside[-1].name}"


def described(error: BaseException) -> dict[str, Any]:
    """Return what a finding says of an error: its law, its key, its text and its traceback."""
    if isinstance(error, LawError):
        law, key = error.law, error.law
    else:
        law = "no mistake in cobra itself"
        key = f"{type(error).__name__} in {place_of(error)}"
    shown = "".join(traceback.format_exception(error))
    return {"law": law, "key": key, "message": str(error)[:2000], "traceback": shown[-6000:]}
