"""What comes of a strategy that is played against all codes: by the core, or state by state in Python."""

from __future__ import annotations

from typing import Protocol

from cobra.engine.compile import CoreExperiment


class Played(Protocol):
    """A strategy and its figures over all codes, as the core's `GreedyResult` has them."""

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
