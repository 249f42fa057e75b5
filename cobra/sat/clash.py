"""Answers that no code gives all at once: smallest sets of them, and smallest sets to leave out.

One solver knows the codes and, behind an assumption for each, the answers. What is said better and better the
longer there is time is yielded step by step: the last one before the deadline is what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from cobra.budget import Deadline
from cobra.errors import LimitError
from cobra.model.after import Steps
from cobra.model.game import Game
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.counting import MEMORY, count_codes
from cobra.sat.frame import Frame
from cobra.sat.outcomes import AnswerFormulas
from cobra.sat.solver import DEFAULT_SOLVER, SatSolver
from cobra.sat.spaces import constants, new_propositions, space_clauses

_PATIENCE: Final = 0.3
"""Seconds a solver may think before the codes are counted."""

Answers = frozenset[int]
"""Answers by their places in the history, from 0."""


class Clash:
    """The answers of a history, each of which can be demanded or not. Close it, or use it in a `with`.

    Every method raises `TimeLimitError` at the deadline.
    """

    def __init__(
        self,
        game: Game,
        history: Steps,
        deadline: Deadline | None = None,
        solver: str = DEFAULT_SOLVER,
        memory: int = MEMORY,
    ) -> None:
        self._game, self._history, self._memory = game, history, memory
        self._solver_name = solver
        self._sat = SatSolver(solver, deadline)
        self._circuit = Circuit(self._sat)
        variables = new_propositions(self._circuit, game.codes)
        frame = Frame(self._circuit, game.dag, variables)
        for clause in space_clauses(self._circuit, frame, game.codes, variables):
            self._circuit.require(clause)
        self._given: list[int] = []
        """For each answer a literal that holds when the code gives it."""
        self._demanded: list[int] = []
        """For each answer a literal that demands it: two answers may be one formula, but are two answers."""
        for (type_, assignment), outcome in history:
            experiment = game.experiments[type_]
            parameters = constants(TRUE, FALSE, experiment.space, assignment)
            plugged_in = Frame(self._circuit, game.dag, variables, parameters)
            given = self._circuit.conj(AnswerFormulas(plugged_in, experiment.answer).holds(outcome))
            demanded = self._sat.new_variable()
            self._circuit.require([-demanded, given])
            self._given.append(given)
            self._demanded.append(demanded)
        self.all: Answers = frozenset(range(len(self._given)))
        self._refuted: list[Answers] = []
        """Answers that clash, as counting shows: no core of theirs is known."""

    def __enter__(self) -> Clash:
        return self

    def __exit__(self, *_: object) -> None:
        self._sat.close()

    def fit(self, answers: Iterable[int]) -> bool:
        """Return whether some code gives all of these answers.

        That sums cannot all be right takes a solver exponential time to see, pigeon by pigeon. So when it
        takes long the codes are counted as well, by decision diagrams, which add up.
        """
        chosen = frozenset(answers)
        if any(refuted <= chosen for refuted in self._refuted):
            return False
        demanded = [self._demanded[i] for i in sorted(chosen)]
        answer = self._sat.try_to_solve(demanded, _PATIENCE)
        if answer is None and self._none_is_left(chosen):
            self._refuted.append(chosen)
            return False
        return self._sat.solve(demanded) if answer is None else answer

    def _none_is_left(self, answers: Answers) -> bool:
        """Return whether counting shows that no code gives all of these answers."""
        history = [self._history[i] for i in sorted(answers)]
        try:
            return count_codes(self._game, history, self._memory, self._sat.deadline) == 0
        except LimitError:
            return False

    def smaller_and_smaller(self) -> Iterator[tuple[Answers, bool]]:
        """Yield sets of answers that no code gives all at once, the last one with True: none is smaller.

        The answers must contradict each other, and the game have a code. A set clashes exactly when it has an
        answer of every correction, that is of every set of answers that a code which gives the others does
        not give (see `smallest_clash`).
        """
        clash = self._minimal()
        yield clash, len(clash) == 1
        if len(clash) == 1:
            return
        yield (
            smallest_clash(clash, len(self._given), self._grown_from, self._solver_name, self._sat.deadline),
            True,
        )

    def _grown_from(self, answers: Answers) -> Answers | None:
        """Return answers that some code gives, these among them; None when they clash."""
        return self._grown() if self.fit(answers) else None

    def fewer_and_fewer(self) -> Iterator[tuple[Answers, bool]]:
        """Yield sets of answers without which the others fit a code, the last one with True: none is smaller.

        The game must have a code.
        """
        self.fit(())
        wrong = self.all - self._grown()
        yield wrong, len(wrong) <= 1
        if len(wrong) <= 1:
            return
        demanded = [(1, lit) for lit in self._demanded]
        for size in range(1, len(wrong)):
            if self._sat.solve([self._circuit.at_least(demanded, len(demanded) - size)]):
                model = self._sat.model()
                wrong = frozenset(i for i, lit in enumerate(self._demanded) if not model[lit])
                break
        yield wrong, True

    def _minimal(self) -> Answers:
        """Return answers that no code gives all at once, while without any one of them some code does."""
        clash = self._core(self.all)
        for i in sorted(clash):
            if i in clash and not self.fit(clash - {i}):
                clash = self._core(clash - {i})
        return clash

    def _core(self, answers: Answers) -> Answers:
        """Return those of some clashing answers that the solver needed to see it."""
        self.fit(answers)
        for refuted in self._refuted:
            if refuted <= answers:
                return refuted
        core = set(self._sat.core())
        return frozenset(i for i in answers if self._demanded[i] in core)

    def _grown(self) -> Answers:
        """Return answers that the code of the last model gives, and more, so many that none can be added."""
        model = self._sat.model()
        fit = {i for i, lit in enumerate(self._given) if model[lit]}
        for i in sorted(self.all - fit):
            if i not in fit and self.fit((*fit, i)):
                model = self._sat.model()
                fit = {j for j, lit in enumerate(self._given) if model[lit]}
        return frozenset(fit)


def smallest_clash(
    clash: Answers,
    answers: int,
    grown: Callable[[Answers], Answers | None],
    solver: str = DEFAULT_SOLVER,
    deadline: Deadline | None = None,
) -> Answers:
    """Return a set of answers that clash, of which no other has fewer; `clash`: some that clash, of so many.

    `grown` returns as many answers as it can that fit together, those given among them; None when these
    clash. A set clashes exactly when it has one of each correction, that is of all answers left out so that
    the others fit. So a smallest set that has one of each correction known either clashes, or shows another
    correction (Ignatiev, Previti, Liffiton and Marques-Silva 2015). `TimeLimitError` at the deadline.
    """
    with SatSolver(solver, deadline) as chooser:
        circuit = Circuit(chooser)
        chosen = [chooser.new_variable() for _ in range(answers)]
        size = 1
        while size < len(clash):
            if not chooser.solve([-circuit.at_least([(1, lit) for lit in chosen], size + 1)]):
                size += 1
                continue
            model = chooser.model()
            candidate = frozenset(i for i, lit in enumerate(chosen) if model[lit])
            fitting = grown(candidate)
            if fitting is None:
                return candidate
            circuit.require([chosen[i] for i in range(answers) if i not in fitting])
    return clash
