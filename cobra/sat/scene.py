"""What a proof is about: free copies of the secret and a free experiment, constrained step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from cobra.budget import Deadline
from cobra.model.game import Game
from cobra.model.memory import experiment_state, show_state
from cobra.model.show import Notation
from cobra.sat.cnf import Circuit
from cobra.sat.frame import Frame
from cobra.sat.solver import SatSolver
from cobra.sat.spaces import constraint_clauses, decode, new_propositions, size_clauses, symbol_clauses

Demand = Callable[[], Iterable[Iterable[int]]]
"""Builds the clauses of one demand."""


class Undecided(Exception):
    """A search gave up; says why."""


class Scene:
    """A solver that knows some copies of the secret and, maybe, one experiment of a type, all of them free.

    With `apart` each copy of the secret has an experiment of its own.

    What is demanded of them is added one by one, and only as long as there are models: most statements
    follow from few demands, such as what answers say. The constraints of a game come after those: they may be
    arithmetic that takes a solver long. Sizes of sets, tables and different symbols are costly to say.
    """

    def __init__(
        self,
        game: Game,
        notation: Notation,
        solver: str,
        deadline: Deadline,
        copies: int = 1,
        type_: int | None = None,
        apart: bool = False,
    ) -> None:
        self._game, self._notation, self._type = game, notation, type_
        self.sat = SatSolver(solver, deadline)
        self.circuit = Circuit(self.sat)
        self._waiting: list[Demand] = []
        self._constraints: list[Demand] = []
        self._last: list[Demand] = []
        asked = [] if type_ is None else [self._experiment(type_) for _ in range(copies if apart else 1)]
        self.parameters = asked[0] if asked else []
        self._asked = len(asked)
        self.frames: list[Frame[int]] = []
        for copy in range(copies):
            variables = new_propositions(self.circuit, game.codes)
            parameters = asked[copy] if apart else self.parameters
            frame = Frame(self.circuit, game.dag, variables, parameters)
            self._waiting.append(partial(symbol_clauses, self.circuit, game.codes, variables))
            self._constraints.append(partial(constraint_clauses, frame, game.codes))
            self._constraints.append(partial(size_clauses, self.circuit, game.codes, variables))
            self.frames.append(frame)

    def _experiment(self, type_: int) -> list[int]:
        """Add a free experiment of a type and return its propositions."""
        space = self._game.experiments[type_].space
        parameters = new_propositions(self.circuit, space)
        frame = Frame(self.circuit, self._game.dag, (), parameters)
        self._waiting.append(partial(symbol_clauses, self.circuit, space, parameters))
        self._constraints.append(partial(constraint_clauses, frame, space))
        self._last.append(partial(size_clauses, self.circuit, space, parameters))
        return parameters

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *_: object) -> None:
        self.sat.close()

    def require(self, literals: Iterable[int]) -> None:
        """Demand at once that one of `literals` holds."""
        self.circuit.require(literals)

    def require_later(self, literal: Callable[[], int]) -> None:
        """Demand that a literal holds, built when the demands before it have a model."""
        self._waiting.append(lambda: [[literal()]])

    def solve(self) -> bool:
        """Return whether all demands have a model; it is then the solver's last model."""
        while self.sat.solve():
            stage = self._waiting or self._constraints or self._last
            if not stage:
                return True
            demand = stage.pop(0)
            for clause in demand():
                self.circuit.require(clause)
        return False

    @property
    def any_size(self) -> bool:
        """Return whether `solve` needed no sizes, tables or different symbols of an experiment, of neither
        where there are two.
        """
        return len(self._last) == self._asked > 0

    def code(self, copy: int = 0) -> str:
        """Return a copy of the secret in the last model as text."""
        assignment = decode(self._game.codes, self.frames[copy].variables, self.sat.model())
        return self._notation.code(assignment)

    def experiment(self, copy: int | None = None) -> str:
        """Return the experiment in the last model, or that of a copy of the secret, as text."""
        assert self._type is not None
        space = self._game.experiments[self._type].space
        parameters = self.parameters if copy is None else self.frames[copy].parameters
        assignment = decode(space, parameters, self.sat.model())
        shown = self._notation.experiment((self._type, assignment))
        memory = self._game.memory
        if memory is None or not memory.slots:
            return shown
        return f"{shown} (with {show_state(memory, experiment_state(self._game, assignment))})"
