"""The position of a game after a history, of whatever kind the game is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.errors import GameError
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
"""Returns the position after a history. What it raises is raised by whoever asks it."""


def new_positions(game: Game, run: Run, memory: int, limits: Limits | None) -> Positions:
    """Return what makes positions of a game, all of them in the time of one run."""
    return lambda history: position_after(game, history, run=run, memory=memory, limits=limits)


def positions_of(
    game: Game, known: Positions | None, run: Run, memory: int, limits: Limits | None
) -> Positions:
    """Return what makes positions of a game: what a user knows, looked at each time, or `new_positions`."""
    if known is None:
        return new_positions(game, run, memory, limits)

    def position(history: Sequence[Made]) -> Position:
        found: object = known(history)
        if not isinstance(found, Position):
            raise GameError(f"positions must return a position, not {type(found).__name__}")
        if not is_of(game, found.game):
            raise GameError("positions must return a position of the game that it is asked for")
        if not is_after(found, history):
            raise GameError("positions must return the position after the history that it is given")
        return found

    return position


def is_of(game: Game, other: Game) -> bool:
    """Return whether two games are the same, which is seen at once where they are one object."""
    return other is game or other == game


def is_after(position: Position, history: Sequence[Made]) -> bool:
    """Return whether a position is the one after a history.

    In a game with memory its experiments are in the states in which they were made, those given need not be.
    """
    if position.game.memory is None:
        return position.history == tuple(history)
    return [made.outcome for made in position.history] == [made.outcome for made in history]
