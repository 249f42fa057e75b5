"""Comparisons of weighted sums as decision diagrams over what is still needed (Eén and Sörensson 2006)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from cobra.budget import poll
from cobra.limits import Limits

T = TypeVar("T")


def threshold(
    parts: Sequence[tuple[int, T]],
    need: int,
    choose: Callable[[T, T, T], T],
    true: T,
    false: T,
    limits: Limits,
) -> T:
    """Return `Σ weight·part >= need`, weights positive, asking for the parts in the given order.

    `choose(part, high, low)` builds one node, "high if part else low", where low always implies high. There
    are at most `len(parts) · min(need, 2^len(parts))` nodes; `LimitError` beyond the limit on formula
    nodes.
    """
    rest = [0]
    for weight, _ in reversed(parts):
        rest.append(rest[-1] + weight)
    rest.reverse()  # rest[i]: the most that the parts from i on can add
    if need <= 0:
        return true
    if need > rest[0]:
        return false
    levels = [{need}]
    nodes = 0
    for i, (weight, _) in enumerate(parts):
        poll("comparing a sum")  # a level may have as many numbers as the limit allows nodes
        levels.append({m for n in levels[i] for m in (n, n - weight) if 0 < m <= rest[i + 1]})
        nodes += len(levels[-1])
        limits.check("formula-nodes", nodes, "the comparison of a sum")
    below: dict[int, T] = {}
    for i in range(len(parts) - 1, -1, -1):
        poll("comparing a sum")
        weight, part = parts[i]
        here = {}
        for n in sorted(levels[i]):
            high = true if n <= weight else below.get(n - weight, false)
            here[n] = choose(part, high, below.get(n, false))
        below = here
    return below[need]
