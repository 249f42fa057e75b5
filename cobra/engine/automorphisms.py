"""Automorphisms of a coloured graph by the core, in a thread of its own: deadlines and Ctrl-C stop them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra import _core
from cobra.engine.run import Run

SYMMETRIES: Final = "finding the symmetries of the game"


def automorphisms(
    colours: Sequence[int], edges: Sequence[tuple[int, int]]
) -> tuple[list[list[int]], list[int]]:
    """Return generators, as images of the vertices, and factors whose product is the order of the group.

    `StoppedError` at the current deadline.
    """
    return Run().call(SYMMETRIES, lambda control: _core.automorphisms(list(colours), list(edges), control))
