"""Games in which more than knowledge changes, by definition: the state, what follows from an experiment.

A state is the positions of its slots' symbols, in their order. An experiment of such a game has the state in
which it is made as its last values: `in_state` puts it there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Final, TypeAlias

from cobra.errors import GameError
from cobra.model.dag import FALSE, Lit, make_lin
from cobra.model.game import (
    Assignment,
    Cases,
    Component,
    Experiment,
    ExperimentType,
    Game,
    Memory,
    Price,
    Slot,
    SlotTable,
    Sum,
    Value,
)
from cobra.model.unseen import demand_nothing_unseen

State: TypeAlias = tuple[int, ...]
_APART: Final = 4
"""Up to so many cells of a vector are shown one by one."""
ONE = Price(make_lin(1, []), 1)
"""What an experiment costs whose price is not said."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What followed from an experiment: the state after it, its price in units, whether the play is lost."""

    state: State
    price: int
    lost: bool


def demand_knowledge_only(game: Game, what: str, instead: str) -> None:
    """Raise `GameError` where more changes than what is known: `what` says what cannot be done, `instead`
    what can.
    """
    if game.memory is not None:
        where = "in a game with a state, prices or plays that are lost"
        raise GameError(f"{what} is not possible {where}: {instead}")
    demand_nothing_unseen(game, what, instead)


def own_slots(slots: Sequence[Slot]) -> Sequence[Slot]:
    """Return those of a type's slots that are parameters, not the state."""
    return [slot for slot in slots if not slot.state]


def in_state(game: Game, experiment: Experiment, state: State) -> Experiment:
    """Return an experiment made in another state."""
    if game.memory is None:
        return experiment
    type_, assignment = experiment
    own = len(game.experiments[type_].space.slots) - len(game.memory.slots)
    return type_, (*assignment[:own], *state)


def start_of(game: Game) -> State:
    """Return the state at the beginning; nothing for a game without one."""
    return () if game.memory is None else game.memory.start


def can_lose(game: Game) -> bool:
    """Return whether plays might be lost; False where it is plain that none is, whatever is done."""
    memory = game.memory
    return game.unseen is not None or (memory is not None and (bool(memory.slots) or memory.loses))


def show_state(memory: Memory, state: State) -> str:
    """Return a state as text, `left = 2, used[a] = 1`; nothing where there is none.

    Of a vector with many cells those are together that have the most frequent value: `hit[2] = 1, other
    hit = 0`.
    """
    shown: list[str] = []
    cells = list(zip(memory.slots, state, strict=True))
    for family, group in groupby(cells, key=lambda cell: cell[0].family):
        several = list(group)
        values = [slot.symbols[place] for slot, place in several]
        usual = None
        if len(several) > _APART:
            usual = max(several[0][0].symbols, key=values.count)
        odd = [(slot, value) for (slot, _), value in zip(several, values, strict=True) if value != usual]
        shown += [f"{slot.name} = {value}" for slot, value in odd]
        if usual is not None:
            shown.append(f"{'other ' if odd else ''}{family} = {usual}")
    return ", ".join(shown)


def price_unit(game: Game) -> Fraction:
    """Return what prices are counted in: all are whole multiples of it."""
    prices = [type_.price.denominator for type_ in game.experiments if type_.price is not None]
    loss = None if game.memory is None else game.memory.loss
    return Fraction(1, lcm(*prices, 1 if loss is None else loss.denominator))


def paid_in(game: Game) -> Fraction | None:
    """Return what prices are counted in; None in a game without prices."""
    return price_unit(game) if game.memory is not None and game.memory.priced else None


def price_parts(game: Game) -> int | None:
    """Return how many units of `price_unit` a cost of 1 is; None in a game where every experiment costs 1."""
    return None if game.memory is None else price_unit(game).denominator


def follow_components(game: Game, type_: ExperimentType) -> tuple[Component, ...]:
    """Return what follows from experiments of a type as components of an answer; see `followed`.

    Nothing for a game without memory.
    """
    if game.memory is None:
        return ()
    price = type_.price or ONE
    lost: Lit = FALSE if type_.lost is None else type_.lost
    return (*type_.after, Sum(price.value), Cases((False, True), (lost ^ 1, lost)))


def followed(game: Game, type_: ExperimentType, values: Sequence[Value]) -> Followed:
    """Return what the values of `follow_components` say."""
    *after, price, lost = values
    state = [cases.values.index(value) for cases, value in zip(type_.after, after, strict=True)]
    factor = int(1 / price_unit(game)) // (type_.price or ONE).denominator
    return Followed(tuple(state), int(price) * factor, bool(lost))


def at_state(game: Game, state: State) -> Game:
    """Return the game of what one step can tell: its experiments are those that can be made in a state, and
    nothing but knowledge changes.
    """
    if game.memory is None:
        return game

    def fixed(type_: ExperimentType) -> ExperimentType:
        space = type_.space
        slots = tuple([number for number, slot in enumerate(space.slots) if slot.state])
        if not slots:
            return type_
        return replace(type_, space=replace(space, tables=(*space.tables, SlotTable(slots, (state,)))))

    return replace(game, experiments=tuple([fixed(type_) for type_ in game.experiments]), memory=None)


def state_in(game: Game, type_: ExperimentType) -> State:
    """Return the state that an experiment of a type is made in where nobody says it: that at the beginning,
    or the only one of a game of one step.
    """
    slots = tuple([number for number, slot in enumerate(type_.space.slots) if slot.state])
    if not slots or game.memory is not None:
        return start_of(game)
    return next(table.rows[0] for table in type_.space.tables if table.slots == slots)


def moved(game: Game, state: State) -> Game:
    """Return the game that begins in another state."""
    if game.memory is None:
        return game
    return replace(game, memory=replace(game.memory, start=state))


def experiment_state(game: Game, assignment: Assignment) -> State:
    """Return the state in which an experiment is made."""
    return () if game.memory is None else assignment[len(assignment) - len(game.memory.slots) :]
