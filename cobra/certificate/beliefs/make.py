"""Facts about games with lies or moves are searched for, from which a claim follows.

Nothing here has to be trusted: what is found is checked by `rules.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Final

from cobra.certificate.beliefs.parts import NEVER, BeliefFact
from cobra.certificate.beliefs.tables import Belief, BeliefTables, Row
from cobra.certificate.beliefs.volumes import Volumes
from cobra.errors import CobraError, LimitError

_BYTES_OF_BELIEF: Final = 600
_BYTES_OF_CELL: Final = 8


class UnprovableError(CobraError):
    """A claim is not true."""


class BeliefMaker:
    """Finds out what beliefs take. `tick` is called now and then."""

    def __init__(self, tables: BeliefTables, consistent: bool, memory: int, tick: Callable[[], None]) -> None:
        self._tables, self._consistent, self._tick = tables, consistent, tick
        self._memory, self._cells = memory, 0
        self._volumes = Volumes(tables)
        self._lower: dict[Belief, int] = {}
        self._upper: dict[Belief, int] = {}

    def prove(self, value: int, first: Row | None) -> list[BeliefFact]:
        """Return facts from which it follows that so many experiments are needed; `UnprovableError` if
        that is not so."""
        tables = self._tables
        if tables.is_over(tables.start):
            raise UnprovableError("the game is over before it begins")
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, 20_000))
        try:
            if tables.moves:
                self._rounds([tables.start] if first is None else list(self._open(first, tables.start)))
            if first is not None:
                needed = self._needed(first, tables.start, value)
                return self._facts([] if needed is None else [needed])
            if not self._takes(tables.start, value):
                raise UnprovableError("it can be done with fewer experiments")
            return self._facts([tables.start])
        finally:
            sys.setrecursionlimit(before)

    def _allows(self, row: Row, belief: Belief) -> bool:
        return not self._consistent or any(part & row[0] for part in belief)

    def _open(self, row: Row, belief: Belief) -> Iterator[Belief]:
        """Yield what an experiment leaves that is not over."""
        return (cell for cell in self._tables.cells(row, belief) if not self._tables.is_over(cell))

    def known(self, belief: Belief) -> int:
        """Return how many experiments a belief takes at least, as far as is known."""
        return max(self._lower.get(belief, 0), self._volumes.bound(belief))

    # where nothing moves

    def _takes(self, belief: Belief, value: int) -> bool:
        """Return whether a belief takes so many experiments at least."""
        if self._tables.moves:
            return self.known(belief) >= value
        return not self._settles(belief, value - 1)

    def _settles(self, belief: Belief, most: int) -> bool:
        """Return whether so many experiments settle a belief."""
        if self._upper.get(belief, NEVER) <= most:
            return True
        if self.known(belief) > most:
            return False
        self._tick()
        choices: list[tuple[int, list[Belief]]] = []

        def volume(cell: Belief) -> int:
            return self._volumes.volume(cell, most - 1)

        for row in self._tables.rows_for(belief):
            if not self._allows(row, belief):
                continue
            cells = sorted(set(self._open(row, belief)), key=volume, reverse=True)
            if belief in cells:
                continue  # that leads nowhere
            if all(self.known(cell) < most for cell in cells):
                choices.append((volume(cells[0]) if cells else 0, cells))
        choices.sort(key=lambda choice: choice[0])
        for _, cells in choices:
            if all(self._settles(cell, most - 1) for cell in cells):
                self._note(self._upper, belief, most)
                return True
        self._note(self._lower, belief, most + 1)
        return False

    def _note(self, where: dict[Belief, int], belief: Belief, value: int) -> None:
        where[belief] = value
        taken = (len(self._lower) + len(self._upper)) * _BYTES_OF_BELIEF + self._cells * _BYTES_OF_CELL
        if taken > self._memory:
            raise LimitError("memory", taken, self._memory, "proving that nobody can do better")

    # where something does

    def _rounds(self, waiting: list[Belief]) -> None:
        """Find out what these beliefs take, and all that can be met after them, round by round."""
        ways: dict[Belief, list[list[Belief]]] = {}
        waiting = list(dict.fromkeys(waiting))
        self._lower.update(dict.fromkeys(waiting, NEVER))
        while waiting:
            self._tick()
            belief = waiting.pop()
            ways[belief] = []
            for row in self._tables.rows_for(belief):
                if self._allows(row, belief):
                    ways[belief].append(list(self._open(row, belief)))
                    self._cells += 8 + len(ways[belief][-1])
                    for cell in ways[belief][-1]:
                        if cell not in self._lower:
                            self._note(self._lower, cell, NEVER)
                            waiting.append(cell)
        number, more = 0, True
        while more:
            number += 1
            self._tick()
            settled = [
                belief
                for belief, choices in ways.items()
                if any(all(self._lower[cell] < number for cell in cells) for cells in choices)
            ]
            for belief in settled:
                self._lower[belief] = number
                del ways[belief]
            more = bool(settled)

    # facts

    def _facts(self, waiting: list[Belief]) -> list[BeliefFact]:
        """Return facts about these beliefs, and those that they follow from."""
        facts: dict[Belief, int] = {}
        while waiting:
            self._tick()
            belief = waiting.pop()
            value = self.known(belief)
            if belief in facts or self._volumes.bound(belief) >= value:
                continue
            facts[belief] = value
            for row in self._tables.rows_for(belief):
                needed = self._needed(row, belief, value, facts) if self._allows(row, belief) else None
                if needed is not None:
                    waiting.append(needed)
        return [BeliefFact(belief, value) for belief, value in facts.items()]

    def _needed(
        self, row: Row, belief: Belief, value: int, facts: dict[Belief, int] | None = None
    ) -> Belief | None:
        """Return the belief after an experiment that a fact must speak of; None when none has to."""
        if value <= 1:
            return None
        cells = list(self._open(row, belief))
        less = value if value >= NEVER else value - 1
        if any(self._volumes.bound(cell) >= less for cell in cells):
            return None
        is_fact = facts is not None  # of the same value: what leaves the belief as it was takes as much
        enough = [cell for cell in cells if (is_fact and cell == belief) or self.known(cell) >= less]
        if any(cell in (facts or {}) for cell in enough):
            return None
        if not enough:
            enough = [cell for cell in sorted(cells, key=_size, reverse=True) if self._takes(cell, less)]
        if not enough:
            raise UnprovableError("it can be done with fewer experiments")
        return min(enough, key=_size)


def _size(belief: Belief) -> int:
    return sum(part.bit_count() for part in belief)
