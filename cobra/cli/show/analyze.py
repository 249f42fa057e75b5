"""All results as text and as JSON; nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from cobra.cli.show.text import bold, dump, duration, number, pairs, plural, shorten, size, table, wrap
from cobra.errors import REASONS, raise_it
from cobra.figures import Decimals
from cobra.interval import between
from cobra.model.goals import goals_of
from cobra.options import DEFAULT_OBJECTIVE, DEFAULT_TIES

if TYPE_CHECKING:  # the solvers behind these are slow to import, and `cobra info` needs none
    from cobra.analysis.analyze import Analysis
    from cobra.analysis.bounds import Bounds
    from cobra.analysis.check import Check
    from cobra.analysis.info import Info
    from cobra.analysis.repeat import Repeats
    from cobra.analysis.row import Row
    from cobra.interval import Interval
    from cobra.model.game import Game

_ADVICE: Final = {
    "time": "; a longer --time-limit may do",
    "memory": "; more --memory may do",
    "experiments": "; a higher --limit experiments=N may do",
}
_LENGTHS: Final = 24
"""So many lengths of a distribution are printed; the JSON has them all."""


def title(game: Game) -> str:
    """Return a game's name with its parameters as played."""
    arguments = "  ".join(f"{name}={value}" for name, value in game.arguments)
    return bold(game.name) + (f"  {arguments}" if arguments else "")


def info_text(info: Info) -> str:
    """Return the sizes of a game as lines of name and value."""
    return "\n".join([title(info.game), *pairs(_info_lines(info, Decimals())), *_first(info)])


def check_text(check: Check) -> str:
    """Return the proof, or what is wrong."""
    if check.problems:
        return "\n".join(
            [title(check.game), "not well-formed:", *(f"  {problem}" for problem in check.problems)]
        )
    subjects: dict[str, list[str]] = {}
    for proof in check.proofs:
        if proof.holds:
            subjects.setdefault(proof.statement, []).append(proof.subject)
    proved = [f"    {statement} ({_some(about)})" for statement, about in subjects.items()]
    return "\n".join([title(check.game), *pairs(_check_lines(check)), "  proved:", *proved])


def analysis_text(analysis: Analysis) -> str:
    """Return the sizes of a game and the table of strategies."""
    decimals = analysis.decimals
    sizes = [*_info_lines(analysis.info, decimals), proof_line(analysis.proof)]
    lines = [title(analysis.info.game), *pairs(sizes)]
    lines += [*_first(analysis.info), ""]
    header = ("strategy", "first", "worst", "average", "nodes", "time", "lengths")
    rows = [_row_cells(row, decimals) for row in analysis.rows]
    lines += table(header, rows, right=(2, 3, 4, 5))
    best = [row.name for row in analysis.rows if row.optimal]
    objective = f" ({analysis.objective})" if analysis.objective != DEFAULT_OBJECTIVE else ""
    rules = [f"proved: nobody can do better than {', '.join(best)}{objective}"] if best else []
    rules += ["±: 95 % confidence interval of the mean"] if any(row.repeats for row in analysis.rows) else []
    rules += [f"ties: {analysis.ties}"] if analysis.ties != DEFAULT_TIES else []
    rules += ["only experiments that can still be final"] if analysis.consistent else []
    rules += [f"equivalence: {','.join(analysis.equivalences)}"] if analysis.equivalences else []
    return "\n".join(lines + rules)


def _info_lines(info: Info, decimals: Decimals) -> list[tuple[str, str, str]]:
    types = len(info.game.experiments)
    first = (
        "" if info.first_experiments is None else f"; {info.first_experiments:,} not equivalent at the start"
    )
    counted = "counted without listing them; " if info.backend == "sat" else ""
    lines = [
        ("codes", number(info.codes), f"{counted}{plural(info.variables, 'variable')}"),
        ("experiments", number(info.experiments), f"{plural(types, 'type')}{first}"),
        ("largest branching", number(info.branching), "outcomes of one experiment"),
        ("symmetry", number(info.symmetry_order), "ways found to carry the game to itself"),
    ]
    if info.goals is not None:
        asked = ", ".join(goal.text for goal in goals_of(info.game))
        lines.append(
            ("asked for", f"{info.goals:,}", f"{'value' if info.goals == 1 else 'values'} of {asked}")
        )
    if info.fixed:
        names = ", ".join(name if value else f"not {name}" for name, value in info.fixed[:4])
        lines.append(
            ("fixed variables", f"{len(info.fixed):,}", names + (", …" if len(info.fixed) > 4 else ""))
        )
    if info.bounds is not None and info.bounds.total:  # 0 says nothing
        lines.append(("worst at least", str(info.bounds.worst), "experiments, whatever the strategy"))
        average = decimals.at_least(info.bounds.average)
        lines.append(("average at least", average, f"{info.bounds.total}/{info.bounds.weight}"))
    if info.memory is not None:
        lines.append(("memory", size(info.memory), "estimated for an analysis"))
    return lines


def _check_lines(check: Check) -> list[tuple[str, str, str]]:
    lines = [proof_line(check)]
    if check.codes is not None:
        lines.insert(
            0, ("codes", number(check.codes), "listed" if check.backend == "table" else "counted, not listed")
        )
    return lines


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def proof_line(check: Check) -> tuple[str, str, str]:
    """Return whether the game is well-formed, as a line of name, value and remark."""
    if check.stopped:
        return "well-formed", "?", f"{check.open[0]}"
    return "well-formed", "yes", f"proved by SAT ({check.solver}, {duration(check.seconds)})"


def _first(info: Info) -> list[str]:
    if not info.first_shown:
        return []
    rest = (info.first_experiments or 0) - len(info.first_shown)
    shown = [*map(shorten, info.first_shown), *([f"… and {rest:,} more"] if rest else [])]
    return ["", bold("first experiments, one of each kind"), *wrap(shown)]


def _row_cells(row: Row, decimals: Decimals) -> tuple[str, ...]:
    figures = {"worst": str(row.worst), "total": average_text(row, decimals), "nodes": f"{row.nodes:,}"}
    remark = ""
    if row.infeasible:
        figures, remark = dict.fromkeys(figures, "-"), "proved: there is no such strategy"
    elif row.average is None:
        figures |= {"worst": f"≥ {row.worst}" if row.worst else "?"}
        remark = (
            f"stopped by {REASONS[row.stopped or 'time']} with {row.settled:,} of {row.codes:,} codes settled"
        )
    elif row.all_ties is not None:
        remark = "the best order of ties" if row.all_ties else "the best order of ties found"
    if row.repeats is not None:
        figures |= {"worst": str(row.repeats.worst), "total": mean_text(row.repeats, decimals)}
        remark = f"{ranged_text(row.repeats, decimals)}; the first:"
    figures |= {one.measure: ends_text(one, row.weight, decimals) for one in row.intervals if not one.closed}
    worst, mean, nodes = figures["worst"], figures["total"], figures["nodes"]
    lengths = "  ".join(filter(None, [remark, lengths_text(row)]))
    return row.name, shorten(row.first or "-"), worst, mean, nodes, duration(row.seconds), lengths


def ends_text(interval: Interval, weight: int, decimals: Decimals) -> str:
    """Return both ends of an interval as `[low, high]`, or the one that is known."""
    low, high = interval.ends(weight, decimals)
    return between(low, high) if low is None or high is None else f"[{low}, {high}]"


def average_text(row: Row, decimals: Decimals) -> str:
    """Return the average exactly and as a decimal, or a question mark when not all codes are settled."""
    average = row.average
    return "?" if average is None else f"{row.total}/{row.weight} = {decimals.figure(average)}"


def mean_text(repeats: Repeats, decimals: Decimals) -> str:
    """Return the mean of several runs with half of its 95 % confidence interval."""
    margin = "" if repeats.margin is None else f" ± {repeats.margin:.{decimals.places}f}"
    return f"{decimals.figure(repeats.mean)}{margin}"


def ranged_text(repeats: Repeats, decimals: Decimals) -> str:
    """Return between what the averages of several runs lie."""
    ends = decimals.figure(repeats.least), decimals.figure(repeats.greatest)
    return f"{' to '.join(ends)} in {plural(repeats.runs, 'run')}"


def lengths_text(row: Row) -> str:
    """Return the distribution of lengths, cut short when it is long."""
    counts = [f"{length}:{count}" for length, count in row.distribution.items()]
    return " ".join(counts if len(counts) <= _LENGTHS else [*counts[: _LENGTHS - 3], "…", *counts[-2:]])


def info_warnings(info: Info) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = []
    if info.stopped:
        why = f"stopped by {REASONS[info.stopped]}: what is not shown was not found out"
        warnings.append(why + raise_it(info.stopped))
    return [*info.game.warnings, *warnings, *inseparable_warnings(info.inseparable, info.undecided)]


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


def analysis_warnings(analysis: Analysis) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = info_warnings(analysis.info)
    partial = [row for row in analysis.rows if row.stopped]
    if partial:
        warnings.append(not_finished([row.name for row in partial], partial[0].stopped or "time"))
    return warnings


def info_json(info: Info) -> str:
    """Return the JSON document of `info`."""
    return dump({"game": _game_object(info), "bounds": _bounds_object(info.bounds), "stopped": info.stopped})


def check_json(check: Check) -> str:
    """Return the JSON document of `check`."""
    return dump(
        {
            "game": {
                "name": check.game.name,
                "file": check.game.file,
                "params": dict(check.game.arguments),
                "codes": check.codes,
                "experiment_types": len(check.game.experiments),
                "backend": check.backend,
            },
            **proof_object(check),
            "warnings": list(check.warnings),
        }
    )


def analysis_json(analysis: Analysis) -> str:
    """Return the JSON document of `analyze`."""
    return dump(analysis_object(analysis))


def analysis_object(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis for JSON."""
    return {
        "game": _game_object(analysis.info),
        "bounds": _bounds_object(analysis.info.bounds),
        "proof": proof_object(analysis.proof),
        "objective": analysis.objective,
        "ties": analysis.ties,
        "consistent": analysis.consistent,
        "equivalences": analysis.equivalences,
        "stopped": analysis.stopped,
        "strategies": [row_object(row) for row in analysis.rows],
    }


def _game_object(info: Info) -> dict[str, Any]:
    return {
        "name": info.game.name,
        "file": info.game.file,
        "params": dict(info.game.arguments),
        "codes": info.codes,
        "variables": info.variables,
        "fixed": dict(info.fixed),
        "experiments": info.experiments,
        "experiment_types": len(info.game.experiments),
        "branching": info.branching,
        "symmetry_order": info.symmetry_order,
        "first_experiments": info.first_experiments,
        "first_shown": list(info.first_shown),
        "inseparable": info.inseparable,
        "goals": info.goals,
        "undecided": info.undecided,
        "memory": info.memory,
        "backend": info.backend,
    }


def _bounds_object(bounds: Bounds | None) -> dict[str, Any] | None:
    if bounds is None:
        return None
    return {
        "worst": bounds.worst,
        "average": float(bounds.average),
        "total": bounds.total,
        "weight": bounds.weight,
    }


def proof_object(check: Check) -> dict[str, Any]:
    """Return the verdict on a game's well-formedness for JSON."""
    return {
        "well_formed": check.well_formed,
        "problems": [*check.problems, *check.open],
        "solver": check.solver,
        "seconds": round(check.seconds, 6),
        "stopped": check.stopped,
    }


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
        "optimal": row.optimal,
        "lower": _float(row.lower),
        "upper": _float(row.upper),
        "intervals": [
            {"measure": one.measure, "lower": one.lower, "upper": one.upper} for one in row.intervals
        ],
        "stopped": row.stopped,
        "inseparable": row.inseparable,
        "undecided": row.undecided,
        "all_ties": row.all_ties,
        "repeats": None if row.repeats is None else _repeats_object(row.repeats),
    }


def _repeats_object(repeats: Repeats) -> dict[str, Any]:
    return {
        "runs": repeats.runs,
        "seed": repeats.seed,
        "mean": float(repeats.mean),
        "margin": repeats.margin,
        "least": float(repeats.least),
        "greatest": float(repeats.greatest),
        "worst": repeats.worst,
        "totals": list(repeats.totals),
    }


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
