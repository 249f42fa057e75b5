"""Trivial (information-theoretic) lower bounds on the length of any strategy's plays.

Both kinds of bound look only at how many different ways a play can go, never at which experiments exist:

*Identify and core endings.* A strategy is a tree whose inner nodes are experiments, and whose leaves are the
ends of plays. A node has at most b children, b being the largest number of satisfiable outcomes of an
experiment (a smaller set of codes never has more). Codes that must be told apart need different leaves, so n
classes need depth d with b^d >= n. The least weighted sum of depths is that of Huffman's b-ary code for the
weights of the classes (Huffman, 1952).

*Goals that cannot always be decided.* Where no experiment tells codes of different goals apart, a play also
ends with codes that are all alike. So an end holds codes of one goal or of one kind, and codes that differ
pairwise in both need ends of their own: a matching of kinds and goals. The pairs of kind and goal are divided
into matchings, and Huffman's code for each bounds its part of the sum; if two ends are needed, no code takes
less than one experiment.

*Hit endings.* A play ends with a final outcome, and a final outcome leaves one code. So an experiment ends at
most h plays at once, h being the largest number of final outcomes of an experiment (1 in Mastermind), and
continues in at most m ways, m being the largest number of non-final ones. Depth d holds at most m^(d-1)
experiments, so at most h * m^(d-1) codes have length d. The worst case is at least the depth at which n codes
find room; the weighted sum is least when the heaviest codes are the shallowest. Mastermind with 4 pegs and 6
colours: h = 1, m = 13, so 1, 13, 169 and the 1113 codes left give 4 and 4986/1296.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

_MATCHINGS: Final = 64
"""Into so many matchings pairs of kind and goal are divided; each code left then takes one experiment."""
_MATCHED: Final = 2_000
"""Of so many pairs of kind and goal as many as possible are matched; of more, those that are met first."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """No strategy has a worst case below `worst`, or a sum of weight times length below `total`.

    `weight` is the sum of the weights of the codes (their number when they have no weights).
    """

    worst: int
    total: int
    weight: int

    def in_parts(self, weight: int) -> Bounds:
        """Return the same with another multiple of the weight."""
        return replace(self, total=self.total * weight // self.weight, weight=weight)

    @property
    def average(self) -> Fraction:
        """Return the bound on the average length, exactly."""
        return Fraction(self.total, self.weight)


def identify_bounds(classes: Mapping[int, int], branching: int) -> Bounds:
    """Return the bounds when each class of codes needs a leaf of its own.

    `classes` maps a weight to the number of classes that have it; `branching` is b. With b < 2 nothing can be
    told apart and the bounds are 0.
    """
    leaves = sum(classes.values())
    weight = sum(w * count for w, count in classes.items())
    if branching < 2:
        return Bounds(0, 0, weight)
    worst, room = 0, 1
    while room < leaves:
        worst, room = worst + 1, room * branching
    return Bounds(worst, _huffman(classes, branching), weight)


def undecided_bounds(codes: Mapping[tuple[int, int], int], branching: int) -> Bounds:
    """Return the bounds when a play ends with codes of one kind or of one goal.

    `codes` maps kind and goal to the weight of the codes that have both; `branching` is b.
    """
    rest = dict(codes)
    worst = total = 0
    for _ in range(_MATCHINGS):
        weights = Counter(rest.pop(pair) for pair in _matching(rest))
        apart = identify_bounds(weights, branching)
        worst = max(worst, apart.worst)
        total += max(apart.total, apart.weight) if worst else 0
        if not rest or not worst:
            break
    return Bounds(worst, total + (sum(rest.values()) if worst else 0), sum(codes.values()))


def _matching(pairs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return pairs no two of which share a part: heavy ones first, as many as possible if there are few."""
    goal_of: dict[int, int] = {}
    kind_of: dict[int, int] = {}
    for kind, goal in sorted(pairs, key=lambda pair: -pairs[pair]):
        if kind not in goal_of and goal not in kind_of:
            goal_of[kind], kind_of[goal] = goal, kind
    if len(pairs) <= _MATCHED:
        goals: dict[int, list[int]] = {}
        for kind, goal in pairs:
            goals.setdefault(kind, []).append(goal)
        for kind in goals:
            if kind not in goal_of:
                _augment(kind, goals, goal_of, kind_of)
    return list(goal_of.items())


def _augment(
    start: int, goals: Mapping[int, Sequence[int]], goal_of: dict[int, int], kind_of: dict[int, int]
) -> None:
    """Match one kind more, if a path of pairs in turn not matched and matched leads to a free goal."""
    before: dict[int, int] = {}
    waiting = [start]
    for kind in waiting:
        for goal in goals[kind]:
            if goal in before:
                continue
            before[goal] = kind
            if goal in kind_of:
                waiting.append(kind_of[goal])
                continue
            while True:
                kind = before[goal]
                after = goal_of.get(kind)
                goal_of[kind], kind_of[goal] = goal, kind
                if after is None:
                    return
                goal = after


def _huffman(classes: Mapping[int, int], branching: int) -> int:
    """Return the least Σ weight·depth of a tree with these leaves and at most `branching` children a node.

    Equal weights are merged many at a time: a merged weight is never below the ones still to merge.
    """
    count_of = dict(classes)
    leaves = sum(count_of.values())
    if padding := -(leaves - 1) % (branching - 1):  # weightless leaves, so that every merge takes b of them
        count_of[0] = count_of.get(0, 0) + padding
        leaves += padding
    heap = list(count_of)
    heapq.heapify(heap)
    total = 0

    def add(weight: int, count: int) -> None:
        if weight not in count_of:
            heapq.heappush(heap, weight)
        count_of[weight] = count_of.get(weight, 0) + count

    while leaves > 1:
        lightest = heap[0]
        merges = count_of[lightest] // branching
        if merges:
            taken, merged = merges * branching, lightest * branching
            count_of[lightest] -= taken
        else:  # fewer than b of the lightest: one merge across weights
            merges, taken, merged, needed = 1, branching, 0, branching
            while needed:
                weight = heap[0]
                part = min(needed, count_of[weight])
                merged, needed = merged + weight * part, needed - part
                count_of[weight] -= part
                if not count_of[weight]:
                    del count_of[heapq.heappop(heap)]
        if count_of.get(lightest) == 0:
            del count_of[heapq.heappop(heap)]
        total += merges * merged
        leaves -= taken - merges
        add(merged, merges)
    return total


def hit_bounds(codes: Mapping[int, int], finals: int, others: int) -> Bounds:
    """Return the bounds when every code needs a final outcome of its own.

    `codes` maps a weight to the number of codes that have it; `finals` is h and `others` is m. With h = 0 no
    play ends and the bounds are 0.
    """
    if finals < 1:
        return Bounds(0, 0, sum(w * count for w, count in codes.items()))
    weight = sum(w * count for w, count in codes.items())
    depth, room, total = 1, finals, 0
    for w, count in sorted(codes.items(), reverse=True):
        while count > room and others:
            total += w * depth * room
            count -= room
            depth += 1
            room = finals * others ** (depth - 1)
        total += w * depth * count
        room -= count
    return Bounds(depth, total, weight)
