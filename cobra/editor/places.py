"""Places in a text as editors count them: lines from 0, and in them units of the encoding agreed on.

That is UTF-16 unless the editor prefers another one; an emoji is two units of it and four of UTF-8.
"""

from __future__ import annotations

import re
from typing import Final

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_SIZES: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""What Python calls an encoding, and the bytes of a unit."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, without their ends."""
    return _LINE_END.split(text)


def whole_characters(text: str) -> str:
    """Return a text with the replacement character for each half of a character that lacks the other half."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def to_units(line: str, column: int, encoding: str) -> int:
    """Return the unit at which the character of a column, from 1, begins."""
    codec, size = _SIZES[encoding]
    return len(line[: column - 1].encode(codec)) // size


def from_units(line: str, unit: int, encoding: str) -> int:
    """Return the column, from 1, of the character that a unit is part of, or behind the last one."""
    codec, size = _SIZES[encoding]
    return len(line.encode(codec)[: size * max(0, unit)].decode(codec, "ignore")) + 1
