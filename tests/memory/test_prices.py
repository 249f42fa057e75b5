"""Searches with prices and weights: the least mean costs and the least greatest ones by other algorithms."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

import cobra
from cobra.language.load import library
from cobra.strategy.check.verify import verify
from tests.memory.brute_force import PlainRules, sequencing
from tests.oracle.memory import played

FOLDER = library()["test-sequencing"].parent


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def library_tests() -> tuple[list[int], list[list[str]], list[Fraction]]:
    faults, prices = read("test_sequencing.csv"), read("test_prices.csv")
    results = [[fault[price["test"]] for price in prices] for fault in faults]
    return [int(fault["weight"]) for fault in faults], results, [Fraction(one["price"]) for one in prices]


def cheapest(
    weights: Sequence[int], results: Sequence[Sequence[str]], prices: Sequence[Fraction], mean: bool
) -> Fraction:
    """Return the least sum of prices by weight, or the least greatest one, over all trees of tests."""

    @cache
    def cost(faults: frozenset[int]) -> Fraction:
        found = []
        for test, price in enumerate(prices):
            answers = {results[fault][test] for fault in faults}
            cells = [frozenset(one for one in faults if results[one][test] == answer) for answer in answers]
            if len(cells) > 1:
                below = [cost(cell) for cell in cells]
                paid = price * (sum(weights[fault] for fault in faults) if mean else 1)
                found.append(paid + (sum(below) if mean else max(below)))
        return min(found, default=Fraction(0))

    return cost(frozenset(range(len(weights))))


def test_the_library_tests() -> None:
    weights, results, prices = library_tests()
    game = cobra.load("test-sequencing")
    mean, greatest = cobra.optimal(game), cobra.optimal(game, "worst")
    assert mean.proved and greatest.proved
    assert mean.row.costs is not None and greatest.row.costs is not None
    assert mean.row.costs[1] * sum(weights) == cheapest(weights, results, prices, True) == 231
    assert greatest.row.costs[0] == cheapest(weights, results, prices, False) == Fraction(21, 2)
    assert mean.strategy is not None and verify(mean.strategy).correct


def test_one_step_strategies_with_the_library_tests() -> None:
    """Of the strategies that look at no weights; prices in halves."""
    weights, results, prices = library_tests()
    rules = PlainRules(sequencing(weights, results, [int(2 * price) for price in prices]))
    for row in cobra.analyze(cobra.load("test-sequencing"), ["max-models", "parts"], ties="final,first").rows:
        found = row.total, row.figures.price_total, row.lost, row.worst
        assert found == played(rules, row.name), row.name


@pytest.mark.parametrize("seed", range(8))
def test_random_tests(seed: int, tmp_path: Path) -> None:
    """Three answers, prices in quarters; faults that no test tells apart stay together."""
    random = Random(seed)
    faults, tests = random.randint(4, 10), random.randint(3, 7)
    weights = [random.randint(1, 9) for _ in range(faults)]
    results = [[random.choice("abc" if seed % 2 else "ab") for _ in range(tests)] for _ in range(faults)]
    prices = [Fraction(random.randint(0, 12), 4) for _ in range(tests)]
    header = ["fault", "weight", *(f"t{test}" for test in range(tests))]
    rows = [[f"f{i}", str(weight), *results[i]] for i, weight in enumerate(weights)]
    lists = [["test", "price"], *([f"t{test}", str(float(price))] for test, price in enumerate(prices))]
    files = {"table": [header, *rows], "prices": lists}
    for name, lines in files.items():
        (tmp_path / name).write_text("\n".join(map(",".join, lines)), "utf-8")
    game = cobra.load("test-sequencing", {name: str(tmp_path / name) for name in files})
    for objective, place, times in (("average", 1, sum(weights)), ("worst", 0, 1)):
        result = cobra.optimal(game, objective)
        assert result.proved and result.row.costs is not None
        assert result.row.costs[place] * times == cheapest(weights, results, prices, objective == "average")
