"""The symmetry group of games: exact orders, generators in words, and that every generator is a symmetry."""

from __future__ import annotations

from math import factorial, prod

import igraph
import networkx
import pytest
from hypothesis import given
from networkx.algorithms.isomorphism import GraphMatcher, categorical_node_match

import cobra
from cobra import _core
from cobra.engine import group
from cobra.engine.condensed import condensed_graph
from cobra.engine.group import game_group
from cobra.engine.large_graph import large_group
from cobra.model.game import Game
from cobra.model.simplify import core_answers
from cobra.symmetries.graph import GameGraph, game_graph
from cobra.symmetries.symbols import interchangeable_symbols
from tests.random_cases import random_cases
from tests.random_games import games
from tests.symmetries.symmetries import check_symmetry

f = factorial
ORDERS = [
    ("mastermind", {"pegs": 4, "colours": 6}, f(4) * f(6)),
    ("mastermind", {"pegs": 3, "colours": 2}, f(3) * 2),
    ("bulls-and-cows", {}, f(4) * f(10)),
    ("counterfeit-coin", {"coins": 12}, f(12) * 2),
    ("counterfeit-coin", {"coins": 5, "genuine": 3}, f(5) * f(3) * 2),
    ("counterfeit-coin-only", {"coins": 4}, f(4) * 2),
    ("odd-coins", {"coins": 6}, f(6) * 2),
    ("light-coins", {"coins": 9}, f(9)),
    ("black-pegs", {"pegs": 3, "colours": 4}, f(4) ** 3 * f(3)),
    ("permutation", {"n": 4}, f(4) ** 2 * 2),
    ("decimalisation", {"places": 4, "digits": 5}, f(5) ** 4 * f(4)),
    ("bags-of-gold", {"bags": 10}, f(10)),
    ("group-testing", {"items": 8}, f(8)),
    ("battleship", {}, 2),
    ("mastermind-colour", {}, f(4) * f(3)),
    ("black-box", {"size": 3, "atoms": 1}, 8),
    ("black-box", {"size": 4, "atoms": 2}, 8),
    ("black-box", {"size": 6, "atoms": 3}, 8),
    ("code-777-three", {}, 4),
    ("wordle", {}, 1),
    ("counterfeit-coin", {"coins": 100}, f(100) * 2),
    pytest.param("odd-coins", {"coins": 365}, f(365) * 2, marks=pytest.mark.slow),
    pytest.param("light-coins", {"coins": 120, "genuine": 30}, f(120) * f(30), marks=pytest.mark.slow),
]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "arguments", "order"), ORDERS)
def test_orders(name: str, arguments: dict[str, int], order: int) -> None:
    found = game_group(cobra.load(name, arguments))
    assert (found.order, found.complete) == (order, True)


GENERATORS = [
    (
        "mastermind",
        {"pegs": 3, "colours": 3},
        """(0 1) in code, g
        (0 1 2) in code, g
        code[1] ↔ code[2], g[1] ↔ g[2]
        (code[1] code[2] code[3]), (g[1] g[2] g[3])""",
    ),
    (
        "counterfeit-coin",
        {"coins": 12},
        """(1 2) in odd, left, right
        (1 2 3 4 5 … 12) in odd, left, right
        heavy ↔ not heavy""",
    ),
    (
        "black-pegs",
        {"pegs": 2, "colours": 3},
        """(0 1) in code[1], g[1]
        (0 1 2) in code[1], g[1]
        (0 1) in code[2], g[2]
        (0 1 2) in code[2], g[2]
        code[1] ↔ code[2], g[1] ↔ g[2]""",
    ),
    (
        "bags-of-gold",
        {"bags": 3},
        """fake[1] ↔ fake[2], take[1] ↔ take[2]
        (fake[1] fake[2] fake[3]), (take[1] take[2] take[3])""",
    ),
    (
        "counterfeit-coin",
        {"coins": 365},
        """(1 2) in odd, left, right
        (1 2 3 4 5 … 365) in odd, left, right
        heavy ↔ not heavy""",
    ),
    (
        "black-box",
        {"size": 2, "atoms": 1},
        """atom[1,2] ↔ atom[2,1]; \
shoot(1) ↔ shoot(7), shoot(2) ↔ shoot(8), shoot(3) ↔ shoot(5), shoot(4) ↔ shoot(6)
        atom[1,1] ↔ atom[1,2], atom[2,1] ↔ atom[2,2]; \
shoot(1) ↔ shoot(5), shoot(2) ↔ shoot(6), shoot(3) ↔ shoot(4), shoot(7) ↔ shoot(8)""",
    ),
    ("battleship", {}, "row ↔ column, r ↔ c; down ↔ not down"),
    (
        "code-777-three",
        {},
        """(1 3) in card, p, q; card[1,1] ↔ card[3,1], card[1,2] ↔ card[3,2]
        p[1] ↔ q[1], p[2] ↔ q[2]""",
    ),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "arguments", "texts"), GENERATORS)
def test_generators_in_words(name: str, arguments: dict[str, int], texts: str) -> None:
    expected = [line.strip() for line in texts.splitlines()]
    assert list(game_group(cobra.load(name, arguments)).generators) == expected


IN_WORDS = {
    "parameters of one name in two types": (
        """
        secret code[1..2] : 1..3
        experiment first(g : 1..3) observe code[1] = g
        experiment second(g : 1..3) observe code[2] = g
        experiment equal() observe code[1] = code[2]
        """,
        [
            "(1 2) in code, g",
            "(1 2 3) in code, g",
            "code[1] ↔ code[2]; first ↔ second",
        ],
    ),
    "parameters of one name that move apart": (
        """
        secret code[1..2] : 1..3
        experiment first(g : 1..3) observe code[1] = g
        experiment second(g : 1..3) observe code[2] = g & code[1] = g
        experiment third(g : 1..3, h : 1..3) observe g = h & code[1] = code[2]
        """,
        [
            "(1 2) in g of third, h",
            "(1 2 3) in g of third, h",
            "(1 2) in code, g of first, g of second",
            "(1 2 3) in code, g of first, g of second",
            "g of third ↔ h",
        ],
    ),
}


@pytest.mark.parametrize("name", IN_WORDS)
def test_generators_of_other_games_in_words(name: str) -> None:
    text, expected = IN_WORDS[name]
    assert list(game_group(cobra.load_text(text)).generators) == expected


def graph_of(game: Game, *, distinguish_sides: bool = False) -> GameGraph:
    graph = game_graph(
        game, core_answers(game), interchangeable_symbols(game), distinguish_sides=distinguish_sides
    )
    assert graph is not None
    return graph


SMALL = [
    ("mastermind", {"pegs": 2, "colours": 3}),
    ("mastermind", {"pegs": 3, "colours": 2}),
    ("bulls-and-cows", {"places": 2, "digits": 4}),
    ("counterfeit-coin", {"coins": 4}),
    ("counterfeit-coin", {"coins": 3, "genuine": 2}),
    ("counterfeit-coin-only", {"coins": 3}),
    ("odd-coins", {"coins": 4}),
    ("light-coins", {"coins": 4}),
    ("black-pegs", {"pegs": 2, "colours": 3}),
    ("permutation", {"n": 3}),
    ("permutation", {"n": 2}),
    ("decimalisation", {"places": 2, "digits": 3}),
    ("bags-of-gold", {"bags": 3, "capacity": 3}),
    ("group-testing", {"items": 4}),
    ("higher-lower", {"n": 5}),
    ("sorting", {"n": 3}),
    ("battleship", {}),
    ("black-box", {"size": 3, "atoms": 1}),
    ("code-777", {"cards": 2, "values": 2}),
    ("code-777-three", {"cards": 2, "values": 2}),
    ("diagnosis", {}),
    ("jotto", {}),
    ("mastermind-colour", {"pegs": 2, "colours": 2}),
    ("mastermind-position", {"pegs": 2, "colours": 3}),
    ("word-list", {}),
]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "arguments"), SMALL)
@pytest.mark.parametrize("distinguish_sides", [False, True])
def test_generators_are_symmetries(name: str, arguments: dict[str, int], distinguish_sides: bool) -> None:
    game = cobra.load(name, arguments)
    graph = graph_of(game, distinguish_sides=distinguish_sides)
    for images in _core.automorphisms(graph.colours, graph.edges)[0]:
        check_symmetry(game, graph, images)


@pytest.mark.parametrize(("name", "arguments"), SMALL)
def test_igraph_counts_as_many(name: str, arguments: dict[str, int]) -> None:
    game = cobra.load(name, arguments)
    graph = graph_of(game, distinguish_sides=True)
    oracle = igraph.Graph(len(graph.colours), graph.edges)
    assert oracle.count_automorphisms(color=graph.colours) == game_group(game).order


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("mastermind", {"pegs": 2, "colours": 2}), ("light-coins", {"coins": 3}), ("permutation", {"n": 2})],
)
def test_networkx_lists_as_many(name: str, arguments: dict[str, int]) -> None:
    game = cobra.load(name, arguments)
    graph = graph_of(game, distinguish_sides=True)
    oracle = networkx.Graph(graph.edges)
    networkx.set_node_attributes(oracle, dict(enumerate(graph.colours)), "colour")
    matcher = GraphMatcher(oracle, oracle, categorical_node_match("colour", -1))
    assert sum(1 for _ in matcher.isomorphisms_iter()) == game_group(game).order


def check_no_other_vertex_moves_alone(graph: GameGraph) -> None:
    """Assert that the literals and types tell what becomes of all other vertices: orders count no twins."""
    pairs = [pair for space in (graph.variables, *graph.parameters) for pair in space]
    named = sorted({vertex for pair in pairs for vertex in pair} | set(graph.types))
    colours = list(graph.colours)
    for number, vertex in enumerate(named):
        colours[vertex] = len(colours) + number
    assert _core.automorphisms(colours, graph.edges) == ([], [])


@pytest.mark.parametrize(("name", "arguments"), SMALL)
def test_only_literals_and_types_count(name: str, arguments: dict[str, int]) -> None:
    check_no_other_vertex_moves_alone(graph_of(cobra.load(name, arguments)))


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=20, experiments=20))
def test_random_games(game: Game) -> None:
    graph = graph_of(game)
    check_no_other_vertex_moves_alone(graph)
    found = game_group(game)
    assert bool(found.generators) == (found.order > 1)
    assert all(found.generators)
    assert len(set(found.generators)) == len(found.generators)
    for images in _core.automorphisms(graph.colours, graph.edges)[0]:
        check_symmetry(game, graph, images)


@pytest.mark.parametrize(("name", "arguments"), SMALL)
def test_the_way_for_large_graphs_finds_as_many(
    name: str, arguments: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cobra.load(name, arguments)
    order = game_group(game).order
    monkeypatch.setattr(group, "QUICK", 0)
    large = game_group(game)
    assert (large.order, large.complete) == (order, True)


@pytest.mark.thorough
def test_generators_of_large_graphs_are_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, arguments in SMALL:
        game = cobra.load(name, arguments)
        graph = graph_of(game, distinguish_sides=True)
        found = large_group(game, graph, interchangeable_symbols(game).groups)
        assert found is not None
        for images in found[1]:
            check_symmetry(game, graph, images)


@pytest.mark.parametrize(("size", "atoms", "order"), [(2, 1, 8), (3, 1, 8), (3, 2, 8), (4, 1, 8)])
def test_the_condensed_graph_has_the_same_group(size: int, atoms: int, order: int) -> None:
    game = cobra.load("black-box", {"size": size, "atoms": atoms})
    graph = condensed_graph(game, core_answers(game))
    assert graph is not None
    assert prod(_core.automorphisms(graph.colours, graph.edges)[1]) == order == game_group(game).order


def test_a_condensed_graph_that_promises_too_much_is_not_used() -> None:
    game = cobra.load_text("variables a, b, c, d experiment ask() observe a & b | c & d")
    assert condensed_graph(game, core_answers(game)) is None  # any order of the four, says the graph
    assert game_group(game).order == 8


def test_without_a_graph_there_are_the_interchangeable_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "game_graph", lambda *_, **__: None)
    found = game_group(cobra.load("mastermind", {"pegs": 2, "colours": 3}))
    assert (found.order, found.complete) == (6, False)
    assert found.generators == ("any order of 0 1 2",)
    asymmetric = """
    secret code[1..2] : 1..3
    constraint code[1] != 1 & code[2] != 1
    experiment guess(g[1..2] : 1..3) observe count(i in 1..2 : code[i] = g[i])
    """
    assert game_group(cobra.load_text(asymmetric)).order == 1
