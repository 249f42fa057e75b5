"""What an objective makes least, in the words of a game: experiments or what they cost, and what is lost."""

from __future__ import annotations

from typing import Final

from cobra.model.game import Game
from cobra.options import SEARCHED, WON

_PAID: Final = {
    "average": "the least mean cost of a play, by weight when codes have weights",
    "worst": "the least greatest cost of a play",
    "worst-average": "the least greatest cost of a play, and under it the least mean cost",
    "average-worst": "the least mean cost of a play, and under it the least greatest cost",
    "nodes": "the least greatest cost of a play, and under it the fewest experiments in the tree",
    WON: SEARCHED[WON].replace("the least average", "the least mean cost"),
}
"""The same in a game with prices."""


def made_least(game: Game, objective: str, *, lost: bool) -> str:
    """Return what an objective makes least.

    What is lost comes first where plays can be, or one is `lost`, and nobody says what that costs.
    """
    memory = game.memory
    said = (_PAID if memory is not None and memory.priced else SEARCHED)[objective]
    loses = memory.loss is None and (lost or memory.loses) if memory is not None else lost
    return f"the fewest codes lost, then {said}" if loses and objective != WON else said


def of_a_play(game: Game, objective: str | None) -> str:
    """Return what the costs of plays are of."""
    return "of a play, but for what losing costs" if leaves_losing_out(game, objective) else "of a play"


def leaves_losing_out(game: Game, objective: str | None) -> bool:
    """Return whether the costs of plays leave out what losing costs, as those by `won` do."""
    return objective == WON and game.memory is not None and game.memory.loss is not None
