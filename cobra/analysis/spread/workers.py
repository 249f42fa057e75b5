"""The workers of a cluster as those who do the pieces of a search."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from cobra.analysis.spread.questions import Piece
from cobra.analysis.spread.solve import Settings, Solved, forget, solve
from cobra.budget import LOOK
from cobra.cluster.cluster import Cluster
from cobra.cluster.tasks import Tasks
from cobra.engine.core import FACT_BYTES
from cobra.engine.run import Run
from cobra.engine.solver import PieceResult
from cobra.errors import GameError, StoppedError
from cobra.model.game import Game

_IN_HAND: Final = 2
"""Pieces that a thread of a worker has in hand, so that it need not wait for the next one."""
_LOOK: Final = 1.0
"""Seconds between two looks at which workers there are."""
_NEWS_SHARE: Final = 16
"""The part of the memory that facts may take that are still to be sent to somebody."""


@dataclass(slots=True)
class _Seat:
    """A worker, as far as is known here."""

    threads: int
    pieces: int = 0
    """Given to it and not done."""
    news: int = 0
    """The number of the first batch of facts that it has not been sent."""
    has_game: bool = False


class ClusterWorkers:
    """Workers of a cluster that know one game."""

    def __init__(self, cluster: Cluster, tasks: Tasks, run: Run, game: Game, settings: Settings) -> None:
        self._cluster, self._tasks, self._run = cluster, tasks, run
        self._game, self._settings = game, settings
        self._seats: dict[str, _Seat] = {}
        self._given: dict[int, tuple[str, Piece, list[int]]] = {}
        self._looked = -_LOOK
        self._news: list[bytes] = []
        self._news_bytes = 0

    def tell(self, facts: bytes) -> None:
        """Let all workers know what one of them has proved."""
        self._news_bytes += len(facts)
        if self._news_bytes > self._settings.memory // _NEWS_SHARE:  # it would save time, no more
            self._news.clear()
            self._news_bytes = len(facts)
            for seat in self._seats.values():
                seat.news = 0
        self._news.append(facts)

    def wanted(self) -> int:
        """Return how many pieces should be ready, so that nobody will have nothing to do."""
        return _IN_HAND * self._threads()

    def alone(self) -> bool:
        """Return whether there is but one thread: what it finds out nobody else needs to know."""
        return self._threads() == 1

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
        return worker if worker is not None and load[worker] < _IN_HAND else None

    def submit(self, number: int, piece: Piece, worker: str, after: list[int]) -> None:
        """Have a piece done, by this worker if it can; the trace says after which others."""
        seat = self._seats.setdefault(worker, _Seat(1))  # it may have gone a moment ago
        seat.pieces += 1
        self._given[number] = worker, piece, after
        news = b"".join(self._news[seat.news :])
        seat.news = len(self._news)
        game = None if seat.has_game else self._game
        told = replace(piece, facts=piece.facts + news)
        noted = {"piece": number, "after": after, "codes": len(piece.state), "bound": piece.asked[2]}
        self._tasks.submit(number, solve, self._settings, game, told, worker=worker, noted=noted)

    def result(self) -> tuple[int, str, PieceResult] | None:
        """Wait for a piece that was done, and by whom; None when the work is to end."""
        try:
            for number, solved in self._tasks:
                given, piece, after = self._given.pop(number)
                if given in self._seats:
                    self._seats[given].pieces -= 1
                _demand_sound(solved)
                if solved.result is not None:
                    if solved.worker in self._seats:
                        self._seats[solved.worker].has_game = True
                    return number, solved.worker, solved.result
                # it was done by another worker than it was meant for, one that has never had the game
                self._look(at_once=True)
                seat = self._seats.setdefault(solved.worker, _Seat(1))
                seat.has_game = False
                self.submit(number, piece, solved.worker, after)
        except StoppedError as stop:
            if stop.reason == "cluster":
                raise
        return None

    def _threads(self) -> int:
        self._look()
        return sum(seat.threads for seat in self._seats.values())

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
            yield ClusterWorkers(cluster, tasks, run, game, settings)
        finally:
            cluster.everywhere(forget, settings)


def _demand_sound(solved: object) -> None:
    """Raise `GameError` for what cannot be the result of a piece."""
    sound = isinstance(solved, Solved) and (
        solved.result is None
        or (
            len(solved.result.facts) % FACT_BYTES == 0
            and len(solved.result.key) == 16
            and solved.result.value >= 0
        )
    )
    if not sound:
        raise GameError("a worker of the cluster has answered what cannot be")
