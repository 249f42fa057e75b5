"""The parts of what was parsed, one below the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct


def parts_of(part: object) -> Iterator[Any]:
    """Yield a part of a tree and all parts below it."""
    below = [part]
    while below:
        part = below.pop()
        if isinstance(part, tuple):
            below.extend(reversed(part))
        elif isinstance(part, Struct):
            yield part
            below.extend(getattr(part, name) for name in reversed(part.__struct_fields__))
