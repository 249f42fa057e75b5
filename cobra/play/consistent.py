"""An experiment that makes sense where there are too many codes to list: found by SAT, none compared."""

from __future__ import annotations

from cobra.budget import Deadline
from cobra.errors import StoppedError, TimeLimitError
from cobra.model.game import Experiment
from cobra.model.outcomes import knows_finals
from cobra.play.position import Position
from cobra.play.split import final_formulas
from cobra.sat.asked import solve_experiment, telling_apart


def consistent_experiment(position: Position) -> Experiment | None:
    """Return an experiment that could still be final: a code that fits all answers, asked (Shapiro 1983).

    Where no outcome can be final it is one that tells some codes left apart; None when none does. It is the
    first that a solver finds, not the first in order.
    """
    found = consistent_or_telling(position)
    return None if found is None else found[0]


def consistent_or_telling(position: Position) -> tuple[Experiment, bool] | None:
    """Return that experiment, and whether it could still be final."""
    game = position.after
    deadline = Deadline(position.run.remaining())
    try:
        if knows_finals(game):
            for number, type_ in enumerate(game.experiments):
                finals = final_formulas(type_)
                found = solve_experiment(game, number, finals, deadline) if finals else None
                if found is not None:
                    return found, True
        telling = telling_apart(game, deadline)
        return None if telling is None else (telling, False)
    except TimeLimitError:
        raise StoppedError("time", "finding an experiment") from None
