"""A game as the core takes it: the structures of rust/cobra-core/src/game/program.rs, with their names.

The core reads the fields by name. Groups of symbols and slots, and the coloured graph, are those of
`cobra.symmetries` as they are. A literal is `2 * node + negated`; node 0 is false, the arguments of a node
come before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from cobra.symmetries.graph import GameGraph
from cobra.symmetries.slots import SlotGroup
from cobra.symmetries.symbols import SymbolGroup

CoreAssignment: TypeAlias = list[int | list[int]]
"""For each slot 0/1, the position of a symbol, or the ascending positions of the members of a set."""
CoreExperiment: TypeAlias = tuple[int, CoreAssignment]
"""The number of a type, and how its slots are filled."""


class CoreSlot(Struct, frozen=True):
    """A slot of a space, as `cobra.model.game.Slot`, with the number of its symbols."""

    kind: str
    symbols: int
    first: int
    size_min: int
    size_max: int


class CoreTable(Struct, frozen=True):
    """The fillings that some slots may have: positions of symbols, row after row."""

    slots: Sequence[int]
    rows: Sequence[int]


class CoreSpace(Struct, frozen=True):
    """The codes, or the experiments of a type.

    `distinct`: groups of slots with different symbols; `constraints`: literals; `propositions`: their number.
    """

    slots: Sequence[CoreSlot]
    distinct: Sequence[Sequence[int]]
    tables: Sequence[CoreTable]
    constraints: Sequence[int]
    propositions: int


class CoreSum(Struct, frozen=True):
    """A whole number `constant + Σ weight · literal`, as pairs (weight, literal) with positive weights."""

    constant: int
    terms: Sequence[tuple[int, int]]


class CoreCases(Struct, frozen=True):
    """A digit: the number of the one literal that is true."""

    literals: Sequence[int]


CoreComponent: TypeAlias = CoreSum | CoreCases


class CoreType(Struct, frozen=True):
    """A type of experiments.

    `final`: the component that says whether an outcome is final, -1 without one; `swaps`: pairs of slots
    with sets that are two sides in a fixed order.
    """

    space: CoreSpace
    components: Sequence[CoreComponent]
    final: int
    swaps: Sequence[tuple[int, int]]


class CoreFollows(Struct, frozen=True):
    """What follows from an experiment: literals of the values of each slot of the state after it, its price
    in units of the game, and the literal that says whether the play is lost (None: it never is)."""

    after: Sequence[Sequence[int]]
    price: CoreSum
    lost: int | None


class CoreStanding(Struct, frozen=True):
    """How a game goes on in which more changes than what is known.

    `start`: the state at the beginning; `follows`: for each type; `loss`: what a lost play costs beside its
    experiments, in units of the game, None when nothing makes up for it.
    """

    start: Sequence[int]
    follows: Sequence[CoreFollows]
    loss: int | None


CoreDrawn: TypeAlias = tuple[Sequence[tuple[Sequence[int], int]], int]
"""Literals of the values and the chance of each thing that may be observed, in so many parts."""


class CoreUnseen(Struct, frozen=True):
    """What happens unseen: so many answers may be lies, and slots of the secret become one of their targets.

    `noise`: numerator and denominator of the chance that an answer is one, None where that is not known.
    `noises`: where that depends on the code, what the numerator is, each after its condition.
    A target has for each symbol of the slot its condition. `draws`: for each type whose answers are drawn
    what may be observed; nothing where none are. `any_set`: it is asked about sets of codes, any of them.
    """

    lies: int
    noise: tuple[int, int] | None
    noises: Sequence[tuple[int, int]]
    moves: Sequence[tuple[int, Sequence[Sequence[int]]]]
    draws: Sequence[CoreDrawn | None]
    any_set: bool


class Program(Struct, frozen=True):
    """A game for `_core.Engine`.

    `nodes`: kind and arguments of each, as in `cobra/model/dag.py`; `ending`: "hit", "identify" or "core";
    `goal`: what is to be found out, nothing for the code itself; `shown`: which propositions of the secret
    are variables. Without `graph` symmetries are those of interchangeable symbols.
    """

    nodes: Sequence[tuple[int, Sequence[int]]]
    codes: CoreSpace
    types: Sequence[CoreType]
    ending: str
    goal: Sequence[CoreComponent]
    weight: CoreSum | None
    shown: Sequence[bool]
    groups: Sequence[SymbolGroup]
    slot_groups: Sequence[SlotGroup]
    graph: GameGraph | None
    standing: CoreStanding | None = None
    unseen: CoreUnseen | None = None
