"""What became of the wish for a certificate, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cobra.cli.show.text import plural, size
from cobra.errors import GameError, StoppedError

if TYPE_CHECKING:
    from cobra.analysis.certify import Certification

_UNWRITTEN: Final = "no certificate is written: {}"


def certification_lines(made: Certification) -> list[str]:
    """Return what was written."""
    if made.written is None:
        return []
    facts, bytes_ = plural(made.written.facts, "fact"), size(made.written.size)
    return [f"certificate written to {made.written.path}: {facts}, {bytes_}"]


def certification_warnings(made: Certification, stopped: object) -> list[str]:
    """Return why nothing was written that was asked for, where the work was `stopped`."""
    if made.failure is None or not (stopped or isinstance(made.failure, StoppedError)):
        return []
    return [_UNWRITTEN.format(made.failure)]


def demand_certificate(made: Certification) -> None:
    """Raise why nothing was written that was asked for: what makes a command fail is no mere warning."""
    if made.failure is not None:
        raise GameError(_UNWRITTEN.format(made.failure)) from made.failure


def certification_object(made: Certification) -> dict[str, Any]:
    """Return what became of the wish for a certificate for JSON."""
    written = made.written
    return {
        "certificate": None
        if written is None
        else {"file": written.path, "bytes": written.size, "facts": written.facts},
        "uncertified": None if made.failure is None else str(made.failure),
    }
