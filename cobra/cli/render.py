"""All results as text and as JSON; nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cobra.analysis.run import REASONS
from cobra.cli.text import bold, dump, duration, number, pairs, plural, shorten, size, table, wrap
from cobra.options import DEFAULT_TIES

if TYPE_CHECKING:  # the solvers behind these are slow to import, and `cobra info` needs none
    from cobra.analysis.analyze import Analysis, Row
    from cobra.analysis.bounds import Bounds
    from cobra.analysis.check import Check
    from cobra.analysis.info import Info
    from cobra.model.game import Game

_ADVICE: Final = {
    "time": "; a longer --time-limit may do",
    "memory": "; more --memory may do",
    "interrupt": "",
}
_LENGTHS: Final = 24
"""So many lengths of a distribution are printed; the JSON has them all."""


def title(game: Game) -> str:
    """Return a game's name with its parameters as played."""
    arguments = "  ".join(f"{name}={value}" for name, value in game.arguments)
    return bold(game.name) + (f"  {arguments}" if arguments else "")


def info_text(info: Info) -> str:
    """Return the sizes of a game as lines of name and value."""
    return "\n".join([title(info.game), *pairs(_info_lines(info)), *_first(info)])


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
    lines = [title(analysis.info.game), *pairs([*_info_lines(analysis.info), _proof_line(analysis.proof)])]
    lines += [*_first(analysis.info), ""]
    header = ("strategy", "first", "worst", "average", "nodes", "time", "lengths")
    rows = [_row_cells(row) for row in analysis.rows]
    lines += table(header, rows, right=(2, 3, 4, 5))
    rules = [f"ties: {analysis.ties}"] if analysis.ties != DEFAULT_TIES else []
    rules += ["only experiments that can still be final"] if analysis.consistent else []
    rules += [f"equivalence: {','.join(analysis.equivalences)}"] if analysis.equivalences else []
    return "\n".join(lines + rules)


def _info_lines(info: Info) -> list[tuple[str, str, str]]:
    types = len(info.game.experiments)
    first = (
        "" if info.first_experiments is None else f"; {info.first_experiments:,} not equivalent at the start"
    )
    counted = "counted without listing them; " if info.backend == "sat" else ""
    lines = [
        ("codes", f"{info.codes:,}", f"{counted}{plural(info.variables, 'variable')}"),
        ("experiments", number(info.experiments), f"{plural(types, 'type')}{first}"),
        ("largest branching", number(info.branching), "outcomes of one experiment"),
        ("symmetry", number(info.symmetry_order), "ways to carry the game to itself"),
    ]
    if info.fixed:
        names = ", ".join(name if value else f"not {name}" for name, value in info.fixed[:4])
        lines.append(
            ("fixed variables", f"{len(info.fixed):,}", names + (", …" if len(info.fixed) > 4 else ""))
        )
    if info.bounds is not None:
        lines.append(("worst at least", str(info.bounds.worst), "experiments, whatever the strategy"))
        lines.append(("average at least", f"{float(info.bounds.average):.4f}", _fraction(info.bounds)))
    if info.memory is not None:
        lines.append(("memory", size(info.memory), "estimated for an analysis"))
    return lines


def _check_lines(check: Check) -> list[tuple[str, str, str]]:
    lines = [_proof_line(check)]
    if check.codes is not None:
        lines.insert(
            0, ("codes", f"{check.codes:,}", "listed" if check.backend == "table" else "counted, not listed")
        )
    return lines


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _proof_line(check: Check) -> tuple[str, str, str]:
    if check.stopped:
        return "well-formed", "?", f"{check.open[0]}"
    return "well-formed", "yes", f"proved by SAT ({check.solver}, {duration(check.seconds)})"


def _first(info: Info) -> list[str]:
    if not info.first_shown:
        return []
    rest = (info.first_experiments or 0) - len(info.first_shown)
    shown = [*map(shorten, info.first_shown), *([f"… and {rest:,} more"] if rest else [])]
    return ["", bold("first experiments, one of each kind"), *wrap(shown)]


def _row_cells(row: Row) -> tuple[str, ...]:
    counts = [f"{length}:{count}" for length, count in row.distribution.items()]
    lengths = " ".join(counts if len(counts) <= _LENGTHS else [*counts[: _LENGTHS - 3], "…", *counts[-2:]])
    average = row.average
    if average is not None:
        worst, mean = str(row.worst), f"{row.total}/{row.weight} = {float(average):.4f}"
    else:
        worst, mean = f"≥ {row.worst}", "?"
        reason = REASONS[row.stopped or "time"]
        lengths = (
            f"stopped by {reason} with {row.settled:,} of {row.codes:,} codes settled  {lengths}".rstrip()
        )
    return row.name, shorten(row.first or "-"), worst, mean, f"{row.nodes:,}", duration(row.seconds), lengths


def info_warnings(info: Info) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = []
    if info.stopped:
        warnings.append(f"stopped by {REASONS[info.stopped]}: what is not shown was not found out")
    if info.inseparable:
        a, b = info.inseparable
        warnings.append(
            f"no experiment tells {a} from {b}: such codes are left together at the end of a play"
        )
    return warnings


def analysis_warnings(analysis: Analysis) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = info_warnings(analysis.info)
    partial = [row for row in analysis.rows if row.stopped]
    if partial:
        advice = _ADVICE[partial[0].stopped or "time"]
        warnings.append(f"not finished: {', '.join(row.name for row in partial)}{advice}")
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
            **_proof_object(check),
        }
    )


def analysis_json(analysis: Analysis) -> str:
    """Return the JSON document of `analyze`."""
    bounds = analysis.info.bounds
    return dump(
        {
            "game": _game_object(analysis.info),
            "bounds": _bounds_object(bounds),
            "proof": _proof_object(analysis.proof),
            "ties": analysis.ties,
            "consistent": analysis.consistent,
            "equivalences": analysis.equivalences,
            "stopped": analysis.stopped,
            "strategies": [_row_object(row, bounds) for row in analysis.rows],
        }
    )


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


def _proof_object(check: Check) -> dict[str, Any]:
    return {
        "well_formed": check.well_formed,
        "problems": [*check.problems, *check.open],
        "solver": check.solver,
        "seconds": round(check.seconds, 6),
        "stopped": check.stopped,
    }


def _row_object(row: Row, bounds: Bounds | None) -> dict[str, Any]:
    average = row.average
    return {
        "name": row.name,
        "first": row.first,
        "worst": row.worst,
        "total": row.total,
        "weight": row.weight,
        "codes": row.codes,
        "settled": row.settled,
        "average": None if average is None else float(average),
        "distribution": {str(length): count for length, count in row.distribution.items()},
        "nodes": row.nodes,
        "seconds": round(row.seconds, 6),
        "symmetry_seconds": round(row.symmetry_seconds, 6),
        "optimal": False,
        "lower": float(bounds.average) if row.stopped and bounds is not None else None,
        "upper": None,
        "stopped": row.stopped,
        "inseparable": row.inseparable,
    }


def _fraction(bounds: Bounds) -> str:
    return f"{bounds.total}/{bounds.weight}"
