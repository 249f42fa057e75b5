"""Facts of an earlier run, or of other workers, that are not true of the game."""

from __future__ import annotations

import struct

import pytest

import cobra
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, InternalError
from cobra.limits import Limits
from tests.optimal.solve import MEMORY


def test_facts_that_cannot_be_true_are_named_as_what_is_wrong() -> None:
    table = CodeTable(cobra.load("mastermind", {"pegs": 4, "colours": 4}), Run(), MEMORY, Limits())
    kept: list[bytes] = []
    best = table.optimal("average", threads=1, memory=MEMORY, proved=True, keep=kept.append)
    assert best.intervals == [("total", 905, 905)]
    true = b"".join(kept)
    again = table.optimal("average", threads=1, memory=MEMORY, proved=True, facts=true)
    assert again.intervals == best.intervals
    raised = b"".join(
        key + struct.pack("<QQ", lower + 1, upper) for key, lower, upper in struct.iter_unpack("<16sQQ", true)
    )
    # A core built to assert what its texts state, as that of `.ci/run` is, stops sooner, at what cannot be.
    named = r"not true of this game .*: their facts are damaged|a strategy beats what is proved;"
    with pytest.raises((GameError, InternalError), match=named):
        table.optimal("average", threads=1, memory=MEMORY, proved=True, facts=raised)
