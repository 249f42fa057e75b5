"""When a play is over: the one rule for whoever plays in Python.

The check of strategy files (`cobra/strategy/check/replay.py`) has its own, and so have the core and the
oracle of the tests, so that each can be held against the others.
"""

from __future__ import annotations

from cobra.model.game import Game
from cobra.model.outcomes import knows_finals


class Ending:
    """The rule of one game; inseparable codes end a play, too, which is not seen here."""

    __slots__ = ("_hit", "_to_confirm")

    def __init__(self, game: Game) -> None:
        self._hit = game.ending == "hit"
        self._to_confirm = game.ending == "core" and knows_finals(game)

    def counted(self, left: int, final: bool) -> int | None:
        """Return how many experiments are counted after those made when the play is over, else None.

        `left` is the number of different goals (without a goal, of codes) that are possible, `final` says
        whether the last outcome was final. In a core game a code that is known is still to be confirmed.
        """
        if self._hit:
            return 0 if final else None
        if left > 1:
            return None
        return int(self._to_confirm and not final)
