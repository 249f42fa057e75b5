"""A strategy that evolved, as text and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from cobra.analysis.evolve.evolve import Evolution
from cobra.cli.show.check import proof_line, proof_object
from cobra.cli.show.optimal import Saved, saved_lines
from cobra.cli.show.rows import average_text, inseparable_warnings, lengths_text, row_object
from cobra.cli.show.text import bold, dump, duration, pairs, plural, shorten, title
from cobra.errors import REASONS
from cobra.figures import Decimals

_SHOWN: Final = 12
"""So many generations are shown, at most; the JSON document has them all."""


def evolution_text(evolution: Evolution, saved: Saved | None) -> str:
    """Return how the breakers became better, and the figures of the best one."""
    places = "" if evolution.islands == 1 else f"on each of {evolution.islands:,} islands  "
    head = [
        ("codes", f"{evolution.row.codes:,}", ""),
        ("population", f"{evolution.population:,}", f"{places}seed {evolution.seed}"),
        proof_line(evolution.proof),
    ]
    lines = [title(evolution.game), *pairs(head), "", bold("generation, average of the best and of all")]
    weight = evolution.row.weight
    chosen = [(number, evolution.history[number]) for number in _chosen(evolution)]
    averages = [(number, Fraction(of.best, weight), of.mean / weight) for number, of in chosen]
    decimals = Decimals([*(best for _, best, _ in averages), *evolution.row.averages])
    for number, best, mean in averages:
        lines.append(f"  {number:>6}  {decimals.figure(best):>10}  {decimals.figure(mean):>10}")
    lines += ["", *pairs(_figures(evolution, decimals)), "", bold(_end(evolution))]
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


def _figures(evolution: Evolution, decimals: Decimals) -> list[tuple[str, str, str]]:
    row = evolution.row
    total, _, average = average_text(row, decimals).partition(" = ")
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
    warnings = inseparable_warnings(evolution.row.inseparable, evolution.row.undecided)
    if evolution.proof.stopped:
        warnings.append("that the game is well-formed is not proved")
    if evolution.unkept is not None:
        warnings.append(f"the last generations are not kept: {evolution.unkept}")
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
        "islands": evolution.islands,
        "generations": evolution.generations,
        "reached": evolution.reached,
        "history": [{"best": of.best, "mean": float(of.mean)} for of in evolution.history],
        "ended": evolution.ended,
        "stopped": evolution.stopped,
        "file": saved.path if saved else None,
        "verified": saved is not None and saved.verification is not None,
    }
    return dump(document)
