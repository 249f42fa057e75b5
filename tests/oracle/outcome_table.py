"""A game as certificates see it, by definition: cells, when plays are over, and the bound by size."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from math import inf
from typing import TypeAlias

from cobra.certificate import Front
from cobra.errors import GameError
from tests.oracle.formula_lines import Formulas

Row: TypeAlias = "Sequence[tuple[object, bool]]"
"""For each code the outcome of an experiment, and whether it is final."""
Cells: TypeAlias = "list[tuple[tuple[int, ...], bool]]"
"""The codes of each cell, in the order of the least ones, and whether it is final."""


class Table:
    """A game as certificates see it: how each experiment splits the listed codes, and when plays are over."""

    def __init__(
        self,
        ending: str,
        measure: str,
        rows: Sequence[Sequence[tuple[object, bool]]],
        weights: Sequence[int],
        goals: Sequence[int],
    ) -> None:
        self.ending, self.measure, self.rows, self.weights, self.goals = ending, measure, rows, weights, goals
        self.all = tuple(range(len(weights)))
        answers = [tuple(row[code] for row in rows) for code in self.all]
        self.alike = [answers.index(answer) for answer in answers]
        self.kinds = [self._kind(code) for code in self.all]
        self.separable = len(set(self.alike)) == len(self.all)
        self._shapes = [self._shape(self.cells(self.all, row)) for row in rows]

    def cells(self, state: Sequence[int], row: Sequence[tuple[object, bool]]) -> Cells:
        found: dict[tuple[object, bool], list[int]] = {}
        for code in state:
            found.setdefault(row[code], []).append(code)
        return [(tuple(cell), is_final) for (_, is_final), cell in found.items()]

    def weight(self, state: Sequence[int]) -> int:
        return sum(self.weights[code] for code in state)

    def own(self, state: Sequence[int]) -> int:
        return self.weight(state) if self.measure == "sum" else 1

    def is_over(self, state: Sequence[int], after_final: bool) -> bool:
        if self.ending == "hit":
            return after_final
        return any(len({of[code] for code in state}) == 1 for of in (self.goals, self.alike))

    def makes_progress(self, cells: Cells) -> bool:
        return len(cells) > 1 or (self.ending == "hit" and cells[0][1])

    def end(self, state: Sequence[int], after_final: bool, left: float) -> float:
        """Return what a play that is over still costs."""
        if self.ending != "confirm" or len(state) > 1 or after_final:
            return 0
        return inf if left == 0 else self.weight(state) if self.measure == "sum" else 0

    def _kind(self, code: int) -> int:
        found = {code}
        while True:
            more = {c for c in self.all for of in (self.goals, self.alike) if of[c] in {of[f] for f in found}}
            if more == found:
                return min(found)
            found = more

    def _shape(self, cells: Cells) -> tuple[int, int]:
        finals = [len(cell) if self.ending == "hit" else 1 for cell, is_final in cells if is_final]
        return sum(finals), sum(not is_final for _, is_final in cells)

    def room(self, left: float) -> float:
        """Return how many codes can be told apart at most; of numbers above that of all codes, any."""
        room = int(self.ending == "identify")
        for _ in count() if left == inf else range(int(left)):
            below = {"hit": 1, "identify": 0, "confirm": max(1, room)}[self.ending]
            rooms = [finals * below + others * room for finals, others in self._shapes]
            before, room = room, max([*rooms, int(self.ending == "confirm")])
            if room <= before or room >= len(self.all):  # it stays so, or grows
                break
        return room

    def bound(self, state: Sequence[int], after_final: bool, left: float) -> float:
        """Return the bound by size of docs/proofs.md."""
        if self.is_over(state, after_final):
            return self.end(state, after_final, left)
        if left == 0:
            return inf
        if self.ending == "confirm" and not self.separable:
            return self.own(state)
        weighed = [(code if self.ending == "hit" else self.kinds[code], self.weights[code]) for code in state]
        kinds = [sum(w for k, w in weighed if k == kind) for kind in {k for k, _ in weighed}]
        finals = max([1, *(f for f, _ in self._shapes)])
        most = max([2, *(f + o for f, o in self._shapes)])
        if len(kinds) > self.room(left):
            return inf
        if self.measure == "nodes" and self.ending == "hit":
            return -(-len(kinds) // finals)
        if self.measure == "nodes":
            return max(1, -(-(len(kinds) - 1) // (most - 1)))
        if self.ending == "identify":
            return self.own(state) if len(kinds) == 1 else self._joined(kinds, most)
        return self._stepwise(sorted(kinds, reverse=True))

    def _stepwise(self, heaviest: list[int]) -> int:
        total = length = done = 0
        while done < len(heaviest):
            length += 1
            room = int(self.room(length))
            total += length * sum(heaviest[done:room])
            done = room
        return total

    @staticmethod
    def _joined(weights: list[int], most: int) -> int:
        weights = weights + [0] * (-(len(weights) - 1) % (most - 1))
        heapify(weights)
        total = 0
        while len(weights) > 1:
            joined = sum(heappop(weights) for _ in range(most))
            total += joined
            heappush(weights, joined)
        return total


def table_of(front: Front) -> Table:
    """Return the table of a certificate's game; `GameError` when it is none, or has other sizes."""
    head = front.head
    game = Formulas(head.game, head.ending)
    codes, *types = (list(game.rows(section)) for section in range(len(game.sections)))
    weights = [game.weight(code) for code in codes]
    goals = [game.told(0, code, ()) for code in codes]
    rows = [
        [game.told(number, code, experiment) for code in codes]
        for number, listed in enumerate(types, 1)
        for experiment in listed
    ]
    if (len(codes), len(rows)) != (front.codes, front.experiments) or not codes or min(weights) < 1:
        raise GameError("the game has other codes or experiments, or wrong weights")
    if head.first is not None and head.first >= len(rows):
        raise GameError("there is no such first experiment")
    numbered = [goals.index(goal) for goal in goals] if game.sections[0].answers else range(len(codes))
    return Table(head.ending, head.measure, rows, weights, numbered)
