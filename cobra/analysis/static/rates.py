"""What columns that have prices gain, and how much more can be gained for what is left to be paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.beside import Units
from cobra.analysis.static.cells import Cells, Gains
from cobra.analysis.static.pairs import Numbers

_ROUNDING: Final = 1e-6
"""Far more than rounding makes of sums, in parts of what is missing; far less than bounds need."""


@dataclass(frozen=True, slots=True)
class PricedGains(Gains):
    """What is missing, and for each of some columns what it would add, and its price."""

    prices: Units

    def of(self, chosen: NDArray[np.bool_]) -> PricedGains:
        """Return the gains of some of the columns."""
        gained = self.pairs[chosen], self.information[chosen], self.goals[chosen], self.prices[chosen]
        return PricedGains(self.missing_pairs, self.missing_information, self.branching, *gained)

    def helpful(self, count: int) -> NDArray[np.bool_]:
        """Return which columns can be among some of this price that tell everything apart."""
        if not len(self.prices):
            return np.zeros(0, np.bool_)
        left = count - self.prices
        more = left // int(self.prices.min())  # so many experiments may follow
        enough = (left >= 0) & ((more > 0) | (self.pairs >= self.missing_pairs))
        enough &= self.goals <= float(self.branching) ** np.clip(more, 0, 64)
        for gained, missing in (
            (self.pairs, self.missing_pairs),
            (self.information, self.missing_information),
        ):
            rest = np.where(more > 0, _bought(gained, self.prices, left), 0)
            enough &= gained + rest >= missing - _ROUNDING * (1 + abs(missing))
        return enough

    def best(self) -> int:
        """Return which of the columns to try first."""
        return int((self.information / self.prices).argmax())


def _bought(
    gained: NDArray[np.int64] | NDArray[np.float64], prices: Units, left: Units
) -> NDArray[np.float64]:
    """Return what is gained at most for so much: at the best rates, the last column in part."""
    order = np.argsort(-gained / prices, kind="stable")
    spent = np.concatenate([[0.0], np.cumsum(prices[order], dtype=np.float64)])
    sums = np.concatenate([[0.0], np.cumsum(gained[order], dtype=np.float64)])
    bought: NDArray[np.float64] = np.interp(left, spent, sums)
    return bought


class PricedCells(Cells):
    """The cells of the lines under some experiments that have prices."""

    def cut(self, column: int) -> PricedCells:
        """Return the cells after one more experiment."""
        return PricedCells(self.columns, super().cut(column).of)

    def gains(self, candidates: Numbers) -> PricedGains:
        """Return what is missing and what each of the columns `candidates` would gain."""
        gains = super().gains(candidates)
        assert self.columns.prices is not None
        return PricedGains(
            gains.missing_pairs,
            gains.missing_information,
            gains.branching,
            gains.pairs,
            gains.information,
            gains.goals,
            self.columns.prices.joint[candidates],
        )
