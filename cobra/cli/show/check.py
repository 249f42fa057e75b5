"""What `cobra check` prints: the proofs that a game is well-formed, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cobra.cli.show.text import dump, duration, number, pairs, title

if TYPE_CHECKING:
    from cobra.analysis.check import Check


def check_text(check: Check) -> str:
    """Return the proof, or what is wrong."""
    if check.problems:
        lines = [title(check.game), "not well-formed:", *(f"  {problem}" for problem in check.problems)]
        if check.game.memory is not None and check.game.memory.slots:
            lines.append("(of a state all values are looked at, whether a play can come to them or not)")
        return "\n".join(lines)
    subjects: dict[str, list[str]] = {}
    for proof in check.proofs:
        if proof.holds:
            subjects.setdefault(proof.statement, []).append(proof.subject)
    proved = [f"    {statement} ({_some(about)})" for statement, about in subjects.items()]
    return "\n".join([title(check.game), *pairs(_check_lines(check)), "  proved:", *proved])


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
    if check.solver == "none":
        return "well-formed", "yes", "by its form"
    return "well-formed", "yes", f"proved by SAT ({check.solver}, {duration(check.seconds)})"


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


def proof_object(check: Check) -> dict[str, Any]:
    """Return the verdict on a game's well-formedness for JSON."""
    return {
        "well_formed": check.well_formed,
        "problems": [*check.problems, *check.open],
        "solver": check.solver,
        "seconds": round(check.seconds, 6),
        "stopped": check.stopped,
    }
