"""The check of certificates by the program made for it, which shares nothing with the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cobra import _core
from cobra._core import Control
from cobra.engine.run import Run


@dataclass(frozen=True, slots=True)
class Counts:
    """How large a certificate is, and how many facts and experiments were accepted by which rule."""

    codes: int
    experiments: int
    elements: int
    """Symmetries."""
    facts: int
    facts_by_size: int
    useless: int
    """Experiments of the other facts without progress, or forbidden."""
    by_size: int
    by_facts: int
    named: int
    """Facts that these name."""
    by_symmetry: int


def check_certificate(content: bytes, memory: int, run: Run) -> Counts:
    """Check the bytes of a certificate in about `memory` bytes beside them.

    `CertificateError` when it does not prove its claims, `LimitError`, `StoppedError`.
    """

    def work(control: Control) -> list[tuple[str, int]]:
        return _core.check_certificate(content, memory, control)

    counted: Callable[..., Counts] = Counts
    return counted(**dict(run.call("checking the certificate", work)))
