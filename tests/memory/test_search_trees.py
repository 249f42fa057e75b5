"""Games that are alphabetic trees or search trees: the least mean costs, by the algorithms for these."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random

import pytest

import cobra
from cobra.strategy.check.verify import verify


def garsia_wachs(weights: Sequence[int]) -> int:
    """Return the cost of the best alphabetic tree (Hu and Tucker 1971) by Garsia and Wachs (1977)."""
    row, cost = list(weights), 0
    while len(row) > 1:
        ends = range(1, len(row))
        last = next(k for k in ends if k + 1 == len(row) or row[k - 1] <= row[k + 1])
        merged = row[last - 1] + row[last]
        cost += merged
        del row[last - 1 : last + 1]
        place = next((k + 1 for k in reversed(range(last - 1)) if row[k] >= merged), 0)
        row.insert(place, merged)
    return cost


def knuth(keys: Sequence[int], gaps: Sequence[int]) -> int:
    """Return the cost of the best search tree in n² steps (Knuth 1971): `gaps[i]` comes before key i."""
    n = len(keys)
    cost = [[0] * (n + 1) for _ in range(n + 1)]
    root = [[0] * (n + 1) for _ in range(n + 1)]
    weight = [[gaps[i]] * (n + 1) for i in range(n + 1)]
    for size in range(1, n + 1):
        for first in range(n - size + 1):
            end = first + size
            weight[first][end] = weight[first][end - 1] + keys[end - 1] + gaps[end]
            if size == 1:
                tried = range(first, end)
            else:
                tried = range(root[first][end - 1], root[first + 1][end] + 1)
            best, place = min((cost[first][k] + cost[k + 1][end], k) for k in tried)
            cost[first][end], root[first][end] = best + weight[first][end], place
    return cost[0][n]


def weights_of(name: str, values: Sequence[int]) -> str:
    """Return a function of the language that has these values at 0, 1, …"""
    cases = [f"if {place} = i then {value} else " for place, value in enumerate(values[:-1])]
    return f"def {name}(i) = {''.join(cases)}{values[-1]}\n"


def best_total(text: str, price: Fraction | int = 1) -> Fraction:
    """Return the least sum of costs by weight, in units of a price; its strategy is verified."""
    result = cobra.optimal(cobra.load_text(text))
    assert result.proved and result.strategy is not None and verify(result.strategy).correct
    costs, weight = result.row.costs, result.strategy.figures.weight
    total = result.row.total if costs is None else costs[1] * weight
    return Fraction(total) / price


def drawn(seed: int, count: int, most: int) -> list[int]:
    random = Random(seed)
    return [random.randint(1, most) for _ in range(count)]


@pytest.mark.parametrize("cost", ["", "  cost 3\n"])
@pytest.mark.parametrize(
    "weights",
    [
        [7],
        [1, 2],
        [3, 1, 2],
        [5, 2, 7, 2, 1, 1, 1, 3, 7, 4, 2],
        [2**i for i in range(10)],
        [1] * 13,
        *(drawn(seed, 6 + 5 * seed, 20) for seed in range(8)),
    ],
)
def test_alphabetic_trees(weights: list[int], cost: str) -> None:
    n = len(weights)
    text = f"secret x : 0..{n - 1}\n{weights_of('w', weights)}weight w(x)\n"
    text += f"experiment less(k : 0..{n - 1})\n  observe x < k\n{cost}"
    assert best_total(text, 3 if cost else 1) == garsia_wachs(weights)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("n", "most"), [(1, 5), (2, 5), (4, 9), (7, 30), (10, 4), (25, 50)])
def test_search_trees_with_gaps(n: int, most: int) -> None:
    """What is looked for is one of n keys, or between two of them."""
    found, between = drawn(n, n, most), drawn(n + 100, n + 1, most)
    values = [value for pair in zip(between, found, strict=False) for value in pair] + between[-1:]
    text = f"secret x : 0..{2 * n}\n{weights_of('w', values)}weight w(x)\nexperiment look(k : 1..{n})\n"
    text += '  observe if x < 2 * k - 1 then "left" else if x = 2 * k - 1 then "found" else "right"\n'
    assert best_total(text) == knuth(found, between)
    assert best_total(text + "  cost 2\n", 2) == knuth(found, between)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("n", "most"), [(1, 5), (3, 5), (6, 9), (11, 30), pytest.param(50, 100, marks=pytest.mark.slow)]
)
def test_search_trees_of_keys_alone(n: int, most: int) -> None:
    keys = drawn(n, n, most)
    text = f"secret x : 1..{n}\n{weights_of('w', [1, *keys])}weight w(x)\nexperiment look(k : 1..{n})\n"
    text += '  observe if x < k then "left" else if x = k then "found" else "right"\n  final x = k\n'
    assert best_total(text) == knuth(keys, [0] * (n + 1))
    assert best_total(text + "  cost 1.5\n", Fraction(3, 2)) == knuth(keys, [0] * (n + 1))


@pytest.mark.parametrize("n", [3, 6, 12, 25])
def test_search_trees_with_a_price_for_each_key(n: int) -> None:
    """By the recurrence over intervals, with weights; the greatest cost alone, too."""
    keys, prices = drawn(n, n, 20), drawn(n + 50, n, 9)

    @cache
    def cost(first: int, end: int, mean: bool) -> int:
        if first == end:
            return 0
        sides = [(k, cost(first, k, mean), cost(k + 1, end, mean)) for k in range(first, end)]
        if mean:
            return min(prices[k] * sum(keys[first:end]) + left + right for k, left, right in sides)
        return min(prices[k] + max(left, right) for k, left, right in sides)

    text = f"secret x : 1..{n}\n{weights_of('w', [1, *keys])}{weights_of('p', [1, *prices])}weight w(x)\n"
    text += f"experiment look(k : 1..{n})\n  observe if x < k then 0 else if x = k then 1 else 2\n"
    text += "  final x = k\n  cost p(k)\n"
    assert best_total(text) == cost(0, n, True)
    worst = cobra.optimal(cobra.load_text(text), "worst")
    assert worst.proved and worst.row.costs is not None and worst.row.costs[0] == cost(0, n, False)
