"""Plans of games with prices: as cheap as trying all sets of experiments by definition finds."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings

import cobra
from cobra.model.evaluate import evaluate_lin
from cobra.model.game import Experiment, true_propositions
from cobra.model.outcomes import weight_of
from cobra.sat.wellformed import prove_well_formed
from tests import oracle
from tests.memory.games import priced_games
from tests.random_cases import random_cases

MOST = 12
"""Experiments of games of which all plans are tried."""

TESTS = """
# Lamps in a row are broken from some place on, or none is.
game "Lamps"
param lamps = 4 in 2..10
param rise = 1 in 0..10
secret broken : 0..lamps
experiment look(place : 1..lamps)
  observe broken < place
  cost 2 + rise * place
experiment count(from : 1..lamps, to : 1..lamps)
  where from < to
  observe max(from - 1, min(to, broken))
  cost 1 + 2 * (to - from)
"""


def paid(game: cobra.Game, experiment: Experiment, code: tuple[int, ...]) -> Fraction:
    type_ = game.experiments[experiment[0]]
    if type_.price is None:
        return Fraction(1)
    true = true_propositions(game.codes, code)
    value = evaluate_lin(game.dag, type_.price.value, true, true_propositions(type_.space, experiment[1]))
    return Fraction(value, type_.price.denominator)


def cheapest_by_definition(game: cobra.Game) -> tuple[Fraction, Fraction, int]:
    """Return the least greatest cost, the least mean of such plans, and the fewest experiments of these."""
    codes = oracle.codes(game)
    experiments = oracle.experiments(game)
    assume(len(experiments) <= MOST)
    answers = [[oracle.outcome(game, one, code) for code in codes] for one in experiments]
    prices = [[paid(game, one, code) for code in codes] for one in experiments]
    goals = [oracle.goal_value(game, code) for code in codes]
    weights = [weight_of(game, code) for code in codes]
    needed = [
        pair
        for one, other in combinations(range(len(codes)), 2)
        if goals[one] != goals[other]
        and (pair := {n for n, of in enumerate(answers) if of[one] != of[other]})
    ]
    found = []
    for size in range(len(experiments) + 1):
        for plan in combinations(range(len(experiments)), size):
            if all(not pair.isdisjoint(plan) for pair in needed):
                costs = [sum((prices[one][code] for one in plan), Fraction(0)) for code in range(len(codes))]
                mean = sum(cost * weight for cost, weight in zip(costs, weights, strict=True)) / sum(weights)
                found.append((max(costs), Fraction(mean), size))
    return min(found)


def check(game: cobra.Game) -> None:
    least = cheapest_by_definition(game)
    result = cobra.static_plan(game)
    cost = result.plan.cost
    assert cost is not None
    assert (cost.worst, cost.average, len(result.plan.experiments)) == least
    assert (cost.lower, cost.proved, result.plan.proved, result.stopped) == (cost.worst, True, True, None)
    assert result.plan.lower <= least[2]
    assert cobra.verify_plan(result.plan).problems == ()


def has_prices(game: cobra.Game) -> bool:
    return (
        game.memory is not None
        and game.memory.priced
        and all(proof.holds for proof in prove_well_formed(game))
    )


@pytest.mark.thorough
@random_cases(60)
@given(priced_games())
def test_the_cheapest_plan_is_that_of_the_definition(game: cobra.Game) -> None:
    assume(has_prices(game))
    check(game)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(priced_games())
def test_many_cheapest_plans(game: cobra.Game) -> None:
    assume(has_prices(game))
    check(game)
