"""The coloured graph of a game: what its vertices are, and symmetries that need more than renaming."""

from __future__ import annotations

from pathlib import Path

import pytest

import cobra
from cobra import _core
from cobra.engine.group import game_group
from cobra.model.game import Game
from cobra.model.simplify import core_answers
from cobra.symmetries.graph import GameGraph, game_graph
from cobra.symmetries.symbols import interchangeable_symbols
from tests.symmetries.symmetries import check_symmetry


def graph_of(game: Game, *, limit: int = 4096) -> GameGraph | None:
    return game_graph(game, core_answers(game), interchangeable_symbols(game), limit=limit)


def test_every_vertex_has_a_kind_a_label_and_a_colour() -> None:
    graph = graph_of(cobra.load("counterfeit-coin", {"coins": 3}))
    assert graph is not None
    count = len(graph.colours)
    assert len(graph.kinds) == len(graph.labels) == count
    assert sorted(set(graph.colours)) == list(range(max(graph.colours) + 1))
    assert all(a != b and max(a, b) < count for a, b in graph.edges)
    labels = [graph.labels[vertex] for pair in graph.variables for vertex in pair]
    assert labels[-2:] == ["heavy", "not heavy"]
    assert [graph.labels[vertex] for vertex in graph.types] == ["weigh[1]"]
    assert [[graph.labels[vertex] for vertex in cases] for cases in graph.cases[0]] == [
        ["left heavier", "right heavier", "balance"]
    ]


def test_types_that_differ_in_sizes_of_sets_share_their_vertices() -> None:
    graph = graph_of(cobra.load("counterfeit-coin", {"coins": 6}))
    assert graph is not None
    assert len(graph.parameters) == len(set(graph.types)) == 3
    assert graph.parameters[0] == graph.parameters[1] == graph.parameters[2]
    assert graph.cases[0] == graph.cases[1] == graph.cases[2]


def test_of_two_symbols_one_is_the_negation_of_the_other() -> None:
    graph = graph_of(cobra.load("mastermind", {"pegs": 2, "colours": 2}))
    assert graph is not None
    for pairs in (graph.variables, *graph.parameters):
        assert [pairs[i] for i in (1, 3)] == [pairs[i][::-1] for i in (0, 2)]
    assert not any(label.startswith("not ") for label in graph.labels)


def test_outcomes_that_say_the_same_are_not_exchanged() -> None:
    """Their exchange moves no literal and no experiment, so it is no symmetry."""
    outcomes = 'outcome "x" : a outcome "y" : !a'
    never = 'outcome "z" : a & b outcome "w" : b & a'
    secret = "variables a, b constraint !(a & b) experiment g()"
    for text in (f"{secret} {outcomes}", f"{secret} {outcomes} {never}"):
        group = game_group(cobra.load_text(text))
        assert (group.order, group.generators) == (1, ())
    pairs = 'outcome "x" : a outcome "y" : b outcome "z" : a outcome "w" : b'
    group = game_group(cobra.load_text(f"variables a, b experiment g() {pairs}"))
    assert (group.order, group.generators) == (2, ("a ↔ b",))


def test_a_graph_with_too_many_vertices_is_not_made() -> None:
    game = cobra.load("mastermind", {"pegs": 4, "colours": 6})
    graph = graph_of(game)
    assert graph is not None
    count = len(graph.colours)
    assert graph_of(game, limit=count) is not None
    assert graph_of(game, limit=count - 1) is None


SYMMETRIC = {
    "the rest of a set instead of the set": (
        """
        variables b[1..4]
        constraint exactly(2, i in 1..4 : b[i])
        experiment ask(s : set(2) of 1..4)
          observe all(i in 1..4 : b[i] <-> i in s)
        """,
        24 * 2,
    ),
    "an unknown that is never asked about": (
        """
        variables a, b, idle
        experiment ask() observe a & b
        """,
        2 * 2,
    ),
    "types that are each other's image": (
        """
        secret code[1..3] : 1..2
        experiment first(g : 1..2) observe code[1] = g & code[2] = g
        experiment second(g : 1..2) observe code[2] = g & code[3] = g
        """,
        2 * 2,
    ),
    "exclusive or": (
        """
        variables a, b, c
        experiment ask() observe a <-> b
        experiment tell() observe c
        """,
        2 * 2 * 2 * 2,
    ),
    "weights": (
        """
        secret x : 1..4
        weight if x in 1..2 then 3 else 1
        experiment ask(g : 1..4) observe x = g
        """,
        2 * 2,
    ),
    "goals": (
        """
        secret x : 1..4
        goal x in {1 4}
        experiment ask(g : 1..4) observe x = g
        """,
        2 * 2 * 2,  # yes and no may be exchanged
    ),
    "a goal told twice": (
        """
        variables a, b
        goal count(a, b), count(b, a)
        experiment ask() observe a
        """,
        1,
    ),
    "auxiliary unknowns are not mixed with others": (
        """
        variables a, b
        aux variables c, d
        experiment ask() observe a & b & c & d
        """,
        2 * 2,
    ),
    "an order turned round": (
        """
        secret x : 1..7
        experiment ask(g : 1..7) observe if x < g then "<" else if x > g then ">" else "="
        final x = g
        """,
        2,
    ),
    "an order of more symbols than a formula is wide": (
        """
        secret x : 1..70
        experiment ask(g : 1..70) observe x < g, x > g
        """,
        2,
    ),
    "a difference without its sign": (
        """
        secret x : 1..6
        experiment ask(g : 1..6) observe abs(x - g)
        """,
        2,
    ),
    "a grid turned over": (
        """
        variables mine[1..3, 1..4]
        constraint count(r in 1..3, c in 1..4 : mine[r, c]) = 2
        experiment open(row : 1..3, column : 1..4)
          observe if mine[row, column] then "mine"
            else count(r in 1..3, c in 1..4 : abs(r - row) <= 1 & abs(c - column) <= 1 & mine[r, c])
        """,
        2 * 2,
    ),
    "halves of an alphabet": (
        """
        secret x : 1..4
        experiment ask() observe x in 1..2
        experiment tell() observe x in {1 3}
        """,
        8,  # those of a square: yes and no of each, and the two experiments
    ),
    "rows of a table": (
        """
        file words = "rows.txt"
        secret x in lines(words)
        experiment ask(g : {a b c d}) observe x[1] = g
        """,
        6,  # any order of the three words
    ),
}


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_games(name: str, tmp_path: Path) -> None:
    text, order = SYMMETRIC[name]
    (tmp_path / "rows.txt").write_text("ab\nba\ncc\n", encoding="utf-8")
    (tmp_path / "game.cb").write_text(text, encoding="utf-8")
    game = cobra.load(tmp_path / "game.cb")
    graph = graph_of(game)
    assert graph is not None
    for images in _core.automorphisms(graph.colours, graph.edges)[0]:
        check_symmetry(game, graph, images)
    assert game_group(game).order == order
