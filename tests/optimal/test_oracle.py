"""The optimum of the oracle against the plainest definition: all trees of a game, each one replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import assume, given

from cobra.errors import GameError, LimitError
from cobra.interval import MEASURES
from cobra.language.load import load_text
from cobra.model.game import Game
from tests import oracle
from tests.model.hand_games import core_bits, higher_lower, mastermind, no_information
from tests.oracle import OBJECTIVES, Code, Replayed, Tree, optimum
from tests.random_cases import random_cases
from tests.random_games import games

MOST_TREES = 300


def trees(game: Game, state: Sequence[Code], seen_final: bool) -> Iterator[Tree]:
    """Yield every strategy for `state` in which each experiment separates codes, or hits the last one."""
    over = seen_final if game.ending == "hit" else len({oracle.goal_value(game, c) for c in state}) == 1
    partitions = {e: oracle.partition(game, e, state) for e in oracle.experiments(game)}
    hit = game.ending == "hit" and len(state) == 1
    if over or not (hit or any(len(cells) > 1 for cells in partitions.values())):
        yield Tree([], [], -1)
        return
    for experiment, cells in partitions.items():
        if len(cells) == 1 and not (hit and oracle.is_final(game, experiment, state[0])):
            continue
        finals = [oracle.is_final(game, experiment, cell[0]) for cell in cells.values()]
        options = [list(trees(game, cell, final)) for cell, final in zip(cells.values(), finals, strict=True)]
        for below in product(*options):
            tree = Tree([experiment], [{}], 0)
            for answer, child in zip(cells, below, strict=True):
                shift = len(tree.experiments)
                tree.branches[0][answer] = child.root + shift if child.root >= 0 else -1
                tree.experiments.extend(child.experiments)
                tree.branches.extend(
                    {o: node + shift if node >= 0 else -1 for o, node in branches.items()}
                    for branches in child.branches
                )
            yield tree


def is_consistent(game: Game, tree: Tree) -> bool:
    """Return whether every experiment of a tree has a final outcome among those that can occur."""
    waiting = [(oracle.codes(game), tree.root)]
    while waiting:
        state, node = waiting.pop()
        if node < 0:
            continue
        experiment = tree.experiments[node]
        if not any(oracle.is_final(game, experiment, code) for code in state):
            return False
        cells = oracle.partition(game, experiment, state)
        waiting += [(cell, tree.branches[node][answer]) for answer, cell in cells.items()]
    return True


def figures(plan: Replayed, objective: str) -> tuple[int, ...]:
    """Return the values an objective compares, in order."""
    return tuple(getattr(plan, measure) for measure in MEASURES[objective])


def check_all(game: Game, every: Sequence[Tree]) -> None:
    plans = [(oracle.replay(game, tree), is_consistent(game, tree)) for tree in every]
    knows_finals = oracle.knows_finals(game)
    for objective, consistent in product(OBJECTIVES, (False, True)):
        for depth in (None, *range(len(oracle.codes(game)) + 1)):
            allowed = [
                figures(plan, objective)
                for plan, possible in plans
                if (depth is None or plan.worst <= depth) and (possible or not (consistent and knows_finals))
            ]
            assert optimum(game, objective, depth, consistent) == min(allowed, default=None)


@pytest.mark.thorough
@random_cases(30)
@given(games(codes=4, experiments=8))
def test_no_tree_of_a_random_game_is_better(game: Game) -> None:
    every = []
    for tree in trees(game, oracle.codes(game), False):
        every.append(tree)
        assume(len(every) <= MOST_TREES)
    check_all(game, every)


@pytest.mark.parametrize(
    ("game", "number"),
    [
        (higher_lower(4), 14),
        (higher_lower(5), 42),
        (mastermind(2, 2), 8),
        (mastermind(2, 2, "identify"), 8),
        (core_bits(2), 8),
        (core_bits(2, confirming=False), 8),
        (no_information(), 1),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)
def test_no_tree_of_these_games_is_better(game: Game, number: int) -> None:
    every = list(trees(game, oracle.codes(game), False))
    assert len(every) == number
    check_all(game, every)


@pytest.mark.thorough
def test_second_objectives() -> None:
    four = mastermind(4, 4, distinct=True)
    assert optimum(four, "average-worst") == (86, 5)
    assert optimum(four, "worst-average") == (5, 86)
    assert optimum(four, "nodes") == (5, 25)
    assert optimum(four, "average", max_depth=4) is None


def test_nothing_is_allowed() -> None:
    assert [optimum(higher_lower(7), objective, max_depth=2) for objective in OBJECTIVES] == [None] * len(
        OBJECTIVES
    )
    assert optimum(higher_lower(7), "average", max_depth=3) == (17,)
    assert optimum(higher_lower(1), "average", max_depth=0) is None
    assert optimum(no_information(), "average", max_depth=0) == (0,)


def test_bad_requests() -> None:
    with pytest.raises(GameError, match="no objective called 'best'"):
        optimum(higher_lower(3), "best")
    with pytest.raises(LimitError):
        optimum(load_text('game "Bits" variables x[1..8] experiment ask() observe x[1]'))
