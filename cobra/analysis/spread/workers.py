"""The workers of a cluster as those who do the pieces of a search."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final

from cobra.analysis.spread.questions import Met, Piece
from cobra.analysis.spread.solve import Settings, Solved, forget, meet, prepare, solve
from cobra.budget import LOOK
from cobra.cluster.cluster import Cluster
from cobra.cluster.tasks import Tasks
from cobra.engine.core import FACT_BYTES
from cobra.engine.run import Run
from cobra.engine.solver import PieceResult
from cobra.errors import GameError, StoppedError
from cobra.model.game import Game

_EACH: Final = 0.03
_EACH_OF_MANY: Final = 0.002
"""Seconds from one meeting with a worker to the next: so many at least, and so many for each worker."""
_SOON: Final = 0.2
"""Seconds in which a meeting is over, but for a worker that has just died."""
_END: Final = 1.0
"""Seconds in which all workers hear that a search is over, but for those that have just died."""
_LOST: Final = 10.0
"""Seconds after which a meeting is not waited for any more."""
_LOOK: Final = 1.0
"""Seconds between two looks at which workers there are."""
_NEWS_SHARE: Final = 16
"""The part of the memory that facts may take that are still to be sent to somebody."""
_RUBBISH: Final = "a worker of the cluster has answered what cannot be"


@dataclass(slots=True)
class _Seat:
    """A worker, as far as is known here."""

    threads: int
    pieces: int = 0
    """Given to it and not done."""
    news: int = 0
    """The number of the first batch of facts that it has not been sent."""
    has_game: bool = False
    pairs: int = 0
    """What its solver has looked at, as it said when it was met last."""
    met: float = -_LOST
    """When it was met last, by the clock."""
    meeting: int | None = None
    """The number of the batch up to which it is being told; None where it is not being met."""


class ClusterWorkers:
    """Workers of a cluster that know one game."""

    def __init__(self, cluster: Cluster, tasks: Tasks, run: Run, game: Game, settings: Settings) -> None:
        self._cluster, self._tasks, self._run = cluster, tasks, run
        self._game, self._settings = game, settings
        self._seats: dict[str, _Seat] = {}
        self._given: dict[int, tuple[str, Piece, list[int]]] = {}
        self._looked = -_LOOK
        self._news: list[tuple[bytes, str]] = []
        self._news_bytes = 0
        self._answers: SimpleQueue[tuple[str, _Seat, object]] = SimpleQueue()
        self._broken_off: set[int] = set()
        """Pieces whose workers were told to hand them back."""
        self._met: list[Met] = []
        self._pairs = 0

    def prepare(self) -> None:
        """Have the workers there are now make what they will need."""
        self._look(at_once=True)
        for number, worker in enumerate(self._seats):
            noted = {"piece": -1 - number, "after": [], "codes": 0, "bound": 0}
            self._tasks.submit(None, prepare, self._settings, self._game, worker=worker, noted=noted)

    def tell(self, facts: bytes, worker: str) -> None:
        """Let all workers know what one of them has proved."""
        self._news_bytes += len(facts)
        if self._news_bytes > self._settings.memory // _NEWS_SHARE:  # it would save time, no more
            self._news.clear()
            self._news_bytes = len(facts)
            for seat in self._seats.values():
                seat.news, seat.meeting = 0, None
        self._news.append((facts, worker))

    def free(self) -> str | None:
        """Return a worker that has too little to do, None when there is none.

        Where there are no workers at all it waits until there are some, or the work is to end.
        """
        self._look()
        while not self._seats and self._run.stop_reason() is None:
            time.sleep(LOOK)
            self._look(at_once=True)
        load = {address: seat.pieces / seat.threads for address, seat in self._seats.items()}
        worker = min(load, key=load.__getitem__, default=None)
        return worker if worker is not None and load[worker] < 1 else None

    def idle(self) -> int:
        """Return how many pieces more could be worked at now."""
        return sum(max(seat.threads - seat.pieces, 0) for seat in self._seats.values())

    def submit(self, number: int, piece: Piece, worker: str, after: list[int]) -> None:
        """Have a piece done, by this worker if it can; the trace says after which others."""
        seat = self._seats.setdefault(worker, _Seat(1))  # it may have gone a moment ago
        seat.pieces += 1
        self._given[number] = worker, piece, after
        game = None if seat.has_game else self._game
        noted = {"piece": number, "after": after, "codes": len(piece.state), "bound": piece.asked[2]}
        self._tasks.submit(number, solve, self._settings, game, number, piece, worker=worker, noted=noted)

    def break_off(self, number: int) -> None:
        """Have a piece handed back soon, as far as it is done; its result is one like any other."""
        worker = self._given[number][0]
        if worker not in self._seats or number in self._broken_off:  # somebody else has it, perhaps
            for address, seat in self._seats.items():
                self._meet(address, seat, [number])
            return
        self._broken_off.add(number)
        self._meet(worker, self._seats[worker], [number])

    def results(self) -> list[tuple[int, str, PieceResult]] | None:
        """Return which pieces were done, and by whom, after a short while at most; None when the work is to
        end."""
        self._meet_all()
        done = []
        try:
            for number, solved in self._tasks.soon():
                if number is None:
                    continue  # it is prepared
                given, piece, after = self._given.pop(number)
                self._broken_off.discard(number)
                if given in self._seats:
                    self._seats[given].pieces -= 1
                _demand_sound(solved)
                if solved.result is not None:
                    if solved.worker in self._seats:
                        self._seats[solved.worker].has_game = True
                    done.append((number, solved.worker, solved.result))
                    continue
                # it was done by another worker than it was meant for, one that has never had the game
                self._look(at_once=True)
                seat = self._seats.setdefault(solved.worker, _Seat(1))
                seat.has_game = False
                self.submit(number, piece, solved.worker, after)
        except StoppedError as stop:
            if stop.reason == "cluster":
                raise
            return None
        return done

    def met(self, everything: bool) -> list[Met]:
        """Return what was heard from workers since this was called last; if `everything` is to be known, wait
        for what is on its way."""
        until = time.monotonic() + (_SOON if everything else 0.0)
        self._hear(until)
        met, self._met = self._met, []
        return met

    def pairs(self) -> int:
        """Return how many pairs of codes and experiments all have looked at so far, about."""
        return self._pairs

    def threads(self) -> int:
        """Return how many pieces can be worked at."""
        return sum(seat.threads for seat in self._seats.values())

    def _meet_all(self) -> None:
        """Hear what workers at something have proved, and tell them what others have."""
        now = time.monotonic()
        each = max(_EACH, _EACH_OF_MANY * len(self._seats))
        for address, seat in self._seats.items():
            is_time = now >= seat.met + (each if seat.meeting is None else _LOST)
            if is_time and (seat.has_game or seat.pieces):
                self._meet(address, seat, [])

    def _meet(self, worker: str, seat: _Seat, broken_off: list[int]) -> None:
        """Meet a worker, which does not take it any time, and tell it what to hand back."""
        facts = b"".join(facts for facts, of in self._news[seat.news :] if of != worker)
        seat.met, seat.meeting = time.monotonic(), len(self._news)
        then = partial(self._answered, worker, seat)
        self._cluster.everywhere(meet, self._settings, facts, broken_off, worker=worker, then=then)

    def _answered(self, worker: str, seat: _Seat, answer: object) -> None:
        """Take the answer of a worker, in the thread of the client."""
        self._answers.put((worker, seat, answer))

    def _hear(self, until: float) -> None:
        """Hear the answers that are there, and until then those that are on their way."""
        while True:
            left = until - time.monotonic()
            is_awaited = left > 0.0 and any(seat.meeting is not None for seat in self._seats.values())
            try:
                worker, seat, answer = self._answers.get(timeout=left if is_awaited else 0.0)
            except Empty:
                return
            reached, seat.meeting = seat.meeting, None
            if answer is None:  # it has no solver yet
                continue
            seat.news = max(seat.news, reached or 0)
            facts, news, pairs = _sound_meeting(answer)
            self._pairs += max(pairs - seat.pairs, 0)
            seat.pairs = pairs
            self._met.append(Met(worker, facts, news))

    def _look(self, at_once: bool = False) -> None:
        """Look which workers there are."""
        if not at_once and time.monotonic() < self._looked + _LOOK:
            return
        self._looked = time.monotonic()
        found = self._cluster.threads()
        for address in self._seats.keys() - found.keys():
            del self._seats[address]
        for address, threads in found.items():
            self._seats.setdefault(address, _Seat(threads))


@contextmanager
def cluster_workers(cluster: Cluster, run: Run, game: Game, settings: Settings) -> Iterator[ClusterWorkers]:
    """Give the workers of a cluster to a search."""
    with cluster.tasks(run, "searching on a cluster", patience=0.0) as tasks:
        try:
            workers = ClusterWorkers(cluster, tasks, run, game, settings)
            workers.prepare()
            yield workers
        finally:
            over = threading.Event()
            cluster.everywhere(forget, settings, then=lambda _: over.set())
            over.wait(_END)  # a worker that is still at something takes seconds to be closed


def _demand_sound(solved: object) -> None:
    """Raise `GameError` for what cannot be the result of a piece."""
    sound = isinstance(solved, Solved) and (
        solved.result is None
        or (
            len(solved.result.facts) % FACT_BYTES == 0
            and len(solved.result.news) % FACT_BYTES == 0
            and len(solved.result.key) == 16
            and solved.result.value >= 0
        )
    )
    if not sound:
        raise GameError(_RUBBISH)


def _sound_meeting(answer: object) -> tuple[bytes, bytes, int]:
    """Return what a worker said when it was met; `GameError` for what it cannot have said."""
    match answer:
        case (bytes(facts), bytes(news), int(pairs)) if not (
            len(facts) % FACT_BYTES or len(news) % FACT_BYTES
        ):
            return facts, news, pairs
    raise GameError(_RUBBISH)
