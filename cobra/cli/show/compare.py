"""A comparison as tables, in text or Markdown: a game alone in full, a grid of sizes as averages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cobra.analysis.analyze import Analysis
from cobra.analysis.compare import (
    Compared,
    Comparison,
    above_optimal,
    best_greedy,
    excess,
    optimum,
    rank,
    varied,
)
from cobra.analysis.made_least import made_least
from cobra.analysis.row import Row, lost_in_parts
from cobra.cli.show.rows import (
    average_text,
    cost_texts,
    ends_text,
    lost_text,
    memory_header,
    not_finished,
)
from cobra.cli.show.sheets import Line, Sheet, sheet_markdown, sheet_text
from cobra.cli.show.text import duration, plural, shorten
from cobra.errors import REASONS
from cobra.figures import Decimals
from cobra.interval import MEASURES, TOTAL
from cobra.model.unseen import only_telling
from cobra.options import DEFAULT_OBJECTIVE, DEFAULT_TIES, OPTIMAL

_LENGTHS: Final = 20
"""So many lengths of plays have a column of their own; the CSV has them all."""
_NAMED: Final = 3
"""So many games are named in a warning."""
_NAME: Final = 24
"""Names of strategies with more characters, such as scores and paths, are cut in text."""


def comparison_text(comparison: Comparison) -> str:
    """Return the tables as text; what long names stand for is said below the last."""
    names = _short_names(comparison)
    cut = [f"{short}  {name}" for name, short in names.items() if short != name]
    return "\n\n".join([*map(sheet_text, _sheets(comparison, names)), *(["\n".join(cut)] if cut else [])])


def comparison_markdown(comparison: Comparison) -> str:
    """Return the tables in Markdown, with whole names."""
    return "\n\n".join(map(sheet_markdown, _sheets(comparison, {name: name for name in _names(comparison)})))


def _names(comparison: Comparison) -> list[str]:
    """Return the names of the strategies, in order."""
    rows = (row for one in comparison.instances if one.analysis for row in one.analysis.rows)
    return list(dict.fromkeys(row.name for row in rows))


def _short_names(comparison: Comparison) -> dict[str, str]:
    """Return names that a table has room for; those that are cut begin with numbers of their own."""
    names = _names(comparison)
    numbers = {name: place for place, name in enumerate((n for n in names if len(n) > _NAME), 1)}
    return {
        name: f"[{numbers[name]}] {name[: _NAME - 5].rstrip()}…" if name in numbers else name
        for name in names
    }


def comparison_warnings(comparison: Comparison) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = []
    wrong = [one.instance.label for one in comparison.instances if one.error is not None]
    partial = [one.instance.label for one in comparison.instances if one.stopped]
    together = [
        one.instance.label for one in comparison.instances if one.analysis and one.analysis.info.inseparable
    ]
    if wrong:
        warnings.append(f"could not be compared: {', '.join(_some(wrong))}")
    if partial:
        warnings.append(not_finished(_some(partial), comparison.stopped or "time"))
    if comparison.left_out:
        reason = "cluster" if any(one.stopped == "cluster" for one in comparison.instances) else "interrupt"
        warnings.append(f"stopped by {REASONS[reason]}: {plural(comparison.left_out, 'game')} not looked at")
    if together:
        where = ", ".join(_some(together))
        warnings.append(f"codes that no experiment tells apart are left together: {where}")
    return warnings


def _some(labels: Sequence[str]) -> list[str]:
    more = len(labels) - _NAMED
    return [*labels[:_NAMED], *([f"and {more} more"] if more > 0 else [])]


def _sheets(comparison: Comparison, names: Mapping[str, str]) -> list[Sheet]:
    """Return the tables; `names` are what strategies are called in them."""
    sheets: list[Sheet] = []
    for instances in comparison.games():
        sheets += [_grid(instances, names)] if len(instances) > 1 else _alone(instances[0], names)
    return sheets


def _alone(one: Compared, names: Mapping[str, str]) -> list[Sheet]:
    """Return the figures of the strategies in one game, and how many codes take how many experiments."""
    analysis = one.analysis
    if analysis is None:
        return [Sheet(one.instance.label, remarks=[_why_not(one)])]
    info = analysis.info
    searched = optimum(analysis) is not None
    above = ["above optimal"] if searched else []
    more = memory_header(analysis.rows)
    columns = ("first", "average", "worst", *more, *above, "nodes", "time", "per node")
    rows: list[Line] = [
        (
            (names[row.name],),
            (
                shorten(row.first or "-"),
                _exact_average(row, analysis),
                _worst(row),
                *([lost_text(row, lost_in_parts(analysis.rows))] if "lost" in more else []),
                *(cost_texts(row, analysis.decimals) if "mean cost" in more else ()),
                *([_above(row, analysis)] if searched else []),
                f"{row.nodes:,}",
                duration(row.seconds),
                duration(row.seconds / row.nodes) if row.nodes else "-",
            ),
        )
        for row in analysis.rows
    ]
    remarks = [f"{plural(info.codes, 'code')}{_bounds(analysis)}"]
    remarks += ["; ".join(legend)] if (legend := _legend([analysis])) else []
    remarks += [f"{names[row.name]}: {said}" for row in analysis.rows if (said := _remark(row, analysis))]
    heading = "  ".join([info.game.name, *(f"{name}={value}" for name, value in info.game.arguments)])
    return [
        Sheet(heading, ("strategy",), columns, rows, remarks, left=("strategy", "first"), tail=3),
        _lengths(analysis, names),
    ]


def _remark(row: Row, analysis: Analysis) -> str:
    """Return what else is known of a row; nothing for most."""
    if row.repeats is not None:
        costs = "" if row.unit is None else "costs, "
        return f"{row.repeats.ranged(analysis.decimals)}; {costs}nodes, time and lengths are of the first"
    if row.average is None:
        settled = f"with {row.settled:,} of {row.codes:,} codes settled"
        return f"stopped by {REASONS[row.stopped]} {settled}" if row.stopped else ""
    if row.all_ties is not None:
        return "no order of ties is better, proved" if row.all_ties else "a better order of ties may be found"
    return ""


def _worst(row: Row) -> str:
    """Return the longest play: of all runs, where there are several."""
    if row.repeats is not None:
        return str(row.repeats.worst)
    return str(row.worst) if row.average is not None else f"≥ {row.worst}" if row.settled else "?"


def _lengths(analysis: Analysis, names: Mapping[str, str]) -> Sheet:
    """Return how many codes take how many experiments."""
    lengths = sorted({length for row in analysis.rows for length in row.distribution})
    shown = len(lengths) if len(lengths) <= _LENGTHS else _LENGTHS - 1
    own, rest = lengths[:shown], lengths[shown:]
    rows: list[Line] = []
    for row in analysis.rows:
        counts = [row.distribution.get(length, 0) for length in own]
        counts += [sum(row.distribution.get(length, 0) for length in rest)] if rest else []
        rows.append(((names[row.name],), tuple(f"{count:,}" if count else "" for count in counts)))
    columns = (*map(str, own), *([f"{rest[0]} or more"] if rest else []))
    title = "codes by the number of experiments they take"
    return Sheet(title, ("experiments",), columns, rows, left=("experiments",))


def _grid(instances: Sequence[Compared], short: Mapping[str, str]) -> Sheet:
    """Return the averages of the strategies, a row for each set of parameters."""
    played = [one.analysis for one in instances if one.analysis is not None]
    names, constant = varied(instances)
    strategies = [short[row.name] for row in played[0].rows] if played else []
    gap = any(optimum(analysis) is not None and best_greedy(analysis) is not None for analysis in played)
    rows: list[Line] = []
    for one in instances:
        keys = tuple(str(one.parameters.get(name, "")) for name in names)
        if one.analysis is None:
            rows.append((keys, _why_not(one)))
            continue
        best = best_greedy(one.analysis)
        cells = [_cell(row, one.analysis) for row in one.analysis.rows]
        cells += [_above(best, one.analysis) if best is not None else "?"] if gap else []
        rows.append((keys, (f"{one.analysis.info.codes:,}", *cells)))
    columns = ("codes", *strategies, *(["gap"] if gap else []))
    title = played[0].info.game.name if played else instances[0].instance.name
    title = "  ".join([title, *(f"{name}={value}" for name, value in constant.items())])
    nodes = ", experiments in the tree" if played and "nodes" in MEASURES[played[0].objective] else ""
    priced = any(row.unit is not None for analysis in played for row in analysis.rows)
    legend = [
        f"{'mean cost (most cost)' if priced else 'average (worst case)'}{nodes}",
        *_legend(played),
        *(["gap: from the optimum to the best of the others"] if gap else []),
    ]
    remarks = ["; ".join(legend)] if played else []
    return Sheet(title, tuple(names), columns, rows, remarks, tail=2 if gap else 1)


def _legend(analyses: Sequence[Analysis]) -> list[str]:
    """Return what the marks that are there stand for, and the rules other than the usual."""
    marks = {_mark(row, analysis) for analysis in analyses for row in analysis.rows}
    searched = [row for row in map(optimum, analyses) if row is not None]
    found = [("*", f"* best{f' but for {OPTIMAL}' if searched else ''}"), ("=", "= optimal, proved")]
    lines = [text for mark, text in found if mark in marks]
    if any(row.repeats is not None for analysis in analyses for row in analysis.rows):
        lines.append("±: 95 % confidence interval of the mean")
    if any(not row.optimal and row.upper is not None for row in searched):
        lines.append("[a, b]: the optimum lies between, b is attained")
    if searched and analyses[0].objective != DEFAULT_OBJECTIVE:
        lost = any(row.lost for row in searched)
        lines.append(f"optimal: {made_least(analyses[0].info.game, analyses[0].objective, lost=lost)}")
    if analyses and analyses[0].ties != DEFAULT_TIES:
        lines.append(f"ties: {analyses[0].ties}")
    if analyses and analyses[0].consistent:
        lines.append("only experiments that can still be final")
    if searched:  # of one game at several sizes, of which some may be without lies
        lines += next(filter(None, (only_telling(analysis.info.game) for analysis in analyses)), [])
    return lines


def _mark(row: Row, analysis: Analysis) -> str:
    """Return "=" for a strategy that is optimal, "*" for the best ones, else a blank."""
    best = best_greedy(analysis)
    if row.name == OPTIMAL or row.average is None or best is None:
        return " "
    if row.optimal and excess(row, analysis) is None:
        return "="
    alone = sum(other.name != OPTIMAL for other in analysis.rows) == 1
    return "*" if not alone and rank(row, analysis.objective) == rank(best, analysis.objective) else " "


def _exact_average(row: Row, analysis: Analysis) -> str:
    if row.average is None:
        return "none possible" if row.infeasible else "?"
    average = (
        average_text(row, analysis.decimals) if row.repeats is None else row.repeats.show(analysis.decimals)
    )
    return f"{average}{_mark(row, analysis)}"


def _cell(row: Row, analysis: Analysis) -> str:
    """Return average and worst case of a strategy, of an optimum not proved as an interval; codes lost."""
    average, worst, decimals = "?", _worst(row), analysis.decimals
    if row.average is not None:
        average = decimals.figure(row.average) if row.repeats is None else row.repeats.show(decimals)
    elif row.infeasible:
        return "none possible"
    if row.unit is not None:
        worst, average = cost_texts(row, decimals)
    for interval in row.intervals if row.unit is None else ():
        if not interval.closed and interval.measure == TOTAL:
            average = ends_text(interval, row.weight, decimals)
        elif not interval.closed and interval.measure == "worst":
            worst = ends_text(interval, row.weight, decimals)
    if row.average is None:
        return average
    nodes = f", {row.nodes:,}" if "nodes" in MEASURES[analysis.objective] else ""
    lost = f", {lost_text(row, lost_in_parts(analysis.rows))} lost" if row.mean_lost else ""
    return f"{average}{_mark(row, analysis)} ({worst}){nodes}{lost}"


def _above(row: Row, analysis: Analysis) -> str:
    """Return how far a strategy is above the optimum, as far as that is known."""
    if row.name == OPTIMAL:
        if row.optimal or row.infeasible:
            return "proved"
        return _interval(row, analysis.decimals) if row.intervals else "?"
    return above_optimal(row, analysis)


def _interval(row: Row, decimals: Decimals) -> str:
    """Return what is proved of the last measure."""
    interval = row.intervals[-1]
    measure = "" if interval.measure == TOTAL else f" {interval.measure}"
    return f"{ends_text(interval, row.weight, decimals, row.unit)}{measure}"


def _bounds(analysis: Analysis) -> str:
    bounds = analysis.info.bounds
    if bounds is None or not bounds.total:
        return ""
    least = analysis.decimals.at_least(bounds.average)
    return f"; no strategy has a worst case below {bounds.worst} or an average below {least}"


def _why_not(one: Compared) -> str:
    """Return why an instance has no figures."""
    return one.error or f"stopped by {REASONS[one.stopped or 'time']} before there was anything to report"
