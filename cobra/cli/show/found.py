"""What there is to show of a certificate; `proof.py` shows it, whatever the kind."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

Rows: TypeAlias = list[tuple[str, str, str]]
"""Lines of a name, a value and a remark."""


class Found(NamedTuple):
    """What the check of a certificate found."""

    rows: Rows
    """What was gone through; nothing when it proves nothing."""
    claims: list[str]
    """What it claims, as sentences."""
    document: dict[str, Any]
    """The claims for JSON."""


class Held(NamedTuple):
    """What is in a certificate, unchecked."""

    rows: Rows
    claims: list[str]
    """What it claims, as sentences."""
