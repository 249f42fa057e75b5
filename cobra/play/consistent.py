"""An experiment that makes sense where there are too many codes to list: found by SAT, none compared."""

from __future__ import annotations

from cobra.budget import Deadline
from cobra.errors import StoppedError, TimeLimitError
from cobra.model.dag import Lit
from cobra.model.game import Experiment, Game
from cobra.model.outcomes import knows_finals
from cobra.play.position import Position
from cobra.play.split import final_formulas
from cobra.sat.cnf import Circuit
from cobra.sat.frame import Frame
from cobra.sat.outcomes import answers_equal
from cobra.sat.solver import SatSolver
from cobra.sat.spaces import decode, new_propositions, space_clauses


def consistent_experiment(position: Position) -> Experiment | None:
    """Return an experiment that could still be final: a code that fits all answers, asked (Shapiro 1983).

    Where no outcome can be final it is one that tells some codes left apart; None when none does. It is the
    first that a solver finds, not the first in order.
    """
    game = position.after
    deadline = Deadline(position.run.remaining())
    try:
        if knows_finals(game):
            for number, type_ in enumerate(game.experiments):
                finals = final_formulas(type_)
                found = _solve(game, number, finals, deadline) if finals else None
                if found is not None:
                    return found
        for number in range(len(game.experiments)):
            found = _solve(game, number, None, deadline)
            if found is not None:
                return found
    except TimeLimitError:
        raise StoppedError("time", "finding an experiment") from None
    return None


def _solve(game: Game, number: int, finals: list[Lit] | None, deadline: Deadline) -> Experiment | None:
    """Return an experiment of a type that some code left answers finally, or that two answer differently."""
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
