"""An optimal strategy, or what is proved about it, as text and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from cobra.analysis.made_least import made_least, of_a_play
from cobra.analysis.optimal import Result
from cobra.analysis.row import Row
from cobra.cli.show.certification import certification_lines, certification_object, certification_warnings
from cobra.cli.show.check import proof_line, proof_object
from cobra.cli.show.rows import (
    average_text,
    cost_texts,
    inseparable_warnings,
    lengths_text,
    not_finished,
    row_object,
)
from cobra.cli.show.text import bold, dump, duration, pairs, plural, shorten, size, title
from cobra.errors import REASONS
from cobra.figures import Decimals, percent
from cobra.interval import LOST, MEASURES, TOTAL, Interval
from cobra.model.unseen import only_telling
from cobra.strategy.check.verify import Verification

_NAMES: Final = {
    TOTAL: "average",
    "worst": "worst case",
    "nodes": "number of experiments in the tree",
    LOST: "weight of codes lost",
}
_COSTS: Final = {TOTAL: "mean cost", "worst": "greatest cost"}
"""What is made least where experiments have prices."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What was done with the strategy: the file it was written to, and the verification, if there were."""

    path: str | None
    verification: Verification | None


def optimal_text(result: Result, saved: Saved | None) -> str:
    """Return the best strategy's figures, what is proved, and what was written."""
    head = [
        ("codes", f"{result.row.codes:,}", ""),
        ("objective", result.objective, made_least(result.game, result.objective, lost=result.row.lost > 0)),
        proof_line(result.proof),
    ]
    lines = [title(result.game), *pairs(head), ""]
    if result.row.average is not None:
        lines += [*pairs(_figures(result)), ""]
    elif result.undrawn:
        lines += [*pairs(_counted(result.row, result.statistics.get("memory", 0))), ""]
    lines.append(bold(verdict(result)))
    lines += certification_lines(result.certification)
    if saved is not None:
        lines += saved_lines(saved)
    return "\n".join(lines)


def saved_lines(saved: Saved) -> list[str]:
    """Return what was done with a strategy."""
    lines = [] if saved.path is None else [f"written to {saved.path}"]
    if saved.verification is not None:
        seconds = duration(saved.verification.seconds)
        return [
            *lines,
            f"verified by the meaning of the game: every code is found, the figures are true ({seconds})",
        ]
    return [*lines, "not verified, which would take long: --check does it"]


def _figures(result: Result) -> list[tuple[str, str, str]]:
    row = result.row
    total, _, average = average_text(row, Decimals()).partition(" = ")
    return [
        ("first", shorten(row.first or "-"), ""),
        ("worst", str(row.worst), ""),
        ("average", average, total),
        *_won_and_paid(result),
        ("lengths", "", lengths_text(row)),
        ("nodes", f"{row.nodes:,}", "experiments in the tree"),
        ("time", duration(row.seconds), ""),
        *_memory(result.statistics.get("memory", 0)),
    ]


def _counted(row: Row, memory: int) -> list[tuple[str, str, str]]:
    """Return what is known of a strategy that is too large to be written down."""
    (worst,) = row.intervals
    size_ = [("nodes", f"{row.nodes:,}", "experiments in the tree, too many to be written down")]
    return [
        *([("first", shorten(row.first), "")] if row.first is not None else []),
        ("worst", str(worst.lower), ""),
        *(size_ if row.nodes else []),
        ("time", duration(row.seconds), ""),
        *_memory(memory),
    ]


def _memory(searched: int) -> list[tuple[str, str, str]]:
    """Return what a search took at most; nothing where bounds alone settled everything."""
    return [("memory", size(searched), "at most")] if searched else []


def _won_and_paid(result: Result) -> list[tuple[str, str, str]]:
    """Return what there is to say of codes lost and of prices, where there are any or it was asked for."""
    row, lines = result.row, []
    if row.figures.lost_weight:
        won = 1 - row.figures.chance_lost
        lines.append(("won", percent(won), f"of all plays = {won}"))
    elif row.lost or LOST in MEASURES[result.objective]:
        lines.append(("won", f"{row.settled - row.lost:,}", f"of {row.codes:,} codes"))
    if row.unit is not None:
        greatest, mean = cost_texts(row, Decimals())
        lines += [("most cost", greatest, of_a_play(result.game, result.objective)), ("mean cost", mean, "")]
    return lines


def verdict(result: Result) -> str:
    """Return in a sentence what is proved: nobody can do better, it cannot be done, or intervals."""
    conditions = "".join(f" {one}" for one in _conditions(result))
    if result.infeasible:
        return f"proved: no strategy does it{conditions}"
    if result.proved:
        return f"proved: nobody can do better{conditions}"
    reason = f"stopped by {REASONS[result.stopped or 'time']}"
    told = (one for one in result.intervals if one.lower or one.upper is not None)
    known = ", and then ".join(_between(one, result) for one in told)
    return f"{reason}; proved: {known or 'nothing'}{conditions}"


def _conditions(result: Result) -> list[str]:
    found = []
    if result.max_depth is not None:
        found.append(f"in at most {plural(result.max_depth, 'experiment')}")
    if result.first is not None:
        found.append(f"beginning with {shorten(result.first)}")
    if result.consistent:
        found.append("with only experiments that can still be final")
    found += [f"with {rule}" for rule in only_telling(result.game)]
    if result.within is not None:  # last, as nothing can follow it without changing what it says
        found.append(f"when a play of more than {plural(result.within, 'experiment')} is lost")
    return found


def _between(interval: Interval, result: Result) -> str:
    weight, by_chance = result.row.weight, result.game.unseen is not None
    unit = result.row.unit
    low, high = interval.ends(weight, by_chance=by_chance, unit=unit)
    whole = ""
    if interval.is_part(by_chance) and unit is None:
        known = [(interval.lower, low), (interval.upper, high)][interval.closed :]
        whole = f" ({' and '.join(f'{end}/{weight}' for end, text in known if text is not None)})"
    name = (_NAMES if unit is None else _NAMES | _COSTS)[interval.measure]
    if interval.measure == LOST and by_chance:
        name = "chance of a lost play"
    elif interval.measure == LOST and result.game.weight is None:
        name = "number of codes lost"
    least = f"the least {name} is"
    if interval.closed:
        return f"{least} {high}{whole}"
    if low is None or high is None:
        return f"{least} at {f'least {low}' if low is not None else f'most {high}'}{whole}"
    return f"{least} between {low} and {high}{whole}"


def optimal_warnings(result: Result, unwritten: str | None) -> list[str]:
    """Return what a user should know beside the result; `unwritten` is a file there was no strategy for."""
    warnings = inseparable_warnings(result.row.inseparable, result.row.undecided)
    if result.proof.stopped:
        warnings.append("that the game is well-formed is not proved, and without that nothing is")
    if result.stopped:
        warnings.append(not_finished([result.row.name], result.stopped))
    if result.unspread is not None:
        warnings.append(f"the cluster was left: {result.unspread}")
    if result.unkept is not None:
        warnings.append(f"not all that was proved is kept: {result.unkept}")
    warnings += certification_warnings(result.certification, result.stopped)
    if unwritten is not None:
        warnings.append(f"{unwritten} is not written: there is no strategy")
    return warnings


def optimal_json(result: Result, saved: Saved | None) -> str:
    """Return the JSON document of `optimal`: a row of `analyze`, what was asked, and what is proved."""
    document: dict[str, Any] = {
        "game": {
            "name": result.game.name,
            "file": result.game.file,
            "params": dict(result.game.arguments),
            "codes": result.row.codes,
        },
        "proof": proof_object(result.proof),
        "objective": result.objective,
        "max_depth": result.max_depth,
        **({} if result.within is None else {"within": result.within}),
        "consistent": result.consistent,
        "beginning": result.first,
        **row_object(result.row),
        "proved": result.proved,
        "infeasible": result.infeasible,
        "stopped": result.stopped,
        "statistics": dict(result.statistics),
        **certification_object(result.certification),
        "file": saved.path if saved else None,
        "verified": saved is not None and saved.verification is not None,
    }
    return dump(document)
