"""A search whose questions two solvers in this process answer, pieces in an order drawn by chance.

Some are handed back at a moment drawn by chance, too.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from cobra import _core
from cobra.analysis.spread.answers import Answers
from cobra.analysis.spread.questions import Met, Piece
from cobra.engine.program import CoreExperiment
from cobra.engine.solver import PieceResult

_MEMORY = 1 << 26
Given = tuple[int, str, Piece]


@dataclass
class Here:
    """Two workers, each with a solver."""

    solvers: dict[str, _core.Solver]
    chance: random.Random
    told: bytes = b""
    given: list[Given] = field(default_factory=list)
    done: int = 0
    broken_off: set[int] = field(default_factory=set)
    heard: list[Met] = field(default_factory=list)
    looked_at: int = 0

    def tell(self, facts: bytes, worker: str) -> None:
        if self.chance.random() < 0.5:  # nobody may count on it
            self.told += facts

    def free(self) -> str | None:
        return self.chance.choice(sorted(self.solvers)) if len(self.given) < 4 else None

    def idle(self) -> int:
        return self.chance.randrange(3)

    def threads(self) -> int:
        return 3

    def submit(self, number: int, piece: Piece, worker: str, after: list[int]) -> None:
        assert not {given[0] for given in self.given} & set(after)  # what it had to wait for is done
        news, self.told = self.told, b""
        self.given.append((number, worker, replace(piece, facts=piece.facts + news)))

    def break_off(self, number: int) -> None:
        self.broken_off.add(number)

    def met(self, everything: bool) -> list[Met]:
        met, self.heard = self.heard, []
        return met

    def pairs(self) -> int:
        return self.looked_at

    def results(self) -> list[tuple[int, str, PieceResult]] | None:
        if self.chance.random() < 0.3:
            return []  # none is done
        number, worker, piece = self.given.pop(self.chance.randrange(len(self.given)))
        if self.chance.random() < 0.2:
            worker = self.chance.choice(sorted(self.solvers))  # the one it was for has died
        self.done += 1
        solver = self.solvers[worker]
        hasty = threading.Timer(0.002 * self.chance.random(), solver.break_off, [[number]])
        if number in self.broken_off or self.chance.random() < 0.3:
            hasty.start()
        asked = piece.asked, piece.state, piece.experiments, piece.budget, piece.facts
        result = solver.work(number, *asked)
        hasty.cancel()
        if self.chance.random() < 0.5:
            facts, news, pairs = solver.meet(b"")
            self.heard.append(Met(worker, facts, news))
            self.looked_at = max(self.looked_at, pairs)
        return [(number, worker, result)]


@contextmanager
def spread(
    engine: _core.Engine, consistent: bool, first: CoreExperiment | None, seed: int | None, pairs: int
) -> Iterator[_core.Exchange | None]:
    """Yield where a search asks; nothing without a seed. A piece may look at so many pairs."""
    if seed is None:
        yield None
        return
    codes = engine.enumerate(10**6, _MEMORY, _core.Control())
    answers = Answers()
    made = {
        name: _core.Solver(engine, consistent, threads, _MEMORY, _core.Control())
        for name, threads in (("one", 1), ("two", 2))
    }
    here = Here(made, random.Random(seed))
    broken: list[BaseException] = []

    def serve() -> None:
        try:
            answers.serve(here, _MEMORY, codes, first, budget=pairs)
        except BaseException as error:
            broken.append(error)
        finally:
            answers.exchange.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield answers.exchange
    finally:
        answers.exchange.close()
        thread.join()
    if broken:
        raise broken[0]
