"""Exact numbers of codes, by decision diagrams built from the formulas: no enumeration and no auxiliaries.

The codes consistent with two guesses of
Mastermind with 12 pegs and 12 colours, some 10^10 of 10^12, take about two million nodes and a second.
Where a diagram does not fit into the memory allowed there is a `LimitError`, never a wrong number.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from oxidd.util import DDMemoryError

from cobra.budget import Deadline
from cobra.errors import LimitError
from cobra.model.after import Steps
from cobra.model.answers import OutcomeValue
from cobra.model.game import Assignment, Cases, Experiment, Game, Value
from cobra.sat import left_alone
from cobra.sat.diagrams import Diagram, Diagrams, proposition_order
from cobra.sat.draws import draw_codes
from cobra.sat.frame import Frame
from cobra.sat.listing import list_codes
from cobra.sat.manager import Room, rooms, start
from cobra.sat.outcomes import AnswerFormulas, ShiftedSum, shifted_sums
from cobra.sat.spaces import constants
from cobra.texts import language, speaking

T = TypeVar("T")


MEMORY: Final = 1 << 30
"""Bytes a count may use when nothing is said."""

BYTES_A_NODE: Final = 48
"""Measured: a node with its share of the unique table and of the operation cache."""

FIRST_NODES: Final = 1 << 22
"""Room of the first attempt; a manager of this size starts in milliseconds, and takes memory as it fills."""

MORE_NODES: Final = 16
"""Each further attempt has so many times the room."""


def count_codes(
    game: Game, history: Steps = (), memory: int = MEMORY, deadline: Deadline | None = None
) -> int:
    """Return the number of codes consistent with a history.

    `memory` is in bytes; `LimitError` ("memory") when it does not suffice, `TimeLimitError` at the deadline.
    """
    return CodeCounter(game, history, memory).count(deadline)


def count_outcomes(
    game: Game,
    experiment: Experiment,
    history: Steps = (),
    memory: int = MEMORY,
    deadline: Deadline | None = None,
) -> dict[OutcomeValue, int]:
    """Return how many of the codes consistent with a history give each outcome, for those that some code
    gives.

    The outcomes come in their order; memory and errors as for `count_codes`.
    """
    return CodeCounter(game, history, memory).split(experiment, deadline)


class CodeCounter:
    """The codes consistent with a history as one diagram, built at the first question and kept for others.

    All counters of a process share the memory: a diagram that is in the way of another is built again when
    it is asked for. Memory and errors as for `count_codes`; after an error one may ask again.
    """

    def __init__(self, game: Game, history: Steps = (), memory: int = MEMORY) -> None:
        self._game = game
        self._history = tuple(history)
        self._memory = memory
        self._attempt: _Attempt | None = None
        self._nodes = min(FIRST_NODES, max(memory // BYTES_A_NODE, 1))

    def __getstate__(self) -> dict[str, object]:
        """Return what copies and other processes get: all but the diagram, which they build when asked."""
        return {**vars(self), "_attempt": None}

    def count(self, deadline: Deadline | None = None) -> int:
        """Return the number of codes."""
        return self._ask(deadline, lambda attempt: attempt.size(attempt.codes))

    def split(self, experiment: Experiment, deadline: Deadline | None = None) -> dict[OutcomeValue, int]:
        """Return the numbers of codes for the outcomes of an experiment, as `count_outcomes` does."""
        return self._ask(deadline, lambda attempt: attempt.split(experiment))

    def held(self, deadline: Deadline | None = None) -> list[int]:
        """Return for each proposition of the secret the number of codes in which it holds."""
        return self._ask(deadline, lambda attempt: attempt.held())

    def draw(
        self, number: int, random: Random, deadline: Deadline | None = None, *, even: bool = False
    ) -> list[Assignment]:
        """Return codes drawn at random, with replacement, as `draw_codes` does; none when there is none."""
        return self._ask(deadline, lambda attempt: attempt.draw(number, random, even))

    def listed(self, deadline: Deadline | None = None) -> list[Assignment]:
        """Return all codes in order, of a secret whose slots all hold a symbol."""
        return self._ask(deadline, lambda attempt: attempt.listed())

    def nodes(self, deadline: Deadline | None = None) -> int:
        """Return the size of the diagram, which says how long questions take."""
        return self._ask(deadline, lambda attempt: attempt.codes.node_count())

    def _ask(self, deadline: Deadline | None, question: Callable[[_Attempt], T]) -> T:
        """Answer a question.

        The work is done by a thread, because one operation on large diagrams can take long and cannot be
        interrupted: at the deadline, or at Ctrl-C, it is left to end by itself.
        """
        deadline = deadline or Deadline()
        own_deadline = Deadline(deadline.remaining())
        results: list[T | BaseException] = []
        waiting = True
        spoken = language()  # by the thread, too, which may say what is wrong

        def work() -> None:
            try:
                with speaking(spoken):
                    results.append(self._answer(own_deadline, question))
            except BaseException as error:
                # with its traceback, when nobody takes the error, it would keep the diagrams at work
                results.append(error if waiting else error.with_traceback(None))

        worker = threading.Thread(target=work, daemon=True)
        try:
            start(worker, self._game.codes.propositions)
            while worker.is_alive():
                deadline.check("counting the codes")
                worker.join(0.05)
        finally:
            waiting = False
            own_deadline.expire()
            if worker.is_alive():
                self.release()
                rooms.leave()
                left_alone.leave_alone(worker)
        result = results.pop()
        if isinstance(result, BaseException):
            try:
                raise result
            finally:
                del result  # what an error refers to, the diagrams at work, goes with it
        return result

    def _answer(self, deadline: Deadline, question: Callable[[_Attempt], T]) -> T:
        """Answer a question, with more and more room up to the memory allowed."""
        most = max(self._memory // BYTES_A_NODE, 1)
        while True:
            deadline.check("the exact count")
            attempt = self._attempt
            if attempt is None:
                left_alone.wait(lambda: deadline.check("waiting for a count that was given up"))
                room = rooms.get(self._game.codes.propositions, self._nodes, most)
            else:
                room = attempt.room
            try:
                if attempt is None:
                    attempt = _Attempt(self._game, self._history, room, deadline)
                attempt.diagrams.deadline = deadline
                answer = question(attempt)
            except DDMemoryError:
                attempt = None  # with which its nodes are not needed any more
            else:
                self._attempt = attempt
                room.keep(self)
                return answer
            alone = not room.shared(self)
            room.clear()
            if alone and room.nodes >= most:
                # how much more is unknown; that more is needed is what the message must not hide
                raise LimitError("memory", self._memory + 1, self._memory, "the exact count of the codes")
            if alone:
                self._nodes = min(MORE_NODES * room.nodes, most)

    def release(self) -> None:
        """Let go of the diagram; the next question builds it again."""
        self._attempt = None


class _Attempt:
    """The diagram of the codes consistent with a history."""

    def __init__(self, game: Game, history: Steps, room: Room, deadline: Deadline) -> None:
        self._game = game
        self._width = game.codes.propositions
        self._order = proposition_order(game.codes)
        self.room = room
        self.diagrams = Diagrams(room.manager, self._order, deadline)
        self.codes = self._consistent(history)

    def _consistent(self, history: Steps) -> Diagram:
        diagrams = self.diagrams
        frame = Frame(diagrams, self._game.dag, diagrams.variables)
        codes = diagrams.space(frame, self._game.codes)
        for experiment, outcome in history:
            answer = self._game.experiments[experiment[0]].answer
            for formula in AnswerFormulas(self._frame(experiment), answer).holds(outcome):
                codes = codes & formula
        return codes

    def size(self, codes: Diagram) -> int:
        """Return the number of codes."""
        return codes.sat_count(self._width)

    def held(self) -> list[int]:
        """Return for each proposition the number of codes in which it holds."""
        counts = []
        for proposition in self.diagrams.variables:
            self.diagrams.deadline.check("counting the codes")
            counts.append(self.size(self.codes & proposition))
        return counts

    def draw(self, number: int, random: Random, even: bool) -> list[Assignment]:
        """Return codes drawn at random."""
        if not self.codes.satisfiable():
            return []
        deadline = self.diagrams.deadline
        return draw_codes(
            self.codes,
            self._game.codes,
            self._order,
            number,
            random,
            lambda: deadline.check("drawing codes"),
            even=even,
        )

    def listed(self) -> list[Assignment]:
        """Return all codes."""
        deadline = self.diagrams.deadline
        return list_codes(self.codes, self._game.codes.slots, lambda: deadline.check("listing the codes"))

    def split(self, experiment: Experiment) -> dict[OutcomeValue, int]:
        """Return the numbers of codes for the outcomes of an experiment."""
        frame = self._frame(experiment)
        parts: list[tuple[tuple[Value, ...], Diagram]] = [((), self.codes)]
        answer = AnswerFormulas(frame, self._game.experiments[experiment[0]].answer)
        for component in shifted_sums(answer.components):
            finer: list[tuple[tuple[Value, ...], Diagram]] = []
            for values, part in parts:
                for value, piece in self._pieces(frame, part, component, values):
                    finer.append(((*values, value), piece))
            parts = finer
        return {values: self.size(part) for values, part in parts}

    def _pieces(
        self, frame: Frame[Diagram], codes: Diagram, component: ShiftedSum | Cases, earlier: tuple[Value, ...]
    ) -> list[tuple[Value, Diagram]]:
        """Return the values a component takes over `codes`, in order, with the codes that take them."""
        pieces: list[tuple[Value, Diagram]] = []
        if isinstance(component, Cases):
            for value, lit in zip(component.values, component.lits, strict=True):
                piece = codes & frame.encode(lit)
                if piece != self.diagrams.false:
                    pieces.append((value, piece))
            return pieces
        shift = component.shifted(0, earlier)
        terms, digit = frame.terms(component.value), 0
        while codes != self.diagrams.false:
            digit, more = self._least(codes, terms, digit)
            pieces.append((component.value.constant + digit - shift, codes & ~more))
            codes = codes & more
            digit += 1
        return pieces

    def _least(self, codes: Diagram, terms: Sequence[tuple[int, Diagram]], low: int) -> tuple[int, Diagram]:
        """Return the least value that a sum has for some of `codes`, and that it is greater.

        It is `low` at least, and mostly is: the values of weights of a million are far apart, so steps are
        doubled until some code has less, and then halved.
        """
        step = 1
        more = self.diagrams.at_least(terms, low + step)
        while codes & ~more == self.diagrams.false:
            low, step = low + step, 2 * step
            more = self.diagrams.at_least(terms, low + step)
        while step > 1:
            near = self.diagrams.at_least(terms, low + step // 2)
            if codes & ~near == self.diagrams.false:
                low, step = low + step // 2, step - step // 2
            else:
                step, more = step // 2, near
        return low, more

    def _frame(self, experiment: Experiment) -> Frame[Diagram]:
        space = self._game.experiments[experiment[0]].space
        parameters = constants(self.diagrams.true, self.diagrams.false, space, experiment[1])
        return Frame(self.diagrams, self._game.dag, self.diagrams.variables, parameters)
