"""Every error a user can meet, each with the place it concerns or the option that helps.

No other exception leaves the public functions of cobra; the command line turns these into a message and an
exit status.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_SHOWN = 160
"""So many characters of a source line, around the place, are shown with a message."""


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
                shown = "".join(
                    c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}"
                    for c in self.text[first : first + MOST_SHOWN]
                )
                start = self.span.column - 1 - first
                width = max(1, min(last - self.span.column, len(shown) - start))
                lead = "".join("\t" if c == "\t" else " " for c in shown[:start])
                lines.append(f"  {number} | {shown}")
                lines.append(f"  {' ' * len(number)} | {lead}{'^' * width}")
        if self.hint:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


FIXED_LIMITS = ("vertices", "listed experiments")
"""Limits that no option raises."""


class CobraError(Exception):
    """Base of all errors of cobra; `str()` of it is fit to be shown to a user."""


class LanguageError(CobraError):
    """The game file is wrong; carries every independent mistake found in one run, in order of place."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(d.render() for d in self.diagnostics))


class GameError(CobraError):
    """The game is readable but not a proper game (ill-formed, no code, …), or a request does not fit it."""


class LimitError(CobraError):
    """Something would need more than a limit allows; nothing was built.

    `name` is the limit of `cobra.limits.Limits`, "memory", or one of `FIXED_LIMITS`; `needed` is an estimate
    in the unit of the limit.
    """

    def __init__(self, name: str, needed: int, limit: int, what: str) -> None:
        self.name, self.needed, self.limit, self.what = name, needed, limit, what
        option = "--memory SIZE" if name == "memory" else f"--limit {name}=N"
        rest = f" {name}" if name in FIXED_LIMITS else f"; raise it with {option}"
        super().__init__(f"{what}: about {needed:,} needed, the limit is {limit:,}{rest}")
