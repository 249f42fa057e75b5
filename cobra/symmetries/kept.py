"""What a permutation of literals must keep to be a symmetry, and the test of transpositions.

A permutation moves propositions of the secret and, in every experiment type, propositions of the parameters.
It is a symmetry when the conditions of every type are carried to themselves, and every answer to one with the
same cells, a final outcome to a final outcome; goals and weights are kept too. Constraints and tables of the
secret are not looked at: the core tests which permutations keep a set of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, permutations
from typing import Generic, TypeVar

from cobra.budget import poll
from cobra.model.answers import component_lits, components_of
from cobra.model.dag import PARAMETER, VARIABLE, Dag, Lit
from cobra.model.game import Component, Game, Outcomes, Slot, Sum
from cobra.symmetries.images import Graph, carried, keeps_cells, split_conjuncts
from cobra.symmetries.sides import Sides, ordered_sides

MAX_NODES = 10**6
"""Games with more formula nodes are not searched: symmetries only make an analysis faster."""

MAX_CLASSES = 40
"""Representatives of different classes are compared only up to this many."""

Member = TypeVar("Member", bound=Hashable)
Layout = TypeVar("Layout", bound=Hashable)

Pair = tuple[int, int]
"""Two propositions that change places."""

_Swap = tuple[int, int, int]
"""The kind of two leaves of formulas that change places, and their propositions."""


@dataclass(frozen=True, slots=True)
class Kept:
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
        """Return all literals to be kept."""
        return [*self.conditions, *(lit for c in self.components for lit in component_lits(c)), self.final]


def what_is_kept(game: Game) -> list[Kept]:
    """Gather what must be kept of every type; types that agree in it are looked at once."""
    dag = game.dag
    known: dict[object, tuple[frozenset[Lit], Lit, tuple[tuple[int, int], ...]]] = {}
    types = []
    for number, type_ in enumerate(game.experiments):
        poll("comparing experiments")
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
        types.append(Kept(number, slots, conditions, components, final, fixed, pairs))
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
    graph = Graph(dag, [*rest, *(lit for c in components for lit in component_lits(c)), final])
    image = graph.images((PARAMETER, a.first + i, b.first + i) for i in range(a.width))
    return (
        image is not None
        and {carried(lit, image) for lit in rest} == rest
        and keeps_cells(components, image)
        and carried(final, image) == final
    )


class Transpositions(Generic[Layout]):
    """Tests transpositions; types with the same layout and formulas are tested together, once.

    `layouts` has for each type a description of what may move in its parameters. The layout `nothing`, under
    which no parameter moves, stands for the goal and the weights.
    """

    def __init__(self, game: Game, types: Sequence[Kept], layouts: Sequence[Layout], nothing: Layout) -> None:
        self._shown = [not slot.aux for slot in game.codes.slots for _ in range(slot.width)]
        self._nothing = nothing
        self._ends = [game.goal, (Sum(game.weight),) if game.weight is not None else ()]
        alike: dict[Layout, list[Kept]] = {nothing: []}
        for type_, layout in zip(types, layouts, strict=True):
            alike.setdefault(layout, []).append(type_)
        secret = _either(VARIABLE, game.codes.slots)
        self._parts: list[tuple[Layout, list[Kept], Graph, set[_Swap]]] = []
        for layout, members in alike.items():
            distinct = list({(t.conditions, t.components, t.final): t for t in members}.values())
            roots = [lit for t in distinct for lit in t.formulas]
            if layout == nothing:
                roots += [lit for components in self._ends for c in components for lit in component_lits(c)]
            parameters = [_either(PARAMETER, t.slots) for t in members]
            either = secret.union(set.intersection(*parameters) if parameters else ())
            self._parts.append((layout, distinct, Graph(game.dag, roots), either))

    def keep(self, secret: Sequence[Pair], parameters: Callable[[Layout], Iterable[Pair]]) -> bool:
        """Return whether exchanging these propositions, those of a type by its layout, is a symmetry."""
        poll("comparing symbols")
        if any(self._shown[p] != self._shown[q] for p, q in secret):
            return False
        for layout, types, graph, either in self._parts:
            swaps = chain(
                ((VARIABLE, p, q) for p, q in secret), ((PARAMETER, p, q) for p, q in parameters(layout))
            )
            image = graph.images(swaps, either)
            if image is None:
                return False
            for t in types:
                if {carried(lit, image) for lit in t.conditions} != t.conditions:
                    return False
                if carried(t.final, image) != t.final or not keeps_cells(t.components, image):
                    return False
            if layout == self._nothing and not all(
                keeps_cells(components, image) for components in self._ends
            ):
                return False
        return True


def _either(kind: int, slots: Iterable[Slot]) -> set[_Swap]:
    """Return the swaps of both propositions of a slot with two symbols: one of them is true, never both."""
    two = [slot.first for slot in slots if slot.kind == "symbol" and len(slot.symbols) == 2]
    return {(kind, a, b) for first in two for a, b in permutations((first, first + 1))}


def classes(members: Sequence[Member], alike: Callable[[Member, Member], bool]) -> list[list[Member]]:
    """Return the classes of more than one member that transpositions generate, by union-find.

    Neighbours are compared, then the heads of the classes found if they are not too many.
    """
    parent = {member: member for member in members}

    def head(member: Member) -> Member:
        while parent[member] != member:
            member = parent[member]
        return member

    for a, b in pairwise(members):
        if alike(a, b):
            parent[head(b)] = head(a)
    heads = [member for member in members if parent[member] == member]
    if 1 < len(heads) <= MAX_CLASSES:
        for a, b in combinations(heads, 2):
            if head(a) != head(b) and alike(a, b):
                parent[head(b)] = head(a)
    found: dict[Member, list[Member]] = {}
    for member in members:
        found.setdefault(head(member), []).append(member)
    return [cls for cls in found.values() if len(cls) > 1]
