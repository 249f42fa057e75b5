"""Pieces of a search: handed back on demand, heard from in the middle, given up when they take too much."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

import cobra
from cobra import _core
from cobra.analysis.spread import questions
from cobra.analysis.spread.questions import Met, Piece, Spread
from cobra.engine.run import Run
from cobra.engine.solver import INFEASIBLE, PieceResult, fact
from cobra.engine.table import CodeTable

MEMORY = 1 << 28
ENDLESS = 1 << 63
WHOLE = ("total", None, 20471)
"""What the whole game below is asked: it takes a second or more to find out that no strategy costs less."""


@pytest.fixture(scope="module")
def table() -> CodeTable:
    return CodeTable(cobra.load("mastermind", {"colours": 8}), Run(), MEMORY, cobra.Limits())


@pytest.fixture
def solver(table: CodeTable) -> _core.Solver:
    return _core.Solver(table.engine, False, 1, MEMORY, _core.Control())


@contextmanager
def under_way(solver: _core.Solver, codes: int, found: list[PieceResult]) -> Iterator[None]:
    """The question about the whole game, as piece 7, in another thread; it is broken off in the end."""

    def work() -> None:
        found.append(solver.work(7, WHOLE, list(range(codes)), None, ENDLESS, b""))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        while thread.is_alive():  # it may not have begun
            solver.break_off([7])
            thread.join(0.01)


def test_a_piece_is_handed_back_divided(table: CodeTable, solver: _core.Solver) -> None:
    found: list[PieceResult] = []
    with under_way(solver, table.codes, found):
        solver.break_off([1, 2])  # others, which are none
    assert found[0].value == WHOLE[2]
    assert len(found[0].experiments) > 1
    # the next one of the same number is not broken off
    rest = solver.work(7, ("total", None, 10), [0, 1, 2, 3], None, ENDLESS, b"")
    assert (rest.value, rest.experiments) == (9, [])


def test_what_a_piece_proves_is_heard_in_the_middle(table: CodeTable, solver: _core.Solver) -> None:
    found: list[PieceResult] = []
    kept = news = b""
    seen = [0]
    with under_way(solver, table.codes, found):
        until = time.monotonic() + 60
        while not (kept and news) and time.monotonic() < until:
            more, little, pairs = solver.meet(b"")
            kept, news = kept + more, news + little
            seen.append(pairs)
        assert not found
    assert kept and len(kept) % _core.FACT_BYTES == 0
    assert news and len(news) % _core.FACT_BYTES == 0
    assert seen == sorted(seen) and 0 < seen[-1] <= solver.meet(b"")[2]
    assert not {kept[i : i + 16] for i in range(0, len(kept), 32)} & {
        found[0].facts[i : i + 16] for i in range(0, len(found[0].facts), 32)
    }


def test_what_others_prove_is_heard() -> None:
    table = CodeTable(cobra.load("mastermind", {"colours": 7}), Run(), MEMORY, cobra.Limits())
    one, other = (_core.Solver(table.engine, False, 1, MEMORY, _core.Control()) for _ in range(2))
    asked = ("total", None, 11228), list(range(table.codes)), None, ENDLESS
    proved = other.work(1, *asked, b"")
    one.meet(proved.facts + proved.news)  # nobody is at work: it is heard with the next piece
    found = one.work(7, *asked, b"")
    assert (found.value, found.experiments) == (proved.value, []) == (11228, [])
    assert one.meet(b"")[2] < other.meet(b"")[2] / 4
    for broken in (b"1", b"1" * 33):
        with pytest.raises(_core.CoreError, match="whole records"):
            one.meet(broken)


def test_pieces_end_with_their_search(table: CodeTable, solver: _core.Solver) -> None:
    ends: list[BaseException] = []

    def work() -> None:
        try:
            solver.work(7, WHOLE, list(range(table.codes)), None, ENDLESS, b"")
        except _core.CoreStopped as stopped:
            ends.append(stopped)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        solver.close()
        thread.join(0.01)
    assert len(ends) == 1


@dataclass
class Idlers:
    """Two workers, who do nothing before they are told so."""

    given: dict[int, Piece] = field(default_factory=dict)
    broken_off: list[int] = field(default_factory=list)
    todo: list[tuple[int, str, PieceResult]] = field(default_factory=list)
    told: list[bytes] = field(default_factory=list)
    looked_at: int = 0

    def tell(self, facts: bytes, worker: str) -> None:
        self.told.append(facts)

    def free(self) -> str | None:
        return None if len(self.given) >= 2 else "ab"[len(self.given)]

    def idle(self) -> int:
        return 2 - len(self.given)

    def threads(self) -> int:
        return 2

    def submit(self, number: int, piece: Piece, worker: str, after: list[int]) -> None:
        self.given[number] = piece

    def break_off(self, number: int) -> None:
        self.broken_off.append(number)

    def met(self, everything: bool) -> list[Met]:
        return []

    def pairs(self) -> int:
        return self.looked_at

    def results(self) -> list[tuple[int, str, PieceResult]] | None:
        todo, self.todo = self.todo, []
        for number, _, _ in todo:
            del self.given[number]
        return todo

    def done(self, number: int, value: int, experiments: int = 0) -> None:
        """Have a piece done, or handed back with so many experiments left."""
        left = [(0, [code]) for code in range(experiments)]
        self.todo.append((number, "a", PieceResult(b"k" * 16, value, left, [], b"", b"")))


def asked(idlers: Idlers, each: int = 1000, together: int = 1000) -> tuple[Spread, Iterator[tuple[int, int]]]:
    spread = Spread(idlers, 1 << 20, lambda facts: None, ENDLESS)
    return spread, spread.answer((("total", None, 100), b"f" * 32, each, together), 50, None)


def test_a_piece_is_divided_when_somebody_has_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "_YOUNG", 0.0)
    idlers = Idlers()
    spread, steps = asked(idlers)
    next(steps)
    assert idlers.told == [b"f" * 32]
    assert {number: piece.experiments for number, piece in idlers.given.items()} == {0: None}
    assert idlers.broken_off == [0]
    next(steps)
    assert idlers.broken_off == [0]  # told once, as long as it may still hear it
    monkeypatch.setattr(questions, "_AGAIN", 0.0)
    next(steps)
    assert idlers.broken_off == [0, 0]
    idlers.done(0, 100, experiments=6)
    next(steps)
    next(steps)
    # the most promising ones for themselves: 1, 1, 2 and the two that are left
    assert [len(piece.experiments or []) for piece in idlers.given.values()] == [1, 1]
    assert len(idlers.broken_off) == 2  # there is enough to do
    idlers.done(1, 90)
    next(steps)
    # one costs 90: what is asked of the others is whether they cost less, and who is asked more starts anew
    assert idlers.broken_off[2:] == [2]
    next(steps)
    assert idlers.given[3].asked == ("total", None, 90)
    idlers.done(2, INFEASIBLE)
    idlers.done(3, INFEASIBLE)
    next(steps)
    next(steps)
    assert [len(piece.experiments or []) for piece in idlers.given.values()] == [2]
    idlers.done(4, 95)
    assert list(steps)
    assert spread.facts().endswith(fact(b"k" * 16, 90, 90))
    assert not spread.is_spent


def test_a_demanded_first_experiment_that_is_handed_back_whole_is_asked_again() -> None:
    """It was broken off just when others had settled its cells, so there is nothing to divide it into."""
    idlers = Idlers()
    spread = Spread(idlers, 1 << 20, lambda facts: None, ENDLESS)
    first = 0, [0]
    steps = spread.answer((("total", None, 100), b"", 1000, 1000), 50, first)
    next(steps)
    assert [piece.experiments for piece in idlers.given.values()] == [[first]]
    idlers.done(0, INFEASIBLE, experiments=1)
    next(steps)
    next(steps)
    assert {number: piece.experiments for number, piece in idlers.given.items()} == {1: [first]}
    idlers.done(1, 90)
    assert [done for _, done in steps] == [2]
    assert not spread.is_spent


@pytest.mark.parametrize(("each", "together"), [(10, 1000), (1000, 21)])
def test_a_question_is_given_up_when_too_much_was_looked_at(each: int, together: int) -> None:
    idlers = Idlers()
    idlers.looked_at = 500  # for another question
    spread, steps = asked(idlers, each, together)
    next(steps)
    idlers.looked_at += 21
    next(steps)
    assert not spread.is_spent
    idlers.looked_at += 1
    assert len(list(steps)) == 1
    assert spread.is_spent
    assert spread.pairs() == 11
    assert idlers.broken_off == [0]  # nobody waits for it
