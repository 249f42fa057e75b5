"""Exact numbers of codes, by decision diagrams built from the formulas: no enumeration and no auxiliaries.

The codes consistent with two guesses of
Mastermind with 12 pegs and 12 colours, some 10^10 of 10^12, take about two million nodes and a second.
Where a diagram does not fit into the memory allowed there is a `LimitError`, never a wrong number.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from oxidd.util import DDMemoryError

from cobra.errors import LimitError
from cobra.model.answers import OutcomeValue
from cobra.model.game import Assignment, Cases, Game, Value
from cobra.sat.diagrams import Diagram, Diagrams, proposition_order
from cobra.sat.frame import Frame
from cobra.sat.outcomes import AnswerFormulas, ShiftedSum, shifted_sums
from cobra.sat.solver import Deadline
from cobra.sat.spaces import constants

T = TypeVar("T")

Experiment = tuple[int, Assignment]
"""The number of an experiment type and the assignment of its space."""
History = Sequence[tuple[Experiment, OutcomeValue]]
"""Experiments made, each with the outcome seen."""

MEMORY: Final = 1 << 30
"""Bytes a count may use when nothing is said."""

BYTES_A_NODE: Final = 48
"""Measured: a node with its share of the unique table and of the operation cache."""

FIRST_NODES: Final = 1 << 18
"""Room of the first attempt; a manager of this size starts in a few milliseconds."""


def count_codes(
    game: Game, history: History = (), memory: int = MEMORY, deadline: Deadline | None = None
) -> int:
    """Return the number of codes consistent with a history.

    `memory` is in bytes; `LimitError` ("memory") when it does not suffice, `TimeLimitError` at the deadline.
    """
    return _count(game, memory, deadline, lambda counter: counter.size(counter.consistent(history)))


def count_outcomes(
    game: Game,
    experiment: Experiment,
    history: History = (),
    memory: int = MEMORY,
    deadline: Deadline | None = None,
) -> dict[OutcomeValue, int]:
    """Return how many of the codes consistent with a history give each outcome, for those that some code
    gives.

    The outcomes come in their order; memory and errors as for `count_codes`.
    """

    def split(counter: _Counter) -> dict[OutcomeValue, int]:
        return counter.split(counter.consistent(history), experiment)

    return _count(game, memory, deadline, split)


class _Counter:
    """One attempt to count, with room for a given number of nodes."""

    def __init__(self, game: Game, nodes: int, deadline: Deadline) -> None:
        self._game = game
        self._width = game.codes.propositions
        self._diagrams = Diagrams(proposition_order(game.codes), nodes, deadline)

    def consistent(self, history: History) -> Diagram:
        """Return the codes consistent with a history."""
        diagrams = self._diagrams
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

    def split(self, codes: Diagram, experiment: Experiment) -> dict[OutcomeValue, int]:
        """Return the numbers of codes for the outcomes of an experiment."""
        frame = self._frame(experiment)
        parts: list[tuple[tuple[Value, ...], Diagram]] = [((), codes)]
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
                if piece != self._diagrams.false:
                    pieces.append((value, piece))
            return pieces
        shift = component.shifted(0, earlier)
        terms, digit = frame.terms(component.value), 0
        while codes != self._diagrams.false:
            more = self._diagrams.at_least(terms, digit + 1)
            piece = codes & ~more
            if piece != self._diagrams.false:
                pieces.append((component.value.constant + digit - shift, piece))
            codes = codes & more
            digit += 1
        return pieces

    def _frame(self, experiment: Experiment) -> Frame[Diagram]:
        space = self._game.experiments[experiment[0]].space
        parameters = constants(self._diagrams.true, self._diagrams.false, space, experiment[1])
        return Frame(self._diagrams, self._game.dag, self._diagrams.variables, parameters)


def _count(game: Game, memory: int, deadline: Deadline | None, question: Callable[[_Counter], T]) -> T:
    """Ask a counter, with more and more room up to `memory`.

    The work is done by a thread, because one operation on large diagrams can take long and cannot be
    interrupted: at the deadline, or at Ctrl-C, it is left to end by itself.
    """
    deadline = deadline or Deadline()
    own_deadline = Deadline(deadline.remaining())
    most = max(memory // BYTES_A_NODE, 1)
    results: list[T | BaseException] = []

    def work() -> None:
        nodes = min(FIRST_NODES, most)
        while True:
            try:
                results.append(question(_Counter(game, nodes, own_deadline)))
            except DDMemoryError:
                if nodes < most:
                    nodes = min(16 * nodes, most)
                    continue
                # how much more is unknown; that more is needed is what the message must not hide
                results.append(LimitError("memory", memory + 1, memory, "the exact count of the codes"))
            except BaseException as error:
                results.append(error)
            return

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            deadline.check("the exact count")
            worker.join(0.05)
    finally:
        own_deadline.expire()
    result = results[0]
    if isinstance(result, BaseException):
        raise result
    return result
