"""Comparisons with results of a search that are made up, so that every case of an interval is there."""

from __future__ import annotations

from dataclasses import replace

import cobra
from cobra.analysis.compare import Compared, Comparison
from cobra.analysis.grid import Instance
from cobra.interval import Interval
from cobra.options import OPTIMAL

SMALL = ("mastermind", ("max-models", "exp-models"))
"""Mastermind with 2 pegs and 3 colours: totals 24 and 21, worst cases 4 and 3, of 9 codes."""


def analysed(
    game: str, strategies: tuple[str, ...] | list[str], *, pegs: int = 2, colours: int = 3
) -> cobra.Analysis:
    """Return an analysis by one-step strategies."""
    return cobra.analyze(cobra.load(game, {"pegs": pegs, "colours": colours}), strategies)


def with_optimum(analysis: cobra.Analysis, *intervals: Interval) -> cobra.Analysis:
    """Return an analysis with a row `optimal` of these intervals; what attains its end is its strategy."""
    closed = all(interval.closed for interval in intervals)
    attained = {one.measure: one.upper for one in intervals if one.upper is not None}
    likely = analysis.rows[-1]
    best = replace(
        likely,
        name=OPTIMAL,
        figures=replace(
            likely.figures,
            total=attained.get("total", likely.total),
            worst=attained.get("worst", likely.worst),
            distribution=likely.distribution if attained else {},
        ),
        stopped=None if closed else "time",
        intervals=intervals,
    )
    rows = [
        replace(row, optimal=row.attains(analysis.objective, intervals)) for row in (*analysis.rows, best)
    ]
    return replace(analysis, rows=tuple(rows))


def comparison_of(*analyses: cobra.Analysis) -> Comparison:
    """Return a comparison of analyses."""
    found = []
    for analysis in analyses:
        game = analysis.info.game
        found.append(
            Compared(Instance("mastermind", game.arguments, game), analysis, stopped=analysis.stopped)
        )
    return Comparison(tuple(found), analyses[0].objective)
