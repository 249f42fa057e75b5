"""What every codebreaker can do: play against all codes of a game at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cobra.options import DEFAULT_TIES

if TYPE_CHECKING:
    from cobra.engine.compile import CoreExperiment
    from cobra.engine.made import Made
    from cobra.engine.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How experiments are chosen where a codebreaker leaves that open, and what may be spent on it."""

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


class Played(Protocol):
    """A strategy and its figures over all codes, as `_core.GreedyResult` has them."""

    @property
    def first(self) -> CoreExperiment | None:
        """Return the first experiment, None when the game is over before it."""

    @property
    def worst(self) -> int:
        """Return the length of the longest play."""

    @property
    def total(self) -> int:
        """Return Σ weight · length."""

    @property
    def weight(self) -> int:
        """Return Σ weight."""

    @property
    def codes(self) -> int:
        """Return the number of codes of the game."""

    @property
    def distribution(self) -> list[int]:
        """Return for each length the number of codes."""

    @property
    def nodes(self) -> int:
        """Return the number of experiments in the tree."""

    @property
    def seconds(self) -> float:
        """Return the time it took."""

    @property
    def symmetry_seconds(self) -> float:
        """Return the time spent on finding equivalent experiments."""

    @property
    def stopped(self) -> str | None:
        """Return why it ended early, None when all codes are settled."""

    @property
    def inseparable(self) -> list[int]:
        """Return two codes left together that no experiment tells apart, or nothing."""

    def tree(self) -> tuple[list[CoreExperiment], list[list[tuple[int, int]]], int]:
        """Return the nodes' experiments, each node's (outcome number, child or -1 when over), and the root
        or -1."""


class Codebreaker(Protocol):
    """A rule that, given the codes left, names an experiment."""

    @property
    def name(self) -> str:
        """Return the text that names it, as `find_codebreaker` takes it."""

    def play(self, table: Table, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table.

        `history` is what was done before the game of the table began, which is what was left after it.
        """
