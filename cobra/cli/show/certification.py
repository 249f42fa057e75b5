"""What became of the wish for a certificate, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cobra.cli.show.text import plural, size

if TYPE_CHECKING:
    from cobra.analysis.certify import Certification


def certification_lines(made: Certification) -> list[str]:
    """Return what was written."""
    if made.written is None:
        return []
    facts, bytes_ = plural(made.written.facts, "fact"), size(made.written.size)
    return [f"certificate written to {made.written.path}: {facts}, {bytes_}"]


def certification_warnings(made: Certification) -> list[str]:
    """Return why nothing was written that was asked for."""
    return [] if made.failure is None else [f"no certificate is written: {made.failure}"]


def certification_object(made: Certification) -> dict[str, Any]:
    """Return what became of the wish for a certificate for JSON."""
    written = made.written
    return {
        "certificate": None
        if written is None
        else {"file": written.path, "bytes": written.size, "facts": written.facts},
        "uncertified": None if made.failure is None else str(made.failure),
    }
