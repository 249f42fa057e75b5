"""What the operations of a worker have in common: the games and positions that were asked about last."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from cobra.budget import Progress, used_memory
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.errors import LimitError, StoppedError
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.play.begin import Positions, position_after
from cobra.play.position import LISTED, Position
from cobra.web.allowance import Allowance
from cobra.web.forms import Form, read_json
from cobra.web.games import Games
from cobra.web.histories import history_of
from cobra.web.tidy import give_back

_POSITIONS: Final = 8
"""So many positions are remembered, listed ones with at most so many codes each."""
_CODES: Final = 1_000_000
_TAKEN: Final = 1 / 2
"""When this part of the memory of a computation is taken, positions are forgotten before another is made."""
_COUNTS: Final = 2_000
"""So many numbers of codes left are remembered."""
_COUNT_SECONDS: Final = 2.0
"""So long may it take to count the codes that were left before."""

_Key = tuple[str, tuple[Made, ...]]
"""A game as a request names it, and a history."""


class Work:
    """What the operations of one worker share."""

    def __init__(self, allowance: Allowance, progress: Progress) -> None:
        self.allowance = allowance
        self.limits = allowance.bounds()
        self.games = Games(self.limits)
        self.progress = progress
        self.run = Run(None, progress)
        """Of all positions; each request has its own limit of time."""
        self._positions: OrderedDict[_Key, Position] = OrderedDict()
        self._counts: OrderedDict[_Key, int] = OrderedDict()

    def position(self, said: object, game: Game, history: Sequence[Made]) -> Position:
        """Return the game that a request names so after some experiments.

        It is remembered where it is known as well as it will ever be: listed, or counted when it has too many
        codes for that.
        """
        key = json.dumps(said, sort_keys=True), tuple(history)
        position = self._positions.pop(key, None)
        if position is None or position.game is not game:
            self._make_room()
            memory, limits = self.allowance.memory, self.limits
            position = position_after(game, history, run=self.run, memory=memory, limits=limits)
        else:
            position.ask_again()
        counted = position.counter is not None and position.codes > LISTED
        if counted or (position.table is not None and position.codes <= _CODES):
            self._positions[key] = position
            if len(self._positions) > _POSITIONS:
                self._positions.popitem(last=False)
        return position

    def _make_room(self) -> None:
        """Forget positions, the oldest first, while much memory is taken: one may have 100 MB."""
        while self._positions and used_memory() > _TAKEN * self.allowance.memory:
            self._positions.popitem(last=False)
            give_back()

    def counts(self, said: object, position: Position) -> list[int | None]:
        """Return how many codes were left after each entry of the history of a position in a game that a
        request names so; None where that cannot be counted, or there is no time to find it out.

        They are remembered: a game that goes on is asked about again with one more entry.
        """
        name, history = json.dumps(said, sort_keys=True), position.history
        counts: list[int | None] = [None] * len(history)
        end = time.monotonic() + _COUNT_SECONDS
        for length in range(len(history), 0, -1):
            key = name, history[:length]
            is_last = length == len(history)
            known = _counted(position) if is_last else self._counts.get(key)
            if known is None and not is_last and time.monotonic() < end:
                with suppress(LimitError, StoppedError):
                    known = _counted(self.position(said, position.game, key[1]))
            if known is not None:
                counts[length - 1] = self._counts[key] = known
                self._counts.move_to_end(key)
        while len(self._counts) > _COUNTS:
            self._counts.popitem(last=False)
        return counts

    def forget(self) -> None:
        """Forget all positions; they are made again when they are asked about."""
        self._positions.clear()


def _counted(position: Position) -> int | None:
    """Return how many codes are left, None where nobody could count them."""
    return position.codes if position.exact else None


def document(value: object) -> bytes:
    """Return JSON."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


class Question:
    """The members that most requests have: the game and the history."""

    def __init__(self, work: Work, body: bytes, *more: str) -> None:
        self.form = Form(read_json(body), ("game", "history", *more))
        self.game = work.games.load(self.form.value("game"))
        self.notation = Notation(self.game)
        self.history = history_of(self.form, self.game)
        self._work = work

    @property
    def positions(self) -> Positions:
        """Return what makes positions of the game, or knows them."""
        return partial(self._work.position, self.form.value("game"), self.game)

    def position(self) -> Position:
        """Return the game after the history."""
        return self.positions(self.history)
