"""Is the goal known, and can the experiments always find it out? Answered by two codes, if not.

For the second question experiments are collected: as long as two codes with different goals are told apart by
none of them, one that does is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.budget import Deadline
from cobra.model.game import Assignment, Game, Observed
from cobra.model.show import Notation
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.frame import Frame
from cobra.sat.outcomes import answers_equal
from cobra.sat.scene import Scene, Undecided
from cobra.sat.solver import DEFAULT_SOLVER
from cobra.sat.spaces import constants, decode

ROUNDS: Final = 200
"""Experiments collected at most."""


def undecided_goal(
    game: Game, solver: str = DEFAULT_SOLVER, deadline: Deadline | None = None
) -> tuple[str, str] | None:
    """Return two codes with different goals that no experiment tells apart; None: there are none.

    `Undecided` or `TimeLimitError` when it could not be settled.
    """
    deadline = deadline or Deadline()
    notation = Notation(game)
    with Scene(game, notation, solver, deadline, 2) as scene:
        _require_other_goal(game, scene)
        for _ in range(ROUNDS):
            if not scene.solve():
                return None
            model = scene.sat.model()
            codes = [decode(game.codes, frame.variables, model) for frame in scene.frames]
            found = _telling_apart(game, notation, solver, deadline, codes)
            if found is None:
                return notation.code(codes[0]), notation.code(codes[1])
            _require_same_answer(game, scene.circuit, scene.frames, *found)
    raise Undecided(f"not settled by {ROUNDS} experiments")


def has_one_goal(game: Game, deadline: Deadline) -> bool:
    """Return whether all codes have the same goal; `TimeLimitError` when that could not be settled."""
    with Scene(game, Notation(game), DEFAULT_SOLVER, deadline, 2) as scene:
        _require_other_goal(game, scene)
        return not scene.solve()


def _require_other_goal(game: Game, scene: Scene) -> None:
    """Demand that both copies of the secret have different goals."""
    goal = Observed(game.goal, tuple(range(len(game.goal))))
    first, second = scene.frames
    scene.require([-build() for build in answers_equal(scene.circuit, first, second, goal)])


def _telling_apart(
    game: Game, notation: Notation, solver: str, deadline: Deadline, codes: Sequence[Assignment]
) -> tuple[int, Assignment] | None:
    """Return an experiment, type and assignment, that two codes answer differently, if there is one."""
    for number, type_ in enumerate(game.experiments):
        with Scene(game, notation, solver, deadline, 0, number) as scene:
            frames = [
                Frame(scene.circuit, game.dag, constants(TRUE, FALSE, game.codes, code), scene.parameters)
                for code in codes
            ]
            scene.require(
                [-build() for build in answers_equal(scene.circuit, frames[0], frames[1], type_.answer)]
            )
            if scene.solve():
                return number, decode(type_.space, scene.parameters, scene.sat.model())
    return None


def _require_same_answer(
    game: Game, circuit: Circuit, frames: Sequence[Frame[int]], number: int, experiment: Assignment
) -> None:
    type_ = game.experiments[number]
    parameters = constants(TRUE, FALSE, type_.space, experiment)
    asked = [Frame(circuit, game.dag, frame.variables, parameters) for frame in frames]
    for build in answers_equal(circuit, asked[0], asked[1], type_.answer):
        circuit.require([build()])
