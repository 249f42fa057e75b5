"""Symmetries in the search for the least worst case with lies: the same is found with less work."""

from __future__ import annotations

import pytest

import cobra
from tests.memory.test_symmetry import no_graph
from tests.unseen.test_random_games import MEMORY, table_of, verified


@pytest.mark.parametrize(
    ("name", "definitions", "worst", "share"),
    [
        ("mastermind-lie", {"pegs": 2, "colours": 4}, 6, 0.1),
        ("liar-comparisons", {"numbers": 40}, 9, 0.6),
    ],
)
def test_the_same_is_found_with_less_work(
    name: str, definitions: dict[str, int], worst: int, share: float
) -> None:
    table = table_of(cobra.load(name, definitions))
    found = table.optimal("worst", threads=1, memory=MEMORY, proved=True)
    verified(table, found.played, "optimal", "worst")
    with no_graph():
        plain = table_of(cobra.load(name, definitions))
    without = plain.optimal("worst", threads=1, memory=MEMORY, proved=True)
    assert found.intervals == without.intervals == [("worst", worst, worst)]
    assert found.statistics["expanded"] < share * without.statistics["expanded"]
