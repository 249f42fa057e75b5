"""What a search for plans needs to know of the experiments chosen so far."""

from __future__ import annotations

from typing import Protocol

from cobra.analysis.static.cells import Cells, Gains
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.pairs import Numbers
from cobra.analysis.static.rates import PricedCells
from cobra.analysis.static.told import Told


class Apart(Protocol):
    """What chosen columns tell apart: by `Cells`, or where it takes several of them for a pair by `Told`."""

    @property
    def columns(self) -> Columns:
        """Return the columns there are."""

    def cut(self, column: int) -> Apart:
        """Return what is told apart with one more column."""

    def gains(self, candidates: Numbers) -> Gains:
        """Return what is missing and what each of the columns `candidates` would gain."""

    def together(self, most: int) -> list[tuple[int, int]]:
        """Return pairs of lines that are not told apart yet: so many, if there are, and at least one."""


def nothing_chosen(columns: Columns) -> Apart:
    """Return what is told apart before anything is asked."""
    if columns.prices is not None:
        return PricedCells(columns)
    return Cells(columns) if columns.times == 1 else Told(columns)
