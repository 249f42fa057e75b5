"""Experiments that tell codes left apart, or can be final, found by SAT however many codes there are."""

from __future__ import annotations

from cobra.budget import Deadline
from cobra.model.dag import Lit
from cobra.model.game import Experiment, Game
from cobra.sat.cnf import Circuit
from cobra.sat.frame import Frame
from cobra.sat.outcomes import answers_equal
from cobra.sat.solver import SatSolver
from cobra.sat.spaces import decode, new_propositions, space_clauses


def telling_apart(game: Game, deadline: Deadline) -> Experiment | None:
    """Return an experiment that tells some codes of a game apart, None when none does.

    It is the first that a solver finds, not the first in order. `TimeLimitError` at the deadline.
    """
    for number in range(len(game.experiments)):
        found = solve_experiment(game, number, None, deadline)
        if found is not None:
            return found
    return None


def solve_experiment(
    game: Game, number: int, finals: list[Lit] | None, deadline: Deadline
) -> Experiment | None:
    """Return an experiment of a type that some code answers finally, or, without `finals`, that two answer
    differently.
    """
    type_ = game.experiments[number]
    with SatSolver(deadline=deadline) as solver:
        circuit = Circuit(solver)
        parameters = new_propositions(circuit, type_.space)
        copies = [new_propositions(circuit, game.codes) for _ in range(2 if finals is None else 1)]
        frames = [Frame(circuit, game.dag, copy, parameters) for copy in copies]
        for clause in space_clauses(circuit, frames[0], type_.space, parameters):
            circuit.require(clause)
        for frame, copy in zip(frames, copies, strict=True):
            for clause in space_clauses(circuit, frame, game.codes, copy):
                circuit.require(clause)
        if finals is None:
            equal = answers_equal(circuit, frames[0], frames[1], type_.answer)
            circuit.require([-same() for same in equal])
        else:
            circuit.require([frames[0].encode(lit) for lit in finals])
        if not solver.solve():
            return None
        return number, decode(type_.space, parameters, solver.model())
