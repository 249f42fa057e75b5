"""The position of a game after a history, of whatever kind the game is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.play.believed_position import believed_position
from cobra.play.position import Position


def position_after(
    game: Game,
    history: Sequence[Made] = (),
    *,
    run: Run | None = None,
    memory: int = MEMORY,
    limits: Limits | None = None,
) -> Position:
    """Return what is known after some experiments; see `Position` and `BelievedPosition`."""
    if game.unseen is None:
        return Position(game, history, run=run, memory=memory, limits=limits)
    position = believed_position(game, run=run, memory=memory, limits=limits)
    for made in history:
        position = position.then(made)
    return position


Positions = Callable[[Sequence[Made]], Position]
"""Returns the position after a history."""


def new_positions(game: Game, run: Run, memory: int, limits: Limits | None) -> Positions:
    """Return what makes positions of a game, all of them in the time of one run."""
    return lambda history: position_after(game, history, run=run, memory=memory, limits=limits)
