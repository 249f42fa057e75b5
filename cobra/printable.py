"""Texts from files and programs, made fit to be shown: they command no terminal and turn no text around."""

from __future__ import annotations

import re
from typing import Final

COMMANDING: Final = "\\x00-\\x08\\x0b\\x0e-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069"
"""For a set of a regular expression: control characters but tabs, ends of lines and of pages, and the marks
that turn the direction of what follows (Boucher and Anderson, "Trojan Source", 2021)."""

_COMMANDING: Final = re.compile(f"[{COMMANDING}]")
_UNLESS_STYLE: Final = re.compile(rf"(?!\x1b\[[0-9;]*m)[{COMMANDING}]")


def printable(text: str) -> str:
    """Return a text of one line with the replacement character for each one that cannot be printed."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def harmless(text: str) -> str:
    """Return lines with the replacement character for each one that commands a terminal."""
    return _COMMANDING.sub("\N{REPLACEMENT CHARACTER}", text)


def styled(text: str) -> str:
    """Return lines as `harmless` does, but with the styles, as bold, that cobra gives them."""
    return _UNLESS_STYLE.sub("\N{REPLACEMENT CHARACTER}", text)
