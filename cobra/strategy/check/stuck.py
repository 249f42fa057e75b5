"""Is there anything left to find out? In a game with a state there may be no experiment any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.errors import LimitError
from cobra.model.memory import State, at_state, followed, in_state
from cobra.model.spaces import assignments
from cobra.strategy.check.meaning import Meaning

_MOST: Final = 1_000_000
"""So many answers are looked at."""


def is_stuck(meaning: Meaning, state: State, codes: Sequence[int]) -> bool:
    """Return whether no experiment tells some codes apart or ends a play, at this state or any that can be
    reached from here without learning anything.

    `LimitError` when that takes too long to find out.
    """
    game = meaning.game
    seen, waiting, looked = {state}, [state], 0
    while waiting:
        here = waiting.pop()
        for type_, of in enumerate(at_state(game, here).experiments):
            for assignment in assignments(game.dag, of.space, of_experiments=True):
                experiment = in_state(game, (type_, assignment), here)
                looked += len(codes)
                if looked > _MOST:
                    raise LimitError("codes", looked, _MOST, "what is left of a play was looked at")
                answers = set(meaning.answers([(experiment, code) for code in codes]))
                (_, final, follow), *others = answers
                then = followed(game, game.experiments[type_], follow)
                if others or final:
                    return False
                if not then.lost and then.state not in seen:
                    seen.add(then.state)
                    waiting.append(then.state)
    return True
