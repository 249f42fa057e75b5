"""For which games a plan fixed in advance has a meaning, and what it is there."""

from __future__ import annotations

from dataclasses import replace

from cobra.errors import GameError
from cobra.model.game import Game

_INSTEAD = "`cobra optimal` finds the best strategy that goes by the answers"


def demand_a_plan(game: Game) -> None:
    """Raise `GameError` where a plan fixed in advance means nothing, or is not the one to look for."""
    if reason := _why_not(game):
        raise GameError(f"a plan fixed in advance is not possible {reason}; {_INSTEAD}")


def _why_not(game: Game) -> str | None:
    if game.unseen is not None:
        if game.unseen.moves:
            return (
                "where the secret moves: it is another one at each experiment, and what is told of it "
                "depends on when that is asked"
            )
        if game.unseen.endless:
            return "where any number of answers may be wrong: then no number of answers is certain"
    if game.memory is not None and game.memory.slots:
        return "in a game with a state: what can be asked may depend on answers before"
    if game.memory is not None:
        return "in a game with prices or lost plays: plans are compared by their length"
    return None


def lies_of(game: Game) -> int:
    """Return how many answers of a play may be lies."""
    return 0 if game.unseen is None else game.unseen.lies


def truthful(game: Game) -> Game:
    """Return the game with the same codes and experiments in which all answers are true."""
    return replace(game, unseen=None)
