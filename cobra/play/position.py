"""What is known in a game in progress: the codes left, listed when there are few, else only counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Final

from cobra.breakers.rules import Ending
from cobra.engine.compile import from_core
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.limits import Limits
from cobra.model.after import game_after
from cobra.model.evaluate import evaluate_all
from cobra.model.game import Assignment, Game, Outcomes, Slot, SlotTable, Space, true_propositions
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.options import MEMORY

if TYPE_CHECKING:
    from cobra.budget import Deadline
    from cobra.sat.counting import CodeCounter

LISTED: Final = 100_000
"""Up to so many codes left are listed in a game with too many codes to list them all quickly."""
QUICKLY: Final = 4_000_000
"""Fillings of the secret, its constraints aside, that are gone through without counting the codes first."""
FEW: Final = 1_000_000
"""Up to so many codes at the start, those left are listed by going through all: it takes seconds, and
counting them by diagrams can take far more, and memory, when answers are intricate."""
_FOUND: Final = 100
"""So many codes are looked for where they cannot be counted."""
_COUNTING: Final = 1 / 3
"""The part of the time left that counting the codes may take; what can be counted takes less."""
_LISTING: Final = 1 / 2
"""The part of the time left that listing them may take."""
_ASKING: Final = 1 / 8
"""The part of the time left in which it is found out whether the game is over."""
_SECONDS: Final = 5.0
"""So long may listing take; without it advice is weaker, but true."""


class Position:
    """A game after some experiments.

    Where the game is large at the start, too, the codes left are counted first, by decision diagrams, and
    listed only when there are at most `LISTED` and that takes a few seconds. The count is exact, unless it
    takes more than a third of the time or does not fit into memory. Making it may raise `StoppedError`.
    """

    def __init__(
        self,
        game: Game,
        history: Sequence[Made] = (),
        *,
        run: Run | None = None,
        memory: int = MEMORY,
        limits: Limits | None = None,
    ) -> None:
        self.game = game
        self.history = tuple(history)
        self.after = game_after(game, self.history)
        """The game that is left: its codes are those that are still possible."""
        self.run = run or Run()
        self.memory = memory
        self.limits = limits or Limits()
        self.notation = Notation(game)
        self.table: CodeTable | None = None
        """The codes left, listed; None when there are too many."""
        self.counter: CodeCounter | None = None
        """What counts them where they are not listed, unless that takes too much time or memory."""
        self.uncounted: StoppedError | LimitError | None = None
        """Why they are not counted."""
        self._some: Sequence[Assignment] = ()
        """Codes left, found where they are neither listed nor counted."""
        self.exact = True
        """Whether there are exactly `codes` codes; else at least so many."""
        if fillings(game.codes.slots) <= QUICKLY:
            self.table = CodeTable(self.after, self.run, memory, self.limits)
            self.codes = self.table.codes
            """The number of codes left; 0 when the answers contradict each other."""
            return
        if self._few_at_the_start():
            self.table = self._list_quickly(self._list_all)
        if self.table is not None:
            self.codes = self.table.codes
            return
        self._count()
        if self.counter is not None and 0 < self.codes <= LISTED:
            self.table = self._list_quickly(self._list_counted)
            if self.table is not None:
                self.counter = None  # with its diagram: who has the list need not count

    def _few_at_the_start(self) -> bool:
        """Return whether the game has so few codes that all of them can be gone through."""
        with suppress(TimeLimitError, LimitError), self.run.share(_COUNTING):
            return self._counter(self.game).count(self.deadline()) <= FEW
        return False

    def _counter(self, game: Game) -> CodeCounter:
        from cobra.sat.counting import CodeCounter  # here: slow to import, and most games are listed

        return CodeCounter(game, memory=self.memory // 2)  # what is done instead needs some, too

    def _count(self) -> None:
        counter = self._counter(self.after)
        try:
            with self.run.share(_COUNTING):
                self.codes = counter.count(self.deadline())
        except KeyboardInterrupt:
            self.run.interrupted = True
            self.uncounted = StoppedError("interrupt", "counting the codes")
        except (TimeLimitError, LimitError) as error:
            self.uncounted = error
            _give_back_diagrams()  # what is done instead needs memory, too
        else:
            self.counter = counter
            return
        self._some, self.exact = self._find(_FOUND)
        self.codes = len(self._some)

    def _list_quickly(self, listed: Callable[[], CodeTable]) -> CodeTable | None:
        """Return the table of the codes left, None when making it takes long."""
        try:
            with self.run.share(_LISTING), self.run.at_most(_SECONDS):
                return listed()
        except (LimitError, StoppedError, TimeLimitError):
            if reason := self.run.stop_reason():
                raise StoppedError(reason, "listing the codes left") from None
            return None

    def _list_all(self) -> CodeTable:
        return CodeTable(self.after, self.run, self.memory, self.limits)

    def _list_counted(self) -> CodeTable:
        assert self.counter is not None
        game = self.after
        if all(slot.kind == "symbol" for slot in game.codes.slots):  # quicker than by the conditions
            rows = tuple(self.counter.listed(self.deadline()))
            space = Space(game.codes.slots, tables=(SlotTable(tuple(range(len(rows[0]))), rows),))
            game = replace(game, codes=space)
        return CodeTable(game, self.run, self.memory, self.limits)

    def deadline(self) -> Deadline:
        """Return when questions to solvers and counters must end."""
        from cobra.budget import Deadline

        return Deadline(self.run.remaining())

    def list(self, most: int) -> list[str]:
        """Return up to `most` of the codes left: the first ones in order, where they are listed."""
        if self.table is not None:
            return [self.table.show_code(code) for code in range(min(most, self.codes))]
        some = self._find(most)[0] if self.counter is not None else self._some[:most]
        return [self.notation.code(code) for code in some]

    def _find(self, most: int) -> tuple[Sequence[Assignment], bool]:
        """Return up to `most` codes left, the first that a solver finds, and whether there are no others."""
        from cobra.sat.knowledge import SatKnowledge

        found: dict[Assignment, None] = {}
        try:
            with SatKnowledge(self.after, deadline=self.deadline()) as knowledge:
                for code in knowledge.codes():
                    if len(found) == most:
                        return tuple(found), False
                    found[code] = None
        except TimeLimitError:
            if not found:
                raise StoppedError("time", "finding codes that are left") from None
            return tuple(found), False
        return tuple(found), True

    @cached_property
    def final(self) -> bool:
        """Return whether the last outcome was final, in a game that knows final outcomes."""
        if not self.history or not self.codes or not knows_finals(self.game):
            return False
        experiment, outcome = self.history[-1]
        type_ = self.game.experiments[experiment[0]]
        if isinstance(type_.answer, Outcomes):
            return next(one.final for one in type_.answer.outcomes if one.name == outcome[0])
        if type_.final is None:
            return False
        # an outcome is final or not, whichever of the codes left gives it; so any of them tells
        parameters = true_propositions(type_.space, experiment[1])
        variables = true_propositions(self.game.codes, self._one_code())
        return evaluate_all(self.game.dag, [type_.final], variables, parameters)[0]

    def _one_code(self) -> Assignment:
        if self.table is not None:
            return from_core(self.table.engine.code(0))
        from cobra.sat.knowledge import SatKnowledge

        with SatKnowledge(self.after) as knowledge:
            code = knowledge.one_code()
        if code is None:
            raise GameError("no code is left")
        return code

    @cached_property
    def over(self) -> bool:
        """Return whether the game has ended, by its own rule; never while the answers are contradictory."""
        if not self.codes:
            return False
        ending = Ending(self.game)
        if self.game.ending == "hit":
            return ending.counted(self.codes, self.final) is not None
        if self.codes == 1 or self.table is None:
            return self.exact and ending.counted(self.codes, False) is not None
        is_known = ending.counted(len(set(self.table.goals())), False) is not None
        return is_known or not self._separable(self.table)

    def _separable(self, table: CodeTable) -> bool:
        """Return whether some experiment tells codes left apart; also when that is too long a question."""
        try:
            with self.run.share(_ASKING):
                experiments = table.first_experiments(self.memory)
        except StoppedError:
            if self.run.stop_reason():
                raise
            return True
        if experiments is None:
            return True
        return any(len(set(table.engine.partition(experiment, None))) > 1 for experiment in experiments)


def _give_back_diagrams() -> None:
    from cobra.sat.manager import rooms  # here: slow to import, and most games need none

    rooms.empty()


Positions = Callable[[Sequence[Made]], Position]
"""Returns the position after a history."""


def new_positions(game: Game, run: Run, memory: int, limits: Limits | None) -> Positions:
    """Return what makes positions of a game, all of them in the time of one run."""
    return lambda history: Position(game, history, run=run, memory=memory, limits=limits)


def fillings(slots: Sequence[Slot]) -> int:
    """Return the number of ways to fill slots, whatever the constraints."""
    return prod(map(_values, slots))


def _values(slot: Slot) -> int:
    if slot.kind == "set":
        return sum(comb(slot.width, size) for size in range(slot.size_min, slot.size_max + 1))
    return 2 if slot.kind == "bool" else slot.width
