"""Plans of questions about any set, where answers may be lies, from error-correcting codes.

Where any set of symbols may be asked about, the row of true answers of a symbol is a binary word, and any
words can be those of the symbols. A plan does if and only if every two of them differ in 2e + 1 places
(`pairs.py`): it is a binary code, and the shortest one wins Rényi and Ulam's game without waiting for
answers. The lexicographic codes, in which each word is the least that is far enough from all before it, are
linear (Conway and Sloane 1986), among them Hamming's and Golay's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.bounds import least_by_counting, least_by_parity
from cobra.analysis.static.columns import Columns, canonical, columns_for
from cobra.analysis.static.meant import lies_of
from cobra.engine.compile import from_core
from cobra.engine.table import CodeTable
from cobra.model.game import Game

_LONGEST: Final = 22
"""Words are no longer: all of them are listed."""
_MOST: Final = 1 << 26
"""So many words near those of a code are looked at, at most."""
_TOGETHER: Final = 1 << 18
"""So many words are worked on at once."""


@dataclass(frozen=True, slots=True)
class Words:
    """A plan of questions about any set, and what is known of all such plans."""

    columns: Columns
    """Those of the plan."""
    plan: list[int]
    experiments: int
    """How many questions there are that split the symbols differently."""
    lower: int
    """No plan has fewer experiments."""


def plan_of_words(table: CodeTable, game: Game, tick: Callable[[], None]) -> Words | None:
    """Return a plan for a game in which any set of symbols is asked about; None where words are too many."""
    numbers, lies = table.codes, lies_of(game)
    pairs = numbers * (numbers - 1) // 2
    lower = max(
        least_by_counting(numbers, 2, lies),
        least_by_parity(pairs, numbers, 2 * lies + 1, numbers * numbers // 4),
    )
    words = lexicographic_code(numbers, 2 * lies + 1, lower, tick)
    if words is None:
        return None
    symbols = [from_core(table.engine.code(number))[0] for number in range(numbers)]
    experiments, rows = [], []
    for bit in range(max(words).bit_length()):
        row = [word >> bit & 1 for word in words]
        asked = sum(1 << symbol for symbol, bit in zip(symbols, row, strict=True) if bit)
        experiments.append(table.compiled.core_experiment((0, (asked,))))
        rows.append(row)
    columns = columns_for(table, experiments, lambda done, total: tick(), game)
    plan = [columns.place[row.tobytes()] for row in canonical(np.array(rows, np.int64)) if row.any()]
    return Words(columns, plan, 2 ** (numbers - 1) - 1, lower)


def lexicographic_code(
    words: int, distance: int, at_least: int, tick: Callable[[], None]
) -> list[int] | None:
    """Return so many words, as numbers whose bits they are, any two of which differ in `distance` places.

    They are of the shortest lexicographic code with so many, not shorter than `at_least`; None where that is
    too large. `tick` is called now and then, and may raise what ends the work.
    """
    for length in range(at_least, _LONGEST + 1):
        if words * sum(comb(length, ones) for ones in range(distance)) > _MOST:
            return None
        near = _near(length, distance)
        code = np.zeros(1, np.int64)
        covered = np.zeros(1 << length, np.bool_)
        covered[near] = True
        while len(code) < words:
            tick()
            least = int(covered.argmin())
            if covered[least]:
                break
            further = code ^ least
            for some in np.array_split(near, 1 + len(near) * len(further) // _TOGETHER):
                covered[some[:, None] ^ further] = True
            code = np.concatenate([code, further])
        if len(code) >= words:
            return [int(word) for word in code[:words]]
    return None


def _near(length: int, distance: int) -> NDArray[np.int64]:
    """Return all words with fewer ones than `distance`."""
    shifts = np.arange(length, dtype=np.int64)
    chosen = [combinations((1 << shifts).tolist(), ones) for ones in range(min(distance, length + 1))]
    return np.array([sum(places) for some in chosen for places in some], np.int64)
