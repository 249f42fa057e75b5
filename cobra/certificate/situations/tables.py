"""A game with a state, prices or lost plays as tables, by its formulas: what experiments make of codes.

Sets of codes are whole numbers, in which bit i stands for code i. Nothing is taken from the core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from cobra.errors import GameError, LimitError
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.model.memory import Followed, State, at_state, followed, in_state, price_unit, start_of
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.model.spaces import assignments
from cobra.strategy.check.meaning import Meaning

Codes: TypeAlias = int

_AT_ONCE: Final = 64
"""So many experiments are asked about at once."""
_BYTES_OF_GROUP: Final = 200
_WHAT: Final = "the table of the game by which a certificate is checked"


class Group(NamedTuple):
    """The codes that give one outcome to an experiment at a state, and what follows from it."""

    codes: Codes
    final: bool
    after: State
    price: int
    lost: bool


Row: TypeAlias = tuple[Group, ...]
"""What an experiment makes of all codes."""


class GameTables:
    """What can be done in a game and what comes of it. Making it lists the codes, asking `rows` the
    experiments of a state: `LimitError` where that takes more than `memory` bytes, or is too long a list.
    """

    def __init__(self, game: Game, limits: Limits, memory: int, tick: Callable[[], None]) -> None:
        if game.unseen is not None:
            raise GameError("tables of this kind are made of games in which nothing happens unseen")
        if game.ending == "core" and knows_finals(game):
            raise GameError("certificates with lost plays are not made of games in which codes are confirmed")
        self.game = game
        self.tick = tick
        self._limits, self._memory, self._bytes = limits, memory, 0
        self.meaning = Meaning(game, limits.codes, memory, tick)
        number = len(self.meaning.codes)
        self.everything: Codes = (1 << number) - 1
        self.start: State = start_of(game)
        self.has_state = bool(self.start)
        self.hit = game.ending == "hit"
        loss = None if game.memory is None else game.memory.loss
        self.loss = None if loss is None else int(loss / price_unit(game))
        """What a lost play costs beside its experiments, in units, where that is said."""
        self._known: dict[State, tuple[Row, ...]] = {}
        weights = self.meaning.weights
        self._each = weights[0] if len(set(weights)) == 1 else 0
        goals: dict[object, Codes] = {}
        for code, goal in enumerate(self.meaning.goals):
            goals[goal] = goals.get(goal, 0) | 1 << code
        self._goal = [goals[goal] for goal in self.meaning.goals]
        self.goals = list(goals.values())
        self.weight = cache(self._weight)
        self.is_stuck = cache(self._is_stuck)

    def _weight(self, codes: Codes) -> int:
        """Return the weight of codes."""
        if self._each:
            return self._each * codes.bit_count()
        return sum(self.meaning.weights[code] for code in members(codes))

    def is_won(self, codes: Codes, final: bool) -> bool:
        """Return whether a play is over, and won."""
        if self.hit:
            return final
        return not codes & ~self._goal[(codes & -codes).bit_length() - 1]

    def _is_stuck(self, codes: Codes, state: State) -> bool:
        """Return whether nothing can be told apart any more, nor a play be ended but by losing it."""
        seen, waiting = {state}, [state]
        while waiting:
            here = waiting.pop()
            for row in self.rows(here):
                cells = [group for group in row if group.codes & codes]
                if len(cells) > 1 or self.is_won(codes, cells[0].final):
                    return False
                if not cells[0].lost and cells[0].after not in seen:
                    seen.add(cells[0].after)
                    waiting.append(cells[0].after)
        return True

    def rows(self, state: State) -> tuple[Row, ...]:
        """Return what the experiments that can be made at a state make of all codes; equal ones once."""
        if state not in self._known:
            rows: dict[Row, None] = {}
            experiments = self._experiments(state)
            while some := list(islice(experiments, _AT_ONCE)):
                for row in self._rows_of(some):
                    if row not in rows:
                        rows[row] = None
                        self._take(len(row))
            self._known[state] = tuple(rows)
        return self._known[state]

    def row(self, experiment: Experiment, state: State) -> Row:
        """Return what an experiment makes of all codes at a state; `GameError` if it cannot be made there."""
        made = in_state(self.game, experiment, state)
        if not self.meaning.allows(made):
            raise GameError("this experiment cannot be made at the beginning")
        return self._rows_of([made])[0]

    def _experiments(self, state: State) -> Iterator[Experiment]:
        listed = 0
        for type_, of in enumerate(at_state(self.game, state).experiments):
            for assignment in assignments(self.game.dag, of.space, of_experiments=True):
                listed += 1
                if listed > self._limits.experiments:
                    raise LimitError("experiments", listed, self._limits.experiments, _WHAT)
                yield in_state(self.game, (type_, assignment), state)

    def _rows_of(self, experiments: list[Experiment]) -> list[Row]:
        number = len(self.meaning.codes)
        answers = iter(self.meaning.answers([(e, code) for e in experiments for code in range(number)]))
        rows: list[Row] = []
        for type_, _ in experiments:
            groups: dict[object, tuple[Codes, bool, OutcomeValue]] = {}
            for code in range(number):
                values, final, follow = next(answers)
                codes, _, before = groups.get((values, final), (0, final, follow))
                if before != follow:
                    raise GameError("what follows from an outcome is not the same for all codes")
                groups[values, final] = codes | 1 << code, final, follow
            row = []
            for codes, final, follow in groups.values():
                then = Followed((), 1, False)
                if self.game.memory is not None:
                    then = followed(self.game, self.game.experiments[type_], follow)
                row.append(Group(codes, final, then.state, then.price, then.lost))
            rows.append(tuple(sorted(row)))
        return rows

    def _take(self, groups: int) -> None:
        self._bytes += groups * (_BYTES_OF_GROUP + self.everything.bit_length() // 8)
        if self._bytes > self._memory:
            raise LimitError("memory", self._bytes, self._memory, _WHAT)

    def inseparable(self) -> list[Codes]:
        """Return the classes of codes that no experiment tells apart, in a game without a state."""
        classes = [self.everything]
        for row in self.rows(self.start):
            parts = [codes & group.codes for codes in classes for group in row]
            classes = [codes for codes in parts if codes]
        return classes

    def name(self, row: Row, state: State) -> str:
        """Return the first experiment at a state that makes this of all codes, for a message."""
        found = (made for made in self._experiments(state) if self._rows_of([made])[0] == row)
        return Notation(self.game).experiment(next(found))

    def shown(self, codes: Codes) -> str:
        """Return some codes for a message."""
        notation = Notation(self.game)
        some = [notation.code(self.meaning.codes[code]) for code in islice(members(codes), 3)]
        return f"{', '.join(some)}{', …' if codes.bit_count() > 3 else ''}"


def members(codes: Codes) -> Iterator[int]:
    """Yield the numbers of codes."""
    while codes:
        low = codes & -codes
        yield low.bit_length() - 1
        codes ^= low
