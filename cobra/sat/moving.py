"""Can the secret always move? A code is looked for none of whose moves leads to a code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cobra.model.evaluate import evaluate_all
from cobra.model.game import Assignment, Game, Move, true_propositions
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.frame import Frame
from cobra.sat.scene import Scene
from cobra.sat.solver import SatSolver
from cobra.sat.spaces import decode, determining_literals, new_propositions, shown_propositions, space_clauses


def finds_stuck_code(game: Game, scene: Scene, solver: str) -> bool:
    """Return whether a code cannot move; it is then in the last model of the scene, which has one secret.

    Where conditions make codes of some secrets only, a move may have a value and lead to no code all the
    same. So codes are found one by one of which no move known leads to a code: each cannot move, or shows
    one more move that leads some to codes.
    """
    assert game.unseen is not None
    moves, codes = game.unseen.moves, game.codes
    if not codes.constraints:  # what moves is in no list of words, so any value of its own will do
        frame = scene.frames[0]
        none = [
            -scene.circuit.disj([frame.encode(lit) for c in move.targets for lit in c.lits]) for move in moves
        ]
        scene.require(none)
        return scene.solve()
    with SatSolver(solver, scene.sat.deadline) as sat:
        circuit = Circuit(sat)
        propositions = new_propositions(circuit, codes)
        for clause in space_clauses(circuit, Frame(circuit, game.dag, propositions), codes, propositions):
            circuit.require(clause)
        shown = shown_propositions(codes, propositions)
        while scene.solve():
            code = decode(codes, scene.frames[0].variables, scene.sat.model())
            for values in _reached(game, code):
                true = true_propositions(codes, _moved(code, moves, values))
                held = {propositions[place] for place in true}
                if sat.solve([lit if lit in held else -lit for lit in shown]):
                    _exclude(game, scene, values)
                    break
            else:
                return True
    return False


def _reached(game: Game, code: Assignment) -> Iterator[tuple[int, ...]]:
    """Yield what the unknowns that move become from a code, whether that is a code or not."""
    assert game.unseen is not None
    secret = true_propositions(game.codes, code)
    choices = []
    for move in game.unseen.moves:
        symbols = game.codes.slots[move.slot].symbols
        held = [
            symbols.index(value)
            for cases in move.targets
            for value, holds in zip(cases.values, evaluate_all(game.dag, cases.lits, secret, ()), strict=True)
            if holds
        ]
        choices.append(dict.fromkeys(held))
    return product(*choices)


def _moved(code: Assignment, moves: tuple[Move, ...], values: tuple[int, ...]) -> Assignment:
    after = list(code)
    for move, value in zip(moves, values, strict=True):
        after[move.slot] = value
    return tuple(after)


def _exclude(game: Game, scene: Scene, values: tuple[int, ...]) -> None:
    """Demand a code that does not become these values, or is no code with them.

    Helpers, which follow from the rest, would have to be said to follow: there it is another code alone.
    """
    assert game.unseen is not None
    codes, circuit, frame = game.codes, scene.circuit, scene.frames[0]
    if any(slot.aux for slot in codes.slots):
        literals = determining_literals(codes, frame.variables, scene.sat.model())
        scene.require([-lit for lit in literals])
        return
    after, becomes = list(frame.variables), []
    for move, value in zip(game.unseen.moves, values, strict=True):
        slot = codes.slots[move.slot]
        for place in range(slot.width):
            after[slot.first + place] = TRUE if place == value else FALSE
        targets = [
            lit
            for cases in move.targets
            for symbol, lit in zip(cases.values, cases.lits, strict=True)
            if symbol == slot.symbols[value]
        ]
        becomes.append(circuit.disj([frame.encode(lit) for lit in targets]))
    moved = Frame(circuit, game.dag, after)
    conditions = [moved.encode(lit) for lit in codes.constraints]
    scene.require([-lit for lit in (*becomes, *conditions)])
