"""The best of all orders of tied experiments, by definition."""

from __future__ import annotations

from collections.abc import Sequence

from cobra.language.score import Score
from cobra.model.game import Game
from cobra.model.spaces import Code
from tests.oracle.answers import answers_of
from tests.oracle.scores import keys_of
from tests.oracle.strategies import figures_of


def best_order(game: Game, score: Score) -> tuple[int, int]:
    """Return the least total of weight·length over all orders of tied experiments, and then the least worst
    length, of a strategy that takes the best score in every state."""
    table = answers_of(game)
    known: dict[tuple[Code, ...], tuple[int, int]] = {}

    def worth(state: Sequence[Code], seen_final: bool) -> tuple[int, int]:
        weight = table.weight(state)
        if table.is_over(state, seen_final):
            more = table.extra(state, seen_final)
            return more * weight, more
        place = tuple(state)
        if place not in known:
            known[place] = solve(state, weight)
        return known[place]

    def solve(state: Sequence[Code], weight: int) -> tuple[int, int]:
        if game.ending == "hit" and len(state) == 1:
            return weight, 1
        useful = [split for e in table.experiments if len((split := table.split(e, state)).cells) > 1]
        scores = [keys_of(score, figures_of(table, split)) for split in useful]
        found = []
        for split, keys in zip(useful, scores, strict=True):
            if keys == min(scores):
                below = [worth(cell, outcome in split.finals) for outcome, cell in split.cells.items()]
                found.append((weight + sum(total for total, _ in below), 1 + max(w for _, w in below)))
        return min(found, default=(0, 0))

    return worth(table.codes, False)
