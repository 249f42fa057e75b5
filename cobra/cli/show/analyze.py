"""What `cobra analyze` prints: every strategy of a game, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cobra.analysis.row import lost_in_parts
from cobra.cli.show.certification import certification_lines, certification_object, certification_warnings
from cobra.cli.show.check import proof_line, proof_object
from cobra.cli.show.info import bounds_object, first_lines, game_object, info_lines, info_warnings
from cobra.cli.show.rows import not_finished, row_cells, row_header, row_object
from cobra.cli.show.text import dump, pairs, table, title
from cobra.model.unseen import only_telling
from cobra.options import DEFAULT_OBJECTIVE, DEFAULT_TIES

if TYPE_CHECKING:
    from cobra.analysis.analyze import Analysis


def analysis_text(analysis: Analysis) -> str:
    """Return the sizes of a game and the table of strategies."""
    decimals = analysis.decimals
    sizes = [*info_lines(analysis.info, decimals), proof_line(analysis.proof)]
    lines = [title(analysis.info.game), *pairs(sizes)]
    lines += [*first_lines(analysis.info), ""]
    header = row_header(analysis.rows)
    in_parts = lost_in_parts(analysis.rows)
    rows = [row_cells(row, decimals, header, lost_in_parts=in_parts) for row in analysis.rows]
    lines += table(header, rows, right=tuple(range(2, len(header) - 1)))
    best = [row.name for row in analysis.rows if row.optimal]
    objective = f" ({analysis.objective})" if analysis.objective != DEFAULT_OBJECTIVE else ""
    rules = [f"proved: nobody can do better than {', '.join(best)}{objective}"] if best else []
    rules += ["±: 95 % confidence interval of the mean"] if any(row.repeats for row in analysis.rows) else []
    rules += [f"ties: {analysis.ties}"] if analysis.ties != DEFAULT_TIES else []
    rules += ["only experiments that can still be final"] if analysis.consistent else []
    rules += only_telling(analysis.info.game) if best else []
    rules += [f"equivalence: {','.join(analysis.equivalences)}"] if analysis.equivalences else []
    made = certification_lines(analysis.certification) if analysis.certification is not None else []
    return "\n".join(lines + rules + made)


def analysis_warnings(analysis: Analysis) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = info_warnings(analysis.info)
    partial = [row for row in analysis.rows if row.stopped]
    if partial:
        warnings.append(not_finished([row.name for row in partial], partial[0].stopped or "time"))
    if analysis.certification is not None:
        warnings += certification_warnings(analysis.certification, analysis.stopped)
    return warnings


def analysis_json(analysis: Analysis) -> str:
    """Return the JSON document of `analyze`."""
    return dump(analysis_object(analysis))


def analysis_object(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis for JSON."""
    return {
        "game": game_object(analysis.info),
        "bounds": bounds_object(analysis.info.bounds),
        "proof": proof_object(analysis.proof),
        "objective": analysis.objective,
        "ties": analysis.ties,
        "consistent": analysis.consistent,
        "equivalences": analysis.equivalences,
        "stopped": analysis.stopped,
        "strategies": [row_object(row) for row in analysis.rows],
        **({} if analysis.certification is None else certification_object(analysis.certification)),
    }
