"""One experiment of a game in progress and the answer to it; histories with one undone or changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cobra.errors import GameError
from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.game import Experiment, Game
from cobra.model.reading import quoted_outcome
from cobra.model.show import Notation


class Made(NamedTuple):
    """An experiment made, and the outcome seen."""

    experiment: Experiment
    outcome: OutcomeValue


def show_made(game: Game, made: Made, notation: Notation | None = None) -> str:
    """Return an experiment with its answer as text, such as `0011 = 1B1W`; `read_history` reads it back."""
    shown = (notation or Notation(game)).experiment(made.experiment)
    return f"{shown} = {quoted_outcome(show_made_outcome(game, made))}"


def show_made_outcome(game: Game, made: Made) -> str:
    """Return the answer as text."""
    return show_outcome(game.experiments[made.experiment[0]].answer, made.outcome)


def without(history: Sequence[Made], number: int) -> tuple[Made, ...]:
    """Return a history without one of its experiments, which have numbers from 1."""
    _check(history, number)
    return (*history[: number - 1], *history[number:])


def changed(history: Sequence[Made], number: int, outcome: OutcomeValue) -> tuple[Made, ...]:
    """Return a history with another answer to one of its experiments, which have numbers from 1."""
    _check(history, number)
    made = history[number - 1]._replace(outcome=outcome)
    return (*history[: number - 1], made, *history[number:])


def _check(history: Sequence[Made], number: int) -> None:
    if not 1 <= number <= len(history):
        known = (
            f"the experiments made have the numbers 1 to {len(history)}"
            if history
            else "nothing was asked yet"
        )
        raise GameError(f"there is no experiment {number}: {known}")
