"""Interchangeable slots: permuting bags, places or scales in parameters and secret at once maps answers to
answers.

The members of a group are index symbols, such as the bags b of `take[b]` and `fake[b]`. A transposition of
two members swaps the contents of all parameters that they index, and all the secret says with their index.
What makes it a symmetry is said in `cobra/symmetries/kept.py`; classes are found by union-find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import lgamma

from cobra.model.game import Game, Slot, Symbol
from cobra.symmetries.kept import MAX_CLASSES, MAX_NODES, Kept, Pair, Transpositions, classes, what_is_kept


@dataclass(frozen=True, slots=True)
class SlotGroup:
    """Mutually interchangeable members, as `SlotGroup` in rust/cobra-core/src/game/program.rs.

    `propositions[i]` are the propositions of the secret tied to member i, aligned; `layers[t]` lists the
    families of slots of type t that the members index, each with one slot for every member, ascending.
    """

    members: tuple[Symbol, ...]
    propositions: list[list[int]]
    layers: list[list[list[int]]]


_Key = tuple[object, ...]
"""What is said of a member beside the member itself; equal for members that may be interchangeable."""

_Layout = tuple[tuple[tuple[Symbol, int, int], ...], ...]
"""By layer the members with the first proposition and the width of their slots."""


def interchangeable_slots(game: Game) -> tuple[SlotGroup, ...]:
    """Find the classes of interchangeable members; no parameter is moved by two of the groups."""
    candidates = list(_candidates(game))
    if not candidates or len(game.dag) > MAX_NODES:
        return ()
    types = what_is_kept(game)
    found = [
        group for families, coordinate in candidates for group in _groups(game, types, families, coordinate)
    ]
    found.sort(key=lambda group: -lgamma(len(group.members) + 1))  # largest order first
    chosen: list[SlotGroup] = []
    taken: set[tuple[int, int]] = set()
    for group in found:
        slots = {(t, slot) for t, layers in enumerate(group.layers) for layer in layers for slot in layer}
        if taken.isdisjoint(slots):
            chosen.append(group)
            taken |= slots
    return tuple(chosen)


def _candidates(game: Game) -> Iterator[tuple[frozenset[str], int]]:
    """Return families of parameters to move together, all or one, and which coordinate of an index moves."""
    indexed = {
        slot.family: len(slot.index)
        for type_ in game.experiments
        for slot in type_.space.slots
        if slot.index and slot.kind != "bool"
    }
    families = list(dict.fromkeys([frozenset(indexed), *(frozenset([family]) for family in indexed)]))
    for names in families[: MAX_CLASSES + 1]:
        if names:
            yield names, 0
            if any(indexed[name] > 1 for name in names) or any(
                len(slot.index) > 1 for slot in game.codes.slots
            ):
                yield names, -1


def _groups(game: Game, types: Sequence[Kept], families: frozenset[str], coordinate: int) -> list[SlotGroup]:
    """Return the groups of members that index `families` by one coordinate (0: the first, -1: the last)."""
    parameters: dict[Symbol, dict[_Key, tuple[int, int]]] = {}
    for type_ in types:
        for s, slot in enumerate(type_.slots):
            if slot.index and slot.family in families and slot.kind != "bool" and s not in type_.fixed_slots:
                key = (type_.number, slot.family, _rest(slot, coordinate), *_shape(slot))
                parameters.setdefault(slot.index[coordinate], {})[key] = (type_.number, s)
    secret: dict[Symbol, dict[_Key, int]] = {member: {} for member in parameters}
    for slot in game.codes.slots:
        if slot.index and slot.index[coordinate] in secret:
            key = (slot.family, _rest(slot, coordinate), *_shape(slot))
            secret[slot.index[coordinate]][key] = slot.first
    alike: dict[object, list[Symbol]] = {}
    for member, slots in parameters.items():
        alike.setdefault((tuple(slots), tuple(secret[member])), []).append(member)
    groups = []
    for members in alike.values():
        if len(members) > 1 and _ascend(parameters, members):
            groups += _classes(game, types, members, parameters, secret)
    return groups


def _rest(slot: Slot, coordinate: int) -> tuple[Symbol, ...]:
    return slot.index[1:] if coordinate == 0 else slot.index[:-1]


def _shape(slot: Slot) -> _Key:
    return slot.kind, slot.symbols, slot.size_min, slot.size_max


def _ascend(parameters: dict[Symbol, dict[_Key, tuple[int, int]]], members: Sequence[Symbol]) -> bool:
    """Return whether the slots ascend by members within a layer and by layers within a member."""
    by_member = [list(parameters[member].values()) for member in members]
    by_layer = zip(*by_member, strict=True)
    return all(list(slots) == sorted(slots) for slots in (*by_member, *by_layer))


def _classes(
    game: Game,
    types: Sequence[Kept],
    members: Sequence[Symbol],
    parameters: dict[Symbol, dict[_Key, tuple[int, int]]],
    secret: dict[Symbol, dict[_Key, int]],
) -> list[SlotGroup]:
    """Return the classes of members, all with the same keys."""
    widths = [len(key[-3]) or 1 for key in secret[members[0]] if isinstance(key[-3], tuple)]

    def propositions(member: Symbol) -> list[int]:
        firsts = secret[member].values()
        return [p for first, width in zip(firsts, widths, strict=True) for p in range(first, first + width)]

    def layers(number: int, of: Sequence[Symbol]) -> list[list[int]]:
        rows = [[slot for t, slot in parameters[member].values() if t == number] for member in of]
        return [list(layer) for layer in zip(*rows, strict=True)]

    layouts = [_layout(type_, members, layers(type_.number, members)) for type_ in types]
    test = Transpositions(game, types, layouts, ())
    distinct = [
        {frozenset(group) for group in game.experiments[type_.number].space.distinct} for type_ in types
    ]

    def interchangeable(a: Symbol, b: Symbol) -> bool:
        def moved(layout: _Layout) -> Iterable[Pair]:
            for layer in layout:
                (first, width), (other, _) = ((slot[1:]) for slot in layer if slot[0] in (a, b))
                yield from ((first + i, other + i) for i in range(width))

        for type_, groups in zip(types, distinct, strict=True):
            swap = {}
            for p, q in layers(type_.number, (a, b)):
                swap[p], swap[q] = q, p
            if {frozenset(swap.get(s, s) for s in group) for group in groups} != groups:
                return False
            if {(swap.get(s, s), swap.get(t, t)) for s, t in type_.sides} != set(type_.sides):
                return False  # of two sides in one order only, the order is none of the conditions
        return test.keep(list(zip(propositions(a), propositions(b), strict=True)), moved)

    return [
        SlotGroup(
            tuple(cls),
            [propositions(member) for member in cls],
            [layers(type_.number, cls) for type_ in types],
        )
        for cls in classes(members, interchangeable)
    ]


def _layout(type_: Kept, members: Sequence[Symbol], layers: Sequence[Sequence[int]]) -> _Layout:
    return tuple(
        tuple(
            (member, type_.slots[s].first, type_.slots[s].width)
            for member, s in zip(members, layer, strict=True)
        )
        for layer in layers
    )
