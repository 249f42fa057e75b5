"""The symmetry group of a game: its exact order, and generators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import factorial, prod

from cobra.engine.automorphisms import automorphisms
from cobra.model.dag import VARIABLE
from cobra.model.game import Game
from cobra.model.simplify import CoreAnswer, core_answers
from cobra.model.unseen import draws
from cobra.symmetries.as_sets import SetView, as_sets
from cobra.symmetries.carry import GameSymmetry
from cobra.symmetries.cycles import generator_texts, listed
from cobra.symmetries.graph import MAX_VERTICES, GameGraph, game_graph
from cobra.symmetries.images import Graph, carried, split_conjuncts
from cobra.symmetries.symbols import SymbolGroup, Symmetry, interchangeable_symbols, no_symmetry

QUICK = 1024
"""Vertices up to which the automorphisms of the whole graph are looked for at once."""

MAX_LARGE = 50_000
"""Vertices up to which a graph is made that only its colours' refinement makes small enough."""


@dataclass(frozen=True, slots=True)
class GameGroup:
    """The group of the symmetries that the graph of a game shows.

    `order` is exact; exchanging the two sides of a balance, which moves no experiment, does not count.
    `generators` are in cycle notation; `symmetries` generate the group too, as permutations of variables,
    codes and experiments. Not `complete`: the graph is too large; these are only the permutations of
    interchangeable symbols, and `symmetries` is empty.
    """

    order: int
    generators: tuple[str, ...]
    complete: bool = True
    symmetries: tuple[GameSymmetry, ...] = field(default=(), repr=False)


def only_in_graph(game: Game) -> bool:
    """Return whether only the graph shows what a symmetry has to keep: a state, prices, moves, chances."""
    by_code = game.unseen is not None and bool(game.unseen.moves or game.unseen.noises)
    return game.memory is not None or by_code or draws(game)


def core_graph(game: Game, answers: Sequence[CoreAnswer], symmetry: Symmetry) -> GameGraph | None:
    """Return the graph of a game for the core; None when it has too many vertices even without formulas."""
    graph = game_graph(game, answers, symmetry)
    if graph is None and not only_in_graph(game) and not any(type_.space.slots for type_ in game.experiments):
        from cobra.engine.condensed import condensed_graph

        graph = condensed_graph(game, answers)
    return graph


def game_group(
    game: Game,
    view: SetView | None = None,
    symmetry: Symmetry | None = None,
    graph: GameGraph | None = None,
) -> GameGroup:
    """Return the symmetry group of a game.

    `view` is the game with sets, `symmetry` what `interchangeable_symbols` found in it, and `graph` what
    `core_graph` did, if that is known.
    """
    view = view or as_sets(game)
    game = view.game
    if symmetry is None:
        symmetry = no_symmetry(game) if only_in_graph(game) else interchangeable_symbols(game)
    answers = core_answers(game)
    if any(symmetry.swaps):
        graph = None  # the core's graph does not distinguish the sides
    elif graph is None:
        graph = core_graph(game, answers, symmetry)
    if graph is None:
        graph = game_graph(game, answers, symmetry, distinguish_sides=True, limit=MAX_LARGE)
    found = None if graph is None else _automorphisms(game, graph, symmetry)
    if graph is None or found is None:
        groups = [group for group in symmetry.groups if _keeps_codes(game, group)]
        order = prod(factorial(len(group.symbols)) for group in groups)
        return GameGroup(order, tuple(f"any order of {listed(group.symbols)}" for group in groups), False)
    order, images = found
    symmetries = tuple(GameSymmetry(view, graph, symmetry.swaps, tuple(of)) for of in images)
    return GameGroup(order, tuple(generator_texts(game, graph, images)), symmetries=symmetries)


def _automorphisms(game: Game, graph: GameGraph, symmetry: Symmetry) -> tuple[int, list[list[int]]] | None:
    if len(graph.colours) > QUICK:
        from cobra.engine.large_graph import large_group

        found = large_group(game, graph, symmetry.groups)
        if found is not None or len(graph.colours) > MAX_VERTICES:
            return found
    images, factors = automorphisms(graph.colours, graph.edges)
    return prod(factors), images


def _keeps_codes(game: Game, group: SymbolGroup) -> bool:
    """Return whether exchanging interchangeable symbols keeps the codes; "no" may be wrong."""
    space = game.codes
    in_tables = {space.slots[number] for table in space.tables for number in table.slots}
    moved = {p for of_symbol in group.propositions for p in of_symbol}
    if any(not moved.isdisjoint(range(slot.first, slot.first + slot.width)) for slot in in_tables):
        return False
    constraints = split_conjuncts(game.dag, space.constraints)
    formulas = Graph(game.dag, constraints)
    for mine, theirs in pairwise(group.propositions):
        image = formulas.images((VARIABLE, p, q) for p, q in zip(mine, theirs, strict=True))
        if image is None or {carried(lit, image) for lit in constraints} != set(constraints):
            return False
    return True
