"""What is known after some answers: the codes consistent with a history, however many, as one SAT problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cobra.budget import Deadline
from cobra.model.after import Steps
from cobra.model.answers import Answer, OutcomeValue
from cobra.model.game import Assignment, Experiment, ExperimentType, Game, Observed
from cobra.model.outcomes import knows_finals
from cobra.model.unseen import ways_of
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.counting import MEMORY, count_codes
from cobra.sat.frame import Frame
from cobra.sat.outcomes import AnswerFormulas, AnswerReader, final_lit
from cobra.sat.solver import DEFAULT_SOLVER, SatSolver
from cobra.sat.spaces import (
    constants,
    decode,
    determining_literals,
    new_propositions,
    shown_propositions,
    space_clauses,
)


class SatKnowledge:
    """The codes of a game that give the seen outcome to every experiment of a history.

    Works for games far too large to enumerate: nothing here is proportional to the number of codes, except
    the iterator `codes`, which hands out one at a time. Close it, or use it in a `with`.
    """

    def __init__(
        self,
        game: Game,
        history: Steps = (),
        solver: str = DEFAULT_SOLVER,
        deadline: Deadline | None = None,
    ) -> None:
        self._game = game
        self._sat = SatSolver(solver, deadline)
        self._circuit = Circuit(self._sat)
        self._variables = new_propositions(self._circuit, game.codes)
        frame = Frame(self._circuit, game.dag, self._variables)
        for clause in space_clauses(self._circuit, frame, game.codes, self._variables):
            self._circuit.require(clause)
        self._history: list[tuple[Experiment, OutcomeValue]] = []
        for experiment, outcome in history:
            self.learn(experiment, outcome)

    def __enter__(self) -> SatKnowledge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver."""
        self._sat.close()

    def learn(self, experiment: Experiment, outcome: OutcomeValue) -> None:
        """Keep only the codes that answer `experiment` by `outcome`; `GameError` for an impossible value."""
        for lit in AnswerFormulas(self._frame(experiment), self._type(experiment).answer).holds(outcome):
            self._circuit.require([lit])
        self._history.append((experiment, outcome))

    def is_satisfiable(self) -> bool:
        """Return whether a code is left."""
        return self._sat.solve()

    def one_code(self) -> Assignment | None:
        """Return some code that is left, None when there is none."""
        return decode(self._game.codes, self._variables, self._sat.model()) if self._sat.solve() else None

    def one_code_with(self, experiment: Experiment, outcome: OutcomeValue) -> Assignment | None:
        """Return some code left that answers `experiment` by `outcome`, None when there is none."""
        if not self.is_possible(experiment, outcome):
            return None
        return decode(self._game.codes, self._variables, self._sat.model())

    def codes(self) -> Iterator[Assignment]:
        """Yield the codes left, each once, in any order; one solve and one blocking clause each."""
        active = self._sat.new_variable()
        try:
            while self._sat.solve([active]):
                model = self._sat.model()
                block = [-lit for lit in determining_literals(self._game.codes, self._variables, model)]
                code = decode(self._game.codes, self._variables, model)
                self._circuit.require([-active, *block])
                yield code
        finally:
            self._sat.add_clause([-active])

    def is_possible(self, experiment: Experiment, outcome: OutcomeValue) -> bool:
        """Return whether some code left answers `experiment` by `outcome`."""
        answer = AnswerFormulas(self._frame(experiment), self._type(experiment).answer)
        return self._sat.solve(answer.holds(outcome))

    def ends_alike(self, one: Experiment, other: Experiment) -> bool:
        """Return whether each code left gives both experiments a final outcome, or neither."""
        if not knows_finals(self._game):
            return True
        final, again = (final_lit(self._frame(made), self._type(made)) for made in (one, other))
        return not self._sat.solve([self._circuit.xor(final, again)])

    def is_surely_final(self, experiment: Experiment) -> bool:
        """Return whether each code left gives `experiment` a final outcome."""
        return not self._sat.solve([-final_lit(self._frame(experiment), self._type(experiment))])

    def outcomes(self, experiment: Experiment) -> Iterator[OutcomeValue]:
        """Yield the outcomes that codes left give to `experiment`, each once, in any order; of one that is
        drawn all that may be.
        """
        answer, seen = self._type(experiment).answer, set[OutcomeValue]()
        for way in ways_of(self._type(experiment)):
            assert isinstance(answer, Observed)
            new = set(self._outcomes(experiment, replace(answer, components=(way.cases,)))) - seen
            seen |= new
            yield from new
        if not seen:
            yield from self._outcomes(experiment, answer)

    def _outcomes(self, experiment: Experiment, answer: Answer) -> Iterator[OutcomeValue]:
        frame = self._frame(experiment)
        formulas, reader = AnswerFormulas(frame, answer), AnswerReader(frame, answer)
        active = self._sat.new_variable()
        try:
            while self._sat.solve([active]):
                outcome = reader.read(self._sat.model())
                self._circuit.require([-active, *(-lit for lit in formulas.holds(outcome))])
                yield outcome
        finally:
            self._sat.add_clause([-active])

    def count(self, memory: int = MEMORY) -> int:
        """Return the number of codes left, exactly; `memory` in bytes and errors as for `count_codes`."""
        return count_codes(self._game, self._history, memory, self._sat.deadline)

    def fixed_variables(self) -> list[tuple[int, bool]]:
        """Return the propositions outside `aux` with the same value in all codes left, ascending, and it.

        Every candidate is tested under the assumption that it is otherwise, and every model found strikes
        out all candidates that differ in it (Marques-Silva, Janota and Lynce 2010). Without a code left
        the list is empty.
        """
        if not self._sat.solve():
            return []
        model = self._sat.model()
        shown = shown_propositions(self._game.codes, self._variables)
        number = {lit: i for i, lit in enumerate(self._variables)}
        candidates = [lit if model[lit] else -lit for lit in shown]
        fixed = []
        while candidates:
            lit = candidates.pop()
            if self._sat.solve([-lit]):
                model = self._sat.model()
                candidates = [other for other in candidates if model[other]]
            else:
                self._sat.add_clause([lit])
                fixed.append((number[abs(lit)], lit > 0))
        return sorted(fixed)

    def _type(self, experiment: Experiment) -> ExperimentType:
        return self._game.experiments[experiment[0]]

    def _frame(self, experiment: Experiment) -> Frame[int]:
        parameters = constants(TRUE, FALSE, self._type(experiment).space, experiment[1])
        return Frame(self._circuit, self._game.dag, self._variables, parameters)
