"""Plans of games with prices: as cheap as trying all sets of experiments by definition finds."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

import cobra
from cobra.errors import GameError
from cobra.model.evaluate import evaluate_lin
from cobra.model.game import Experiment, true_propositions
from cobra.model.outcomes import weight_of
from cobra.sat.wellformed import prove_well_formed
from tests import oracle
from tests.memory.games import priced_games
from tests.random_cases import random_cases

MOST = 12
"""Experiments of games of which all plans are tried."""

SCALE = """
game "Coins on a dear scale"
param coins = 6 in 3..12 "coins, one of which is heavier"

secret odd : 1..coins

experiment weigh(left : set(m) of 1..coins, right : set(m) of 1..coins) for m in 1..coins/2
  where disjoint(left, right) & min(left) < min(right)
  outcome "left heavier"  : odd in left
  outcome "right heavier" : odd in right
  outcome "balance"       : !(odd in left) & !(odd in right)
  cost PRICE
"""


def scale(price: str, coins: int = 6) -> cobra.Game:
    return cobra.load_text(SCALE.replace("PRICE", price), definitions={"coins": coins})


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
    assume(has_prices(game) and len(oracle.experiments(game)) <= MOST)
    check(game)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(priced_games())
def test_many_cheapest_plans(game: cobra.Game) -> None:
    assume(has_prices(game) and len(oracle.experiments(game)) <= MOST)
    check(game)


@pytest.mark.parametrize(
    ("price", "coins", "least", "count"),
    [
        # the more coins, the dearer: one against one, until one coin is left
        ("m", 4, "2", 2),
        ("m", 6, "3", 3),
        ("m", 8, "4", 4),
        # a price for the scale: two weighings of three against three
        ("m + 3", 9, "12", 2),
        ("0.5", 9, "1", 2),
        ("0", 9, "0", 2),
    ],
)
def test_known_values(price: str, coins: int, least: str, count: int) -> None:
    plan = cobra.static_plan(scale(price, coins)).plan
    assert plan.cost is not None
    assert (plan.cost.worst, plan.cost.average, plan.cost.lower) == (Fraction(least),) * 3
    assert (len(plan.experiments), plan.proved) == (count, True)
    assert cobra.verify_plan(plan).problems == ()


def test_prices_that_depend_on_the_answer() -> None:
    look = "experiment look(place : 2..4)\n  observe x < place\n  cost if x < place then 3 else 1\n"
    game = cobra.load_text(f"secret x : 1..4\n{look}")
    check(game)
    plan = cobra.static_plan(game).plan
    assert plan.cost is not None
    assert (plan.cost.worst, plan.cost.average) == (9, 6)


def test_games_of_the_library() -> None:
    """In both every experiment is needed: some two codes are told apart by nothing else."""
    for name, cost, count in (("test-sequencing", 14, 6), ("priced-search", 119, 14)):
        plan = cobra.static_plan(cobra.load(name)).plan
        assert plan.cost is not None
        assert (plan.cost.worst, len(plan.experiments), plan.proved) == (cost, count, True)


def test_plans_with_a_cost_are_kept_in_files(tmp_path: Path) -> None:
    plan = cobra.static_plan(scale("m * 0.75", 4)).plan
    path = tmp_path / "plan.json"
    cobra.write_plan(plan, path)
    document = json.loads(path.read_text("utf-8"))
    assert document["cost"] == {"worst": "3/2", "average": "3/2", "lower": "3/2"}
    again = cobra.read_plan(path)
    assert (again.experiments, again.cost, again.proved) == (plan.experiments, plan.cost, True)
    for changes, message in (
        ({"cost": {**document["cost"], "worst": "2/3"}}, "cost.lower: at most cost.worst"),
        ({"cost": {**document["cost"], "lower": "1"}}, "cost.lower: at most cost.worst"),
        ({"cost": {**document["cost"], "average": "-1"}}, "cost.average: a number such as 7 or 13/2"),
        ({"cost": {**document["cost"], "lower": 1}}, "cost.lower: a text was expected, not 1"),
        ({"cost": {"worst": "1"}}, "the key 'average' is missing in cost"),
    ):
        path.write_text(json.dumps({**document, **changes}), "utf-8")
        with pytest.raises(GameError, match=message):
            cobra.read_plan(path)
    del document["cost"]
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(GameError, match="cost: what a plan costs if and only if the game has prices"):
        cobra.read_plan(path)


def test_a_cost_that_is_wrong() -> None:
    plan = cobra.static_plan(scale("m", 4)).plan
    assert plan.cost is not None
    wrong = replace(plan, cost=replace(plan.cost, worst=Fraction(3), average=Fraction(1)))
    assert cobra.verify_plan(wrong).problems == ("cost.worst: it is 2, not 3", "cost.average: it is 2, not 1")


def test_stopped_with_the_best_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cobra.analysis.static.cheapest.column_group", stop)
    result = cobra.static_plan(scale("m", 6))
    assert result.plan.cost is not None
    assert (result.stopped, result.plan.proved, result.plan.cost.lower) == ("interrupt", False, 3)
    assert cobra.verify_plan(result.plan).problems == ()


@pytest.mark.thorough
def test_experiments_drawn_at_random() -> None:
    result = cobra.static_plan(scale("m + 3", 9), limits=cobra.Limits(experiments=1000))
    assert result.plan.cost is not None
    assert (result.listed, result.stopped, result.plan.proved) == (False, "experiments", False)
    assert result.plan.cost.worst >= 12
    assert (result.plan.lower, result.plan.cost.lower) == (2, 8)  # 9 coins, 3 outcomes, the least price 4
    assert cobra.verify_plan(result.plan).problems == ()


def test_drawn_experiments_of_one_price_can_be_proved_to_be_the_cheapest() -> None:
    result = cobra.static_plan(scale("1.5", 9), limits=cobra.Limits(experiments=1000))
    assert result.plan.cost is not None
    assert (result.listed, result.stopped, result.plan.proved) == (False, None, True)
    assert (result.plan.cost.worst, result.plan.cost.lower, result.plan.lower) == (3, 3, 2)


STATE = "secret x : 1..4\nstate s = 0 in 0..1\n"


def test_a_state_that_nothing_depends_on() -> None:
    text = f"{STATE}experiment ask(g : 2..4)\n  observe x < g\n  then s = 1 - s\n"
    result = cobra.static_plan(cobra.load_text(text))
    assert (len(result.plan.experiments), result.plan.proved) == (3, True)
    assert cobra.verify_plan(result.plan).problems == ()
    priced = cobra.static_plan(cobra.load_text(f"{text}  cost g\n"))
    assert priced.plan.cost is not None
    assert (priced.plan.cost.worst, priced.plan.proved) == (9, True)
    assert cobra.verify_plan(priced.plan).problems == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            f"{STATE}experiment ask(g : 2..4)\n  where g > s + 2\n  observe x < g",
            "what can be asked depends on",
        ),
        (
            "secret x : 1..4\nexperiment ask(g : 2..4)\n  observe x < g\n  limit 2",
            "what can be asked depends",
        ),
        (
            f"{STATE}experiment ask(g : 2..4)\n  observe x < g + s",
            "answers depend on a state: it follows from",
        ),
        (
            f"{STATE}experiment ask(g : 2..4)\n  observe x < g\n  cost 1 + s",
            "prices depend on a state: it fol",
        ),
        (
            f"{STATE}lost when s = 1\nexperiment ask(g : 2..4)\n  observe x < g",
            "plays can be lost: then a play",
        ),
    ],
)
def test_what_has_no_meaning_says_why(text: str, reason: str) -> None:
    with pytest.raises(
        GameError, match=f"a plan fixed in advance is not possible where {reason}.*`cobra opt"
    ):
        cobra.static_plan(cobra.load_text(f"{text}\n"))


def test_a_cluster_does_not_look_for_the_cheapest() -> None:
    game = scale("m")
    with pytest.raises(GameError, match="the cheapest plan is not looked for by a cluster"):
        cobra.static_plan(game, cluster="local:1")
