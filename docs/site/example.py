"""A play of a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cobra
from cobra.engine.made import show_made_outcome
from cobra.model.game import Game
from cobra.model.show import Notation

PLAYS: Final = 9
"""So many secrets are drawn; the play shown is one of middling length."""


@dataclass(frozen=True)
class Step:
    """An experiment, the answer to it, and how many codes are left then."""

    experiment: str
    answer: str
    left: int


@dataclass(frozen=True)
class Example:
    """A play by a strategy."""

    secret: str
    steps: list[Step]


def example(game: Game, strategy: Path) -> Example:
    """Return a play by the strategy in a file; the same each time."""
    found = cobra.simulate(game, str(strategy), number=PLAYS, trace=True, seed=1)
    play = sorted(found.plays, key=lambda one: one.length)[PLAYS // 2]
    notation = Notation(game)
    steps = [
        Step(notation.experiment(made.experiment), show_made_outcome(game, made), left)
        for made, left in zip(play.history, play.left, strict=True)
    ]
    return Example(play.secret, steps)


def read(known: dict[str, Any]) -> Example:
    """Return a play from what was kept of it as JSON."""
    return Example(known["secret"], [Step(**step) for step in known["steps"]])
