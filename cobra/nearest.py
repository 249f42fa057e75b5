"""The name a misspelt word most likely stands for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cobra.texts import say

MOST_CANDIDATES: Final = 2000
"""Among more nobody looks for the nearest one: that would take seconds for fifty misspelt words."""


def nearest(word: str, candidates: Collection[str]) -> str | None:
    """Return the candidate that `word` most likely stands for, or None when none is near.

    Near: at most one edit in a word of up to five letters, two in longer ones, letter case aside. An edit
    inserts, removes or replaces a letter, or swaps two neighbours (Damerau 1964).
    """
    if len(candidates) > MOST_CANDIDATES:
        return None
    most = 1 if len(word) <= 5 else 2
    best = None
    for candidate in sorted(candidates):
        if abs(len(candidate) - len(word)) <= most:
            distance = _edits(word.lower(), candidate.lower(), most)
            if distance <= most and len(candidate) > distance:
                best, most = candidate, distance - 1
    return best


def _edits(one: str, other: str, most: int) -> int:
    """Count the edits between two words (optimal string alignment); more than `most` may come out higher.

    Only places at most `most` apart are compared (Ukkonen 1985).
    """
    far = most + 1
    before_previous: list[int] = []
    previous: list[int] = []
    current = [min(j, far) for j in range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        before_previous, previous, current = previous, current, [far] * (len(other) + 1)
        if i <= most:
            current[0] = i
        for j in range(max(1, i - most), min(len(other), i + most) + 1):
            target = other[j - 1]
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (letter != target))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == target:
                cost = min(cost, before_previous[j - 2] + 1)
            current[j] = cost
    return current[-1]


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return a hint such as `; did you mean 'parts'?`, or nothing when no known name is near."""
    near = nearest(name, known)
    return say("; did you mean {name}?", name=repr(near)) if near else ""
