"""What notebooks show of an object: the methods they look for, which ask what is registered from above.

What can be shown is a `Shown`. How, is said by a module with the functions `html` and `svg`, imported when a
notebook asks for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Shower(Protocol):
    """What makes texts of objects."""

    def html(self, shown: object) -> str | None:
        """Return an object as HTML, None when there is nothing to show."""

    def svg(self, shown: object) -> str | None:
        """Return an object as a picture, None when there is none."""


_registered: list[Callable[[], Shower]] = []


def register(find: Callable[[], Shower]) -> None:
    """Say where objects are made texts of."""
    _registered[:] = [find]


class Shown:
    """An object that notebooks show."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _registered[0]().html(self) if _registered else None

    def _repr_svg_(self) -> str | None:
        return _registered[0]().svg(self) if _registered else None
