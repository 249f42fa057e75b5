"""Why a code is excluded: the answers it would not have given."""

from __future__ import annotations

from collections.abc import Sequence

from cobra.budget import limited
from cobra.engine.made import Made, show_made_outcome
from cobra.engine.run import Run
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.outcomes import outcome
from cobra.model.show import Notation
from cobra.options import MEMORY
from cobra.play.against import Against, Excluded
from cobra.play.begin import position_after
from cobra.play.doubted import doubted
from cobra.play.read import history_of
from cobra.play.standing import replayed


@limited
def excluded(
    game: Game,
    history: str | Sequence[Made],
    code: str,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
) -> Excluded:
    """Return which answers of a history exclude a code, and what it would have answered instead.

    `history` is a text as `read_history` takes it, or what that returns; `code` is written as codes are
    printed. Where answers may be lies, or the secret moves, its codes are listed, within `memory` (bytes),
    `time_limit` (seconds) and `limits`: `LimitError`, `StoppedError`. `GameError` for what is no code of the
    game.
    """
    made = replayed(game, history_of(game, history))[0]
    if game.unseen is not None:
        return doubted(position_after(game, run=Run(time_limit), memory=memory, limits=limits), made, code)
    notation = Notation(game)
    assignment = notation.parse_code(code)
    against = []
    for number, one in enumerate(made, 1):
        answer = outcome(game, one.experiment, assignment)
        if answer != one.outcome:
            against.append(
                Against(
                    number,
                    notation.experiment(one.experiment),
                    show_made_outcome(game, one),
                    show_made_outcome(game, one._replace(outcome=answer)),
                )
            )
    return Excluded(notation.code(assignment), len(made), tuple(against))
