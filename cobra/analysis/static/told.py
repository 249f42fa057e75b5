"""How often chosen experiments tell pairs of codes apart, where answers may be lies: see `pairs.py`.

How many of the askings that are needed one more would bring is submodular, as `cells.py` says of its
measures; but the greatest gains may be those of one experiment, made again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.cells import Gains
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.pairs import Counts, Numbers

_TOGETHER: Final = 1 << 18
"""So many counters are used at once."""


class _AgainGains(Gains):
    """What columns would add that can be chosen again."""

    def helpful(self, count: int) -> NDArray[np.bool_]:
        """Return which columns can be among `count` more that tell everything apart; none if none do."""
        if count == 0:
            return np.zeros(len(self.pairs), np.bool_)
        greatest = int(self.pairs.max(initial=0))
        return self.pairs + (count - 1) * greatest >= self.missing_pairs


class Told:
    """How many askings every pair still needs."""

    def __init__(self, columns: Columns, needed: Counts | None = None) -> None:
        self.columns = columns
        self._pairs = columns.pairs
        self._needed: Counts = needed if needed is not None else self._all()

    def _all(self) -> Counts:
        return np.full(len(self._pairs.ones), self.columns.times, np.uint8)

    def cut(self, column: int) -> Told:
        """Return what is told with one more asking."""
        gained = np.minimum(self._needed, self._pairs.tells[column])
        return Told(self.columns, self._needed - gained)

    def together(self, most: int) -> list[tuple[int, int]]:
        """Return pairs of lines that need more askings: so many, if there are, and at least one."""
        places = np.flatnonzero(self._needed)[:most]
        ones, others = self._pairs.ones[places], self._pairs.others[places]
        return list(zip(ones.tolist(), others.tolist(), strict=True))

    def gains(self, candidates: Numbers) -> Gains:
        """Return how many askings are needed, and what each of the columns `candidates` would gain."""
        places = np.flatnonzero(self._needed)
        # where most are missing, to leave out the others takes longer
        open_ = slice(None) if 2 * len(places) > len(self._needed) else places
        needed, urgency = self._needed[open_], self._pairs.urgency[open_]
        pairs = np.zeros(len(candidates), np.int64)
        information = np.zeros(len(candidates), np.float64)
        step = max(1, _TOGETHER // max(1, len(needed)))
        for start in range(0, len(candidates), step):
            some = candidates[start : start + step]
            gained = np.minimum(self._pairs.tells[some][:, open_], needed)
            pairs[start : start + step] = gained.sum(axis=1, dtype=np.int64)
            information[start : start + step] = gained @ urgency
        missing = int(needed.sum(dtype=np.int64))
        return _AgainGains(missing, 0.0, self.columns.branching, pairs, information, np.zeros_like(pairs))
