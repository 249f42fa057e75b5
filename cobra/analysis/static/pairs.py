"""How often pairs of codes have to be told apart where answers may be lies, and what one asking does for it.

At most e answers of a play are lies: instead of the truth, an outcome that is not final and that the
experiment has for some code; where the truth is final there is no lie. A plan does when no row of answers can
come from two codes with different goals. Let two codes be asked all experiments of a plan, one as often as it
is in it. Where they answer alike, no lie helps to confuse them. Where they answer differently and one of the
two answers is final, nobody can take them for each other: the final answer is none that the other code can
give, nor is the code that has it free to give another. Where neither is final, either may be given by the
other code as a lie, so a row of answers that both can give costs one of them at least one lie there, and one
is enough; a third answer would cost both of them one. With D such askings a row that both can give exists if
and only if D lies can be shared out with at most e for each, D ≤ 2e. So two codes are told apart if and only
if D ≥ 2e + 1 or some final answer tells them apart. For this every asking counts, that of one experiment 2e +
1 times, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]
"""Whole numbers; the docstrings give the shapes."""
Counts = NDArray[np.uint8]
"""Askings: never more than 201, which a hundred lies take."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of lines with different goals, and what columns tell of them."""

    ones: Numbers
    others: Numbers
    tells: Counts
    """By column and pair: how many of the askings that are needed one asking counts for."""
    urgency: NDArray[np.float32]
    """Great for pairs that few columns tell apart."""


def pairs_of(goals: Numbers, outcomes: Numbers, final: NDArray[np.bool_] | None, times: int) -> Pairs:
    """Return the pairs of lines that columns, given as in `Columns`, have to tell apart so many times."""
    ones, others = (side.astype(np.int32) for side in np.triu_indices(len(goals), 1))
    differ = goals[ones] != goals[others]
    ones, others = ones[differ], others[differ]
    tells = np.zeros((len(outcomes), len(ones)), np.uint8)
    for column, row in enumerate(outcomes):
        apart = row[ones] != row[others]
        tells[column] = apart
        if final is not None:
            tells[column, apart & (final[column, ones] | final[column, others])] = times
    return Pairs(ones, others, tells, 1 / np.maximum(tells.sum(axis=0, dtype=np.float32), 1))
