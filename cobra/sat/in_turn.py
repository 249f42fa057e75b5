"""All experiments made one after the other: what is answered then, as literals, whatever the code is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cobra.errors import LimitError
from cobra.model.game import Experiment, Game
from cobra.model.memory import at_state, own_slots, start_of
from cobra.model.spaces import experiments
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.frame import Frame
from cobra.sat.spaces import constants

MOST: Final = 100
"""Experiments that are made one after the other."""
STEPS: Final = 10_000
"""Partial assignments visited to list them."""


def few_experiments(game: Game) -> list[Experiment]:
    """Return the experiments that can be made at the beginning, or none where there are many, or no state."""
    if not start_of(game):
        return []
    try:
        listed = experiments(at_state(game, start_of(game)), STEPS)
    except LimitError:
        return []
    return listed if len(listed) <= MOST else []


def made_in_turn(
    circuit: Circuit, game: Game, variables: Sequence[int], made: Sequence[Experiment]
) -> Iterator[tuple[int, Frame[int], int]]:
    """Yield for each experiment its type, its formulas at the state it is made in, whether it can be made.

    `variables` are the secret. An experiment that cannot be made in its state is left out.
    """
    state: list[int] = []
    for number, assignment in made:
        type_ = game.experiments[number]
        slots = type_.space.slots[len(own_slots(type_.space.slots)) :]
        parameters = constants(TRUE, FALSE, type_.space, assignment)
        first = min(slot.first for slot in slots)
        parameters[first:] = state or parameters[first:]
        frame = Frame(circuit, game.dag, variables, parameters)
        can_be_made = circuit.conj([frame.encode(lit) for lit in type_.space.constraints])
        yield number, frame, can_be_made
        after = [frame.encode(lit) for cases in type_.after for lit in cases.lits]
        pairs = zip(after, parameters[first:], strict=True)
        state = [circuit.ite(can_be_made, then, before) for then, before in pairs]
