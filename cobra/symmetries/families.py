"""Types of experiments that share their vertices in the graph of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cobra.model.answers import component_lits
from cobra.model.dag import Lit
from cobra.model.game import Cases, Game, Price, Space, Way
from cobra.model.memory import ONE
from cobra.model.simplify import CoreAnswer
from cobra.model.unseen import ways_of
from cobra.symmetries.symbols import Symmetry


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows from the experiments of a type, in a game with memory; see `ExperimentType`."""

    after: tuple[Cases, ...]
    price: Price
    lost: Lit | None

    @property
    def lits(self) -> list[Lit]:
        """Return the formulas."""
        lits = [lit for cases in self.after for lit in cases.lits]
        lits += [lit for _, lit in self.price.value.terms]
        return lits if self.lost is None else [*lits, self.lost]


@dataclass(frozen=True, slots=True)
class Family:
    """Types that agree in everything but the sizes of their sets.

    `types` are their numbers, by sizes; `roles` is what else than its kind tells a slot from others,
    `sides` are the pairs of slots that may be exchanged (see `Symmetry`).
    """

    space: Space
    answer: CoreAnswer
    conditions: tuple[Lit, ...]
    roles: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    follows: Follows | None = None
    ways: tuple[Way, ...] = ()
    types: list[int] = field(default_factory=list)

    @property
    def roots(self) -> list[Lit]:
        """Return the formulas of its conditions and answers; of what is final that it is."""
        final = self.answer.final
        told = [
            component_lits(c)[1:] if i == final else component_lits(c)
            for i, c in enumerate(self.answer.components)
        ]
        told += [component_lits(way.cases) for way in self.ways]
        follows = [] if self.follows is None else self.follows.lits
        return [*self.conditions, *(lit for lits in told for lit in lits), *follows]


def families_of(
    game: Game, answers: Sequence[CoreAnswer], symmetry: Symmetry, distinguish_sides: bool
) -> list[Family]:
    """Return the families of a game's types, in the order of their first ones."""
    families: dict[object, Family] = {}
    for number, (type_, answer) in enumerate(zip(game.experiments, answers, strict=True)):
        space = type_.space
        sizes = sizes_of(space)
        ranks = tuple(sorted(set(sizes)).index(size) for size in sizes)
        roles = [0] * len(sizes)
        for left, right in symmetry.swaps[number] if distinguish_sides else ():
            roles[left] += 1
            roles[right] -= 1
        layout = tuple((slot.kind, slot.first, slot.symbols) for slot in space.slots)
        conditions = tuple(sorted(symmetry.conditions[number]))
        same = (
            layout,
            ranks,
            tuple(roles),
            symmetry.swaps[number],
            space.distinct,
            space.tables,
            conditions,
            answer.components,
            answer.final,
            follows := None if game.memory is None else Follows(type_.after, type_.price or ONE, type_.lost),
            ways := ways_of(type_),
        )
        family = Family(space, answer, conditions, tuple(roles), symmetry.swaps[number], follows, ways)
        families.setdefault(same, family).types.append(number)
    for family in families.values():
        family.types.sort(key=lambda number: sorted(sizes_of(game.experiments[number].space)))
    return list(families.values())


def sizes_of(space: Space) -> list[tuple[int, int]]:
    """Return the least and the greatest size of each slot's set."""
    return [(slot.size_min, slot.size_max) for slot in space.slots]
