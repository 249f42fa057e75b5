"""Islands: populations that evolve apart, and now and then send their best breaker to the next one.

What an island does between two journeys is an *era*: it needs nothing but the island, the one before it and
the game, so it can be done anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from cobra.engine import core
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable

APART: Final = 10
"""Generations between two journeys."""

Totals = list[tuple[int, int]]
"""For each generation the least total of a breaker, and the sum of all."""


@dataclass(frozen=True, slots=True)
class Era:
    """Some generations of one island."""

    seed: int
    record: bytes | None
    """The breakers it begins with; None before there are any."""
    visitor: bytes | None
    """The population whose best breaker comes before it begins, if one does."""
    generation: int
    """How many there were before."""
    generations: int


@dataclass(frozen=True, slots=True)
class Passed:
    """What an era led to."""

    record: bytes
    totals: Totals
    """Of its generations, and of the first breakers where it began without any."""


def seed_of(island: int, seed: int) -> int:
    """Return the seed of an island; the first one has that of all."""
    if island == 0:
        return seed
    return int.from_bytes(hashlib.blake2b(f"{seed} {island}".encode(), digest_size=8).digest())


class Places(Protocol):
    """Where islands evolve."""

    def let_pass(self, eras: Sequence[Era], threads: int, what: str) -> list[Passed]:
        """Return what eras lead to, in order; `StoppedError` when there is no time for one of them.

        `what` completes "while …".
        """


class Place:
    """This process as a place where islands evolve, one after the other."""

    def __init__(self, table: CodeTable, population: int, memory: int, run: Run) -> None:
        """Take the game, the size of a population, and bytes for all of it."""
        self._run = run
        self._breakers = run.call(
            "making a table of all outcomes and a population",
            lambda control: core.Evolution(table.engine, population, memory, control),
        )
        self._there: bytes | None = None
        """The record of the breakers that are there, None when there is none."""

    def let_pass(self, eras: Sequence[Era], threads: int, what: str) -> list[Passed]:
        """Return what eras lead to: see `Places`."""
        return [self._run.call(what, partial(self._passed, era, threads)) for era in eras]

    def totals(self, record: bytes, seed: int, generation: int) -> tuple[int, int]:
        """Return the least total of a breaker of a record and the sum of all; `CoreError` for no record."""
        self._become(record, seed, generation)
        return self._count()

    def best(self, record: bytes, seed: int, generation: int, memory: int, control: core.Control) -> Played:
        """Return the best breaker of a record as a strategy."""
        self._become(record, seed, generation)
        return self._breakers.best(memory, control)

    def _passed(self, era: Era, threads: int, control: core.Control) -> Passed:
        """Do an era; all in the working thread, so that no Ctrl-C leaves half of it."""
        totals: Totals = []
        if era.record is not None:
            self._become(era.record, era.seed, era.generation)
        else:
            self._breakers.begin(era.seed, control)
            self._there = None
            totals.append(self._count())
        if era.visitor is not None:
            self._there = None
            self._breakers.admit(era.visitor)
        for _ in range(era.generations):
            self._breakers.advance(threads, control)
            self._there = None
            totals.append(self._count())
        self._there = self._breakers.record()
        return Passed(self._there, totals)

    def _become(self, record: bytes, seed: int, generation: int) -> None:
        """Take the breakers of a record, unless they are there."""
        if record is not self._there:
            self._breakers.restore(record, seed, generation)
            self._there = record

    def _count(self) -> tuple[int, int]:
        totals = self._breakers.totals()
        return min(totals), sum(totals)
