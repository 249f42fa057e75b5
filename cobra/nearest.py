"""The name a misspelt word most likely stands for."""

from __future__ import annotations

from collections.abc import Collection


def nearest(word: str, candidates: Collection[str]) -> str | None:
    """Return the candidate that `word` most likely stands for, or None when none is near.

    Near: at most one edit in a word of up to five letters, two in longer ones, letter case aside. An edit
    inserts, removes or replaces a letter, or swaps two neighbours (Damerau 1964).
    """
    most = 1 if len(word) <= 5 else 2
    best = None
    for candidate in sorted(candidates):
        if abs(len(candidate) - len(word)) <= most:
            distance = _edits(word.lower(), candidate.lower())
            if distance <= most and len(candidate) > distance:
                best, most = candidate, distance - 1
    return best


def _edits(one: str, other: str) -> int:
    """Count the edits between two short words (optimal string alignment)."""
    before_previous: list[int] = []
    previous: list[int] = []
    current = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before_previous, previous, current = previous, current, [i]
        for j, target in enumerate(other, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (letter != target))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == target:
                cost = min(cost, before_previous[j - 2] + 1)
            current.append(cost)
    return current[-1]
