"""Classes that are counted without being listed are as many as are listed."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra._core import Control, Engine
from cobra.cli.show.symmetry import symmetry_json, symmetry_text
from cobra.engine.compile import compile_game
from cobra.engine.program import CoreExperiment
from cobra.limits import Limits
from tests.random_cases import random_cases

EQUIVALENCES = ("symbols", "history", "knowledge")

MARKED = """
alphabet coin = 1..7
secret odd : 1..7
variable heavy
constraint odd in 1..3 -> heavy
experiment weigh(left : set(m) of coin, right : set(m) of coin) for m in 1..3
  where disjoint(left, right) & min(left) < min(right)
  outcome "left heavier"  : odd in left & heavy | odd in right & !heavy
  outcome "right heavier" : odd in left & !heavy | odd in right & heavy
  outcome "balance"       : !(odd in left | odd in right)
"""
"""A coin of the first three is never light: nothing exchanges heavy and light."""

COINS: list[tuple[str, dict[str, int], int]] = [
    ("counterfeit-coin", {"coins": 5}, 5),
    ("counterfeit-coin", {"coins": 8}, 8),
    ("counterfeit-coin", {"coins": 6, "genuine": 2}, 8),
    ("odd-coins", {"coins": 6, "fakes": 2}, 6),
    ("odd-coins", {"coins": 8, "fakes": 2}, 8),
    ("light-coins", {"coins": 7, "fakes": 2}, 7),
    (MARKED, {}, 7),
]


@cache
def listed(number: int) -> Engine:
    name, params, _ = COINS[number]
    game = cobra.load(name, params) if params else cobra.load_text(name)
    engine = compile_game(game).engine()
    engine.enumerate(10**6, 1 << 28, Control())
    return engine


@pytest.mark.thorough
@random_cases(80)
@given(st.data())
def test_as_many_are_counted_as_are_listed(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(COINS) - 1))
    engine, coins = listed(number), COINS[number][2]
    made: list[tuple[CoreExperiment, int | None]] = []
    state = None
    for _ in range(data.draw(st.integers(0, 3))):
        size = data.draw(st.integers(1, coins // 2))
        order = data.draw(st.permutations(range(coins)))
        sides = sorted([sorted(order[:size]), sorted(order[size : 2 * size])])
        experiment: CoreExperiment = (size - 1, [sides[0], sides[1]])
        outcomes = engine.partition(experiment, state)
        outcome = data.draw(st.sampled_from(sorted(set(outcomes))))
        codes = range(len(outcomes)) if state is None else state
        state = [code for code, seen in zip(codes, outcomes, strict=True) if seen == outcome]
        made.append((experiment, outcome))
    for equivalence in EQUIVALENCES:
        found, _ = engine.representatives([equivalence], made, 10**6, 1 << 28, Control())
        assert engine.count_representatives(equivalence, made, Control()) == len(found)
    unknown: list[tuple[CoreExperiment, int | None]] = [(experiment, None) for experiment, _ in made]
    found, _ = engine.representatives(["history"], unknown, 10**6, 1 << 28, Control())
    assert engine.count_representatives("history", unknown, Control()) == len(found)


@pytest.mark.thorough
def test_what_is_not_a_balance_is_not_counted() -> None:
    for name in ("mastermind", "bulls-and-cows", "group-testing", "black-box"):
        engine = compile_game(cobra.load(name)).engine()
        engine.enumerate(10**6, 1 << 28, Control())
        assert [engine.count_representatives(one, [], Control()) for one in EQUIVALENCES] == [None] * 3
    for equivalence in ("none", "partition", "graph"):
        assert listed(0).count_representatives(equivalence, [], Control()) is None


def by_formula(classes: tuple[int, ...]) -> int:
    """Return in how many ways two sides of one size can be chosen, but for the order of the sides."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    alike = {0: 1}
    for size in classes:
        more: dict[tuple[int, int], int] = {}
        for (left, right), count in ways.items():
            for used in combinations(range(size + 2), 2):  # a on the left, b on the right, a + b <= size
                key = left + used[0], right + size + 1 - used[1]
                more[key] = more.get(key, 0) + count
        ways = more
        halves = range(size // 2 + 1)
        alike = {
            side: sum(alike.get(side - own, 0) for own in halves)
            for side in range(max(alike) + size // 2 + 1)
        }
    return sum(count + alike.get(left, 0) for (left, right), count in ways.items() if left == right) // 2 - 1


@pytest.mark.parametrize(
    ("coins", "outcome", "classes", "count"),
    [
        (40, 0, (13, 13, 14), 24_821),
        (40, 2, (14, 26), 727),
    ],
)
def test_the_second_weighing_of_many_coins(
    coins: int, outcome: int, classes: tuple[int, ...], count: int
) -> None:
    engine = compile_game(cobra.load("counterfeit-coin", {"coins": coins})).engine()
    engine.enumerate(10**6, 1 << 28, Control())
    made: list[tuple[CoreExperiment, int | None]] = [((12, [list(range(13)), list(range(13, 26))]), outcome)]
    assert engine.count_representatives("symbols", made, Control()) == by_formula(classes) == count


def test_classes_beyond_the_limit_are_counted() -> None:
    game = cobra.load("counterfeit-coin", {"coins": 12})
    after = ["1 2 3 4 | 5 6 7 8=left heavier"]
    full = cobra.symmetry(game, after=after, equivalences=["history"]).rounds[-1]
    few = cobra.symmetry(game, after=after, equivalences=["history"], limits=Limits(experiments=100))
    one = few.rounds[-1]
    assert (
        (one.count, one.canonical, one.sizes, one.all)
        == (full.count, (), (), full.all)
        == (110, (), (), 36894)
    )
    assert symmetry_text(few).splitlines()[-2:] == [
        "  history        110  36,894         ?        ?",
        "  history: counted, not listed",
    ]
    assert '"canonical": [],' in symmetry_json(few)


def test_classes_that_cannot_be_listed_within_the_limit_are_counted() -> None:
    """Some 250 experiments have to be looked at to list these 110 classes."""
    game = cobra.load("counterfeit-coin", {"coins": 12})
    after = ["1 2 3 4 | 5 6 7 8"]
    full = cobra.symmetry(game, after=after, equivalences=["history"]).rounds[-1]
    few = cobra.symmetry(game, after=after, equivalences=["history"], limits=Limits(experiments=150))
    one = few.rounds[-1]
    assert (full.count, len(full.canonical)) == (110, 110)
    assert (one.count, one.canonical, one.sizes, one.all) == (110, (), (), full.all)
    assert symmetry_text(few).splitlines()[-1] == "  history: counted, not listed"
