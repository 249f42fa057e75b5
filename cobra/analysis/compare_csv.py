"""A comparison as CSV, a line for each instance and strategy."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO
from typing import Final

from cobra.analysis.analyze import Analysis
from cobra.analysis.compare import Comparison, least_lost, optimum, ratio
from cobra.analysis.repeat import Repeats
from cobra.analysis.row import Row
from cobra.interval import LOST
from cobra.model.memory import can_lose

_COLUMNS: Final = (
    *("codes", "objective", "strategy", "first", "worst", "total", "weight", "average", "nodes"),
    *("lost", "lost_weight", "lost_lower", "lost_upper", "most_cost", "mean_cost"),
    *("distribution", "settled", "optimal", "lower", "upper", "ratio_lower", "ratio_upper", "seconds"),
    *("runs", "mean", "margin", "least", "greatest", "all_ties", "stopped", "error"),
)
"""The columns of the CSV; before them stand `game` and the parameters."""


def comparison_csv(comparison: Comparison) -> str:
    """Return a line for each strategy of each instance; one without figures has one line that says why."""
    names = dict.fromkeys(name for one in comparison.instances for name in one.parameters)
    columns = {name: f"{name} (parameter)" if name in ("game", *_COLUMNS) else name for name in names}
    stream = StringIO()
    writer = csv.DictWriter(stream, ["game", *columns.values(), *_COLUMNS], lineterminator="\n")
    writer.writeheader()
    for one in comparison.instances:
        key: dict[str, object] = {"game": one.instance.name, "objective": comparison.objective}
        key |= {columns[name]: value for name, value in one.parameters.items()}
        if one.analysis is None:
            writer.writerow({**key, "stopped": one.stopped, "error": one.error})
        else:
            writer.writerows({**key, **_record(row, one.analysis)} for row in one.analysis.rows)
    return stream.getvalue()


def _record(row: Row, analysis: Analysis) -> dict[str, object]:
    """Return the cells of a strategy; None is an empty cell."""
    best = optimum(analysis)
    interval = best.intervals[0] if best is not None and best.intervals else None
    lost = None if best is None else least_lost(best)
    low, high = ratio(row, analysis) or (None, None)
    nothing = None if can_lose(analysis.info.game) else 0
    known = not row.infeasible  # else there is no strategy that any of this could be said of
    return {
        "codes": row.codes,
        "strategy": row.name,
        "first": row.first,
        "worst": row.worst if known else None,
        "total": row.total if known else None,
        "weight": row.weight,
        "average": _decimal(row.average),
        "nodes": row.nodes if known else None,
        "lost": row.lost if known else None,
        "lost_weight": row.figure(LOST) if known else None,
        "lost_lower": lost.lower if lost is not None else nothing,
        "lost_upper": lost.upper if lost is not None else nothing,
        "most_cost": None if row.costs is None else _decimal(row.costs[0]),
        "mean_cost": None if row.costs is None else _decimal(row.costs[1]),
        "distribution": " ".join(f"{length}:{count}" for length, count in row.distribution.items()),
        "settled": row.settled,
        "optimal": "yes" if row.optimal else "no",
        "lower": None if interval is None else _paid(interval.lower, row),
        "upper": None if interval is None else _paid(interval.upper, row),
        "ratio_lower": _decimal(low),
        "ratio_upper": _decimal(high),
        "seconds": round(row.seconds, 6),
        **(_repeated(row.repeats) if row.repeats is not None else {}),
        "all_ties": None if row.all_ties is None else "yes" if row.all_ties else "no",
        "stopped": row.stopped,
    }


def _repeated(repeats: Repeats) -> dict[str, object]:
    """Return what is said of all runs of a strategy that was repeated."""
    return {
        "runs": repeats.runs,
        "mean": float(repeats.mean),
        "margin": repeats.margin,
        "least": float(repeats.least),
        "greatest": float(repeats.greatest),
    }


def _paid(end: int | None, row: Row) -> float | None:
    """Return the end of an interval; in a game with prices as what is paid."""
    return end if end is None or row.unit is None else float(end * row.unit)


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
