"""States of more codes than are counted in 16 bits: cells are counted one experiment after the other."""

from __future__ import annotations

import cobra
from tests.optimal.solve import Solver

DIALS = """
game "Three dials and a coin"
secret dial[1..3] : 1..33
secret coin : 0..1
experiment read(i : 1..3)
  observe dial[i]
experiment look()
  observe coin
"""
CODES = 2 * 33**3


def test_all_dials_and_the_coin_have_to_be_read() -> None:
    """Counting alone would allow half of the codes to be told after three experiments."""
    played = Solver(cobra.load_text(DIALS)).solve("average").played
    assert played.figures.codes == CODES > 1 << 16
    assert (played.figures.worst, played.figures.total) == (4, 4 * CODES)
