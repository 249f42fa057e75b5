"""What comes of a strategy that is played against all codes: by the core, or state by state in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from cobra.engine.program import CoreExperiment
from cobra.lengths import Figures

CoreTree: TypeAlias = tuple[list[CoreExperiment], list[list[tuple[int, int]]], int]
"""The nodes' experiments, each node's (outcome number, child or -1 when over), and the root or -1."""


@dataclass(frozen=True, slots=True)
class Played:
    """A strategy and what it needs; the core makes it by the names of its fields."""

    figures: Figures
    first: CoreExperiment | None
    """The first experiment, None when the game is over before it."""
    tree: Callable[[], CoreTree] = field(repr=False, compare=False)
    """Returns the tree. In a core game a play that ends after an outcome that is not final counts one
    experiment more than the tree shows."""
    seconds: float
    """Wall time."""
    symmetry_seconds: float = 0.0
    """Time spent on finding equivalent experiments, summed over the threads."""
    stopped: str | None = None
    """Why it ended early: "time", "interrupt", "memory"; the figures cover the codes settled so far. None
    when all are."""
    inseparable: Sequence[int] = ()
    """Two codes left together that no experiment tells apart, the first such pair met, or nothing."""
    all_ties: bool | None = None
    """With ties "best": whether all orders of tied experiments were looked at, so no better one is; None with
    other ties and for strategies that have none."""
