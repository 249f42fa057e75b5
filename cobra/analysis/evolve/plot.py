"""The plot of an evolution: the average length of plays from generation to generation."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from warnings import catch_warnings, simplefilter

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from cobra.analysis.evolve.evolve import Evolution
from cobra.output import save_figure

_SIZE: Final = (9.2, 3.6)
"""Inches."""
_BEST, _MEAN, _BOUND = "#0072B2", "#E69F00", "#777777"
"""Colours of Okabe and Ito (2008), and a grey."""
_NEAR: Final = 1.1
"""The second panel begins where the best breaker is as near to the end as this factor says."""


def draw_evolution(evolution: Evolution, path: Path) -> None:
    """Draw an evolution into a file of a kind that matplotlib knows by its ending.

    The first panel has all generations on a logarithmic scale, the second the last ones on a linear scale.
    `GameError` when the file cannot be written.
    """
    with (
        rc_context(
            {"svg.hashsalt": "cobra", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 9}
        ),
        catch_warnings(),
    ):
        simplefilter("ignore")  # letters the font does not have
        figure = Figure(_SIZE, layout="constrained")
        end = _NEAR * evolution.history[-1].best
        near = next(number for number, of in enumerate(evolution.history) if of.best <= end)
        for axes, first in zip(figure.subplots(1, 2), (0, near), strict=True):
            _draw(evolution, first, axes)
        whole, _ = figure.axes
        whole.set_yscale("log")
        whole.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        whole.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        whole.yaxis.set_minor_formatter(NullFormatter())
        whole.set_ylabel("average number of experiments")
        arguments = [f"{name}={value}" for name, value in evolution.game.arguments]
        about = f"population {evolution.population}, seed {evolution.seed}"
        figure.suptitle("  ".join([evolution.game.name, *arguments, about]), fontsize=10, parse_math=False)
        handles, labels = whole.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
        save_figure(figure, path)


def _draw(evolution: Evolution, first: int, axes: Axes) -> None:
    """Draw the generations from one on."""
    weight = evolution.row.weight
    numbers = range(first, len(evolution.history))
    best = [evolution.history[number].best / weight for number in numbers]
    mean = [float(evolution.history[number].mean / weight) for number in numbers]
    axes.plot(numbers, mean, color=_MEAN, linewidth=1.2, label="mean of the population")
    axes.plot(numbers, best, color=_BEST, linewidth=1.8, label="best breaker")
    bounds = evolution.info.bounds
    if bounds is not None and first == 0 and bounds.total:
        label = "no strategy is below"
        axes.axhline(float(bounds.average), color=_BOUND, linewidth=1, linestyle="--", label=label)
    if first:
        low, high = best[-1], best[0]
        margin = (high - low) / 10 or high / 100
        axes.set_ylim(low - margin, high + margin)
    axes.set_xlabel("generation")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
