"""Symmetries as people read them: cycles of symbols, of places, of types, or of literals.

A family of unknowns or parameters that a symmetry carries to itself, with one renaming of symbols everywhere,
is described by this renaming and by the places that move; any other family literal by literal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cobra.model.game import Game, Slot, Space, Symbol
from cobra.symmetries.graph import GameGraph, Pair

MOST_CYCLES = 4
MOST_ENTRIES = 10
"""So many cycles, and entries of a cycle, are written."""

Item = Symbol | tuple[Symbol, ...]
_Cycles = tuple[tuple[Item, ...], ...]
_Name = tuple[str, str]
"""A name, and what tells it from an equal one of another type: nothing, or ` of ask`."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Action:
    """What a symmetry does to items of one kind, as cycles.

    `kind`: "symbols" or "places" of the families (or slots) `names`, or "others": types and literals by name.
    """

    kind: str
    names: tuple[_Name, ...]
    cycles: _Cycles


def generator_texts(game: Game, graph: GameGraph, generators: Sequence[Sequence[int]]) -> list[str]:
    """Return generators of the group that `generators` (images of all vertices) generate, in cycle notation.

    Exchanges of two symbols or places that together make any order of k of them possible are replaced by two
    generators: one exchange, and the cycle of all k.
    """
    describer = _Describer(game, graph)
    exchanges: dict[tuple[str, tuple[_Name, ...]], list[tuple[Item, ...]]] = {}
    others = []
    for images in generators:
        actions = describer.actions(images)
        if not actions:
            continue  # it exchanges outcomes that are alike, in an ill-formed game
        first = actions[0]
        if len(actions) == 1 and first.kind != "others" and [len(cycle) for cycle in first.cycles] == [2]:
            exchanges.setdefault((first.kind, first.names), []).append(first.cycles[0])
        else:
            others.append("; ".join(_text(action) for action in actions))
    texts = []
    for (kind, names), pairs in exchanges.items():
        for members in _connected(pairs):
            cycles = [members[:2]] if len(members) == 2 else [members[:2], members]
            texts += [_text(_Action(kind, names, (cycle,))) for cycle in cycles]
    return texts + others


def symmetry_text(game: Game, graph: GameGraph, images: Sequence[int]) -> str:
    """Return one automorphism (images of all vertices) in cycle notation."""
    return "; ".join(_text(action) for action in _Describer(game, graph).actions(images))


def _connected(pairs: Iterable[tuple[Item, ...]]) -> list[tuple[Item, ...]]:
    """Return the sets of items that pairs connect, each sorted."""
    part_of: dict[Item, list[Item]] = {}
    for a, b in pairs:
        first, second = part_of.setdefault(a, [a]), part_of.setdefault(b, [b])
        if first is not second:
            first += second
            part_of.update(dict.fromkeys(second, first))
    parts = {id(part): part for part in part_of.values()}
    return [tuple(sorted(part, key=_order)) for part in parts.values()]


def _order(item: Item) -> list[tuple[bool, Symbol]]:
    return [(isinstance(x, str), x) for x in (item if isinstance(item, tuple) else (item,))]


def _cycles(moves: Mapping[T, T]) -> list[tuple[T, ...]]:
    """Return the cycles of a permutation, without fixed items, in order of their first items in `moves`."""
    cycles = []
    done: set[T] = set()
    for start in moves:
        cycle = []
        item = start
        while item not in done:
            done.add(item)
            cycle.append(item)
            item = moves[item]
        if len(cycle) > 1:
            cycles.append(tuple(cycle))
    return cycles


# ---------------------------------------------------------------- from images of vertices to actions


_Target = tuple[int, Slot, dict[Item, Item]]


class _Describer:
    def __init__(self, game: Game, graph: GameGraph) -> None:
        self._graph = graph
        self._spaces: list[tuple[Space, list[Pair]]] = [(game.codes, graph.variables)]
        self._labels = [""]
        sharing = Counter(pairs[0] for pairs in graph.parameters if pairs)
        for type_, pairs in zip(game.experiments, graph.parameters, strict=True):
            if pairs and sharing[pairs[0]]:  # types of one family have the same vertices
                self._spaces.append((type_.space, pairs))
                self._labels.append(type_.label if sharing[pairs[0]] == 1 else type_.name)
                sharing[pairs[0]] = 0
        named = [{name for s in space.slots for name in (s.family, s.name)} for space, _ in self._spaces]
        self._holders = Counter(name for names in named for name in names)
        self._negation = {v: w for _, pairs in self._spaces for a, b in pairs for v, w in ((a, b), (b, a))}
        self._place: dict[int, tuple[int, Slot, int]] = {}
        for number, (space, pairs) in enumerate(self._spaces):
            for slot in space.slots:
                for i in range(slot.width):
                    self._place[pairs[slot.first + i][0]] = number, slot, i

    def actions(self, images: Sequence[int]) -> list[_Action]:
        """Return what an automorphism that is not the identity does."""
        found: dict[str, dict[_Cycles, dict[str, list[int]]]] = {}
        names: dict[Item, Item] = {}
        exchanged: dict[int, int] = {}
        literals: dict[int, int] = {}
        for number, (space, pairs) in enumerate(self._spaces):
            for family in dict.fromkeys(slot.family for slot in space.slots):
                slots = [slot for slot in space.slots if slot.family == family]
                targets = [self._target(number, slot, pairs, images) for slot in slots]
                simple = _family_moves(family, slots, targets)
                of_family = [v for s in slots for pair in pairs[s.first : s.first + s.width] for v in pair]
                if simple is not None:
                    for kind, name, moves in simple:
                        if moved := tuple(_cycles(moves)):
                            alike = found.setdefault(kind, {}).setdefault(moved, {})
                            alike.setdefault(name, []).append(number)
                elif all(target is not None and _is_identity(target[2]) for target in targets):
                    names |= {
                        self._full_name(slot.name, number): self._full_name(target[1].name, target[0])
                        for slot, target in zip(slots, targets, strict=True)
                        if target is not None
                    }
                    exchanged |= {vertex: images[vertex] for vertex in of_family}
                else:
                    literals |= {vertex: images[vertex] for vertex in of_family}
        if names.keys() != set(names.values()):  # they go on to others that are not as simple
            literals, names = literals | exchanged, {}
        for cycles, families in found.pop("indices", {}).items():  # with places or symbols that move alike
            in_places = cycles in found.get("places", {}) or isinstance(cycles[0][0], tuple)
            kind = "places" if in_places else "symbols"
            in_kind = found.setdefault(kind, {})
            in_kind[cycles] = families | in_kind.get(cycles, {})
        actions = [
            _Action(kind, self._names(families), cycles)
            for kind in sorted(found, reverse=True)
            for cycles, families in found[kind].items()
        ]
        types = {vertex: images[vertex] for vertex in self._graph.types}
        labels = self._graph.labels
        literal_cycles = self._without_negations(_cycles(literals))
        others: list[_Cycles] = [
            tuple(_cycles(names)),
            tuple(tuple(labels[vertex] for vertex in cycle) for cycle in literal_cycles),
            tuple(tuple(labels[vertex] for vertex in cycle) for cycle in _cycles(types)),
        ]
        return actions + [_Action("others", (), cycles) for cycles in others if cycles]

    def _names(self, families: Mapping[str, Sequence[int]]) -> tuple[_Name, ...]:
        """Return names with what tells them apart, unless all that have a name are meant."""
        return tuple(
            (name, "" if all_of_them else f" of {self._labels[number]}")
            for name, numbers in families.items()
            for all_of_them in (len(numbers) == self._holders[name],)
            for number in (numbers[:1] if all_of_them else numbers)
        )

    def _full_name(self, name: str, number: int) -> str:
        return "".join(self._names({name: [number]})[0])

    def _target(
        self, number: int, slot: Slot, pairs: Sequence[Pair], images: Sequence[int]
    ) -> _Target | None:
        """Return the slot that a slot is carried to as a whole, with its space and the renaming."""
        reached = [self._place.get(images[pairs[slot.first + i][0]]) for i in range(slot.width)]
        renaming: dict[Item, Item] = {}
        first = reached[0]
        if first is None or (number == 0) != (first[0] == 0):
            return None
        for i, of in enumerate(reached):
            if of is None or of[:2] != first[:2] or of[1].kind != slot.kind:
                return None
            if slot.kind != "bool":
                renaming[slot.symbols[i]] = of[1].symbols[of[2]]
        return first[0], first[1], renaming

    def _without_negations(self, cycles: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Leave out the cycles that do to negations what others do to the literals."""
        kept = []
        done: set[int] = set()
        for cycle in cycles:
            if cycle[0] not in done:
                kept.append(cycle)
                done.update(self._negation.get(vertex, vertex) for vertex in cycle)
        return kept


def _family_moves(
    family: str, slots: Sequence[Slot], targets: Sequence[_Target | None]
) -> list[tuple[str, str, dict[Item, Item]]] | None:
    """Return renamings of symbols and moves of places, each with a name; None when it is not so simple."""
    places: dict[Item, Item] = {}
    renamings: list[dict[Item, Item]] = []
    for slot, target in zip(slots, targets, strict=True):
        if target is None or target[1].family != family:
            return None
        places[_place(slot)] = _place(target[1])
        renamings.append(target[2])
    if any(moves.keys() != set(moves.values()) for moves in (*renamings, places)):
        return None
    if slots[0].kind == "bool":  # unknowns of symbols, such as coins, or of places
        return [("indices", family, places)]
    if all(renaming == renamings[0] for renaming in renamings):
        return [("symbols", family, renamings[0]), ("places", family, places)]
    if any(item != image for item, image in places.items()):
        return None
    return [("symbols", slot.name, renaming) for slot, renaming in zip(slots, renamings, strict=True)]


def _is_identity(moves: Mapping[Item, Item]) -> bool:
    return all(item == image for item, image in moves.items())


def _place(slot: Slot) -> Item:
    return slot.index[0] if len(slot.index) == 1 else slot.index


# ---------------------------------------------------------------- text


def _text(action: _Action) -> str:
    shown = action.cycles[:MOST_CYCLES]
    if action.kind == "symbols":
        cycles = "".join(f"({listed(cycle)})" for cycle in shown)
        return f"{cycles}{_more(action)} in {', '.join(name + of for name, of in action.names)}"
    if action.kind == "others":
        return f"{', '.join(map(_exchange, shown))}{_more(action)}"
    texts = []
    for family, of in action.names:
        places = [[f"{family}[{_index(item)}]{of}" for item in cycle] for cycle in shown]
        texts.append(f"{', '.join(map(_exchange, places))}{_more(action)}")
    return ", ".join(texts)


def _more(action: _Action) -> str:
    left = len(action.cycles) - MOST_CYCLES
    return f" and {left} more" if left > 0 else ""


def _exchange(cycle: Sequence[Item]) -> str:
    return f"{cycle[0]} ↔ {cycle[1]}" if len(cycle) == 2 else f"({listed(cycle)})"


def listed(cycle: Sequence[Item]) -> str:
    """Return items with spaces between them, the middle ones left out when they are many."""
    texts = [_index(item) for item in cycle]
    if len(texts) > MOST_ENTRIES:
        texts = [*texts[: MOST_ENTRIES // 2], "…", texts[-1]]
    return " ".join(texts)


def _index(item: Item) -> str:
    return ",".join(map(str, item)) if isinstance(item, tuple) else str(item)
