"""What is known in a game in progress: the codes left, listed when there are few, else only counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Final

from cobra.arguments import checked
from cobra.breakers.rules import Ending
from cobra.budget import Deadline
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.limits import Limits
from cobra.model.after import game_after
from cobra.model.answers import OutcomeValue
from cobra.model.game import Assignment, Experiment, Game, Slot, SlotTable, Space
from cobra.model.memory import State, at_state, in_state, moved, start_of
from cobra.model.outcomes import goal_value, is_final, knows_finals
from cobra.model.show import Notation
from cobra.model.spaces import allows
from cobra.model.unseen import default_objective, demand_nothing_unseen
from cobra.options import MEMORY
from cobra.play.left import CodesLeft
from cobra.play.parts import Split, listed_splits
from cobra.play.standing import (
    Standing,
    beginning,
    demand_going_on,
    refusal,
    replayed,
    standing_after,
)
from cobra.play.stuck import is_stuck
from cobra.texts import say

if TYPE_CHECKING:
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
_ASKING: Final = 1 / 3
"""The part of the time left in which it is found out whether the game is over: mostly a twentieth of a
second, which on a busy machine can be one."""
_SECONDS: Final = 5.0
"""So long may listing take; without it advice is weaker, but true."""


class Position:
    """A game after some experiments.

    What is left of a game is a game: its constraint is stronger. Where the game is large at the start, too,
    that is what makes it tractable. The codes left are counted first, by decision diagrams, and listed only
    when there are at most `LISTED` and that takes a few seconds. The count is exact, unless it takes more
    than a third of the time or does not fit into memory. Making it may raise `StoppedError`.
    Where the codes are listed at the start, the game is compiled once: `then` drops those that an answer
    excludes. The game left is compiled (`table`) only for who plays strategies from there on.
    In a game with memory the experiments of `history` are put into the states in which they were made:
    `GameError` for one that could not be made.
    """

    _hurried = False
    """Whether there was no time to find out if the play is over."""

    def __init__(
        self,
        game: Game,
        history: Sequence[Made] = (),
        *,
        run: Run | None = None,
        memory: int = MEMORY,
        limits: Limits | None = None,
        left: CodesLeft | None = None,
        standings: Sequence[Standing] | None = None,
    ) -> None:
        demand_nothing_unseen(
            game, "what codes alone say of a game in progress", "it is a `BelievedPosition`"
        )
        self.game = game
        self.run = run or Run()
        self.memory = memory
        self.limits = limits or Limits()
        self.history = tuple(history)
        self.standings = (beginning(game),) if standings is None else tuple(standings)
        """How the play stood before the first experiment and, in a game with memory, after each. Those given
        are of the same history, whose experiments are in their states."""
        if standings is None and game.memory is not None:
            self.history, self.standings = replayed(game, self.history, self.deadline())
        self.left = left
        """The codes left, listed; None when there are too many. Those given are of the same game, earlier."""
        self._goes_on = True
        """Whether what follows is found in the list: not where one had to be counted first to be listed."""
        self.counter: CodeCounter | None = None
        """What counts them where they are not listed, unless that takes too much time or memory."""
        self.uncounted: StoppedError | LimitError | None = None
        """Why they are not counted."""
        self.unlisted: StoppedError | LimitError | None = None
        """Why they are not listed, where that was begun."""
        self._some: Sequence[Assignment] = ()
        """Codes left, found where they are neither listed nor counted."""
        self.exact = True
        """Whether there are exactly `codes` codes; else at least so many."""
        if self.left is None and fillings(game.codes.slots) <= QUICKLY:
            self.left = self._list_all()
        elif self.left is None and self._few_at_the_start():
            self.left = self._list_quickly(self._list_all)
        if self.left is not None:
            self.codes = len(self.left.numbers)
            """The number of codes left; 0 when the answers contradict each other."""
            return
        self._count()
        if self.counter is not None and 0 < self.codes <= LISTED:
            self.left = self._list_quickly(self._list_counted)
            self._goes_on = False
            if self.left is not None:
                self.counter = None  # with its diagram: who has the list need not count

    def __getstate__(self) -> dict[str, object]:
        """Return what copies and other processes get: not the tables that are made when they are needed."""
        return {name: known for name, known in vars(self).items() if name not in ("table", "step")}

    def then(self, made: Made) -> Position:
        """Return the position after one more experiment; `GameError` when it cannot be made.

        A long list is made anew, which needs no Python; so is an empty one, and one of a large game.
        """
        left = standings = None
        made = Made(self.here(made.experiment), made.outcome)
        if self.codes:
            self.demand_possible(made.experiment)
        if self.left is not None and self._goes_on and self.codes <= LISTED:
            left = self.left.after(made)
        if left is not None and left.numbers:
            more = (standing_after(self.game, self.standing, made, left.code(0)),)
            standings = (*self.standings, *(more if self.game.memory is not None else ()))
        return Position(
            self.game,
            (*self.history, made),
            run=self.run,
            memory=self.memory,
            limits=self.limits,
            left=left if left is not None and left.numbers else None,
            standings=standings,
        )

    def splits(self, experiments: Sequence[Experiment]) -> Sequence[Split]:
        """Return how each of some experiments splits the codes left, which are listed."""
        assert self.left is not None
        return listed_splits(self.left, experiments)

    @property
    def objective(self) -> str:
        """Return what a strategy is to make least from here on where nobody says it."""
        return default_objective(self.game)

    @property
    def standing(self) -> Standing:
        """Return how the play stands: the state, what was paid."""
        return self.standings[-1]

    def here(self, experiment: Experiment) -> Experiment:
        """Return an experiment in the state of the position."""
        return in_state(self.game, experiment, self.standing.state)

    def demand_possible(self, experiment: Experiment) -> None:
        """Raise `GameError` for an experiment that cannot be made in the state of the position."""
        if self.game.memory is None:
            return
        demand_going_on(self.game, self.history, self.standing)
        if (refused := refusal(self.notation, self.here(experiment))) is not None:
            raise GameError(refused)

    @cached_property
    def notation(self) -> Notation:
        """Return how experiments are written, and read that can be made now."""
        return Notation(moved(self.game, self.standing.state))

    @cached_property
    def after(self) -> Game:
        """Return the game that is left: its codes are those still possible, it begins in the state of now."""
        return game_after(moved(self.game, self.standing.state), self.history)

    @cached_property
    def table(self) -> CodeTable | None:
        """Return the game that is left with its codes listed in the core; None when there are too many."""
        if self.left is None:
            return None
        if self.left.state is None and start_of(self.left.table.game) == self.standing.state:
            return self.left.table
        return CodeTable(self.after, self.run, self.memory, self.limits)

    @cached_property
    def step(self) -> CodeTable | None:
        """Return the game of what one experiment can tell now, listed: in a game with memory not `table`."""
        if self.game.memory is None or self.left is None:
            return self.table
        return self._step_at(self.standing.state)

    def _step_at(self, state: State) -> CodeTable:
        return CodeTable(at_state(self.after, state), self.run, self.memory, self.limits)

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

    def _list_quickly(self, listed: Callable[[], CodesLeft]) -> CodesLeft | None:
        """Return the codes left, None when listing them takes long."""
        try:
            with self.run.share(_LISTING), self.run.at_most(_SECONDS):
                return listed()
        except (LimitError, StoppedError) as error:
            if reason := self.run.stop_reason():
                raise StoppedError(reason, "listing the codes left") from None
            self.unlisted = error
            return None

    def _list_all(self) -> CodesLeft:
        return self._listed(self.after)

    def _list_counted(self) -> CodesLeft:
        assert self.counter is not None
        game = self.after
        if all(slot.kind == "symbol" for slot in game.codes.slots):  # quicker than by the conditions
            rows = tuple(self.counter.listed(self.deadline()))
            space = Space(game.codes.slots, tables=(SlotTable(tuple(range(len(rows[0]))), rows),))
            game = replace(game, codes=space)
        return self._listed(game)

    def _listed(self, game: Game) -> CodesLeft:
        table = CodeTable(game, self.run, self.memory, self.limits)
        return CodesLeft(table, range(table.codes))

    def deadline(self) -> Deadline:
        """Return when questions to solvers and counters must end."""
        return Deadline(self.run.remaining())

    @property
    def weights(self) -> dict[int, int]:
        """Return the weight of each code left, by its number, of those that are listed."""
        return {} if self.left is None else dict(zip(self.left.numbers, self.left.weights(), strict=True))

    @checked
    def list(self, most: int) -> list[str]:
        """Return up to `most` of the codes left: the first ones in order, where they are listed."""
        if self.left is not None:
            return self.left.show(most)
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
    def finals(self) -> Sequence[bool]:
        """Return of each experiment made whether its outcome was final; of none where no code is left."""
        if not self.history or not self.codes or not knows_finals(self.game):
            return (False,) * len(self.history)
        code = self._one_code()  # an outcome is final or not, whichever of the codes left gives it
        return tuple(
            is_final(self.game, made.experiment, code) and self._final_for_all(made.experiment)
            for made in self.history
        )

    def _final_for_all(self, experiment: Experiment) -> bool:
        """Return whether an experiment made, final for one code left, is final for all that are left.

        The outcome decides it, by proof, where the game lists the experiment. Of a word that it does not know
        nothing is proved.
        """
        type_, assignment = experiment
        space = self.game.experiments[type_].space
        if self.codes == 1 or allows(self.game.dag, space, assignment, of_experiments=True):
            return True
        from cobra.sat.knowledge import SatKnowledge

        with SatKnowledge(self.after) as knowledge:
            return knowledge.is_surely_final(experiment)

    @property
    def final(self) -> bool:
        """Return whether the last outcome was final; in a game that a final outcome ends, whether any was, as
        experiments can be told that were made after the end.
        """
        return any(self.finals if self.game.ending == "hit" else self.finals[-1:])

    def _one_code(self) -> Assignment:
        if self.left is not None:
            return self.left.code(0)
        from cobra.sat.knowledge import SatKnowledge

        with SatKnowledge(self.after) as knowledge:
            code = knowledge.one_code()
        if code is None:
            raise GameError(say("no code fits the answers any more"))
        return code

    @cached_property
    def over(self) -> bool:
        """Return whether the game has ended, by its own rule; never while the answers are contradictory."""
        if not self.codes or self._found:
            return bool(self.codes)
        if self.game.memory is not None:
            return self.standing.lost or bool(self._stuck)
        several = self.codes > 1 or not self.exact
        return self.game.ending != "hit" and several and not self._separable()

    @property
    def _listed_several(self) -> bool:
        return self.left is not None and self.codes > 1

    @cached_property
    def _found(self) -> bool:
        """Return whether what is looked for is found."""
        ending = Ending(self.game)
        if self.game.ending == "hit":
            return ending.counted(self.codes, self.final) is not None
        if self.left is None and self.game.goal:
            return self.found_goal is not None
        if not self._listed_several or self.left is None:
            return self.exact and ending.counted(self.codes, False) is not None
        return ending.counted(len(self.left.goals()), False) is not None

    @cached_property
    def found_goal(self) -> OutcomeValue | None:
        """Return what `goal` names where it is known though the codes are not listed, else None; also when
        that is too long a question.
        """
        if self.left is not None or not self.codes or not self.game.goal:
            return None
        from cobra.sat.goals import has_one_goal  # here: slow to import, and most games are listed

        try:
            with self._briefly():
                if has_one_goal(self.after, self.deadline()):
                    return goal_value(self.game, self._one_code())
        except TimeLimitError:
            self._hurried = True
        return None

    def ask_again(self) -> None:
        """Forget what there was no time to find out of the end of the play: now there may be."""
        if self._hurried:
            for name in ("over", "_found", "found_goal", "_stuck"):
                vars(self).pop(name, None)
            self._hurried = False

    @contextmanager
    def _briefly(self) -> Iterator[None]:
        """Let something take a part of the time, and no more than some seconds."""
        with self.run.share(_ASKING), self.run.at_most(_SECONDS):
            yield

    @property
    def lost(self) -> bool:
        """Return whether the play has ended and is lost."""
        if self.game.memory is None or not self.over or self._found:
            return False
        return self.standing.lost or bool(self.standing.state) or self.game.ending == "hit"

    @property
    def unsettled(self) -> bool:
        """Return whether it was not found out if the play is over, and goes on for all that is known."""
        return self.game.memory is not None and not self.over and self._stuck is None

    @cached_property
    def _stuck(self) -> bool | None:
        """Return whether nothing can be found out any more; None when that is too long a question."""
        if self.left is None:
            return None
        try:
            with self.run.share(_ASKING):
                return is_stuck(self.left, self.standing, self._step_at, self.memory)
        except StoppedError:
            if self.run.stop_reason():
                raise
            self._hurried = True
            return None

    def _separable(self) -> bool:
        """Return whether some experiment tells codes left apart; also when that is too long a question."""
        table = self.table
        if table is None:
            from cobra.sat.asked import telling_apart  # here: slow to import, and most games are listed

            try:
                with self._briefly():
                    return telling_apart(self.after, self.deadline()) is not None
            except TimeLimitError:
                self._hurried = True
                return True
        try:
            with self.run.share(_ASKING):
                experiments = table.first_experiments(self.memory)
        except StoppedError:
            if self.run.stop_reason():
                raise
            self._hurried = True
            return True
        if experiments is None:
            return True
        return any(len(set(table.engine.partition(experiment, None))) > 1 for experiment in experiments)


def demand_codes(position: Position) -> None:
    """Raise `GameError` when no code is left."""
    if not position.codes:
        raise GameError(say("no code fits the answers any more"))


def _give_back_diagrams() -> None:
    from cobra.sat.manager import rooms  # here: slow to import, and most games need none

    rooms.empty()


def fillings(slots: Sequence[Slot]) -> int:
    """Return the number of ways to fill slots, whatever the constraints."""
    return prod(map(_values, slots))


def _values(slot: Slot) -> int:
    if slot.kind == "set":
        return sum(comb(slot.width, size) for size in range(slot.size_min, slot.size_max + 1))
    return 2 if slot.kind == "bool" else slot.width
