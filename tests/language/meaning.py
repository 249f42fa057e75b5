"""What an elaborated game answers, experiment by experiment and code by code, in the words of the game."""

from __future__ import annotations

from typing import Any

from cobra.model.game import Assignment, Game, Space
from tests import oracle

Filled = dict[str, Any]
"""Unknowns or parameters by name: a symbol, a truth value, a tuple of symbols (a set), or a dict by index."""


def filled(space: Space, assignment: Assignment) -> Filled:
    """Return an assignment as values by name."""
    values: Filled = {}
    for slot, position in zip(space.slots, assignment, strict=True):
        value: Any
        if slot.kind == "bool":
            value = bool(position)
        elif slot.kind == "symbol":
            value = slot.symbols[position]
        else:
            value = tuple(symbol for i, symbol in enumerate(slot.symbols) if position >> i & 1)
        if slot.index:
            key = slot.index[0] if len(slot.index) == 1 else slot.index
            values.setdefault(slot.family, {})[key] = value
        else:
            values[slot.family] = value
    return values


def codes(game: Game) -> list[Filled]:
    """Return all codes in order."""
    return [filled(game.codes, code) for code in oracle.codes(game)]


def experiments(game: Game) -> list[tuple[str, Filled]]:
    """Return all experiments in order: the label of the type, and the parameters."""
    return [
        (game.experiments[number].label, filled(game.experiments[number].space, assignment))
        for number, assignment in oracle.experiments(game)
    ]


def answers(game: Game) -> list[tuple[str, Filled, Filled, tuple[Any, ...]]]:
    """Return (label, parameters, code, answer) for every experiment and code."""
    found = []
    for experiment in oracle.experiments(game):
        type_ = game.experiments[experiment[0]]
        parameters = filled(type_.space, experiment[1])
        for code in oracle.codes(game):
            answer = oracle.outcome(game, experiment, code)
            found.append((type_.label, parameters, filled(game.codes, code), answer))
    return found
