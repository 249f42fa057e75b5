"""Memory given back between two requests: what is free, then diagrams, then positions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from cobra.sat import manager
from cobra.web import tidy as module
from cobra.web.allowance import Allowance
from cobra.web.tidy import tidy
from cobra.web.work import Work
from cobra.web.workers import Worker
from tests.web.server import MASTERMIND, run_alone

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

STEPS = ["trim", "empty", "trim", "forget", "trim"]


def steps(monkeypatch: pytest.MonkeyPatch, used: list[int], most: int) -> list[str]:
    """Return what is done when after each step so many bytes are used."""
    done: list[str] = []
    sizes: Iterator[int] = iter(used)
    monkeypatch.setattr(module, "used_memory", lambda: next(sizes))
    monkeypatch.setattr(module, "trim", lambda: done.append("trim"))
    monkeypatch.setattr(manager.Rooms, "empty", lambda rooms: done.append("empty"))
    tidy(most, lambda: done.append("forget"))
    return done


@pytest.mark.instances
@pytest.mark.parametrize(("used", "number"), [([5], 0), ([6, 5], 1), ([9, 6, 5], 3), ([9, 9, 6], 5)])
def test_no_more_is_given_back_than_has_to_be(
    used: list[int], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert steps(monkeypatch, used, 5) == STEPS[:number]


@pytest.mark.slow
def test_where_the_library_cannot_be_told_the_rest_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[bool] = []
    monkeypatch.setattr(module, "used_memory", lambda: 6)
    monkeypatch.setattr("cobra.budget._library_trim", lambda: None)
    tidy(5, lambda: forgotten.append(True))
    assert forgotten == [True]


def test_positions_that_are_forgotten_are_made_again() -> None:
    work = Work(Allowance(threads=1), lambda what, done, total: None)
    game = work.games.load(MASTERMIND)
    first = work.position(MASTERMIND, game, ())
    assert work.position(MASTERMIND, game, ()) is first
    work.forget()
    again = work.position(MASTERMIND, game, ())
    assert again is not first
    assert again.codes == first.codes == 64


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="where processes have a folder in /proc")
def test_a_worker_gives_back_what_a_count_took() -> None:
    """A count takes some 100 MB for decision diagrams; 64 may stay."""
    history = [["0 1 2 3 4 5 6 7 8 9 10", "1,4"], ["0 0 0 1 1 1 2 2 2 3 3", "2,1"]]
    game = {"name": "mastermind", "parameters": {"pegs": 11, "colours": 11}}

    async def use() -> None:
        worker = await Worker.start(Allowance(memory=1 << 28, threads=1))
        try:
            reply = await worker.ask(
                "position", [json.dumps({"game": game, "history": history}).encode()], 60
            )
            assert (reply.status, json.loads(reply.body)["exact"]) == (200, True)
            assert not worker._beyond(1 << 26)
        finally:
            await worker.close()

    run_alone(use())
