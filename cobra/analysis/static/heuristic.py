"""Static strategies that need not be the best: greedy ones, made shorter by local search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.apart import nothing_chosen
from cobra.analysis.static.columns import Columns
from cobra.analysis.static.pairs import Numbers

Tick = Callable[[], None]

_MOVES: Final = 60
"""Exchanges tried for each experiment of a strategy, before one with so few is given up."""


def greedy(columns: Columns, random: Random, by_pairs: bool, tick: Tick) -> list[int]:
    """Return columns that tell everything apart, each gaining the most when chosen; ties are random."""
    every: Numbers = np.arange(columns.count, dtype=np.int32)
    cells, chosen = nothing_chosen(columns), list[int]()
    while True:
        tick()
        gains = cells.gains(every)
        if not gains.missing_pairs:
            return chosen
        best = _best(gains.pairs if by_pairs else gains.information, random)
        if not gains.pairs[best]:  # information about what need not be told apart
            best = _best(gains.pairs, random)
        chosen.append(best)
        cells = cells.cut(best)


def improved(columns: Columns, start: Sequence[int], random: Random, tick: Tick) -> list[int] | None:
    """Return a strategy of one experiment less, or None when none was found.

    Local search: experiments are exchanged one at a time, each for the one that then leaves the fewest pairs
    together; one that was taken out stays out for a while.
    """
    size = len(start) - 1
    chosen = list(start)
    del chosen[random.randrange(len(chosen))]
    every: Numbers = np.arange(columns.count, dtype=np.int32)
    out: list[int] = []
    for move in range(_MOVES * size):
        tick()
        place = move % size if move < size else random.randrange(size)
        cells = nothing_chosen(columns)
        for other in (*chosen[:place], *chosen[place + 1 :]):
            cells = cells.cut(other)
        gains = cells.gains(every)
        out.append(chosen[place])
        allowed = np.ones(columns.count, np.bool_)
        allowed[out[-size:]] = False
        if gains.missing_pairs:
            allowed |= gains.pairs == gains.missing_pairs
        if not allowed.any():
            return None
        chosen[place] = _best(np.where(allowed, gains.pairs, -1), random)
        if gains.pairs[chosen[place]] == gains.missing_pairs:
            return chosen
    return None


def _best(values: NDArray[np.int64] | NDArray[np.float64], random: Random) -> int:
    """Return a place of the greatest value, a random one of several."""
    return int(random.choice(np.flatnonzero(values == values.max())))
