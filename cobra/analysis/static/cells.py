"""The cells that chosen experiments cut the codes into, and what one more experiment would gain.

Two measures bound how far a set of experiments is from telling everything apart. Both are submodular: what an
experiment gains never grows when others were made before, so r experiments gain no more than the r greatest
gains. *Pairs* that must be told apart and are not yet; *information*, the conditional entropy of the goal
when every line is equally likely (an experiment gives no more of it than its own conditional entropy).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.columns import Columns
from cobra.analysis.static.pairs import Numbers

Reals = NDArray[np.float64]

_TOGETHER: Final = 1 << 18
"""So many counters are used at once."""
_ROUNDING: Final = 1e-6
"""Far more than rounding makes of sums of entropies, in bits times lines; far less than bounds need."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What is missing, and for each of some columns what it would add, by both measures."""

    missing_pairs: int
    missing_information: float
    """In bits times lines."""
    branching: int
    """The most outcomes of a column of the game."""
    pairs: NDArray[np.int64]
    information: Reals
    goals: NDArray[np.int64]
    """A number of goals that some cell has at least, after the column."""

    def of(self, chosen: NDArray[np.bool_]) -> Gains:
        """Return the gains of some of the columns."""
        gained = self.pairs[chosen], self.information[chosen], self.goals[chosen]
        return type(self)(self.missing_pairs, self.missing_information, self.branching, *gained)

    def best(self) -> int:
        """Return which of the columns to try first."""
        return int(self.information.argmax())

    def helpful(self, count: int) -> NDArray[np.bool_]:
        """Return which columns can be among `count` more that tell everything apart; none if none do."""
        if count == 0:
            return np.zeros(len(self.pairs), np.bool_)
        others = count - 1
        pairs = self.pairs + _greatest(self.pairs, others)
        information = self.information + _greatest(self.information, others)
        return (
            (pairs >= self.missing_pairs)
            & (information >= self.missing_information - _ROUNDING)
            & (self.goals <= float(self.branching) ** min(others, 64))
        )


def _greatest(gained: NDArray[np.int64] | Reals, count: int) -> float:
    """Return the sum of the greatest gains; the most that so many columns can add."""
    if count <= 0:
        return 0
    if count >= len(gained):
        return float(gained.sum())
    return float(np.partition(gained, len(gained) - count)[-count:].sum())


class Cells:
    """The cells of the lines under some experiments: `of[line]` is the number of a line's cell."""

    def __init__(self, columns: Columns, of: Numbers | None = None) -> None:
        self.columns = columns
        self.of: Numbers = np.zeros(len(columns.lines), np.int32) if of is None else of

    def cut(self, column: int) -> Cells:
        """Return the cells after one more experiment."""
        return Cells(self.columns, _numbered(self.of, self.columns.outcomes[column]))

    @property
    def count(self) -> int:
        """Return the number of cells."""
        return int(self.of.max()) + 1

    def missing(self) -> int:
        """Return the number of pairs of lines with different goals that are in one cell."""
        both = _numbered(self.of, self.columns.goals)
        return _pairs(np.bincount(self.of)) - _pairs(np.bincount(both))

    def together(self, most: int) -> list[tuple[int, int]]:
        """Return pairs of lines with different goals in one cell: so many, if there are, and at least one."""
        order = np.argsort(self.of, kind="stable")
        cell, goal = self.of[order], self.columns.goals[order]
        places = np.flatnonzero((cell[1:] == cell[:-1]) & (goal[1:] != goal[:-1]))[:most]
        return list(zip(order[places].tolist(), order[places + 1].tolist(), strict=True))

    def gains(self, candidates: Numbers) -> Gains:
        """Return what is missing and what each of the columns `candidates` would gain."""
        goals, outcomes = self.columns.goals, self.columns.outcomes
        both = _numbered(self.of, goals)
        size, alike = np.bincount(self.of), np.bincount(both)
        open_ = np.flatnonzero(size[self.of] > alike[both])  # lines of cells with two goals
        if not len(open_):
            none = np.zeros(len(candidates), np.int64)
            return Gains(0, 0.0, self.columns.branching, none, none.astype(np.float64), none)
        cell, cells = _renumbered(self.of[open_])
        pure, pures = _renumbered(both[open_])
        most = int(outcomes[:, open_].max()) + 1
        pairs = np.empty(len(candidates), np.int64)
        information = np.empty(len(candidates))
        largest = np.empty(len(candidates), np.int64)
        log = _log_table(len(goals))
        step = max(1, _TOGETHER // (most * pures))
        for start in range(0, len(candidates), step):
            some = outcomes[candidates[start : start + step]][:, open_]
            counts = _counted(cell, cells, some, most)
            same = counts if pures == len(open_) else _counted(pure, pures, some, most)
            pairs[start : start + step] = _pairs_of(counts) - (0 if same is counts else _pairs_of(same))
            information[start : start + step] = log[counts].sum(axis=1)
            largest[start : start + step] = counts.max(axis=1)
        sizes, alikes = np.bincount(cell), np.bincount(pure)
        missing = _pairs(sizes) - _pairs(alikes)
        whole = float(log[sizes].sum())
        return Gains(
            missing,
            whole - float(log[alikes].sum()),
            self.columns.branching,
            missing - pairs,
            whole - information,
            -(-largest // int(alikes.max())),
        )


def _counted(cell: Numbers, cells: int, outcomes: Numbers, most: int) -> NDArray[np.int64]:
    """Count the lines of each cell and outcome, a row for each column of `outcomes`."""
    rows, width = len(outcomes), cells * most
    keys = outcomes + (cell * most)[None, :] + (np.arange(rows) * width)[:, None]
    return np.bincount(keys.ravel(), minlength=rows * width).reshape(rows, width)


def _numbered(one: Numbers, other: Numbers) -> Numbers:
    """Number the pairs of two numbers."""
    return _renumbered(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other)[0]


def _renumbered(numbers: NDArray[np.int64] | Numbers) -> tuple[Numbers, int]:
    """Number the values that occur 0, 1, …; return their number, too."""
    values, places = np.unique(numbers, return_inverse=True)
    return places.astype(np.int32), len(values)


def _pairs(sizes: NDArray[np.int64]) -> int:
    return int((sizes * (sizes - 1) // 2).sum())


def _pairs_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    pairs: NDArray[np.int64] = (counts * (counts - 1) // 2).sum(axis=1)
    return pairs


def _log_table(most: int) -> Reals:
    """Return n · log2(n) for n up to `most`, 0 for 0."""
    numbers = np.arange(most + 1, dtype=np.float64)
    table: Reals = numbers * np.log2(np.maximum(numbers, 1))
    return table
