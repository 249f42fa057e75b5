"""A picture of the coloured graph of a game, in columns.

From left to right: the secret and the parameters, their literals, formulas by height, outcomes, and what is
asked. A column is ordered by the columns beside it, so that edges are short (Sugiyama, Tagawa and Toda 1981).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from warnings import catch_warnings, simplefilter

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, Patch

from cobra.model.game import Game
from cobra.output import save_figure
from cobra.symmetries.graph import GameGraph

_COLOURS: Final = {
    "secret": "#9aa5b1",
    "slot": "#d9dee4",
    "row": "#e9e2d0",
    "variable": "#8ecae6",
    "parameter": "#b7e4a8",
    "formula": "#ffe8a3",
    "weight": "#fff6dc",
    "constant": "#f1f1f1",
    "case": "#ffb4a2",
    "cases": "#f28482",
    "sum": "#f28482",
    "experiments": "#c8b6ff",
    "type": "#e7dcff",
}
"""Fill by kind, in the order of the legend."""

_NAMES: Final = {
    "secret": "secret",
    "slot": "how many are true",
    "row": "row of a table",
    "variable": "literal of the secret",
    "parameter": "literal of a parameter",
    "formula": "formula",
    "weight": "weight",
    "constant": "constant",
    "case": "outcome",
    "cases": "answer",
    "sum": "answer that is a sum",
    "experiments": "experiments",
    "type": "experiment type",
}
_INK: Final = "#5c6770"
_ROW, _LETTER, _GAP, _LEGEND = 0.26, 0.055, 0.7, 0.75
"""Inches of a row, of a letter, between columns, and of the legend."""

_LONGEST: Final = 30
"""Characters of a label."""


def draw(game: Game, graph: GameGraph, path: Path) -> None:
    """Draw the graph into a file of a kind that matplotlib knows by its ending."""
    columns = _columns(game, graph)
    labels = [label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…" for label in graph.labels]
    place: dict[int, tuple[float, float]] = {}
    width = 0.0
    for column in columns:
        own = _LETTER * max(len(labels[vertex]) for vertex in column) + _GAP
        height = _heights(column)
        place |= {vertex: (width + own / 2, _ROW * height[vertex]) for vertex in column}
        width += own
    half = _ROW * (max(len(column) for column in columns) + 1) / 2
    with rc_context({"svg.hashsalt": "cobra", "font.family": "DejaVu Sans"}), catch_warnings():
        simplefilter("ignore")  # letters the font does not have
        figure = Figure(figsize=(width, 2 * half + _LEGEND))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(-half, half + _LEGEND)
        column_of = {vertex: number for number, column in enumerate(columns) for vertex in column}
        for a, b in graph.edges:
            axes.add_patch(_line(place[a], place[b], abs(column_of[a] - column_of[b])))
        for vertex, (kind, label) in enumerate(zip(graph.kinds, labels, strict=True)):
            box = {"boxstyle": "round,pad=0.25", "facecolor": _COLOURS[kind], "edgecolor": _INK, "lw": 0.6}
            text = axes.text(*place[vertex], label, fontsize=7, ha="center", va="center", bbox=box, zorder=2)
            text.set_parse_math(False)
        present = [kind for kind in _COLOURS if kind in graph.kinds]
        legend = axes.legend(
            handles=[Patch(facecolor=_COLOURS[kind], edgecolor=_INK, label=_NAMES[kind]) for kind in present],
            loc="upper center",
            ncols=(len(present) + 1) // 2,
            fontsize=7,
            frameon=False,
            title=game.name,
        )
        legend.get_title().set_parse_math(False)
        save_figure(figure, path)


def _line(a: tuple[float, float], b: tuple[float, float], span: int) -> FancyArrowPatch:
    """Return an edge: dotted between a literal and its negation, light across several columns."""
    return FancyArrowPatch(
        a,
        b,
        arrowstyle="-",
        connectionstyle=f"arc3,rad={0.4 if span == 0 else 0 if span == 1 else 0.08}",
        shrinkA=0,
        shrinkB=0,
        linestyle=":" if span == 0 else "-",
        linewidth=0.7 if span <= 1 else 0.5,
        color=_INK if span <= 1 else "#b4bcc4",
        zorder=1 if span <= 1 else 0,
    )


def _columns(game: Game, graph: GameGraph) -> list[list[int]]:
    """Return the vertices column by column, from above; literals of a symbol stand together.

    From the literals outwards each vertex stands where its neighbours do, on the average.
    """
    position = _positions(graph)
    columns = [[v for v, at in enumerate(position) if at == each] for each in sorted(set(position))]
    neighbours: list[list[int]] = [[] for _ in position]
    for a, b in graph.edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    middle = next(number for number, column in enumerate(columns) if position[column[0]] == 0)
    order = _literal_order(game, graph)
    columns[middle].sort(key=lambda vertex: order.get(vertex, (0, 0)))
    height = _heights(columns[middle])
    for column in (*columns[middle + 1 :], *reversed(columns[:middle])):
        placed = {v: [height[w] for w in neighbours[v] if w in height] for v in column}
        column.sort(key=lambda v: -sum(placed[v]) / max(len(placed[v]), 1))
        height |= _heights(column)
    return columns


def _literal_order(game: Game, graph: GameGraph) -> dict[int, tuple[int, int]]:
    """Return a rank for each literal: by symbol, then by proposition; lone unknowns last."""
    order: dict[int, tuple[int, int]] = {}
    spaces = [(game.codes, graph.variables)]
    spaces += [(type_.space, pairs) for type_, pairs in zip(game.experiments, graph.parameters, strict=True)]
    for space, pairs in spaces:
        families: dict[str, int] = {}
        for slot in space.slots:
            for i in range(slot.width):
                rank = i
                if slot.kind == "bool":
                    rank = families.get(slot.family, 0) if slot.index else len(graph.kinds)
                    families[slot.family] = rank + 1
                for vertex in pairs[slot.first + i]:
                    order.setdefault(vertex, (rank, len(order)))
    return order


def _heights(column: list[int]) -> dict[int, float]:
    """Return how many rows above the middle each vertex stands."""
    return {vertex: (len(column) - 1) / 2 - i for i, vertex in enumerate(column)}


def _positions(graph: GameGraph) -> list[float]:
    """Return where each vertex stands from left to right."""
    below: list[list[int]] = [[] for _ in graph.kinds]
    for a, b in graph.edges:  # from a formula or a weight to its parts
        below[a].append(b)
    depth: dict[int, float] = {}
    for vertex, kind in enumerate(graph.kinds):  # parts come before, but those of a weight
        if kind == "formula":
            parts = [w for v in below[vertex] for w in (below[v] if graph.kinds[v] == "weight" else [v])]
            depth[vertex] = 1 + max(depth.get(part, 0) for part in parts)
            depth |= {v: depth[vertex] - 0.5 for v in below[vertex] if graph.kinds[v] == "weight"}
    top = max(depth.values(), default=0)
    fixed = {"secret": -2, "slot": -1, "row": -0.5, "case": top + 1, "cases": top + 2, "sum": top + 2}
    fixed |= {"experiments": top + 3, "type": top + 4, "weight": top + 1}
    return [depth.get(vertex, fixed.get(kind, 0)) for vertex, kind in enumerate(graph.kinds)]
