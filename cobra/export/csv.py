"""A strategy as a table of plays: a line for each code, in the order of the game."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from cobra.export.played import PlayedStrategy


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield a heading, and a line for each code: the length of its play, its experiments and outcomes.

    In a game with goals what is found out stands after the length.
    """
    above = [(-1, "")] * len(played.branches)  # the node before each node, and the outcome between them
    asked = [1] * len(played.branches)
    ends = [(-1, "", played.root)] * len(played.codes)
    for node, branches in enumerate(played.branches):
        for outcome, position in branches:
            if position.node >= 0:
                above[position.node] = node, outcome
                asked[position.node] = asked[node] + 1
            else:
                end = node, outcome, position
                for code in played.order[position.start : position.stop]:
                    ends[code] = end
    most = max(asked, default=0)
    steps = [f"{what} {number}" for number in range(1, most + 1) for what in ("experiment", "outcome")]
    goals = bool(played.strategy.game.goal)
    yield _line(["code", "length", *(["found"] if goals else []), *steps])
    for text, (node, outcome, position) in zip(played.codes, ends, strict=True):
        play: list[str] = []
        found = [played.found(position)] if goals else []
        while node >= 0:
            play += outcome, played.experiment(node)
            node, outcome = above[node]
        yield _line([text, str(position.length), *found, *reversed(play), *[""] * (2 * most - len(play))])


def _line(cells: Sequence[str]) -> str:
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()
