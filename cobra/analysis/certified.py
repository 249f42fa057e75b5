"""A certificate that was written."""

from __future__ import annotations

from dataclasses import dataclass

from cobra.certificate.parts import Claim


@dataclass(frozen=True)
class Certified:
    """A certificate that was written."""

    path: str
    claims: tuple[Claim, ...]
    """What is claimed, where nothing but knowledge changes."""
    symmetries: int
    """How many are named."""
    facts: int
    size: int
    """Bytes of the file."""
