"""A strategy as a table of plays: a line for each code, in the order of the game.

Where answers may be lies or the secret moves there is a line for each play that may come, the code at its
beginning first.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from cobra.export.played import PlayedStrategy
from cobra.figures import exact
from cobra.model.game import Unseen
from cobra.model.memory import can_lose, paid_in


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield a heading, and a line for each code: the length of its play, its experiments and outcomes.

    After the length stands what the play cost, in a game with prices, whether it is lost, where plays can be,
    and what is found out, in a game with goals.
    """
    game = played.strategy.game
    if game.unseen is not None:
        yield from _unseen_lines(played, game.unseen)
        return
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
    unit = paid_in(game)
    loses = played.strategy.settings.within is not None or can_lose(game)
    names = ("cost", unit is not None), ("lost", loses), ("found", bool(game.goal))
    yield _line(["code", "length", *(name for name, has in names if has), *_steps(most)])
    for text, (node, outcome, position) in zip(played.codes, ends, strict=True):
        play: list[str] = []
        about = [text, str(position.length)]
        about += [exact(position.price * unit)] if unit is not None else []
        about += ["yes" if position.lost else "no"] if loses else []
        about += [played.found(position)] if game.goal else []
        while node >= 0:
            play += outcome, played.experiment(node)
            node, outcome = above[node]
        yield _line([*about, *reversed(play), *[""] * (2 * most - len(play))])


def _unseen_lines(played: PlayedStrategy, unseen: Unseen) -> Iterator[str]:
    """Yield a heading, and a line for each play: how many of its answers are lies, at least; how likely it is
    against its code; where the secret moves, what it may be at the end."""
    most, goals = played.figures.worst, bool(played.strategy.game.goal)
    told, chances = unseen.lies > 0, played.root.chance is not None
    names = ("lies", told), ("chance", chances), ("at the end", bool(unseen.moves)), ("found", goals)
    yield _line(["code", "length", *(name for name, has in names if has), *_steps(most)])
    for number, text in enumerate(played.codes):
        for play in played.plays(number):
            about = [text, str(play.place.length)]
            about += [str(min(play.left.values()))] if told else []
            about += [str(sum(play.chances.values()))] if play.chances is not None else []
            about += ["; ".join(played.codes[code] for code in sorted(play.left))] if unseen.moves else []
            about += [played.found(play.place)] if goals else []
            steps = [part for step in play.steps for part in step]
            yield _line([*about, *steps, *[""] * (2 * most - len(steps))])


def _steps(most: int) -> list[str]:
    return [f"{what} {number}" for number in range(1, most + 1) for what in ("experiment", "outcome")]


def _line(cells: Sequence[str]) -> str:
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()
