"""Whether a play in a game with memory has come to where nothing can be found out any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cobra.engine.made import Made
from cobra.engine.table import FIRST_EXPERIMENTS, CodeTable
from cobra.errors import LimitError
from cobra.model.memory import State, in_state
from cobra.play.left import CodesLeft
from cobra.play.standing import Standing, standing_after

_STATES: Final = 1_000
"""So many states are looked at in which nothing can be told apart, at most."""


def is_stuck(left: CodesLeft, standing: Standing, step_at: Callable[[State], CodeTable], memory: int) -> bool:
    """Return whether nothing that can be done tells codes left apart, or ends the play but by losing it.

    Experiments that tell nothing may change the state, so all states they lead to are looked at; False when
    they are too many. `step_at` returns the game of one step in a state.
    """
    seen, waiting = {standing.state}, [standing.state]
    while waiting:
        state = waiting.pop()
        further = _silent(left, standing, state, step_at(state), memory)
        if further is None or len(seen) > _STATES:
            return False
        waiting += further - seen
        seen |= further
    return True


def _silent(
    left: CodesLeft, standing: Standing, state: State, table: CodeTable, memory: int
) -> set[State] | None:
    """Return the states that experiments lead to which tell nothing; None when one of them tells."""
    game = left.table.game
    try:  # all of them: those that tell the same may lead to different states
        experiments, _ = table.representatives(("none",), (), at_most=FIRST_EXPERIMENTS, memory=memory)
    except LimitError:
        return None
    found: set[State] = set()
    code = left.code(0)
    for core, _ in experiments:
        numbers = set(table.engine.partition(core, None))
        number = min(numbers)
        decoder = table.compiled.decoders[core[0]]
        if len(numbers) > 1 or (game.ending == "hit" and decoder.is_final(number)):
            return None
        made = Made(in_state(game, table.compiled.experiment(core), state), decoder.values(number))
        then = standing_after(game, standing, made, code)
        if not then.lost:
            found.add(then.state)
    return found
