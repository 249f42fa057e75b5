"""Can some experiment tell two codes apart? Evaluated for a single experiment, else asked of a SAT solver."""

from __future__ import annotations

from collections.abc import Sequence

from cobra.budget import Deadline
from cobra.model.game import true_propositions
from cobra.sat.cnf import Circuit
from cobra.sat.frame import Frame
from cobra.sat.outcomes import answers_equal
from cobra.sat.solver import SatSolver
from cobra.sat.spaces import new_propositions, space_clauses
from cobra.strategy.check.meaning import Meaning

Pair = tuple[int, int]
"""The numbers of two codes."""


def separable(meaning: Meaning, pairs: Sequence[Pair], deadline: Deadline) -> set[Pair]:
    """Return the pairs of codes to which some experiment has different answers.

    `TimeLimitError` at the deadline.
    """
    found: set[Pair] = set()
    for type_, of in enumerate(meaning.game.experiments):
        open_ = [pair for pair in dict.fromkeys(pairs) if pair not in found]
        if not open_:
            break
        if of.space.slots:
            found |= _solved(meaning, type_, open_, deadline)
        elif meaning.allows((type_, ())):
            answers = [meaning.answers([((type_, ()), pair[side]) for pair in open_]) for side in (0, 1)]
            found |= {pair for pair, a, b in zip(open_, *answers, strict=True) if a[0] != b[0]}
    return found


def _solved(meaning: Meaning, type_: int, pairs: Sequence[Pair], deadline: Deadline) -> set[Pair]:
    """Return the pairs told apart by an experiment of a type, free in a solver beside two free codes."""
    game, experiment = meaning.game, meaning.game.experiments[type_]
    with SatSolver(deadline=deadline) as solver:
        circuit = Circuit(solver)
        copies = [new_propositions(circuit, game.codes) for _ in range(2)]
        parameters = new_propositions(circuit, experiment.space)
        one, other = (Frame(circuit, game.dag, copy, parameters) for copy in copies)
        for clause in space_clauses(circuit, one, experiment.space, parameters):
            circuit.require(clause)
        equal = answers_equal(circuit, one, other, experiment.answer)
        circuit.require([-same() for same in equal])

        def are_told_apart(pair: Pair) -> bool:
            true = [true_propositions(game.codes, meaning.codes[code]) for code in pair]
            return solver.solve(
                [
                    lit if number in held else -lit
                    for held, copy in zip(true, copies, strict=True)
                    for number, lit in enumerate(copy)
                ]
            )

        return {pair for pair in pairs if are_told_apart(pair)}
