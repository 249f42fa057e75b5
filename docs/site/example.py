"""A play of a game, with pictures where the game says how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cobra
from cobra.drawings.svg import Picture, Pictures
from cobra.engine.made import Made, show_made_outcome
from cobra.model.game import Game

PLAYS: Final = 9
"""So many secrets are drawn; the play shown is one of middling length."""


@dataclass(frozen=True)
class Shown:
    """A text, and its picture as SVG where there is one."""

    text: str
    picture: str | None = None


@dataclass(frozen=True)
class Step:
    """An experiment, the answer to it, and how many codes are left then."""

    experiment: Shown
    answer: Shown
    left: int


@dataclass(frozen=True)
class Example:
    """A play by a strategy."""

    secret: Shown
    steps: list[Step] = field(default_factory=list)

    @property
    def drawn(self) -> bool:
        """Return whether it has pictures."""
        return any(step.answer.picture or step.experiment.picture for step in self.steps)


def example(game: Game, strategy: Path) -> Example:
    """Return a play by the strategy in a file; the same each time."""
    found = cobra.simulate(game, str(strategy), number=PLAYS, trace=True, seed=1)
    play = sorted(found.plays, key=lambda one: one.length)[PLAYS // 2]
    pictures = Pictures(game)
    secret = _shown(play.secret, pictures.code(pictures.notation.parse_code(play.secret)))
    steps = [_step(pictures, made, left) for made, left in zip(play.history, play.left, strict=True)]
    return Example(secret, steps)


def _step(pictures: Pictures, made: Made, left: int) -> Step:
    """Return a step; an experiment that is in the picture of its answer has none of its own."""
    answer = _shown(show_made_outcome(pictures.game, made), pictures.answer(*made))
    plan = None if pictures.sheet is None else pictures.sheet.types[made.experiment[0]][1]
    asked = None if plan is not None and plan.whole else pictures.experiment(made.experiment)
    return Step(_shown(pictures.notation.experiment(made.experiment), asked), answer, left)


def _shown(text: str, picture: Picture | None) -> Shown:
    return Shown(text, None if picture is None else picture.file())


def read(known: dict[str, object]) -> Example:
    """Return a play from what was kept of it as JSON."""
    secret, steps = known["secret"], known["steps"]
    assert isinstance(secret, dict)
    assert isinstance(steps, list)
    return Example(
        Shown(**secret),
        [Step(Shown(**one["experiment"]), Shown(**one["answer"]), one["left"]) for one in steps],
    )
