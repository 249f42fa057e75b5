"""Every opening of a game with what the best play after it costs, as text and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from cobra.analysis.openings.find import Openings
from cobra.analysis.openings.opening import Opening
from cobra.cli.show.check import proof_line, proof_object
from cobra.cli.show.rows import ends_text, not_finished
from cobra.cli.show.text import bold, dump, number, pairs, plural, shorten, table, title
from cobra.figures import Decimals
from cobra.interval import TOTAL
from cobra.options import OBJECTIVES


def openings_text(result: Openings) -> str:
    """Return the openings, the best first, as a table; those with nothing known about them are counted."""
    apart = plural(len(result.openings), "opening")
    alike = f"of {result.experiments:,} experiments, one of each kind"
    head = [
        ("codes", f"{result.codes:,}", ""),
        ("objective", result.objective, OBJECTIVES[result.objective]),
        ("openings", f"{len(result.openings):,}", alike if result.experiments > len(result.openings) else ""),
        proof_line(result.proof),
    ]
    known = [one for one in result.openings if one.intervals]
    lines = [title(result.game), *pairs(head), ""]
    if known:
        decimals = _decimals(result)
        rows = [_cells(one, result, decimals) for one in known]
        header = ("first", "worst", "average", "nodes", "alike", "")
        used = [column for column in range(len(header)) if any(row[column] for row in rows)]
        shown = [[row[column] for column in used] for row in [header, *rows]]
        lines += table(shown[0], shown[1:], right=range(1, len(used) - ("not proved" in rows[-1])))
    settled = sum(one.proved for one in known)
    of = apart if settled == len(result.openings) else f"{settled:,} of {apart}"
    lines += ["", bold(f"proved: what the best play after {of} costs")]
    return "\n".join(lines)


def _cells(one: Opening, result: Openings, decimals: Decimals) -> tuple[str, ...]:
    figures = {"worst": number(one.worst), TOTAL: _average(one, result.weight, decimals), "nodes": ""}
    for interval in one.intervals:
        if not interval.closed:
            figures[interval.measure] = ends_text(interval, result.weight, decimals)
        elif interval.measure == "nodes":
            figures["nodes"] = number(interval.upper)
    cells = [shorten(one.experiment), figures["worst"], figures[TOTAL], figures["nodes"], f"{one.alike:,}"]
    return *cells, "" if one.proved else "not proved"


def _average(one: Opening, weight: int, decimals: Decimals) -> str:
    if one.total is None:
        return "?"
    return f"{one.total}/{weight} = {decimals.figure(Fraction(one.total, weight))}"


def _decimals(result: Openings) -> Decimals:
    averages = [Fraction(one.total, result.weight) for one in result.openings if one.total is not None]
    lower = [
        Fraction(interval.lower, result.weight)
        for one in result.openings
        for interval in one.intervals
        if interval.measure == TOTAL
    ]
    return Decimals(averages, lower)


def openings_warnings(result: Openings) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = []
    if result.proof.stopped:
        warnings.append("that the game is well-formed is not proved, and without that nothing is")
    if result.telling_nothing:
        warnings.append(
            f"left out: {plural(result.telling_nothing, 'experiment')} with one outcome for all codes"
        )
    if result.unkept is not None:
        warnings.append(f"not all that was proved is kept: {result.unkept}")
    if result.stopped:
        left = sum(not one.proved for one in result.openings)
        warnings.append(not_finished([plural(left, "opening")], result.stopped))
    return warnings


def openings_json(result: Openings) -> str:
    """Return the JSON document of all openings, also of those nothing is known about."""
    document: dict[str, Any] = {
        "game": {
            "name": result.game.name,
            "file": result.game.file,
            "params": dict(result.game.arguments),
            "codes": result.codes,
        },
        "proof": proof_object(result.proof),
        "objective": result.objective,
        "consistent": result.consistent,
        "weight": result.weight,
        "experiments": result.experiments,
        "telling_nothing": result.telling_nothing,
        "stopped": result.stopped,
        "openings": [
            {
                "first": one.experiment,
                "alike": one.alike,
                "proved": one.proved,
                "total": one.total,
                "worst": one.worst,
                "average": None if one.total is None else one.total / result.weight,
                "intervals": [
                    {"measure": i.measure, "lower": i.lower, "upper": i.upper} for i in one.intervals
                ],
            }
            for one in result.openings
        ],
    }
    return dump(document)
