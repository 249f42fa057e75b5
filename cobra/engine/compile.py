"""A game as the Rust core takes it, and the way back from the core's numbers to what the player sees.

Only the formulas a game uses are passed on, renumbered, arguments first. Components are replaced by cheaper
ones that make the same partitions; a `Decoder` for each type turns the core's outcome numbers back into the
game's own values. The layout of everything passed is described in rust/cobra-core/src/game/program.rs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm
from typing import Final

from cobra import _core
from cobra.budget import current, share, tell
from cobra.engine.automorphisms import SYMMETRIES
from cobra.engine.group import GameGroup, core_graph, game_group, only_in_graph
from cobra.engine.program import (
    CoreAssignment,
    CoreCases,
    CoreComponent,
    CoreDrawn,
    CoreExperiment,
    CoreFollows,
    CoreSlot,
    CoreSpace,
    CoreStanding,
    CoreSum,
    CoreTable,
    CoreType,
    CoreUnseen,
    Program,
)
from cobra.errors import StoppedError
from cobra.model.answers import OutcomeValue, component_lits, component_size, split_number
from cobra.model.dag import FALSE, GE, PARAMETER, VARIABLE, Dag, Lit
from cobra.model.game import Assignment, Component, ExperimentType, Game, Space, Sum, Unseen, Value
from cobra.model.memory import ONE, price_unit
from cobra.model.simplify import CoreAnswer, Recipe, core_answers
from cobra.model.unseen import asks_any_set, draws, unseen_lits, ways_of
from cobra.symmetries.as_sets import SetView, as_sets
from cobra.symmetries.graph import GameGraph
from cobra.symmetries.images import split_conjuncts
from cobra.symmetries.slots import SlotGroup, interchangeable_slots
from cobra.symmetries.symbols import Symmetry, interchangeable_symbols, no_symmetry

_SYMMETRY_SHARE: Final = 0.3
"""Symmetries only make an analysis faster; they must not take the time it has."""

_MOST_ARGUMENTS: Final = 4096
"""Arguments of formulas up to which the graph is made at once where more changes than knowledge."""


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
    """The program for `_core.Engine`, and the ways back, such as `decoders` by type.

    `view`: the game as the core has it, with sets for parameters that ascend.
    """

    game: Game
    view: SetView = field(repr=False)
    program: Program
    decoders: tuple[Decoder, ...]
    symmetry: Symmetry = field(repr=False)
    finals_apart: bool = False
    """Whether some answer is not seen to decide what is final: it has to be proved that it does."""
    looked_for_symmetry: bool = True
    """False when time was too short for that: nothing is wrong without symmetries, only slower."""

    @cached_property
    def group(self) -> GameGroup:
        """Return the symmetry group of the game; `StoppedError` when time was, or is, too short for that."""
        if not self.looked_for_symmetry:
            raise current().error(SYMMETRIES)
        return game_group(self.game, self.view, self.symmetry, self.program.graph)

    @cached_property
    def known_group(self) -> GameGroup | None:
        """Return the symmetry group, None when finding it takes too much of the time left."""
        try:
            with share(_SYMMETRY_SHARE):
                return self.group
        except StoppedError as stop:
            if stop.reason != "time":
                raise
            return None

    @property
    def symmetry_order(self) -> int | None:
        """Return the order of the symmetry group, None when that is not known."""
        return None if self.known_group is None else self.known_group.order

    def engine(self) -> _core.Engine:
        """Return a new engine of the core for this game."""
        return _core.Engine(self.program)

    def experiment(self, core: CoreExperiment) -> tuple[int, Assignment]:
        """Return an experiment of the core as the model has it."""
        type_, values = core
        return type_, self.view.from_sets(type_, from_core(values))

    def core_experiment(self, experiment: tuple[int, Assignment]) -> CoreExperiment:
        """Return an experiment of the model as the core has it."""
        type_, assignment = experiment
        space = self.view.game.experiments[type_].space
        return type_, _to_core(space, self.view.to_sets(type_, assignment))


def from_core(values: Sequence[int | Sequence[int]]) -> Assignment:
    """Return an assignment of the core (sets: lists of positions) as the model has it (sets: bit masks)."""
    return tuple(value if isinstance(value, int) else sum(1 << place for place in value) for value in values)


def _to_core(space: Space, assignment: Assignment) -> CoreAssignment:
    """Return an assignment of the model as the core takes it."""
    return [
        [i for i in range(len(slot.symbols)) if value >> i & 1] if slot.kind == "set" else value
        for slot, value in zip(space.slots, assignment, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of the symmetry of a game."""

    symmetry: Symmetry
    graph: GameGraph | None = None
    slots: tuple[SlotGroup, ...] = ()
    complete: bool = False


def _symmetry(game: Game, answers: Sequence[CoreAnswer]) -> _Found:
    """Return the symmetry of a game; none at all when that takes too much of the time left."""
    tell(SYMMETRIES)
    try:
        with share(_SYMMETRY_SHARE):
            if only_in_graph(game):
                symmetry = no_symmetry(game)
                arguments = sum(len(node.args) for node in game.dag.nodes)
                used = arguments <= _MOST_ARGUMENTS
                return _Found(symmetry, core_graph(game, answers, symmetry) if used else None, complete=True)
            symmetry = interchangeable_symbols(game)
            graph = core_graph(game, answers, symmetry)
            return _Found(symmetry, graph, interchangeable_slots(game), True)
    except StoppedError as stop:
        if stop.reason != "time":
            raise
        return _Found(no_symmetry(game))


def compile_game(game: Game) -> CompiledGame:
    """Translate a game for the core.

    Nothing is enumerated; the time is linear in the formulas, up to symmetry tests, and these have a part of
    the time left at most.
    """
    written, view = game, as_sets(game)
    game = view.game
    answers = core_answers(game)
    decoders = []
    for answer in answers:
        sizes = tuple(component_size(component) for component in answer.components)
        decoders.append(Decoder(sizes, answer.recipes, answer.final))

    found = _symmetry(game, answers)
    symmetry, graph = found.symmetry, found.graph
    goal = list(game.goal)
    code_constraints = split_conjuncts(game.dag, game.codes.constraints)
    type_constraints = [split_conjuncts(game.dag, type_.space.constraints) for type_ in game.experiments]
    roots = [*code_constraints, *(lit for lits in type_constraints for lit in lits)]
    for components in (goal, *(answer.components for answer in answers)):
        roots += [lit for component in components for lit in component_lits(component)]
    if game.weight is not None:
        roots += [lit for _, lit in game.weight.terms]
    roots += _roots_of_memory(game)
    roots += unseen_lits(game)
    number = {node: new for new, node in enumerate(game.dag.reachable([FALSE, *roots]))}
    nodes = [(game.dag.nodes[node].kind, _renumbered(game.dag, node, number)) for node in number]

    def space(of: Space, constraints: Sequence[Lit]) -> CoreSpace:
        return _core_space(of, [_new(lit, number) for lit in constraints])

    def component(of: Component) -> CoreComponent:
        if isinstance(of, Sum):
            return CoreSum(0, [(weight, _new(lit, number)) for weight, lit in of.value.terms])
        return CoreCases([_new(lit, number) for lit in of.lits])

    types = [
        CoreType(
            space(type_.space, constraints), list(map(component, answer.components)), answer.final, swaps
        )
        for type_, constraints, answer, swaps in zip(
            game.experiments, type_constraints, answers, symmetry.swaps, strict=True
        )
    ]
    weight = None
    if game.weight is not None:
        weight = CoreSum(game.weight.constant, [(w, _new(lit, number)) for w, lit in game.weight.terms])
    program = Program(
        nodes=nodes,
        codes=space(game.codes, code_constraints),
        types=types,
        ending=game.ending,
        goal=list(map(component, goal)),
        weight=weight,
        shown=[not slot.aux for slot in game.codes.slots for _ in range(slot.width)],
        groups=symmetry.groups,
        slot_groups=found.slots,
        graph=graph,
        standing=_standing(game, number),
        unseen=_unseen(game, number),
    )
    return CompiledGame(
        game=written,
        view=view,
        program=program,
        decoders=tuple(decoders),
        symmetry=symmetry,
        finals_apart=any(answer.final_apart for answer in answers),
        looked_for_symmetry=found.complete,
    )


def _roots_of_memory(game: Game) -> list[Lit]:
    """Return the formulas of what follows from experiments, and those that say what the state is."""
    roots: list[Lit] = []
    for type_ in game.experiments if game.memory is not None else ():
        roots += [
            game.dag.parameter(s.first + i) for s in type_.space.slots if s.state for i in range(s.width)
        ]
        roots += [lit for cases in type_.after for lit in cases.lits]
        roots += [] if type_.price is None else [lit for _, lit in type_.price.value.terms]
        roots += [] if type_.lost is None else [type_.lost]
    return roots


def _standing(game: Game, number: dict[int, int]) -> CoreStanding | None:
    memory = game.memory
    if memory is None:
        return None
    unit = price_unit(game)

    def follows(type_: ExperimentType) -> CoreFollows:
        said = type_.price or ONE
        factor = int(1 / unit) // said.denominator
        terms = [(weight * factor, _new(lit, number)) for weight, lit in said.value.terms]
        price = CoreSum(said.value.constant * factor, terms)
        after = [[_new(lit, number) for lit in cases.lits] for cases in type_.after]
        return CoreFollows(after, price, None if type_.lost is None else _new(type_.lost, number))

    loss = None if memory.loss is None else int(memory.loss / unit)
    return CoreStanding(memory.start, [follows(type_) for type_ in game.experiments], loss)


def _unseen(game: Game, number: dict[int, int]) -> CoreUnseen | None:
    if game.unseen is None:
        return None
    moves = [
        (move.slot, [[_new(lit, number) for lit in cases.lits] for cases in move.targets])
        for move in game.unseen.moves
    ]
    noise, noises = _noise(game.unseen, number)
    drawn = [_drawn(type_, number) for type_ in game.experiments] if draws(game) else []
    return CoreUnseen(game.unseen.lies, noise, noises, moves, drawn, asks_any_set(game))


def _noise(unseen: Unseen, number: dict[int, int]) -> tuple[tuple[int, int] | None, list[tuple[Lit, int]]]:
    """Return how often answers are wrong, over one denominator for all codes."""
    if unseen.noise is None:
        return None, []
    below = lcm(unseen.noise.denominator, *(chance.denominator for chance, _ in unseen.noises))
    noises = [(_new(lit, number), int(chance * below)) for chance, lit in unseen.noises]
    return (int(unseen.noise * below), below), noises


def _drawn(type_: ExperimentType, number: dict[int, int]) -> CoreDrawn | None:
    ways = ways_of(type_)
    if not ways:
        return None
    parts = lcm(*(way.chance.denominator for way in ways))
    drawn = [([_new(lit, number) for lit in way.cases.lits], int(way.chance * parts)) for way in ways]
    return drawn, parts


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
    return CoreSpace(
        [CoreSlot(of.kind, len(of.symbols), of.first, of.size_min, of.size_max) for of in space.slots],
        space.distinct,
        [
            CoreTable(table.slots, [position for row in table.rows for position in row])
            for table in space.tables
        ],
        constraints,
        space.propositions,
    )
