"""A strategy that evolved, as text and as JSON."""

from __future__ import annotations

from typing import Any, Final

from cobra.analysis.run import REASONS
from cobra.cli.best import Saved, saved_lines
from cobra.cli.render import (
    average_text,
    inseparable_warnings,
    lengths_text,
    proof_line,
    proof_object,
    row_object,
    title,
)
from cobra.cli.text import bold, dump, duration, pairs, plural, shorten
from cobra.evolution.evolve import Evolution

_SHOWN: Final = 12
"""So many generations are shown, at most; the JSON document has them all."""


def evolution_text(evolution: Evolution, saved: Saved | None) -> str:
    """Return how the breakers became better, and the figures of the best one."""
    head = [
        ("codes", f"{evolution.row.codes:,}", ""),
        ("population", f"{evolution.population:,}", f"seed {evolution.seed}"),
        proof_line(evolution.proof),
    ]
    lines = [title(evolution.game), *pairs(head), "", bold("generation, average of the best and of all")]
    weight = evolution.row.weight
    for number in _chosen(evolution):
        of = evolution.history[number]
        lines.append(f"  {number:>6}  {of.best / weight:>10.4f}  {float(of.mean / weight):>10.4f}")
    lines += ["", *pairs(_figures(evolution)), "", bold(_end(evolution))]
    if saved is not None:
        lines += saved_lines(saved)
    return "\n".join(lines)


def _chosen(evolution: Evolution) -> list[int]:
    """Return the generations that are shown: those with a better breaker than before, or some of them."""
    history = evolution.history
    better = [number for number in range(1, len(history)) if history[number].best < history[number - 1].best]
    if len(better) > _SHOWN - 2:
        step = (len(better) - 1) / (_SHOWN - 3)
        better = [better[round(step * place)] for place in range(_SHOWN - 2)]
    return list(dict.fromkeys([0, *better, len(history) - 1]))


def _figures(evolution: Evolution) -> list[tuple[str, str, str]]:
    row = evolution.row
    total, _, average = average_text(row).partition(" = ")
    return [
        ("first", shorten(row.first or "-"), ""),
        ("worst", str(row.worst), ""),
        ("average", average, total),
        ("lengths", "", lengths_text(row)),
        ("nodes", f"{row.nodes:,}", "experiments in the tree"),
        ("time", duration(row.seconds), ""),
    ]


def _end(evolution: Evolution) -> str:
    """Return in a sentence why evolution ended."""
    after = f"after {plural(evolution.generations, 'generation')}"
    since = f"the best breaker is of generation {evolution.reached:,}"
    if evolution.ended == "bound":
        return f"ended {after}: no strategy can be better"
    if evolution.stopped is not None:
        return f"stopped {after} by {REASONS[evolution.stopped]}; {since}"
    return f"ended {after}; {since}"


def evolution_warnings(evolution: Evolution) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = inseparable_warnings(evolution.row.inseparable)
    if evolution.proof.stopped:
        warnings.append("that the game is well-formed is not proved")
    return warnings


def evolution_json(evolution: Evolution, saved: Saved | None) -> str:
    """Return the JSON document of `evolve`: a row of `analyze`, and all generations."""
    document: dict[str, Any] = {
        "game": {
            "name": evolution.game.name,
            "file": evolution.game.file,
            "params": dict(evolution.game.arguments),
            "codes": evolution.row.codes,
        },
        "proof": proof_object(evolution.proof),
        **row_object(evolution.row),
        "seed": evolution.seed,
        "population": evolution.population,
        "generations": evolution.generations,
        "reached": evolution.reached,
        "history": [{"best": of.best, "mean": float(of.mean)} for of in evolution.history],
        "ended": evolution.ended,
        "stopped": evolution.stopped,
        "file": saved.path if saved else None,
        "verified": saved is not None and saved.verification is not None,
    }
    return dump(document)
