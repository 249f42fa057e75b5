"""What is heard from workers in the middle of their pieces, without a cluster: who is told what, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import cobra
from cobra.analysis.spread import solve, workers
from cobra.analysis.spread.questions import Met, Piece
from cobra.cluster.tasks import Tasks
from cobra.engine.run import Run
from cobra.errors import GameError

FACT = b"f" * 32
NEWS = b"n" * 32
PIECE = Piece(("total", None, 5625), [0, 1], None, 1, b"")


class Meetings:
    """A cluster of two workers, who answer when they are told what."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.open: list[Callable[[Any], None]] = []

    def threads(self) -> dict[str, int]:
        return {"one": 1, "two": 2}

    def everywhere(self, function: Any, *arguments: Any, worker: str, then: Callable[[Any], None]) -> None:
        assert function is solve.meet
        self.calls.append((worker, *arguments[1:]))
        self.open.append(then)

    def told(self) -> list[tuple[Any, ...]]:
        """Return the meetings since this was called last: with whom, the facts, the pieces to hand back."""
        calls, self.calls = self.calls, []
        return calls

    def answer(self, answer: Any) -> None:
        self.open.pop(0)(answer)


class Undone(Tasks):
    """Tasks that nobody does."""

    def __init__(self) -> None:
        pass

    def submit(self, *arguments: Any, **named: Any) -> None:
        pass

    def soon(self) -> Iterator[tuple[Any, Any]]:
        return iter(())


@pytest.fixture
def meetings() -> Meetings:
    return Meetings()


@pytest.fixture
def asked(meetings: Any, monkeypatch: pytest.MonkeyPatch) -> workers.ClusterWorkers:
    monkeypatch.setattr(workers, "_EACH", 0.0)
    monkeypatch.setattr(workers, "_EACH_OF_MANY", 0.0)
    settings = solve.Settings("meetings", False, 1 << 10, cobra.Limits())
    made = workers.ClusterWorkers(meetings, Undone(), Run(), cobra.load("mastermind"), settings)
    assert made.free() == "one"
    made.submit(0, PIECE, "one", [])
    made.submit(1, PIECE, "two", [])
    assert made.idle() == 1
    assert made.threads() == 3
    return made


def test_each_hears_what_the_other_proved(asked: workers.ClusterWorkers, meetings: Meetings) -> None:
    asked.tell(FACT, "one")
    assert asked.results() == []
    assert meetings.told() == [("one", b"", []), ("two", FACT, [])]
    asked.tell(NEWS, "")
    assert asked.results() == []
    assert meetings.told() == []  # they have not answered
    meetings.answer((FACT, NEWS, 70))
    meetings.answer(None)  # it has no solver yet, and learns nothing
    assert asked.met(everything=False) == [Met("one", FACT, NEWS)]
    assert asked.pairs() == 70
    assert asked.results() == []
    assert meetings.told() == [("one", NEWS, []), ("two", FACT + NEWS, [])]
    meetings.answer((b"", b"", 100))
    meetings.answer((b"", b"", 5))
    assert asked.met(everything=True) == [Met("one", b"", b""), Met("two", b"", b"")]
    assert asked.pairs() == 105


def test_news_that_take_too_much_room_are_forgotten(
    asked: workers.ClusterWorkers, meetings: Meetings
) -> None:
    for _ in range(3):
        asked.tell(NEWS, "")  # the memory has room for two
    assert asked.results() == []
    assert meetings.told() == [("one", NEWS, []), ("two", NEWS, [])]


def test_a_piece_is_broken_off_where_it_is(asked: workers.ClusterWorkers, meetings: Meetings) -> None:
    asked.break_off(1)
    assert meetings.told() == [("two", b"", [1])]
    asked.break_off(1)  # it was not handed back: somebody else may have it
    assert meetings.told() == [("one", b"", [1]), ("two", b"", [1])]
    asked.submit(2, PIECE, "three", [])  # which has gone by the next look
    asked._look(at_once=True)
    asked.break_off(2)
    assert meetings.told() == [("one", b"", [2]), ("two", b"", [2])]


@pytest.mark.parametrize(
    "rubbish", ["so", (b"1", b"", 0), (b"", b"1", 0), (FACT, 1, 0), (FACT, NEWS, "no"), (1,)]
)
def test_rubbish_is_not_believed(asked: workers.ClusterWorkers, meetings: Meetings, rubbish: Any) -> None:
    assert asked.results() == []
    meetings.answer(rubbish)
    with pytest.raises(GameError, match="answered what cannot be"):
        asked.met(everything=False)
