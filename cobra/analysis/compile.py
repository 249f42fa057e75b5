"""A game as the Rust core takes it, and the way back from the core's numbers to what the player sees.

Only the formulas a game uses are passed on, renumbered, arguments first. Components are replaced by cheaper
ones that make the same partitions; a `Decoder` for each type turns the core's outcome numbers back into the
game's own values. The layout of everything passed is described in rust/cobra-core/src/program.rs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import gcd

from cobra import _core
from cobra.errors import GameError
from cobra.model.answers import OutcomeValue, component_size, components_of, split_number
from cobra.model.dag import FALSE, GE, PARAMETER, TRUE, VARIABLE, Dag, Lin, Lit, add_lins, scale_lin
from cobra.model.game import (
    Assignment,
    Cases,
    Component,
    ExperimentType,
    Game,
    Outcomes,
    Slot,
    Space,
    Sum,
    Value,
)
from cobra.reference import Tree
from cobra.symmetry.graph import split_conjuncts
from cobra.symmetry.symbols import interchangeable_symbols

CoreComponent = tuple[int, int, list[tuple[int, int]]]
CoreSpace = tuple[
    list[tuple[int, int, int, int, int]],
    list[list[int]],
    list[tuple[list[int], list[int]]],
    list[int],
    int,
]
CoreType = tuple[CoreSpace, list[CoreComponent], int, list[tuple[int, int]]]
CoreGroup = tuple[list[list[int]], list[list[list[int] | None]]]
CoreAssignment = list[int | list[int]]
CoreExperiment = tuple[int, CoreAssignment]

MAX_SUMS = 32
"""Answers of more sums than this are taken as they are: every pair of sums would be tried."""

_SLOT_KINDS = {"bool": 0, "symbol": 1, "set": 2}


Recipe = tuple[int, tuple[Value, ...]] | tuple[int, dict[int, int]]
"""How a value follows from digits: (component, value of each digit) or (constant, factor by component)."""


@dataclass(frozen=True, slots=True)
class Decoder:
    """How the values of one answer follow from the digits of the components the core has instead of its own.

    `sizes` are those of the core's components; there is one recipe for each of the answer's components.
    `final` is the core component that says whether the outcome is final, -1 without one.
    """

    sizes: tuple[int, ...]
    recipes: tuple[Recipe, ...]
    final: int
    _known: dict[int, OutcomeValue] = field(default_factory=dict, compare=False, repr=False)

    def values(self, number: int) -> OutcomeValue:
        """Return the values of the core's outcome `number`, one for each component of the game's answer."""
        known = self._known.get(number)
        if known is None:
            digits = split_number(self.sizes, number)
            known = tuple(_follow(recipe, digits) for recipe in self.recipes)
            self._known[number] = known
        return known

    def is_final(self, number: int) -> bool:
        """Return whether the core's outcome `number` is final; never in a game that only identifies."""
        return self.final >= 0 and split_number(self.sizes, number)[self.final] == 1


def _follow(recipe: Recipe, digits: Sequence[int]) -> Value:
    first, rest = recipe
    if isinstance(rest, dict):
        return first + sum(factor * digits[component] for component, factor in rest.items())
    return rest[digits[first]] if len(rest) > 1 else rest[0]


@dataclass(frozen=True)
class CompiledGame:
    """The arguments of `_core.Engine`, and the ways back, such as `decoders` by type."""

    game: Game
    nodes: list[tuple[int, list[int]]]
    codes: CoreSpace
    types: list[CoreType]
    goal: list[CoreComponent]
    weight: tuple[int, list[tuple[int, int]]] | None
    shown: list[bool]
    groups: list[CoreGroup]
    decoders: tuple[Decoder, ...]

    def engine(self) -> _core.Engine:
        """Return a new engine of the core for this game."""
        return _core.Engine(
            self.nodes,
            self.codes,
            self.types,
            self.game.ending,
            self.goal,
            self.weight,
            self.shown,
            self.groups,
        )

    def experiment(self, core: CoreExperiment) -> tuple[int, Assignment]:
        """Return an experiment of the core as the model has it."""
        type_, values = core
        return type_, from_core(values)

    def tree(self, core: tuple[list[CoreExperiment], list[list[tuple[int, int]]], int]) -> Tree:
        """Return a strategy tree of the core as the model has it."""
        experiments, branches, root = core
        types = [type_ for type_, _ in experiments]
        return Tree(
            [self.experiment(experiment) for experiment in experiments],
            [
                {self.decoders[type_].values(number): child for number, child in node}
                for type_, node in zip(types, branches, strict=True)
            ],
            root,
        )

    @cached_property
    def proposition_names(self) -> list[str]:
        """Return a name for each proposition of the secret: `heavy`, `code[1]=3`."""
        names = []
        for slot in self.game.codes.slots:
            names += (
                [slot.name] if slot.kind == "bool" else [f"{slot.name}={symbol}" for symbol in slot.symbols]
            )
        return names


def from_core(values: Sequence[int | Sequence[int]]) -> Assignment:
    """Return an assignment of the core (sets: lists of positions) as the model has it (sets: bit masks)."""
    return tuple(value if isinstance(value, int) else sum(1 << place for place in value) for value in values)


def to_core(space: Space, assignment: Assignment) -> CoreAssignment:
    """Return an assignment of the model as the core takes it."""
    return [
        [i for i in range(len(slot.symbols)) if value >> i & 1] if slot.kind == "set" else value
        for slot, value in zip(space.slots, assignment, strict=True)
    ]


def compile_game(game: Game) -> CompiledGame:
    """Translate a game for the core.

    Nothing is enumerated; the time is linear in the formulas, up to symmetry tests.
    """
    finals = _final_formulas(game)
    simplified = [_simplify(components_of(type_.answer)) for type_ in game.experiments]
    answers: list[list[Component]] = []
    decoders = []
    for (components, recipes), final in zip(simplified, finals, strict=True):
        if final is not None:
            components = [*components, Cases((False, True), (final ^ 1, final))]
        answers.append(components)
        sizes = tuple(component_size(component) for component in components)
        decoders.append(Decoder(sizes, recipes, len(components) - 1 if final is not None else -1))

    symmetry = interchangeable_symbols(game)
    goal = list(game.goal)
    code_constraints = split_conjuncts(game.dag, game.codes.constraints)
    type_constraints = [split_conjuncts(game.dag, type_.space.constraints) for type_ in game.experiments]
    roots = [*code_constraints, *(lit for lits in type_constraints for lit in lits)]
    for components in (goal, *answers):
        roots += [lit for component in components for lit in _lits(component)]
    if game.weight is not None:
        roots += [lit for _, lit in game.weight.terms]
    number = {node: new for new, node in enumerate(game.dag.reachable([FALSE, *roots]))}
    nodes = [(game.dag.nodes[node].kind, _renumbered(game.dag, node, number)) for node in number]

    def space(of: Space, constraints: Sequence[Lit]) -> CoreSpace:
        return _core_space(of, [_new(lit, number) for lit in constraints])

    def component(of: Component) -> CoreComponent:
        if isinstance(of, Sum):
            return 0, of.value.constant, [(weight, _new(lit, number)) for weight, lit in of.value.terms]
        return 1, 0, [(0, _new(lit, number)) for lit in of.lits]

    types = [
        (space(type_.space, constraints), [component(c) for c in answer], decoder.final, list(swaps))
        for type_, constraints, answer, decoder, swaps in zip(
            game.experiments, type_constraints, answers, decoders, symmetry.swaps, strict=True
        )
    ]
    weight = None
    if game.weight is not None:
        weight = game.weight.constant, [(w, _new(lit, number)) for w, lit in game.weight.terms]
    return CompiledGame(
        game=game,
        nodes=nodes,
        codes=space(game.codes, code_constraints),
        types=types,
        goal=[component(c) for c in goal],
        weight=weight,
        shown=[not slot.aux for slot in game.codes.slots for _ in range(slot.width)],
        groups=[(group.propositions, group.slots) for group in symmetry.groups],
        decoders=tuple(decoders),
    )


def _lits(component: Component) -> list[Lit]:
    return [lit for _, lit in component.value.terms] if isinstance(component, Sum) else list(component.lits)


def _new(lit: Lit, number: dict[int, int]) -> Lit:
    return 2 * number[lit >> 1] + (lit & 1)


def _renumbered(dag: Dag, node: int, number: dict[int, int]) -> list[int]:
    kind, args = dag.nodes[node]
    if kind in (VARIABLE, PARAMETER):
        return list(args)
    if kind == GE:
        return [args[0], *(_new(arg, number) if place % 2 else arg for place, arg in enumerate(args[1:]))]
    return [_new(arg, number) for arg in args]


def _core_space(space: Space, constraints: list[Lit]) -> CoreSpace:
    def slot(of: Slot) -> tuple[int, int, int, int, int]:
        return _SLOT_KINDS[of.kind], len(of.symbols), of.first, of.size_min, of.size_max

    return (
        [slot(s) for s in space.slots],
        [list(group) for group in space.distinct],
        [(list(table.slots), [position for row in table.rows for position in row]) for table in space.tables],
        constraints,
        space.propositions,
    )


def _final_formulas(game: Game) -> list[Lit | None]:
    """Return for each type the formula "the outcome is final"; None for all when the game does not tell them
    apart.
    """
    knows = game.ending == "hit" or (
        game.ending == "core"
        and any(
            not o.final for t in game.experiments if isinstance(t.answer, Outcomes) for o in t.answer.outcomes
        )
    )
    return [_final_formula(game.dag, type_) if knows else None for type_ in game.experiments]


def _final_formula(dag: Dag, type_: ExperimentType) -> Lit:
    if type_.final is not None:
        return type_.final
    if isinstance(type_.answer, Outcomes):
        return dag.disj(outcome.formula for outcome in type_.answer.outcomes if outcome.final)
    return FALSE


def _simplify(components: Sequence[Component]) -> tuple[list[Component], tuple[Recipe, ...]]:
    """Return cheaper components that make the same partitions, and how the given ones' values follow.

    A sum may have a multiple of another one added (`both - black` beside `black` becomes `both`), and a
    common factor taken out; constant components and repeated ones are left out, and so are cases that are
    never true.
    """
    sums = [i for i, component in enumerate(components) if isinstance(component, Sum)]
    lins, combination = _reduce_sums([c.value for c in components if isinstance(c, Sum)])
    kept: list[Component] = []
    recipes: list[Recipe] = []
    place_of_sum: dict[int, int] = {}
    factors: list[int] = []
    place_of_cases: dict[frozenset[Lit], int] = {}
    for i, component in enumerate(components):
        if isinstance(component, Sum):
            row = sums.index(i)
            lin = lins[row]
            factors.append(gcd(*(w for w, _ in lin.terms)) if lin.terms else 1)
            if lin.terms:
                place_of_sum[row] = len(kept)
                kept.append(Sum(Lin(0, tuple((w // factors[-1], lit) for w, lit in lin.terms))))
            recipes.append((0, {}))  # filled in below, when every sum has its place
            continue
        true = [
            (value, lit) for value, lit in zip(component.values, component.lits, strict=True) if lit != FALSE
        ]
        true = [pair for pair in true if pair[1] == TRUE] or true
        if not true:
            raise GameError("not exactly one outcome: none of the outcomes of an experiment is possible")
        if len(true) == 1:
            recipes.append((0, (true[0][0],)))
            continue
        key = frozenset(lit for _, lit in true)
        if len(key) == len(true) and key in place_of_cases:
            place = place_of_cases[key]
            same = kept[place]
            assert isinstance(same, Cases)
            value_of = {lit: value for value, lit in true}
            recipes.append((place, tuple(value_of[lit] for lit in same.lits)))
            continue
        place_of_cases[key] = len(kept)
        recipes.append((len(kept), tuple(value for value, _ in true)))
        kept.append(Cases(tuple(value for value, _ in true), tuple(lit for _, lit in true)))
    for row, i in enumerate(sums):
        constant = sum(factor * lins[other].constant for other, factor in combination[row].items())
        by_place = {place_of_sum[o]: f * factors[o] for o, f in combination[row].items() if o in place_of_sum}
        recipes[i] = (constant, by_place)
    return kept, tuple(recipes)


def _reduce_sums(lins: list[Lin]) -> tuple[list[Lin], list[dict[int, int]]]:
    """Add integers to others while that makes them smaller; say how the given ones follow.

    Row i of the second result holds the factors with which the new integers add up to the old integer i.
    """
    lins = list(lins)
    combination = [{i: 1} for i in range(len(lins))]
    improved = len(lins) <= MAX_SUMS
    while improved:
        improved = False
        for i in range(len(lins)):
            for j in range(len(lins)):
                if i == j or not lins[j].terms:
                    continue
                ratio = max(1, (lins[i].high - lins[i].low) // (lins[j].high - lins[j].low))
                for factor in (1, -1, ratio, -ratio):
                    candidate = add_lins((lins[i], scale_lin(factor, lins[j])))
                    if _cost(candidate) < _cost(lins[i]):
                        lins[i] = candidate
                        improved = True
                        for row in combination:
                            if i in row:
                                row[j] = row.get(j, 0) - factor * row[i]
    return lins, [{j: factor for j, factor in row.items() if factor} for row in combination]


def _cost(lin: Lin) -> tuple[int, int]:
    return lin.high - lin.low, len(lin.terms)
