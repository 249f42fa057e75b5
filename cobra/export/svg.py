"""A strategy as a picture: a tree, or an icicle where a tree would be too large to look at."""

from __future__ import annotations

from collections.abc import Iterator

from cobra.export.icicle import icicle
from cobra.export.played import PlayedStrategy
from cobra.export.tree import fits, tree


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield the picture."""
    return tree(played) if fits(played) else icicle(played)
