"""Mistakes found while the meaning of a game is worked out; each becomes one `Diagnostic`."""

from __future__ import annotations

from cobra.errors import Span


class Problem(Exception):
    """One mistake: its kind (a row of the error table), a sentence, its place, and what would be right."""

    def __init__(self, kind: str, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.kind, self.message, self.span, self.hint = kind, message, span, hint


class Unsettled(Problem):
    """A mistake that may concern no experiment at all: with the parameters left open it cannot be told.

    The experiment type is then elaborated once for each of its experiments, which settles it.
    """


class Enough(Exception):
    """As many mistakes were found as are reported; no more are looked for."""


class Unusable(Exception):
    """A name was used whose own definition is wrong; that mistake is reported, its consequences are not."""


class TooLarge(Exception):
    """A number is too large to go on with; `Evaluator.evaluate` says of which expression."""


class TooDeep(Exception):
    """A call lies too deep inside other calls to be expanded there; `Evaluator.complete` expands it first."""

    def __init__(self, call: object) -> None:
        super().__init__()
        self.call = call
