"""Plots of a comparison: how many codes take how many experiments, and averages against a parameter.

Colours are those of Okabe and Ito (2008), which people with any colour vision tell apart, but for two darker
ones; each strategy has a marker of its own besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, sqrt
from pathlib import Path
from textwrap import wrap
from typing import Final, TypeAlias
from warnings import catch_warnings, simplefilter

from matplotlib import rc_context
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from cobra.analysis.analyze import Analysis
from cobra.analysis.compare import Compared, Comparison, varied
from cobra.analysis.row import Row
from cobra.errors import GameError
from cobra.interval import LOST, MEASURES, TOTAL
from cobra.options import OPTIMAL
from cobra.output import save_figure

STYLES: Final = {
    "max-models": ("#E69F00", "o"),
    "exp-models": ("#56B4E9", "s"),
    "ent-models": ("#009E73", "^"),
    "parts": ("#0072B2", "D"),
    "min-fixed": ("#D55E00", "v"),
    "exp-fixed": ("#CC79A7", "P"),
    "first": ("#8C6D1F", "X"),
    "random": ("#999999", "*"),
    OPTIMAL: ("#000000", "o"),
}
"""Colour and marker of each strategy."""
_OTHERS: Final = (
    *(("#882255", "<"), ("#44AA99", ">"), ("#AA4499", "p"), ("#117733", "h")),
    *(("#332288", "d"), ("#DDCC77", "8"), ("#661100", "H"), ("#6699CC", "P")),
)
"""Those of other strategies, such as a user's own, by their places in the table."""

_WIDTH, _HEIGHT, _LEGEND = 4.6, 3.3, 0.5
"""Inches of a panel, and of the legend above them."""
_LEGEND_COLUMNS: Final = 5

_MOST_BARS: Final = 20
"""So many lengths of plays have bars; more are joined by lines."""

_LETTERS: Final = 80
"""A line of the title of a game alone has so many at most."""

_PLOTTED: Final = {TOTAL: "average number of experiments", "worst": "experiments, worst case"}
_PAID: Final = {TOTAL: "mean cost", "worst": "most cost"}
"""What axes say of what is made least first, without prices and with them."""


_Panel: TypeAlias = Callable[[Axes], None]
"""What draws one panel."""

_Point: TypeAlias = tuple[int | str, Analysis]
"""A value of the parameter that a grid is plotted against, and what was found there."""


def draw(comparison: Comparison, path: Path) -> None:
    """Draw a comparison into a file of a kind that matplotlib knows by its ending.

    A game alone is a panel with the distribution of lengths. A grid has a panel for each choice of its
    parameters but the last one that varies, with the averages against that one, or the worst cases when the
    objective makes these least first; with prices those of what is paid. Where plays are lost a panel before
    it says how many. `GameError` when no strategy was played to its end, or the file cannot be written.
    """
    panels = [panel for game in comparison.games() for panel in _panels(game)]
    if not panels:
        raise GameError("there is nothing to plot: no strategy was played to its end")
    columns = min(len(panels), max(3, ceil(sqrt(len(panels)))))
    rows = ceil(len(panels) / columns)
    with (
        rc_context(
            {"svg.hashsalt": "cobra", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 9}
        ),
        catch_warnings(),
    ):
        simplefilter("ignore")  # letters the font does not have
        figure = Figure((max(columns, 1.4) * _WIDTH, rows * _HEIGHT + _LEGEND), layout="constrained")
        for place, panel in enumerate(panels, 1):
            axes = figure.add_subplot(rows, columns, place)
            panel(axes)
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(axis="y", color="#dddddd", linewidth=0.6)
            axes.set_axisbelow(True)
        _add_legend(figure)
        save_figure(figure, path)


def _style(name: str, place: int) -> tuple[str, str]:
    """Return colour and marker of the strategy in a place of the table."""
    return STYLES.get(name) or _OTHERS[place % len(_OTHERS)]


def _add_legend(figure: Figure) -> None:
    handles: dict[str, Artist] = {}
    for axes in figure.axes:
        drawn, labels = axes.get_legend_handles_labels()
        for label, handle in zip(labels, drawn, strict=True):
            if label not in handles or isinstance(handle, Line2D):  # a line shows the marker too
                handles[label] = handle
    order = list(STYLES)
    names = sorted(handles, key=lambda name: order.index(name) if name in STYLES else len(order))
    figure.legend(
        [handles[name] for name in names],
        names,
        loc="outside upper center",
        ncols=min(_LEGEND_COLUMNS, len(names)),
        frameon=False,
    )


def _panels(game: Sequence[Compared]) -> list[_Panel]:
    """Return the panels of one game, none when nothing of it was finished."""
    finished = [
        (one.parameters, one.analysis)
        for one in game
        if one.analysis is not None and any(row.average is not None for row in one.analysis.rows)
    ]
    if not finished:
        return []
    name = finished[0][1].info.game.name
    names, constant = varied(game)
    if not names:
        return [partial(_draw_lengths, _title(name, constant), analysis) for _, analysis in finished]
    *outer, inner = names
    groups: dict[tuple[int | str, ...], list[_Point]] = {}
    for parameters, analysis in finished:
        point = parameters[inner], analysis
        groups.setdefault(tuple(parameters[name] for name in outer), []).append(point)
    return [
        partial(_draw_figures, title, inner, points, measure)
        for values, points in groups.items()
        for title in [_title(name, {**constant, **dict(zip(outer, values, strict=True))})]
        for measure in [*([LOST] if _loses(points) else []), MEASURES[points[0][1].objective][0]]
    ]


def _title(game: str, parameters: Mapping[str, int | str]) -> str:
    return "  ".join([game, *(f"{name}={value}" for name, value in parameters.items())])


def _draw_lengths(title: str, analysis: Analysis, axes: Axes) -> None:
    """Draw how many codes take how many experiments, for the strategies that were finished."""
    rows = [row for row in analysis.rows if row.average is not None]
    seen = {length for row in rows for length in row.distribution}
    lengths = range(min(seen), max(seen) + 1)
    for place, row in enumerate(rows):
        colour, marker = _style(row.name, place)
        label = f"{row.name}, run 1 of {row.repeats.runs}" if row.repeats else row.name
        counts = [row.distribution.get(length, 0) for length in lengths]
        if len(lengths) > _MOST_BARS:
            axes.plot(lengths, counts, color=colour, marker=marker, markersize=3, linewidth=1, label=label)
        else:
            width = 0.84 / len(rows)
            at = [length - 0.42 + (place + 0.5) * width for length in lengths]
            axes.bar(at, counts, width, color=colour, edgecolor="white", linewidth=0.4, label=label)
    left_out = [row.name for row in analysis.rows if row.average is None]
    notes = [f"not finished: {', '.join(left_out)}"] if left_out else []
    notes += ["the optimum is not proved" for row in rows if row.name == OPTIMAL and not row.optimal]
    if any(row.lost for row in rows):  # else a strategy that soon loses looks like one that is soon done
        lost = [f"{row.name} {_lost_text(analysis, row)}" for row in rows]
        notes += wrap(f"lost: {', '.join(lost)}", _LETTERS)
    _label(axes, "\n".join([title, *notes]), "experiments", "codes")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def _in_parts(analysis: Analysis) -> bool:
    """Return whether what is lost is a part of the weight, and no number of codes."""
    game = analysis.info.game
    return game.weight is not None or game.unseen is not None


def _lost(analysis: Analysis, row: Row, figure: int | Fraction) -> Fraction | int:
    """Return what is lost as it is plotted: codes, or per cent of the weight."""
    return Fraction(100 * figure, row.weight) if _in_parts(analysis) else figure


def _lost_text(analysis: Analysis, row: Row) -> str:
    lost = _lost(analysis, row, row.figure(LOST))
    return f"{float(lost):.2f} %" if _in_parts(analysis) else f"{lost:,}"


def _loses(points: Sequence[_Point]) -> bool:
    """Return whether any of the strategies may lose a play."""
    return any(row.mean_lost or row.losing for _, analysis in points for row in analysis.rows)


def _figure(analysis: Analysis, row: Row, measure: str) -> Fraction | int | None:
    """Return a figure of a strategy, of several runs their mean or the worst of all.

    What is paid is that of the first run. None when not all codes were settled.
    """
    if row.average is None:
        return None
    if measure == LOST:
        return _lost(analysis, row, row.mean_lost_weight)
    if row.costs is not None:
        return row.costs[measure == TOTAL]
    if row.repeats is not None:
        return row.repeats.mean if measure == TOTAL else row.repeats.worst
    return row.average if measure == TOTAL else row.worst


def _open(analysis: Analysis, row: Row, measure: str) -> tuple[Fraction | int, Fraction | int] | None:
    """Return between what the optimum lies, where that is known and it is not proved."""
    if measure != LOST:
        return None if row.optimal or row.lower is None or row.upper is None else (row.lower, row.upper)
    losing = row.losing
    if losing is None or losing.upper is None:
        return None
    return _lost(analysis, row, losing.lower), _lost(analysis, row, losing.upper)


def _draw_figures(title: str, parameter: str, points: Sequence[_Point], measure: str, axes: Axes) -> None:
    """Draw figures against a parameter, an optimum not proved as a bar between its bounds."""
    whole = all(isinstance(value, int) for value, _ in points)
    places = [float(value) if whole else place for place, (value, _) in enumerate(points)]
    for number, name in enumerate(row.name for row in points[0][1].rows):
        colour, marker = _style(name, number)
        own = [(x, analysis, analysis.rows[number]) for x, (_, analysis) in zip(places, points, strict=True)]
        found = [(x, _figure(analysis, row, measure)) for x, analysis, row in own]
        known = [(x, float(figure)) for x, figure in found if figure is not None]
        best = name == OPTIMAL
        axes.plot(
            [x for x, _ in known],
            [figure for _, figure in known],
            color=colour,
            marker=None if best else marker,
            markersize=6,
            markerfacecolor="none",  # equal figures are seen through each other
            linewidth=4 if best else 1,
            alpha=0.35 if best else 0.9,
            label=name,
            zorder=1 if best else 2,
        )
        for x, analysis, row in own:
            if (ends := _open(analysis, row, measure)) is not None:
                axes.vlines(x, float(ends[0]), float(ends[1]), color=colour, linewidth=2)
    fined = any(row.fined for _, analysis in points for row in analysis.rows)
    first = measure != LOST and _loses(points) and not fined
    note = "\nwho loses less is better, whatever this is" if first else ""
    _label(axes, title + note, parameter, _said(points, measure))
    if whole:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    else:
        axes.set_xticks(places, [str(value) for value, _ in points])


def _said(points: Sequence[_Point], measure: str) -> str:
    """Return what the axis of a figure says."""
    if measure == LOST:
        return "per cent lost" if any(_in_parts(analysis) for _, analysis in points) else "codes lost"
    priced = any(row.unit is not None for _, analysis in points for row in analysis.rows)
    return (_PAID if priced else _PLOTTED)[measure]


def _label(axes: Axes, title: str, x: str, y: str) -> None:
    """Set texts that are shown as they are, whatever dollar signs they hold."""
    texts = (axes.set_title(title, fontsize=10), axes.set_xlabel(x), axes.set_ylabel(y))
    for text in (*texts, *axes.get_xticklabels()):
        text.set_parse_math(False)
