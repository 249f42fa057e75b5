"""Interchangeable symbols: permuting them in parameters and secret at once maps answers to answers.

For two symbols a and b of parameters, the transposition (a b) swaps them in the slots that range over both,
and swaps what the secret says of them: the symbols of its slots, or the unknowns they index. Where a place
has symbols of its own (the digits of each place of a PIN), they move in the slots with its index only.
Transpositions generate the whole symmetric group of a class, so classes are found by union-find. What makes
a transposition a symmetry is said in `cobra/symmetries/kept.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import lgamma

from cobra.model.dag import AND, PARAMETER, VARIABLE, Dag, Lit
from cobra.model.game import ExperimentType, Game, Slot, Symbol
from cobra.symmetries.images import split_conjuncts
from cobra.symmetries.kept import MAX_CLASSES, MAX_NODES, Kept, Transpositions, classes, what_is_kept

OUTSIDE = 2**32 - 1
"""The number, within a group, of a slot's symbol that does not belong to the group."""

_Moved = tuple[tuple[int, tuple[Symbol, ...]], ...]
"""The slots of a type that move: first proposition and symbols of each."""


@dataclass(frozen=True, slots=True)
class SymbolGroup:
    """Mutually interchangeable symbols, as `SymbolGroup` in rust/cobra-core/src/game/program.rs.

    `propositions[i]` are the propositions of the secret that speak of symbol i, aligned; `slots[t][s]` is
    None when slot s of type t is not concerned, else the number of each of its symbols in this group, or
    `OUTSIDE`.
    """

    symbols: tuple[Symbol, ...]
    propositions: list[list[int]]
    slots: list[list[list[int] | None]]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """The groups of interchangeable symbols, and by type the pairs of sets that may be exchanged.

    A pair (s, t) means: a condition of the type admits exactly one of the two orders of the sets in slots s
    and t, the one with the least symbol of both in slot s; with the sides exchanged the cells of the answer
    would be the same. `conditions` are the conditions of each type but those that only choose such an order.
    """

    groups: tuple[SymbolGroup, ...]
    swaps: tuple[tuple[tuple[int, int], ...], ...]
    conditions: tuple[frozenset[Lit], ...]


def no_symmetry(game: Game) -> Symmetry:
    """Return what is known of a game in which nobody has looked for interchangeable symbols."""
    types = game.experiments
    conditions = tuple(frozenset(split_conjuncts(game.dag, type_.space.constraints)) for type_ in types)
    return Symmetry((), tuple(() for _ in types), conditions)


def interchangeable_symbols(game: Game) -> Symmetry:
    """Find the classes of interchangeable symbols among the symbols of parameters."""
    types = what_is_kept(game)
    found: list[tuple[frozenset[tuple[int, int]], list[SymbolGroup]]] = []
    if len(game.dag) <= MAX_NODES:
        readings: list[_Reading] = [*_READINGS, partial(_by_pairing, _pairs(game.dag, types))]
        by_place = _groups_by_place(game, types)
        best = _size(by_place[1])
        for number, slots in enumerate(_candidates(types)):
            test = _moving(game, types, slots)
            groups = next(
                filter(None, (_groups(game, types, slots, reading, test) for reading in readings)), []
            )
            found.append((slots, groups))
            symbols = {symbol for t, s in slots for symbol in types[t].slots[s].symbols}
            if number == 0 and _size(groups) >= max(lgamma(len(symbols) + 1), best):
                break  # all slots move, all symbols are interchangeable: nothing else can be chosen
        found.append(by_place)
    found.sort(key=lambda pair: -_size(pair[1]))  # largest order first
    chosen: list[SymbolGroup] = []
    taken: set[tuple[int, int]] = set()
    for slots, groups in found:
        if groups and taken.isdisjoint(slots):
            chosen += groups
            taken.update(slots)
    return Symmetry(tuple(chosen), tuple(t.sides for t in types), tuple(t.conditions for t in types))


def _size(groups: Sequence[SymbolGroup]) -> float:
    """Return the logarithm of the order of some groups together."""
    return sum(lgamma(len(group.symbols) + 1) for group in groups)


# ---------------------------------------------------------------- which slots and what of the secret


def _candidates(types: Sequence[Kept]) -> list[frozenset[tuple[int, int]]]:
    """Return sets of slots (type, slot) to move together: all, of one alphabet, of one family."""
    movable = [
        (t, s)
        for t in types
        for s, slot in enumerate(t.slots)
        if slot.kind != "bool" and s not in t.fixed_slots
    ]
    by_alphabet: dict[tuple[Symbol, ...], list[tuple[int, int]]] = {}
    by_family: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for type_, s in movable:
        by_alphabet.setdefault(type_.slots[s].symbols, []).append((type_.number, s))
        by_family.setdefault((type_.number, type_.slots[s].family), []).append((type_.number, s))
    everything = [(type_.number, s) for type_, s in movable]
    sets = [everything, *by_alphabet.values()]
    if len(by_family) <= MAX_CLASSES:
        sets += by_family.values()
    return list(dict.fromkeys(frozenset(slots) for slots in sets if slots))


def _groups_by_place(
    game: Game, types: Sequence[Kept]
) -> tuple[frozenset[tuple[int, int]], list[SymbolGroup]]:
    """Return the groups of symbols that move in the slots with one index only, and all these slots.

    Where the first index has none, none are looked for.
    """
    places: dict[tuple[Symbol, ...], set[tuple[int, int]]] = {}
    for type_ in types:
        for s, slot in enumerate(type_.slots):
            if slot.index and slot.kind != "bool" and s not in type_.fixed_slots:
                places.setdefault(slot.index, set()).add((type_.number, s))
    moved: set[tuple[int, int]] = set()
    groups: list[SymbolGroup] = []
    for index, slots in places.items() if len(places) > 1 else ():
        movable = frozenset(slots)
        here = _groups(game, types, movable, partial(_by_value_at, index), _moving(game, types, movable))
        if not here:
            break
        moved |= slots
        groups += here
    return frozenset(moved), groups


def _values_and_indices(slots: Sequence[Slot], symbol: Symbol) -> list[tuple[str, int]]:
    return _by_value(slots, symbol) + [
        named for named in _by_index(slots, symbol) if named[0].startswith("?")
    ]


def _by_value(slots: Sequence[Slot], symbol: Symbol) -> list[tuple[str, int]]:
    """Return the propositions "slot holds symbol", each with a key that is the same for every symbol."""
    return [
        (s.name, s.first + s.symbols.index(symbol))
        for s in slots
        if s.kind == "symbol" and symbol in s.symbols
    ]


def _by_value_at(index: tuple[Symbol, ...], slots: Sequence[Slot], symbol: Symbol) -> list[tuple[str, int]]:
    """Return the propositions "slot holds symbol" of the slots with an index."""
    return _by_value([slot for slot in slots if slot.index == index], symbol)


def _by_index(slots: Sequence[Slot], symbol: Symbol) -> list[tuple[str, int]]:
    """Return the propositions of unknowns indexed by a symbol, with keys that agree for all symbols."""
    return [
        (f"{'?' if s.kind == 'bool' else ''}{s.family} {i}", s.first + i)
        for s in slots
        if s.index == (symbol,)
        for i in range(s.width)
    ]


def _pairs(dag: Dag, types: Sequence[Kept]) -> dict[Symbol, list[int]]:
    """Return for each symbol the propositions that occur in "it is the parameter, and the proposition holds".

    That is how the core language's `F$k` speaks of a symbol. With the propositions ascending, the mappings
    of a game written in the usual order are aligned; otherwise the test fails, and nothing is lost but speed.
    """
    symbols: dict[int, set[Symbol]] = {}
    for type_ in types:
        for slot in type_.slots:
            for i, symbol in enumerate(slot.symbols):
                symbols.setdefault(slot.first + i, set()).add(symbol)
    pairs: dict[Symbol, set[int]] = {}
    for node in dag.nodes:
        if node.kind == AND and len(node.args) == 2 and not (node.args[0] | node.args[1]) & 1:
            leaves = {dag.node(lit).kind: dag.node(lit).args for lit in node.args}
            if leaves.keys() == {VARIABLE, PARAMETER}:
                for symbol in symbols.get(leaves[PARAMETER][0], ()):
                    pairs.setdefault(symbol, set()).add(leaves[VARIABLE][0])
    return {symbol: sorted(propositions) for symbol, propositions in pairs.items()}


def _by_pairing(
    pairs: dict[Symbol, list[int]], _slots: Sequence[Slot], symbol: Symbol
) -> list[tuple[str, int]]:
    """Return the propositions paired with a symbol, with keys that agree for all symbols."""
    return [(str(place), proposition) for place, proposition in enumerate(pairs.get(symbol, ()))]


_Reading = Callable[[Sequence[Slot], Symbol], list[tuple[str, int]]]
"""From the secret's slots and a symbol to the propositions that move with it, with keys that align them."""

_READINGS: tuple[_Reading, ...] = (
    _values_and_indices,
    _by_value,
    _by_index,
)
"""What moves with a symbol: it as a value and propositions it indexes; values; unknowns it indexes.

After them, for games in the core language, the propositions that formulas pair with it.
"""


# ---------------------------------------------------------------- the groups


def _moving(
    game: Game, types: Sequence[Kept], slots: frozenset[tuple[int, int]]
) -> Transpositions[_Moved] | None:
    """Return the test of symbols that move in `slots`, None when these cannot move without others."""
    if any(not _moved_together(game.experiments[t.number], t, slots) for t in types):
        return None
    moved: list[_Moved] = [
        tuple((slot.first, slot.symbols) for s, slot in enumerate(t.slots) if (t.number, s) in slots)
        for t in types
    ]
    return Transpositions(game, types, moved, ())


def _groups(
    game: Game,
    types: Sequence[Kept],
    slots: frozenset[tuple[int, int]],
    reading: _Reading,
    test: Transpositions[_Moved] | None,
) -> list[SymbolGroup]:
    """Return the classes of interchangeable symbols when they move in `slots` and as `reading` says.

    `test` is that of `_moving`.
    """
    if test is None:
        return []
    alphabets = [
        dict.fromkeys(of) for of in dict.fromkeys(types[t].slots[s].symbols for t, s in sorted(slots))
    ]
    symbols = list(dict.fromkeys(symbol for alphabet in alphabets for symbol in alphabet))
    spoken = {symbol: dict(reading(game.codes.slots, symbol)) for symbol in symbols}
    alike: dict[object, list[Symbol]] = {}
    for symbol in symbols:
        places = tuple(symbol in alphabet for alphabet in alphabets)
        alike.setdefault((places, tuple(spoken[symbol])), []).append(symbol)

    def interchangeable(a: Symbol, b: Symbol) -> bool:
        def parameters(layout: _Moved) -> list[tuple[int, int]]:
            return [
                (first + symbols.index(a), first + symbols.index(b))
                for first, symbols in layout
                if a in symbols and b in symbols
            ]

        return test.keep(list(zip(spoken[a].values(), spoken[b].values(), strict=True)), parameters)

    return [
        _group(types, slots, members, spoken)
        for members in alike.values()
        for members in classes(members, interchangeable)
    ]


def _group(
    types: Sequence[Kept],
    slots: frozenset[tuple[int, int]],
    members: Sequence[Symbol],
    spoken: dict[Symbol, dict[str, int]],
) -> SymbolGroup:
    number = {symbol: i for i, symbol in enumerate(members)}

    @cache
    def numbers(alphabet: tuple[Symbol, ...]) -> list[int] | None:
        return (
            None
            if number.keys().isdisjoint(alphabet)
            else [number.get(symbol, OUTSIDE) for symbol in alphabet]
        )

    return SymbolGroup(
        tuple(members),
        [list(spoken[symbol].values()) for symbol in members],
        [
            [numbers(slot.symbols) if (t.number, s) in slots else None for s, slot in enumerate(t.slots)]
            for t in types
        ],
    )


def _moved_together(type_: ExperimentType, prepared: Kept, slots: frozenset[tuple[int, int]]) -> bool:
    """Return whether `distinct` groups and sides lie wholly inside or wholly outside of the moved slots."""
    units = [*type_.space.distinct, *prepared.sides]
    return all(len({(prepared.number, s) in slots for s in unit}) == 1 for unit in units)
