"""Interchangeable symbols: permuting them in parameters and secret at once maps answers to answers.

For two symbols a and b of parameters, the transposition (a b) swaps them in the slots that range over both,
and swaps what the secret says of them: the symbols of its slots, or the unknowns they index. It is a
symmetry when the conditions of every type are carried to themselves, and every answer to one with the same
cells, a final outcome to a final outcome. Transpositions generate the whole symmetric group of a class, so
classes are found by union-find. Constraints and tables of the secret are not looked at: the core tests
which symbols are interchangeable in a set of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, pairwise
from math import lgamma

from cobra.model.answers import components_of
from cobra.model.dag import AND, PARAMETER, VARIABLE, Dag, Lit
from cobra.model.game import Component, ExperimentType, Game, Outcomes, Slot, Sum, Symbol
from cobra.symmetry.graph import Graph, carried, keeps_cells, split_conjuncts
from cobra.symmetry.sides import Sides, ordered_sides

OUTSIDE = 2**32 - 1
"""The number, within a group, of a slot's symbol that does not belong to the group."""

MAX_NODES = 10**6
"""Games with more formula nodes are not searched: symmetries only make an analysis faster."""

MAX_CLASSES = 40
"""Representatives of different classes are compared only up to this many."""


@dataclass(frozen=True, slots=True)
class SymbolGroup:
    """Mutually interchangeable symbols, as `SymbolGroup` in rust/cobra-core/src/program.rs.

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
    would be the same.
    """

    groups: tuple[SymbolGroup, ...]
    swaps: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class _Type:
    """What must be kept of a type: conditions (but those that choose between sides), answer, ending."""

    number: int
    slots: tuple[Slot, ...]
    conditions: frozenset[Lit]
    components: tuple[Component, ...]
    final: Lit
    fixed_slots: frozenset[int]
    sides: tuple[tuple[int, int], ...]

    @property
    def formulas(self) -> list[Lit]:
        answers = [lit for c in self.components for lit in _lits(c)]
        return [*self.conditions, *answers, self.final]


def interchangeable_symbols(game: Game) -> Symmetry:
    """Find the classes of interchangeable symbols among the symbols of parameters."""
    types = _prepare(game)
    found: list[tuple[frozenset[tuple[int, int]], list[SymbolGroup]]] = []
    if len(game.dag) <= MAX_NODES:
        readings: list[_Reading] = [*_READINGS, partial(_by_pairing, _pairs(game.dag, types))]
        for slots in _candidates(types):
            groups = next(filter(None, (_groups(game, types, slots, reading) for reading in readings)), [])
            found.append((slots, groups))
    found.sort(
        key=lambda pair: -sum(lgamma(len(group.symbols) + 1) for group in pair[1])
    )  # largest order first
    chosen: list[SymbolGroup] = []
    taken: set[tuple[int, int]] = set()
    for slots, groups in found:
        if groups and taken.isdisjoint(slots):
            chosen += groups
            taken.update(slots)
    return Symmetry(tuple(chosen), tuple(type_.sides for type_ in types))


def _lits(component: Component) -> list[Lit]:
    return [lit for _, lit in component.value.terms] if isinstance(component, Sum) else list(component.lits)


def _prepare(game: Game) -> list[_Type]:
    """Gather what must be kept of every type; types that agree in it are looked at once."""
    dag = game.dag
    known: dict[object, tuple[frozenset[Lit], Lit, tuple[tuple[int, int], ...]]] = {}
    types = []
    for number, type_ in enumerate(game.experiments):
        slots, components = type_.space.slots, components_of(type_.answer)
        finals: tuple[Lit, ...] = () if type_.final is None else (type_.final,)
        if type_.final is None and isinstance(type_.answer, Outcomes):
            finals = tuple(outcome.formula for outcome in type_.answer.outcomes if outcome.final)
        sizes = [(slot.size_min, slot.size_max) for slot in slots]
        alike = tuple(
            (sizes.index(size), size[0] > 0) for size in sizes
        )  # what `ordered_sides` asks of sizes
        layout = tuple((slot.kind, slot.first, slot.symbols) for slot in slots)
        key = (layout, alike, type_.space.constraints, components, finals)
        if key not in known:
            conjuncts = split_conjuncts(dag, type_.space.constraints)
            final = dag.disj(finals)
            sides = [
                side
                for side in ordered_sides(dag, slots, conjuncts)
                if _exchangeable(dag, slots, side, conjuncts, components, final)
            ]
            kept = frozenset(conjuncts).difference(*(side.order for side in sides))
            known[key] = kept, final, tuple((side.left, side.right) for side in sides)
        conditions, final, pairs = known[key]
        fixed = frozenset(slot for table in type_.space.tables for slot in table.slots)
        types.append(_Type(number, slots, conditions, components, final, fixed, pairs))
    return types


def _exchangeable(
    dag: Dag,
    slots: Sequence[Slot],
    sides: Sides,
    conjuncts: Sequence[Lit],
    components: Sequence[Component],
    final: Lit,
) -> bool:
    a, b = slots[sides.left], slots[sides.right]
    rest = set(conjuncts) - sides.order
    graph = Graph(dag, [*rest, *(lit for c in components for lit in _lits(c)), final])
    image = graph.images((PARAMETER, a.first + i, b.first + i) for i in range(a.width))
    return (
        image is not None
        and {carried(lit, image) for lit in rest} == rest
        and keeps_cells(components, image)
        and carried(final, image) == final
    )


# ---------------------------------------------------------------- which slots and what of the secret


def _candidates(types: Sequence[_Type]) -> list[frozenset[tuple[int, int]]]:
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


def _by_index(slots: Sequence[Slot], symbol: Symbol) -> list[tuple[str, int]]:
    """Return the propositions of unknowns indexed by a symbol, with keys that agree for all symbols."""
    return [
        (f"{'?' if s.kind == 'bool' else ''}{s.family} {i}", s.first + i)
        for s in slots
        if s.index == (symbol,)
        for i in range(s.width)
    ]


def _pairs(dag: Dag, types: Sequence[_Type]) -> dict[Symbol, list[int]]:
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


# ---------------------------------------------------------------- testing transpositions


def _groups(
    game: Game,
    types: Sequence[_Type],
    slots: frozenset[tuple[int, int]],
    reading: _Reading,
) -> list[SymbolGroup]:
    """Return the classes of interchangeable symbols when they move in `slots` and as `reading` says."""
    if any(not _moved_together(game.experiments[t.number], t, slots) for t in types):
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
    test = _Tester(game, types, slots)
    groups = []
    for members in alike.values():
        parent = {symbol: symbol for symbol in members}

        def root(symbol: Symbol, parent: dict[Symbol, Symbol] = parent) -> Symbol:
            while parent[symbol] != symbol:
                symbol = parent[symbol]
            return symbol

        for a, b in pairwise(members):
            if test(a, b, spoken):
                parent[root(b)] = root(a)
        heads = [symbol for symbol in members if parent[symbol] == symbol]
        if 1 < len(heads) <= MAX_CLASSES:
            for a, b in combinations(heads, 2):
                if root(a) != root(b) and test(a, b, spoken):
                    parent[root(b)] = root(a)
        classes: dict[Symbol, list[Symbol]] = {}
        for symbol in members:
            classes.setdefault(root(symbol), []).append(symbol)
        groups += [_group(types, slots, cls, spoken) for cls in classes.values() if len(cls) > 1]
    return groups


def _group(
    types: Sequence[_Type],
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


def _moved_together(type_: ExperimentType, prepared: _Type, slots: frozenset[tuple[int, int]]) -> bool:
    """Return whether `distinct` groups and sides lie wholly inside or wholly outside of the moved slots."""
    units = [*type_.space.distinct, *prepared.sides]
    return all(len({(prepared.number, s) in slots for s in unit}) == 1 for unit in units)


class _Tester:
    """Tests transpositions; types with the same moved leaves and formulas are tested together, once."""

    def __init__(self, game: Game, types: Sequence[_Type], slots: frozenset[tuple[int, int]]) -> None:
        self._shown = [not slot.aux for slot in game.codes.slots for _ in range(slot.width)]
        self._goal = game.goal
        self._weight = (Sum(game.weight),) if game.weight is not None else ()
        layouts: dict[tuple[tuple[int, tuple[Symbol, ...]], ...], list[_Type]] = {(): []}
        for t in types:
            moved = tuple(
                (slot.first, slot.symbols) for s, slot in enumerate(t.slots) if (t.number, s) in slots
            )
            layouts.setdefault(moved, []).append(t)
        self._layouts = []
        for moved, members in layouts.items():
            distinct = {(t.conditions, t.components, t.final): t for t in members}
            roots = [lit for t in distinct.values() for lit in t.formulas]
            if not moved:
                roots += [lit for c in (*self._goal, *self._weight) for lit in _lits(c)]
            self._layouts.append((moved, list(distinct.values()), Graph(game.dag, roots)))

    def __call__(self, a: Symbol, b: Symbol, spoken: dict[Symbol, dict[str, int]]) -> bool:
        secret = [(VARIABLE, p, q) for p, q in zip(spoken[a].values(), spoken[b].values(), strict=True)]
        if any(self._shown[p] != self._shown[q] for _, p, q in secret):
            return False
        for moved, types, graph in self._layouts:
            swaps = list(secret)
            for first, symbols in moved:
                if a in symbols and b in symbols:
                    swaps.append((PARAMETER, first + symbols.index(a), first + symbols.index(b)))
            image = graph.images(swaps)
            if image is None:
                return False
            if not moved and not (keeps_cells(self._goal, image) and keeps_cells(self._weight, image)):
                return False
            for t in types:
                if {carried(lit, image) for lit in t.conditions} != t.conditions:
                    return False
                if carried(t.final, image) != t.final or not keeps_cells(t.components, image):
                    return False
        return True
