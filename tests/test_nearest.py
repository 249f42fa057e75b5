"""The name a misspelt word most likely stands for."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from cobra.nearest import MOST_CANDIDATES, nearest

WORDS = st.text("abAB", max_size=8)


def edits(one: str, other: str) -> int:
    """Count the edits by definition: letters inserted, removed, replaced, or swapped with their neighbour."""

    @cache
    def count(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        ways = [count(i - 1, j) + 1, count(i, j - 1) + 1, count(i - 1, j - 1) + (one[i - 1] != other[j - 1])]
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            ways.append(count(i - 2, j - 2) + 1)
        return min(ways)

    return count(len(one), len(other))


@given(WORDS, st.lists(WORDS, max_size=6))
def test_the_nearest_by_definition(word: str, candidates: list[str]) -> None:
    most = 1 if len(word) <= 5 else 2
    near = [
        (distance, candidate)
        for candidate in candidates
        if (distance := edits(word.lower(), candidate.lower())) <= most and len(candidate) > distance
    ]
    assert nearest(word, candidates) == (min(near)[1] if near else None)


def test_among_very_many_nobody_looks() -> None:
    names = [f"name{i:04}" for i in range(MOST_CANDIDATES)]
    assert nearest("nbme0007", names) == "name0007"
    assert nearest("nbme0007", [*names, "another"]) is None
