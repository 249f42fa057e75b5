"""The group found on the graph of a game's formulas, against what the game means."""

from __future__ import annotations

import pytest
from hypothesis import example, given

import cobra
from cobra import _core
from cobra.engine.compile import compile_game
from cobra.model.game import Game
from cobra.symmetries.as_sets import as_sets
from tests import random_games
from tests.oracle.equivalence import Meaning, Relabelling, closure
from tests.random_cases import random_cases
from tests.symmetries.groups import GROUPS, SMALL


def relabellings(game: Game) -> list[Relabelling]:
    """Return generators of the group of a game's graph in the words of the oracle."""
    graph = compile_game(game).program.graph
    assert graph is not None
    colours, edges, variables = graph.colours, graph.edges, graph.variables
    type_vertices, parameters = graph.types, graph.parameters
    generators, _ = _core.automorphisms(colours, edges)
    type_at = {vertex: t for t, vertex in enumerate(type_vertices)}
    found = []
    for to in generators:
        types = []
        for vertex, pairs in zip(type_vertices, parameters, strict=True):
            target = type_at[to[vertex]]
            types.append((target, moved(to, pairs, parameters[target])))
        found.append(Relabelling(moved(to, variables, variables), tuple(types)))
    return found


def moved(to: list[int], pairs: list[tuple[int, int]], onto: list[tuple[int, int]]) -> tuple[int, ...]:
    literal = {false: 2 * p + 1 for p, (_, false) in enumerate(onto)}
    literal |= {true: 2 * p for p, (true, _) in enumerate(onto)}  # may be the negation of another one
    return tuple(literal[to[true]] for true, _ in pairs)


MISSED = {"bags-of-gold 3 3": 2, "light-coins 4 2": 2, "odd-coins 4 2": 2} | {
    "sorting 3": 6,
    "sorting 4": 48,
}
"""How many times as many symmetries a game has as its formulas show: true and false exchanged in sums,
parameters said to ascend."""


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params", "order"), SMALL)
def test_the_graph_of_a_game_of_the_library(name: str, params: dict[str, int], order: int) -> None:
    of = Meaning(cobra.load(name, {key: str(value) for key, value in params.items()}))
    elements = closure(of.identity(), of.symmetries(relabellings(of.game)))
    missed = MISSED.get(" ".join([name, *map(str, params.values())]), 1)
    assert len(elements) * missed == order
    assert compile_game(of.game).group.order == len(elements)
    by_hand = closure(of.identity(), of.symmetries(GROUPS[name](of.game, **params)))
    assert set(elements) <= set(by_hand)


ASCENDING = """VARIABLES x0
ALPHABET "0", "1", "2"
EXPERIMENT "ask" 2
PARAMS_DISTINCT 1, 2
PARAMS_SORTED 1, 2
OUTCOME "one" x0
OUTCOME "two" !x0
"""
"""Two parameters that are one set: any symbols can be exchanged."""


@pytest.mark.thorough
@random_cases(60)
@given(random_games.games(codes=24, experiments=24))
@example(cobra.load_text(ASCENDING))
def test_the_graph_of_any_game_shows_only_symmetries(game: Game) -> None:
    of = Meaning(as_sets(game).game)
    of.symmetries(relabellings(of.game))
