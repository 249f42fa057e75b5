"""The coloured graph of a game as a file: GraphML, by way of networkx, or a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cobra.errors import GameError
from cobra.model.game import Game
from cobra.model.simplify import core_answers
from cobra.output import PICTURES, check_target, replacing
from cobra.printable import printable
from cobra.symmetries.graph import GameGraph, game_graph
from cobra.symmetries.symbols import interchangeable_symbols

if TYPE_CHECKING:
    import networkx

MAX_WRITTEN = 50_000
"""Vertices of a graph that is written."""

MAX_DRAWN = 300
"""Vertices of a picture."""


def write_graph(game: Game, path: str | Path) -> None:
    """Write the graph of a game; the ending of `path` says how: .graphml, or .svg, .png or .pdf, a picture.

    `GameError` for another ending, a graph with too many vertices, or a file that cannot be written.
    """
    target = check_target(path, (".graphml", *PICTURES), "a graph")
    ending = target.suffix.lower()
    graph = game_graph(game, core_answers(game), interchangeable_symbols(game), limit=MAX_WRITTEN)
    if graph is None:
        raise GameError(f"the graph of this game has more than {MAX_WRITTEN:,} vertices")
    if ending in PICTURES and len(graph.colours) > MAX_DRAWN:
        raise GameError(
            f"the graph has {len(graph.colours):,} vertices, and a picture {MAX_DRAWN} at most; "
            f"write {target.with_suffix('.graphml')}, or make the game smaller"
        )
    if ending == ".graphml":
        import networkx

        with replacing(target) as new:
            networkx.write_graphml(networkx_graph(graph), new)
    else:
        from cobra.symmetries.picture import draw

        draw(game, graph, target)


def networkx_graph(graph: GameGraph) -> networkx.Graph:
    """Return the graph with the attributes `kind`, `label` and `colour` (a number) of its vertices."""
    import networkx

    result = networkx.Graph()
    for vertex, (kind, label, colour) in enumerate(
        zip(graph.kinds, graph.labels, graph.colours, strict=True)
    ):
        result.add_node(vertex, kind=kind, label=printable(label), colour=colour)
    result.add_edges_from(graph.edges)
    return result
