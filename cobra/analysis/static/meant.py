"""For which games a plan fixed in advance has a meaning, and what is asked and answered there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from cobra.errors import GameError
from cobra.model.answers import component_lits, components_of
from cobra.model.dag import PARAMETER, Lit
from cobra.model.game import ExperimentType, Game
from cobra.model.memory import at_state, start_of

_INSTEAD: Final = "`cobra optimal` finds the best strategy that goes by the answers"
_FOLLOWS: Final = "it follows from what was done and answered before"


def demand_a_plan(game: Game) -> None:
    """Raise `GameError` where a plan fixed in advance means nothing, or is not the one to look for."""
    for reason in _reasons(game):
        raise GameError(f"a plan fixed in advance is not possible where {reason}; {_INSTEAD}")


def _reasons(game: Game) -> Iterator[str]:
    """Yield why a plan has no meaning."""
    if game.unseen is not None:
        if game.unseen.moves:
            yield "the secret moves: what an experiment tells of it depends on when it is made"
        if game.unseen.endless:
            yield "any number of answers may be wrong: then no number of answers is certain"
    if game.memory is not None:
        if game.memory.loses:
            yield "plays can be lost: then a play is over, and a plan goes on"
        for type_ in game.experiments:
            answers = [lit for component in components_of(type_.answer) for lit in component_lits(component)]
            finals = [] if type_.final is None else [type_.final]
            if _reads_state(game, type_, type_.space.constraints):
                yield f"what can be asked depends on a state: {_FOLLOWS}"
            if _reads_state(game, type_, [*answers, *finals]):
                yield f"answers depend on a state: {_FOLLOWS}"
            price = [] if type_.price is None else [lit for _, lit in type_.price.value.terms]
            if _reads_state(game, type_, price):
                yield f"prices depend on a state: {_FOLLOWS}"


def _reads_state(game: Game, type_: ExperimentType, lits: Iterable[Lit]) -> bool:
    """Return whether formulas of a type depend on what the state is, as they are written."""
    places = {slot.first + place for slot in type_.space.slots if slot.state for place in range(slot.width)}
    nodes = game.dag.nodes
    reached = [nodes[number] for number in game.dag.reachable(lits)] if places else []
    return any(node.kind == PARAMETER and node.args[0] in places for node in reached)


def lies_of(game: Game) -> int:
    """Return how many answers of a play may be lies."""
    return 0 if game.unseen is None else game.unseen.lies


def asked(game: Game) -> Game:
    """Return the game of what a plan asks: the same codes and experiments, all answers true, none paid for.

    A state is that of the beginning: nothing depends on it where a plan has a meaning.
    """
    return at_state(replace(game, unseen=None), start_of(game))
