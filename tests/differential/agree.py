"""How a difference is told."""

from __future__ import annotations


class Difference(AssertionError):
    """Two ways of computing something do not agree."""


def agree(what: str, found: object, expected: object) -> None:
    """Raise `Difference` unless two values are equal."""
    if found != expected:
        raise Difference(f"{what}: {found!r}, by definition {expected!r}"[:2000])
