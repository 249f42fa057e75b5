"""The optimum of tiny games by definition, for every objective: whatever can be tried is tried."""

from __future__ import annotations

from itertools import count
from math import inf

from cobra.errors import GameError, LimitError
from cobra.model.game import Game
from tests.oracle.answers import Answers, answers_of

OBJECTIVES = ("average", "worst", "worst-average", "average-worst", "nodes")

MAX_CODES = 200
MAX_STATES = 10**6
"""So many situations are looked at."""


def optimum(
    game: Game, objective: str = "average", max_depth: int | None = None, consistent: bool = False
) -> tuple[int, ...] | None:
    """Return the least that a strategy can reach, None when no strategy is allowed.

    "average": (total,), the sum over codes of weight times length; "worst": (worst,), the greatest length;
    "worst-average": (worst, least total with this worst); "average-worst": (total, least worst with this
    total); "nodes": (worst, fewest experiments in the tree with this worst). `max_depth`: no play is longer.
    `consistent`: every experiment can be final when it is made, in a game that knows final outcomes. Raises
    `LimitError` for a game that is not tiny.
    """
    if objective not in OBJECTIVES:
        known = ", ".join(OBJECTIVES)
        raise GameError(f"there is no objective called {objective!r}; the objectives are {known}")
    table = answers_of(game)
    if len(table.codes) > MAX_CODES:
        raise LimitError("codes", len(table.codes), MAX_CODES, "the optimum by definition, for tiny games")
    search = _Search(table, consistent)
    longest = search.longest if max_depth is None else min(max_depth, search.longest)
    total = search.total(longest)
    if total == inf:
        return None
    worst = next(depth for depth in count() if search.total(depth) < inf)
    values: dict[str, tuple[float, ...]] = {"average": (total,), "worst": (worst,)}
    if objective == "worst-average":
        values[objective] = worst, search.total(worst)
    if objective == "average-worst":
        values[objective] = total, next(depth for depth in count(worst) if search.total(depth) == total)
    if objective == "nodes":
        values[objective] = worst, search.nodes(worst)
    return tuple(map(int, values[objective]))


class _Search:
    """Minimax over the sets of codes that are left, as bit masks, and the experiments that are left."""

    def __init__(self, table: Answers, consistent: bool) -> None:
        self._table = table
        self._consistent = consistent and table.knows_finals
        self._all = (1 << len(table.codes)) - 1
        self._splits = []
        position = {code: i for i, code in enumerate(table.codes)}
        for experiment in table.experiments:
            split = table.split(experiment, table.codes)
            self._splits.append(
                [(sum(1 << position[code] for code in c), o in split.finals) for o, c in split.cells.items()]
            )
        self._known: dict[tuple[str, int, bool, int], float] = {}
        self.longest = len(table.codes)
        """No play of a strategy is longer whose experiments all separate codes, or hit one."""

    def total(self, longest: int) -> float:
        """Return the least total of a strategy without longer plays, infinite when there is none."""
        return self._least("total", self._all, False, longest)

    def nodes(self, longest: int) -> float:
        """Return the least number of experiments in the tree of a strategy without longer plays."""
        return self._least("nodes", self._all, False, longest)

    def _least(self, measure: str, state: int, seen_final: bool, left: int) -> float:
        """Return the least cost of going on from `state` with `left` experiments."""
        left = min(left, state.bit_count())
        key = measure, state, seen_final, left
        if key not in self._known:
            if len(self._known) >= MAX_STATES:
                raise LimitError("codes", MAX_STATES, MAX_STATES, "the optimum by definition, for tiny games")
            self._known[key] = self._tried(*key)
        return self._known[key]

    def _tried(self, measure: str, state: int, seen_final: bool, left: int) -> float:
        table = self._table
        codes = [code for i, code in enumerate(table.codes) if state >> i & 1]
        weight = sum(table.weights[code] for code in codes)
        if table.is_over(codes, seen_final):
            extra = table.extra(codes, seen_final)
            if extra > left:
                return inf
            return extra * weight if measure == "total" else 0

        tried = {
            frozenset((cell & state, final) for cell, final in split if cell & state)
            for split in self._splits
        }
        hit = table.game.ending == "hit"
        useful = [cells for cells in tried if len(cells) > 1 or (hit and any(final for _, final in cells))]
        if not useful and not hit:
            return 0  # nothing separates these codes, so the game is over
        if self._consistent:
            useful = [cells for cells in useful if any(final for _, final in cells)]
        if left == 0:
            return inf
        price = weight if measure == "total" else 1
        return min(
            (
                price + sum(self._least(measure, cell, final, left - 1) for cell, final in cells)
                for cells in useful
            ),
            default=inf,
        )
