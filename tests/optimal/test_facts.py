"""Facts of an earlier run, or of other workers: those that say less than is true, and wrong ones."""

from __future__ import annotations

import struct
from typing import Final

import pytest

import cobra
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, InternalError
from cobra.limits import Limits
from tests.optimal.solve import MEMORY

UNKNOWN: Final = 1 << 62
"""The upper end of a state of which only a lower end is known."""


class Searched:
    """A game whose value is known, and what is kept of the search for it: states, lower and upper ends."""

    def __init__(self, game: cobra.Game, total: int) -> None:
        self.table = CodeTable(game, Run(), MEMORY, Limits())
        kept: list[bytes] = []
        best = self.table.optimal("average", threads=1, memory=MEMORY, proved=True, keep=kept.append)
        assert best.intervals == [("total", total, total)]
        self.total = total
        self.facts = list(struct.iter_unpack("<16sQQ", b"".join(kept)))

    def again(self, lower: int, upper: int) -> int:
        """Search with the facts, whose ends are moved so far; return the value, which has to be found."""
        facts = b"".join(
            key + struct.pack("<QQ", low + lower, high + (upper if high < UNKNOWN else 0))
            for key, low, high in self.facts
        )
        found = self.table.optimal("average", threads=1, memory=MEMORY, proved=True, facts=facts)
        ((measure, low, high),) = found.intervals
        assert (measure, low) == ("total", high)
        return low


@pytest.mark.parametrize(
    ("name", "parameters", "total"),
    [("mastermind", {}, 5625), ("bulls-and-cows", {"places": 3, "digits": 9}, 2337)],
)
def test_facts_that_are_true_never_change_a_value(name: str, parameters: dict[str, int], total: int) -> None:
    """What a strategy costs that an earlier run held is no bound for what the best one costs."""
    game = Searched(cobra.load(name, parameters), total)
    assert len(game.facts) > 5
    assert {game.again(-lower, upper) for lower in (0, 1, 3) for upper in (0, 1, 3)} == {total}


def test_facts_that_cannot_be_true_are_named_as_what_is_wrong() -> None:
    game = Searched(cobra.load("mastermind", {"pegs": 4, "colours": 4}), 905)
    assert game.again(0, 0) == 905
    # A core built to assert what its texts state, as that of `.ci/run` is, stops sooner, at what cannot be.
    named = r"not true of this game .*: their facts are damaged|a strategy beats what is proved;"
    with pytest.raises((GameError, InternalError), match=named):
        game.again(1, 0)
