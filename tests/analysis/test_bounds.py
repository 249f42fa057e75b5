from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cobra.analysis.bounds import Bounds, hit_bounds, identify_bounds

Weights = tuple[int, ...]


def splits(items: Weights, parts: int) -> Iterator[list[Weights]]:
    """Yield the ways to split items into at most `parts` groups."""
    if not items:
        yield []
    elif parts:
        for size in range(len(items)):
            for chosen in itertools.combinations(range(1, len(items)), size):
                group = (items[0], *(items[i] for i in chosen))
                rest = tuple(items[i] for i in range(1, len(items)) if i not in chosen)
                for others in splits(rest, parts - 1):
                    yield [group, *others]


@cache
def least_identify(weights: Weights, branching: int) -> int:
    """Return the least Σ weight·depth over all trees, by trying them all."""
    if len(weights) == 1:
        return 0
    ways = (groups for groups in splits(weights, branching) if len(groups) > 1)
    return sum(weights) + min(sum(least_identify(group, branching) for group in groups) for groups in ways)


@cache
def least_hit(weights: Weights, others: int) -> int:
    """Return the least Σ weight·length when an experiment ends one play, by trying all trees."""
    if not weights:
        return 0
    best = []
    for i in range(len(weights)):
        rest = weights[:i] + weights[i + 1 :]
        best += [sum(least_hit(group, others) for group in groups) for groups in splits(rest, others)]
    return sum(weights) + min(best)


@pytest.mark.thorough
@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(2, 4))
def test_identify_total_is_that_of_the_best_tree(weights: list[int], branching: int) -> None:
    expected = least_identify(tuple(sorted(weights)), branching)
    assert identify_bounds(Counter(weights), branching).total == expected


@pytest.mark.thorough
@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(1, 3))
def test_hit_total_is_that_of_the_best_tree(weights: list[int], others: int) -> None:
    expected = least_hit(tuple(sorted(weights)), others)
    assert hit_bounds(Counter(weights), 1, others).total == expected


@pytest.mark.parametrize(
    ("bounds", "worst", "average"),
    [
        (identify_bounds({1: 24}, 3), 3, Fraction(71, 24)),  # 12 coins
        (identify_bounds({1: 1}, 3), 0, Fraction(0)),
        (identify_bounds({1: 27}, 3), 3, Fraction(3)),
        (identify_bounds({1: 28}, 3), 4, Fraction(27 * 3 - 3 + 2 * 4, 28)),
        (
            identify_bounds({1: 120}, 2),
            7,
            Fraction(832, 120),
        ),  # sorting five by comparisons: attained (Knuth)
        (identify_bounds({5: 2}, 1), 0, Fraction(0)),  # no experiment separates anything
        (
            identify_bounds({1: 20_000_000}, 2),
            25,
            Fraction(20_000_000 * 24 + 2 * (20_000_000 - 2**24), 20_000_000),
        ),
        (hit_bounds({1: 1296}, 1, 13), 4, Fraction(4986, 1296)),  # Mastermind
        (hit_bounds({1: 1}, 1, 0), 1, Fraction(1)),
        (hit_bounds({1: 14}, 1, 13), 2, Fraction(27, 14)),
        (hit_bounds({1: 15}, 1, 13), 3, Fraction(30, 15)),
        (hit_bounds({3: 1, 1: 2}, 1, 1), 3, Fraction(3 * 1 + 2 + 3, 5)),
        (hit_bounds({1: 10}, 2, 2), 3, Fraction(2 * 1 + 4 * 2 + 4 * 3, 10)),
    ],
)
def test_exact_bounds(bounds: Bounds, worst: int, average: Fraction) -> None:
    assert (bounds.worst, bounds.average) == (worst, average)


def test_where_nothing_is_final_no_play_ends() -> None:
    """Once this went on for ever."""
    assert hit_bounds({1: 2}, 0, 2) == Bounds(0, 0, 2)
