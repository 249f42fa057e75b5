"""The figures of one strategy, as cells of a table and as JSON; several commands print them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from cobra.cli.show.text import duration, shorten
from cobra.errors import REASONS
from cobra.figures import Decimals, exact, few, hundredths
from cobra.interval import LOST, TOTAL, between

if TYPE_CHECKING:
    from cobra.analysis.repeat import Repeats
    from cobra.analysis.row import Row
    from cobra.interval import Interval


_ADVICE: Final = {
    "time": "; a longer --time-limit may do",
    "memory": "; more --memory may do",
    "experiments": "; a higher --limit experiments=N may do",
    "cluster": "; the cluster was lost",
}
_LENGTHS: Final = 24
"""So many lengths of a distribution are printed; the JSON has them all."""


def row_header(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the heads of the columns that `row_cells` fills."""
    return ("strategy", "first", "worst", "average", *memory_header(rows), "nodes", "time", "lengths")


def memory_header(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the heads of the columns that only games have in which plays are lost or paid for."""
    lost = ("lost",) if any(row.mean_lost for row in rows) else ()
    costs = ("most cost", "mean cost") if any(row.unit is not None for row in rows) else ()
    return (*lost, *costs)


def row_cells(
    row: Row, decimals: Decimals, header: Sequence[str] = (), *, lost_in_parts: bool = False
) -> tuple[str, ...]:
    """Return the figures of a strategy as cells of a table with these columns.

    `lost_in_parts` is that of all rows of the table.
    """
    figures = {"worst": str(row.worst), "total": average_text(row, decimals), "nodes": f"{row.nodes:,}"}
    remark = ""
    if row.infeasible:
        figures, remark = dict.fromkeys(figures, "-"), "proved: there is no such strategy"
    elif row.undrawn:
        figures |= {"worst": str(row.intervals[0].lower)}
        remark = "proved; the strategy is too large to be written down"
    elif row.average is None:
        figures |= {"worst": f"≥ {row.worst}" if row.worst else "?"}
        remark = (
            f"stopped by {REASONS[row.stopped or 'time']} with {row.settled:,} of {row.codes:,} codes settled"
        )
    elif row.all_ties is not None:
        remark = "the best order of ties" if row.all_ties else "the best order of ties found"
    if row.repeats is not None:
        figures |= {"worst": str(row.repeats.worst), "total": row.repeats.show(decimals)}
        remark = f"{row.repeats.ranged(decimals)}; the first:"
    if row.unit is None:
        figures |= {
            one.measure: ends_text(one, row.weight, decimals) for one in row.intervals if not one.closed
        }
    worst, mean, nodes = figures["worst"], figures["total"], figures["nodes"]
    lengths = "  ".join(filter(None, [remark, lengths_text(row)]))
    lost = (lost_text(row, lost_in_parts),) if "lost" in header else ()
    costs = cost_texts(row, decimals) if "mean cost" in header else ()
    first = shorten(row.first or "-")
    return row.name, first, worst, mean, *lost, *costs, nodes, duration(row.seconds), lengths


def cost_texts(row: Row, decimals: Decimals) -> tuple[str, str]:
    """Return the greatest and the average cost of a play, what is proved where a search was stopped."""
    known = row.costs
    greatest, mean = ("?", "?") if known is None else (exact(known[0]), decimals.figure(known[1]))
    for one in row.intervals:
        if row.unit is not None and not one.closed and one.measure in ("total", "worst"):
            text = ends_text(one, row.weight, decimals, row.unit)
            greatest, mean = (greatest, text) if one.measure == TOTAL else (text, mean)
    return greatest, mean


def lost_text(row: Row, in_parts: bool) -> str:
    """Return how many codes are lost, or which part of the weight, as for all rows of a table.

    A dash where there is no strategy that could lose any.
    """
    if row.infeasible:
        return "-"
    return hundredths(row.part_lost) if in_parts else few(row.mean_lost)


def ends_text(interval: Interval, weight: int, decimals: Decimals, unit: Fraction | None = None) -> str:
    """Return both ends of an interval as `[low, high]`, or the one known; `unit` is that of prices."""
    low, high = interval.ends(weight, decimals, unit=unit)
    return between(low, high) if low is None or high is None else f"[{low}, {high}]"


def average_text(row: Row, decimals: Decimals) -> str:
    """Return the average exactly and as a decimal, or a question mark when not all codes are settled."""
    average = row.average
    return "?" if average is None else f"{row.total}/{row.weight} = {decimals.figure(average)}"


def lengths_text(row: Row) -> str:
    """Return the distribution of lengths, cut short when it is long."""
    counts = [f"{length}:{count}" for length, count in row.distribution.items()]
    return " ".join(counts if len(counts) <= _LENGTHS else [*counts[: _LENGTHS - 3], "…", *counts[-2:]])


def inseparable_warnings(pair: tuple[str, str] | None, undecided: tuple[str, str] | None = None) -> list[str]:
    """Return a warning of two codes that no experiment tells apart, if there are, and of their goals."""
    if pair is None:
        return []
    if undecided is not None:
        return [
            f"the goal cannot always be found out: no experiment tells {pair[0]} ({undecided[0]}) "
            f"from {pair[1]} ({undecided[1]})"
        ]
    return [
        f"no experiment tells {pair[0]} from {pair[1]}: such codes are left together at the end of a play"
    ]


def not_finished(names: Sequence[str], reason: str) -> str:
    """Return what was not finished and what may help."""
    return f"not finished: {', '.join(names)}{_ADVICE.get(reason, '')}"


def row_object(row: Row) -> dict[str, Any]:
    """Return a strategy's figures for JSON."""
    return {
        "name": row.name,
        "first": row.first,
        "worst": row.worst,
        "total": row.total,
        "weight": row.weight,
        "codes": row.codes,
        "settled": row.settled,
        "average": _float(row.average),
        "distribution": {str(length): count for length, count in row.distribution.items()},
        "nodes": row.nodes,
        "seconds": round(row.seconds, 6),
        "symmetry_seconds": round(row.symmetry_seconds, 6),
        **_memory_object(row),
        "optimal": row.optimal,
        "lower": _float(row.lower),
        "upper": _float(row.upper),
        "intervals": [
            {"measure": one.measure, "lower": one.lower, "upper": one.upper}
            for one in (row.losing, *row.intervals)
            if one is not None
        ],
        "stopped": row.stopped,
        "inseparable": row.inseparable,
        "undecided": row.undecided,
        "all_ties": row.all_ties,
        "repeats": None if row.repeats is None else _repeats_object(row.repeats),
    }


def _memory_object(row: Row) -> dict[str, Any]:
    """Return what only rows of games with a state, prices or plays that are lost have, and of the objective
    won."""
    counts = any(interval.measure == LOST for interval in row.intervals)
    if row.figures.price_total is None and not row.mean_lost and not counts:
        return {}
    chance = {"chance_lost": str(row.figures.chance_lost)} if row.figures.lost_weight else {}
    known = row.costs
    costs = None if known is None else {"worst": str(known[0]), "average": str(known[1])}
    return {"lost": row.lost, **chance, "cost": costs, "unit": None if row.unit is None else str(row.unit)}


def _repeats_object(repeats: Repeats) -> dict[str, Any]:
    lost = [figures.lost for figures in repeats.figures]
    return {
        "runs": repeats.runs,
        "seed": repeats.seed,
        "mean": float(repeats.mean),
        "margin": repeats.margin,
        "least": float(repeats.least),
        "greatest": float(repeats.greatest),
        "worst": repeats.worst,
        "totals": list(repeats.totals),
        **({"lost": lost} if any(lost) else {}),
    }


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
