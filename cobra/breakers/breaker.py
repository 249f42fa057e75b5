"""What every breaker can do: play against all codes of a game at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cobra.options import DEFAULT_TIES

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.table import CodeTable


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How experiments are chosen where a breaker leaves that open, and what may be spent on it."""

    ties: str = DEFAULT_TIES
    """What decides between experiments of equal score."""
    consistent: bool = False
    """Whether only experiments are made that could still be final."""
    seed: int = 0
    """The seed of everything random."""
    equivalences: Sequence[str] | None = None
    """The chain of equivalences every state goes through; None chooses from state to state."""
    threads: int = 1
    memory: int
    """Bytes that the strategy and lists of experiments may take."""


class Breaker(Protocol):
    """A rule that, given the codes left, names an experiment."""

    @property
    def name(self) -> str:
        """Return the text that names it, as `find_breaker` takes it."""

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table.

        `history` is what was done before the game of the table began, which is what was left after it.
        """
