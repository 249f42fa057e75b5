"""Experiments written as the game says: `experiment weigh(left : …, right : …) as "{} against {}"`.

A template is cut at its `{}`: what stands before, between and after the parameters. Between two of them is a
character that no parameter has (`cobra.language.templates`), so their places in a text are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache


def filled(look: tuple[str, ...], parameters: Sequence[str]) -> str:
    """Return a template with its parameters."""
    return look[0] + "".join(text + after for text, after in zip(parameters, look[1:], strict=True))


def parameters_in(look: tuple[str, ...], text: str) -> list[str] | None:
    """Return the texts of the parameters of an experiment written by a template, None when it is not so.

    Letter case and spaces may differ.
    """
    text = text.strip()
    found = _sloppy(look[0], at_end=len(look) == 1).match(text)
    parameters: list[str] = []
    for place, part in enumerate(look[1:], 1):
        if found is None:
            return None
        start = found.end()
        found = _sloppy(part, at_end=place == len(look) - 1).search(text, start)
        if found is not None:
            parameters.append(text[start : found.start()].strip())
    return None if found is None else parameters


@lru_cache(maxsize=1 << 10)
def _sloppy(part: str, at_end: bool) -> re.Pattern[str]:
    letters = r"\s*".join(re.escape(one) for one in part if not one.isspace())
    return re.compile(letters + (r"\Z" if at_end else ""), re.IGNORECASE)
