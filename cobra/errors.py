"""Every error a user can meet, each with the place it concerns or the option that helps.

No other exception leaves the public functions of cobra, but what something of the user's raises that is no
strategy, such as a `progress` or a player of a session; the command line turns these into a message and an
exit status.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cobra.printable import printable
from cobra.texts import say

MOST_SHOWN = 160
"""So many characters of a source line, around the place, are shown with a message."""

MOST_MISTAKES = 50
"""So many mistakes of a game are reported in one run; then no more are looked for."""


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a game file; lines and columns count from 1, `end_column` is the first after the place."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One independent mistake in a game: what is wrong, where, and what would have been right.

    `kind` is a short fixed name of the class of mistake (the rows of the error table in docs/language.md);
    `text` is the source line of `span`, shown with the place marked; `hint` says what was expected or the
    nearest name.
    """

    kind: str
    message: str
    span: Span | None = None
    text: str = ""
    hint: str = ""

    def render(self) -> str:
        """Return the message as shown to the user: place, sentence, marked line, hint."""
        lines = []
        if self.span is None:
            lines.append(f"error: {self.message}")
        else:
            lines.append(f"{self.span.file}:{self.span.line}:{self.span.column}: error: {self.message}")
            if self.text:
                number = str(self.span.line)
                last = self.span.end_column if self.span.end_line == self.span.line else len(self.text) + 1
                first = max(0, self.span.column - 1 - MOST_SHOWN // 2)
                shown = "\t".join(map(printable, self.text[first : first + MOST_SHOWN].split("\t")))
                start = self.span.column - 1 - first
                width = max(1, min(last - self.span.column, len(shown) - start))
                lead = "".join("\t" if c == "\t" else " " for c in shown[:start])
                lines.append(f"  {number} | {shown}")
                lines.append(f"  {' ' * len(number)} | {lead}{'^' * width}")
        if self.hint:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


VAST = 10**18
"""An estimate from here on is only said to be larger: the core counts up to 2^64 and no further."""

FIXED_LIMITS = ("vertices", "listed experiments")
"""Limits that no option raises."""


class CobraError(Exception):
    """Base of all errors of cobra; `str()` of it is fit to be shown to a user. It can be pickled."""

    def __reduce__(self) -> tuple[Callable[..., CobraError], tuple[type[CobraError], str, dict[str, object]]]:
        return _again, (type(self), str(self), vars(self))


def _again(kind: type[CobraError], message: str, known: dict[str, object]) -> CobraError:
    """Return an error as it was, whatever its class is made of."""
    error = kind.__new__(kind, message)
    vars(error).update(known)
    return error


class LanguageError(CobraError):
    """The game file is wrong; carries the independent mistakes found in one run, in order of place.

    They are `MOST_MISTAKES` at most; of more given the first are kept.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics[:MOST_MISTAKES])
        super().__init__("\n".join(d.render() for d in self.diagnostics))


class GameError(CobraError):
    """The game is readable but not a proper game (ill-formed, no code, …), or a request does not fit it."""


class CoreMissingError(CobraError):
    """The core, which is compiled, is not there or cannot be loaded; the sentence says how it is built."""


class InternalError(CobraError):
    """The core contradicts itself, `what` says how: a mistake in cobra itself.

    A game that is not well-formed can be the reason, too, where nobody had the time to prove that it is.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"internal error: {what}; please report it, with the game")


class CertificateError(CobraError):
    """A certificate does not prove what it claims; `fact` is the number of the fact that is wrong, None when
    something else is."""

    def __init__(self, message: str, fact: int | None = None) -> None:
        self.fact = fact
        super().__init__(message)


class LimitError(CobraError):
    """Something would need more than a limit allows; nothing was built.

    `name` is the limit of `cobra.limits.Limits`, "memory", or one of `FIXED_LIMITS`; `needed` is an estimate
    in the unit of the limit.
    """

    def __init__(self, name: str, needed: int, limit: int, what: str) -> None:
        self.name, self.needed, self.limit, self.what = name, needed, limit, what
        option = "--memory SIZE" if name == "memory" else f"--limit {name}=N"
        rest = f" {say(name)}" if name in FIXED_LIMITS else say("; raise it with {option}", option=option)
        if needed < VAST:
            sentence = "{what}: about {needed} needed, the limit is {limit}{rest}"
        else:
            sentence = "{what}: more than {needed} needed, the limit is {limit}{rest}"
        numbers = {"needed": min(needed, VAST), "limit": limit}
        super().__init__(say(sentence, what=say(what), rest=rest, **numbers))


REASONS: Final = {
    "time": "the time limit",
    "interrupt": "Ctrl-C",
    "memory": "the memory limit",
    "experiments": "the limit of experiments",
    "undecided": "an open question",
    "cluster": "the loss of the cluster",
    "endless": "plays of any length",
}
"""Why a computation stopped, in words."""
_OPTIONS: Final = {"time": "--time-limit", "memory": "--memory"}
"""What raises the limit that was the reason."""


def raise_it(reason: str) -> str:
    """Return what raises the limit that was the reason, to follow a sentence; nothing for other reasons."""
    return say("; raise it with {option}", option=_OPTIONS[reason]) if reason in _OPTIONS else ""


class StoppedError(CobraError):
    """A computation that has no partial answer was stopped; `reason` is a key of `REASONS`.

    `proved` is a sentence about what is known all the same.
    """

    def __init__(self, reason: str, what: str, proved: str = "") -> None:
        self.reason, self.what = reason, what
        sentence = "stopped by {reason} while {what}{rest}"
        values = {"reason": say(REASONS[reason]), "what": say(what), "rest": raise_it(reason)}
        known = f"; {proved}" if proved else ""
        super().__init__(f"{say(sentence, **values)}{known}")


class TimeLimitError(StoppedError):
    """Something was not finished within the time limit (`seconds`)."""

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__("time", what)
        self.seconds = seconds
