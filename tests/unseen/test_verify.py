"""What is wrong with a strategy for a game with lies or moves is found, and named at its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

import cobra
from cobra.strategy.check.verify import verify
from cobra.strategy.strategy import Strategy
from tests.unseen.test_values import game_of


def best(name: str, **params: int) -> Strategy:
    strategy = cobra.optimal(game_of(name, **params)).strategy
    assert strategy is not None and verify(strategy).correct
    return strategy


def test_an_answer_that_only_a_liar_gives_must_be_there() -> None:
    strategy = best("mastermind_lie", pegs=1, colours=3)
    outcomes = list(strategy.branches[0])
    for missing in outcomes:
        branches = [{v: c for v, c in strategy.branches[0].items() if v != missing}, *strategy.branches[1:]]
        problems = verify(replace(strategy, branches=branches)).problems
        assert any("nothing is said of the outcome" in problem for problem in problems)


def test_a_play_that_ends_too_soon() -> None:
    """Without the lie these numbers would be known."""
    strategy = best("liar", numbers=3)
    last = max(
        node for node, branches in enumerate(strategy.branches) if any(c >= 0 for c in branches.values())
    )
    branches = [dict(b) for b in strategy.branches]
    branches[last] = dict.fromkeys(branches[last], -1)
    found = verify(replace(strategy, branches=branches))
    assert found.problems and "the game is not over" in found.problems[0]


@pytest.mark.parametrize("figure", ["worst", "total", "nodes", "lost"])
def test_false_figures(figure: str) -> None:
    strategy = best("fox", holes=4)
    wrong = replace(strategy.figures, **{figure: getattr(strategy.figures, figure) + 1})
    problems = verify(replace(strategy, figures=wrong, intervals=(), proved=False)).problems
    assert any(problem.startswith(f"figures: {figure} is") for problem in problems)


def test_a_hole_that_the_fox_cannot_be_in_any_more() -> None:
    """Looking in other holes leaves the fox somewhere."""
    strategy = best("fox", holes=5)
    experiments = [strategy.experiments[0]] * len(strategy.experiments)
    problems = verify(replace(strategy, experiments=experiments)).problems
    assert problems
