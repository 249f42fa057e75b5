"""How many experiments a belief takes at least, by counting answers (Berlekamp 1968), for any outcomes.

Let b be the most outcomes of an experiment that are not final, h the most codes that outcomes are final
for. Let

    volume(j, 0) = 1, volume(j, q) = volume(j, q - 1) + (b - 1) volume(j - 1, q - 1), volume(-1, q) = 0,

where a hit ends plays volume(j, 1) = 1. *Lemma.* Where nothing moves and all codes are to be told apart,
the sum of volume(lies left, q) over the codes of a belief that q experiments settle is at most room(q):
b^q, or, where a hit ends plays, room(0) = 0 and room(q) = b room(q - 1) + h volume(all lies, q). *Proof.*
For q = 0 one code is left, or none. An experiment with m <= b outcomes that are not final gives each code
that it does not hit the cell of the truth and m - 1 others with one lie less; each cell is settled by q -
1 experiments, or is one code, whose volume is no more than b^(q - 1). So with A the sum of volume(j, q -
1) and C that of volume(j - 1, q - 1) over these codes A + (m - 1) C <= m room(q - 1). As C <= A also C <=
room(q - 1), so A + (b - 1) C <= b room(q - 1). The codes that are hit are at most h, and where a hit ends
plays one experiment settles only what it hits.

So a belief takes at least the first q for which the sum is no more than room(q); elsewhere at least one
experiment.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cobra.certificate.beliefs.tables import Belief, BeliefTables

_MOST: Final = 1000
"""More experiments are not counted for."""


class Volumes:
    """The volumes of a game."""

    def __init__(self, tables: BeliefTables) -> None:
        self._lies, self._hit = tables.lies, tables.hit
        self._counts = not tables.moves and (tables.hit or tables.all_apart)
        self._plain, self._final = tables.most_plain, tables.most_final
        self._volumes = [[1] * (tables.lies + 1)]
        self._rooms = [0 if tables.hit else 1]
        self._by_counts = cache(self._bound)

    def bound(self, belief: Belief) -> int:
        """Return how many experiments a belief takes at least that is not over."""
        return self._by_counts(tuple(part.bit_count() for part in belief))

    def volume(self, belief: Belief, number: int) -> int:
        """Return the volume of a belief with so many experiments left; more is harder to settle."""
        self._grow(max(number, 0))
        volumes = self._volumes[max(number, 0)]
        return sum(part.bit_count() * volumes[self._lies - told] for told, part in enumerate(belief))

    def _bound(self, counts: tuple[int, ...]) -> int:
        if not self._counts:
            return 1
        for number in range(1, _MOST):
            self._grow(number)
            volumes = self._volumes[number]
            needed = sum(count * volumes[self._lies - told] for told, count in enumerate(counts))
            if needed <= self._rooms[number]:
                return number
        return _MOST

    def _grow(self, number: int) -> None:
        while len(self._rooms) <= number:
            before = self._volumes[-1]
            if self._hit and len(self._rooms) == 1:
                volumes = list(before)
            else:
                less = [0, *before[:-1]]
                more = max(self._plain - 1, 0)
                volumes = [same + more * lied for same, lied in zip(before, less, strict=True)]
            hit = self._final * volumes[self._lies] if self._hit else 0
            self._rooms.append(self._plain * self._rooms[-1] + hit)
            self._volumes.append(volumes)
