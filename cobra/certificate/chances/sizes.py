"""What a weighing costs at least, by how likely the codes are and how many there is room for.

What plays have to tell apart are *kinds*: codes where a hit ends plays; else codes with one goal, inseparable
ones, and whatever follows from that, together. Let b be the most answers of an experiment that are not final
and h the most codes that an experiment is final for. Nothing moves.

*Lemma.* A tree of q experiments wins plays of at most room(q) kinds: h (1 + b + ... + b^(q - 1)) where a hit
ends plays, else b^q. *Proof.* It has at most b^(d - 1) experiments at depth d. Where a hit ends plays each
of them ends those of at most h codes. Else plays end at its leaves, b^q at most, and all codes of a leaf are
of one kind.

So with q experiments left all kinds but the room(q) likeliest are lost for certain. Where nothing is lost,
give each kind the length of its shortest play: no play of it is shorter, and these plays end at different
places. Where a hit ends plays at most room(d) - room(d - 1) kinds get the length d, and the likely ones
best have the short lengths. Else the places are leaves of a tree with at most b branches, and the least mean
depth is that of Huffman's (1952). At least one experiment is made, or all is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from cobra.certificate.chances.inquiries import Weighing, codes_of, whole
from cobra.certificate.chances.tables import ChanceTables
from cobra.certificate.situations.tables import Codes, members

Cost: TypeAlias = tuple[Fraction, Fraction]
"""How likely plays are lost, and how many experiments are made, which counts where the first is equal."""


class Sizes:
    """The bounds of a game."""

    def __init__(self, tables: ChanceTables) -> None:
        self._hit, self._counts = tables.hit, tables.following is None
        self._plain = max((len(inquiry.answers) for inquiry in tables.inquiries), default=0)
        self._final = max((inquiry.final.bit_count() for inquiry in tables.inquiries), default=0)
        self._kinds = [] if tables.hit else _joined([*tables.goals, *tables.inseparable])
        self.bound = cache(self._bound)

    def _bound(self, weighing: Weighing, left: int | None) -> Cost:
        """Return what a weighing that is not over costs at least, in its units: what is lost, and the
        experiments made by who loses no more.
        """
        all_ = whole(weighing)
        if left == 0:
            return Fraction(all_), Fraction(0)
        if not self._counts:
            return Fraction(0), Fraction(all_)
        chances = sorted(self._chances(weighing), reverse=True)
        lost = 0 if left is None else sum(chances[self._room(left, len(chances)) :])
        if lost:
            return Fraction(lost), Fraction(0 if lost == all_ else all_)
        least = self._by_levels(chances) if self._hit else self._by_leaves(chances)
        return Fraction(0), Fraction(max(all_, least))

    def _chances(self, weighing: Weighing) -> Iterable[int]:
        """Return how likely each kind is."""
        if not self._hit:
            parts = [
                tuple((weight, tuple(some & kind for some in sets)) for weight, sets in weighing)
                for kind in self._kinds
            ]
            return [chance for part in parts if (chance := whole(part))]
        found = dict.fromkeys(members(codes_of(weighing)), 0)
        for weight, sets in weighing:
            for some in sets:
                for code in members(some):
                    found[code] += weight
        return found.values()

    def _room(self, left: int, most: int) -> int:
        """Return how many kinds so many experiments win, at most, as far as there are so many."""
        room, level = (0, self._final) if self._hit else (1, 0)
        for _ in range(left):
            room, level = (room + level, level * self._plain) if self._hit else (room * self._plain, 0)
            if room >= most or (not level and self._hit):
                break
        return room

    def _by_levels(self, chances: list[int]) -> int:
        cost, place, length, level = 0, 0, 1, max(self._final, 1)
        while place < len(chances):
            cost += length * sum(chances[place : place + level])
            place, length, level = place + level, length + 1, level * max(self._plain, 1)
        return cost

    def _by_leaves(self, chances: list[int]) -> int:
        branches, cost = max(self._plain, 2), 0
        heap = chances + [0] * (-(len(chances) - 1) % (branches - 1))
        heapify(heap)
        while len(heap) > 1:
            joined = sum(heappop(heap) for _ in range(branches))
            cost += joined
            heappush(heap, joined)
        return cost


def _joined(sets: Iterable[Codes]) -> list[Codes]:
    """Return the sets, those that have something in common joined."""
    kinds: list[Codes] = []
    for codes in sets:
        apart = []
        for kind in kinds:
            if kind & codes:
                codes |= kind
            else:
                apart.append(kind)
        kinds = [*apart, codes]
    return kinds
