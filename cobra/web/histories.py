"""The history that a request brings, read entry by entry, so that a page can show which one is wrong."""

from __future__ import annotations

from typing import Any, Final

from cobra.engine.made import Made, show_made_outcome
from cobra.errors import GameError
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.play.read import read_answer, read_experiment
from cobra.play.standing import Retracing
from cobra.texts import say
from cobra.web.forms import Form

MOST_ENTRIES: Final = 200
MOST_TEXT: Final = 10_000
"""Characters of an experiment, an answer or a code."""


class EntryError(GameError):
    """An entry that cannot be read: its number from 0, and which part of it."""

    def __init__(self, message: str, row: int, part: str) -> None:
        self.place = {"row": row, "part": part}
        super().__init__(message)


def history_of(form: Form, game: Game) -> tuple[Made, ...]:
    """Return the history of a request; `EntryError` for one that does not fit the game."""
    with Retracing(game) as replay:
        for row, (experiment, answer) in enumerate(form.pairs("history", MOST_ENTRIES)):
            try:
                asked = experiment_of(replay.notation, experiment)
            except GameError as error:
                raise EntryError(str(error), row, "experiment") from None
            try:
                outcome = read_answer(game, asked, bounded(answer))
            except GameError as error:
                raise EntryError(str(error), row, "answer") from None
            replay.add(Made(asked, outcome))
        return tuple(replay.made)


def experiment_of(notation: Notation, text: str) -> Experiment:
    """Return an experiment, also one that only a list of the game leaves out."""
    return read_experiment(notation, bounded(text))


def bounded(text: str) -> str:
    """Return a text, unless it is too long to be read."""
    if len(text) > MOST_TEXT:
        raise GameError(say("this is longer than {most} characters", most=MOST_TEXT))
    return text


def shown(game: Game, notation: Notation, made: Made) -> dict[str, Any]:
    """Return an experiment made with its answer, for JSON."""
    return {**asked(notation, made.experiment), "answer": show_made_outcome(game, made)}


def asked(notation: Notation, experiment: Experiment) -> dict[str, Any]:
    """Return an experiment with the number of its type, for JSON."""
    return {"experiment": notation.experiment(experiment), "type": experiment[0]}
