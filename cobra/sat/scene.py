"""What a proof is about: free copies of the secret and a free experiment, constrained step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.sat.cnf import Circuit
from cobra.sat.frame import Frame
from cobra.sat.solver import Deadline, SatSolver
from cobra.sat.spaces import basic_clauses, decode, new_propositions, size_clauses

Demand = Callable[[], Iterable[Iterable[int]]]
"""Builds the clauses of one demand."""


class Scene:
    """A solver that knows some copies of the secret and, maybe, one experiment of a type, all of them free.

    What is demanded of them is added one by one, and only as long as there are models: most statements
    follow from few demands, and sizes of sets, tables and different symbols are costly to say.
    """

    def __init__(
        self,
        game: Game,
        notation: Notation,
        solver: str,
        deadline: Deadline,
        copies: int = 1,
        type_: int | None = None,
    ) -> None:
        self._game, self._notation, self._type = game, notation, type_
        self.sat = SatSolver(solver, deadline)
        self.circuit = Circuit(self.sat)
        self.parameters: list[int] = []
        self._waiting: list[Demand] = []
        self._last: list[Demand] = []
        if type_ is not None:
            space = game.experiments[type_].space
            self.parameters = new_propositions(self.circuit, space)
            frame = Frame(self.circuit, game.dag, (), self.parameters)
            self._waiting.append(partial(basic_clauses, self.circuit, frame, space, self.parameters))
            self._last.append(partial(size_clauses, self.circuit, space, self.parameters))
        self.frames: list[Frame[int]] = []
        for _ in range(copies):
            variables = new_propositions(self.circuit, game.codes)
            frame = Frame(self.circuit, game.dag, variables, self.parameters)
            self._waiting.append(partial(basic_clauses, self.circuit, frame, game.codes, variables))
            self._waiting.append(partial(size_clauses, self.circuit, game.codes, variables))
            self.frames.append(frame)

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
            if not self._waiting and not self._last:
                return True
            demand = (self._waiting or self._last).pop(0)
            for clause in demand():
                self.circuit.require(clause)
        return False

    @property
    def any_size(self) -> bool:
        """Return whether `solve` needed no sizes, tables or different symbols of the experiment."""
        return bool(self._last)

    def code(self, copy: int = 0) -> str:
        """Return a copy of the secret in the last model as text."""
        assignment = decode(self._game.codes, self.frames[copy].variables, self.sat.model())
        return self._notation.code(assignment)

    def experiment(self) -> str:
        """Return the experiment in the last model as text."""
        assert self._type is not None
        space = self._game.experiments[self._type].space
        return self._notation.experiment((self._type, decode(space, self.parameters, self.sat.model())))
