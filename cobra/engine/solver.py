"""Parts of a search that are done elsewhere: what is asked, what is to be done, what became of it.

A search that takes long asks questions about the whole game (`Exchange`). Each is divided into pieces, which
solvers do in any order and on any machine; what they prove are facts, by which the search goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from cobra.engine.program import CoreExperiment

if TYPE_CHECKING:
    from cobra._core import Exchange

CoreQuestion: TypeAlias = tuple[str, int | None, int]
"""Whether a strategy costs less than a value: the measure ("total", "nodes", or "worst" where any strategy
will do), the experiments of a play at most (None for any number), and the value."""
CoreRequest: TypeAlias = tuple[CoreQuestion, bytes, int, int]
"""A question; facts that are known to who asks; and how many pairs of codes and experiments those who answer
may look at, each of them and all together."""
INFEASIBLE: Final = 1 << 62
"""The cost of what cannot be done."""


@dataclass(frozen=True, slots=True)
class PieceResult:
    """What became of a piece; the core makes it by the names of its fields."""

    key: bytes
    """The number of its state, as in records of facts."""
    value: int
    """The least cost, if it is less than was asked about; else a number that it is not less than. Of a piece
    that is divided it is about the experiments that are not left."""
    experiments: list[CoreExperiment]
    """The experiments that are left, the most promising first; none when the piece is done."""
    cells: list[tuple[bytes, list[int], CoreQuestion]]
    """Of a single one that takes too much work: the keys of its cells, their codes, and what is asked of
    them. If all cost so much, it costs what was asked."""
    facts: bytes
    """What was proved, in records."""
    news: bytes
    """More of that, which took little work: of use to others who work at the same time."""


class Others(Protocol):
    """Those who answer what takes a search long."""

    exchange: Exchange

    def facts(self) -> bytes:
        """Return what they have proved since this was called last."""

    def shown(self) -> str:
        """Return what they are at, for the progress."""


def fact(key: bytes, lower: int, upper: int) -> bytes:
    """Return the record of a fact: a state costs no less than one number, and another will do."""
    return key + lower.to_bytes(8, "little") + upper.to_bytes(8, "little")
