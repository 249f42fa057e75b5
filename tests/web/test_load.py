"""Many clients at once, a tenth hostile, and workers killed: honest ones are answered, or told to wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.load import WAITS, Tally, load
from tests.web.server import MASTERMIND, run_alone, serving

MORE_MEMORY = 128 << 20
"""Bytes by which memory may differ."""


@pytest.mark.slow
@pytest.mark.unix
def test_a_minute_of_a_hundred_clients(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        tally: Tally = run_alone(load(server, 60, 100, 3))
        answer = server.post("position", game=MASTERMIND, history=[["012", "3B0W"]])
        assert (answer.status, answer.json["codes"]) == (200, 1)
    print(*tally.lines(), sep="\n")
    assert tally.unanswered == []
    assert tally.statuses.keys() <= {200, *WAITS} and tally.statuses[200] > 100
    assert tally.kills >= 2 and tally.hostile > 100
    first, last = tally.peaks()
    assert last <= first + MORE_MEMORY
