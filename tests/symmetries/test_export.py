"""The graph of a game as a file."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest

import cobra
from cobra.errors import GameError
from cobra.model.simplify import core_answers
from cobra.symmetries.export import networkx_graph, write_graph
from cobra.symmetries.graph import game_graph
from cobra.symmetries.symbols import interchangeable_symbols

STRANGE = """
game "$x^2$ of $money$"
secret card : {"$a$" "ключ" "\t" "a very long name for a symbol of a card, longer than any label"}
experiment guess(g : {"$a$" "ключ"}) observe card = g
"""


def mastermind() -> cobra.Game:
    return cobra.load("mastermind", {"pegs": 2, "colours": 3})


def test_graphml_read_back_is_the_graph(tmp_path: Path) -> None:
    game = mastermind()
    write_graph(game, tmp_path / "graph.graphml")
    graph = game_graph(game, core_answers(game), interchangeable_symbols(game))
    assert graph is not None
    read = networkx.read_graphml(tmp_path / "graph.graphml", node_type=int)
    written = networkx_graph(graph)
    assert dict(read.nodes) == dict(written.nodes)
    assert set(map(frozenset, read.edges)) == set(map(frozenset, written.edges))
    assert read.nodes[0] == {"kind": "variable", "label": "code[1]=0", "colour": graph.colours[0]}
    assert set(map(frozenset, read.edges)) == set(map(frozenset, graph.edges))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF"), (".SVG", b"<?xml")]
)
def test_pictures(tmp_path: Path, ending: str, start: bytes) -> None:
    paths = [tmp_path / f"{name}{ending}" for name in ("first", "second")]
    for path in paths:
        write_graph(mastermind(), path)
    first, second = (path.read_bytes() for path in paths)
    assert first.startswith(start)
    assert first == second


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("counterfeit-coin", {"coins": 4}),
        ("bags-of-gold", {"bags": 3, "capacity": 3}),
        ("word-list", {}),
        ("black-box", {"size": 2, "atoms": 1}),
        ("diagnosis", {}),
    ],
)
def test_pictures_of_other_games(tmp_path: Path, name: str, arguments: dict[str, int]) -> None:
    write_graph(cobra.load(name, arguments), tmp_path / "graph.svg")
    text = (tmp_path / "graph.svg").read_text(encoding="utf-8")
    assert text.rstrip().endswith("</svg>")


@pytest.mark.thorough
def test_strange_names(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    game = cobra.load_text(STRANGE)
    for ending in ("svg", "png", "graphml"):
        write_graph(game, tmp_path / f"graph.{ending}")
    labels = networkx.get_node_attributes(networkx.read_graphml(tmp_path / "graph.graphml"), "label").values()
    assert "card=\N{REPLACEMENT CHARACTER}" in labels
    assert not recwarn.list


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("graph.dot", "a graph is written to a file ending in .graphml, .svg, .png, .pdf, not graph.dot"),
        ("graph", "a graph is written to a file ending in .graphml, .svg, .png, .pdf, not graph"),
        ("missing/graph.svg", "cannot write missing/graph.svg: there is no folder missing"),
        ("missing/graph.graphml", "cannot write missing/graph.graphml: there is no folder missing"),
    ],
)
def test_refusals(path: str, message: str) -> None:
    with pytest.raises(GameError) as refused:
        write_graph(mastermind(), path)
    assert str(refused.value) == message


def test_a_graph_too_large_for_a_picture(tmp_path: Path) -> None:
    game = cobra.load("bulls-and-cows", {"places": 6})
    with pytest.raises(GameError, match=r"vertices, and a picture 300 at most; write .*graph\.graphml"):
        write_graph(game, tmp_path / "graph.svg")
    write_graph(game, tmp_path / "graph.graphml")
    assert (tmp_path / "graph.graphml").stat().st_size > 10_000
