"""Advice in a game that is going on, as text and as JSON."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from cobra.amounts import amount
from cobra.cli.show.explain import Explained, contradiction_lines
from cobra.cli.show.lies import lies_words
from cobra.cli.show.probabilities import drawn, goal_lines, probability_lines
from cobra.cli.show.text import WIDTH, bold, dump, number, plural, shorten, table, title, wrap
from cobra.engine.made import show_made
from cobra.errors import REASONS, GameError, raise_it
from cobra.figures import Decimals, exact
from cobra.language.source import read_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.model.unseen import NOT_TO_BE_FOUND, only_telling
from cobra.options import OPTIMAL
from cobra.play.advise import Advice
from cobra.play.parts import Part
from cobra.play.probabilities import Probabilities
from cobra.play.standing import standing_document, standing_words
from cobra.play.suggestion import Suggestion

_ROWS: Final = 6
"""So many lines of codes are printed, unless all codes are; the JSON has more."""
_HEADER: Final = (
    *("strategy", "next", "code?", "lost", "expected", "worst", "most cost", "mean cost"),
    *("outcomes", "largest", "as good"),
)
_PARTS: Final = 16
"""So many parts of a split are printed; the JSON has them all."""


def read_texts(texts: Sequence[str], limits: Limits) -> str:
    """Return a history from texts, files and, for `-`, standard input; `GameError` for an unreadable file."""
    return "\n".join(_read(text, limits) for text in texts)


def _read(text: str, limits: Limits) -> str:
    if text == "-":
        return sys.stdin.buffer.read(limits.file_size).decode("utf-8", "replace")
    try:
        if Path(text).is_file():
            return read_text(Path(text), limits)
    except (OSError, ValueError):  # no name that a file could have
        pass
    if text and not re.search(r"[\s=:;#]", text):  # what every history has that is not empty
        raise GameError(f"{text!r} is neither a file nor an experiment with its answer")
    return text


def advice_text(advice: Advice, whole: bool = False) -> str:
    """Return advice for people; `whole` lists all codes it has."""
    lines = [title(advice.game), *_history_lines(advice), "", _count_line(advice)]
    if advice.over:
        lines[-1] += "; the play is lost" if advice.lost else "; the game is over"
    if standing := standing_words(advice.game, advice.standing):
        lines.append(f"  {standing}")
    lines += [*goal_lines(advice.goals), *_columns(advice, whole)]
    if advice.probabilities is not None and advice.codes > 1:
        lines += ["", *probability_lines(advice.game, advice.probabilities)]
    if advice.contradiction is not None:
        lines += ["", *contradiction_lines(advice.contradiction, whole)]
    if advice.suggestions:
        lines += ["", *_suggestion_lines(advice)]
    return "\n".join(lines)


def _history_lines(advice: Advice) -> list[str]:
    notation = Notation(advice.game)
    return [
        f"  {place}. {show_made(advice.game, made, notation)}" for place, made in enumerate(advice.history, 1)
    ]


def _count_line(advice: Advice) -> str:
    about = "" if advice.exact else "at least "
    return bold(f"{about}{number(advice.codes)} {'code' if advice.codes == 1 else 'codes'} left")


def _columns(advice: Advice, whole: bool) -> list[str]:
    """Return the codes left side by side, as many as fit into some lines; by lies where there may be some."""
    if not advice.told:
        return _side_by_side(advice.listed, advice.codes, advice.exact, whole)
    lines, start = [], 0
    for lies, codes in enumerate(advice.told):
        if codes:
            lines.append(f"if {lies_words(lies)}, {plural(codes, 'code')}")
            lines += _side_by_side(advice.listed[start : start + codes], codes, True, whole)
        start += codes
    return lines


def _side_by_side(listed: Sequence[str], codes: int, exact: bool, whole: bool) -> list[str]:
    """Return the first of so many codes."""
    if not listed:
        return []
    width = max(map(len, listed))
    across = max(1, (WIDTH - 2 + 2) // (width + 2))
    shown = listed if whole else listed[: _ROWS * across]
    lines = [
        "  " + "  ".join(code.ljust(width) for code in shown[start : start + across]).rstrip()
        for start in range(0, len(shown), across)
    ]
    more = codes - len(shown)
    if more > 0:
        lines.append(f"  … and {number(more)} more" if exact else "  …")
    return lines


def _suggestion_lines(advice: Advice) -> list[str]:
    known_ends = [one.lower for one in advice.suggestions if not one.proved]
    figures = [one.expected for one in advice.suggestions]
    figures += [one.costs[1] for one in advice.suggestions if one.costs is not None]
    decimals = Decimals(figures, known_ends)
    loses = any(one.lost for one in advice.suggestions)
    rows = [_cells(one, decimals, loses) for one in advice.suggestions]
    known = [place for place in range(len(_HEADER)) if any(row[place] not in ("", "?") for row in rows)]
    lines = table(
        [_HEADER[place] for place in known],
        [[row[place] for place in known] for row in rows],
        right=[column for column, place in enumerate(known) if place > 2],  # numbers
    )
    best = next((one.value for one in advice.suggestions if one.proved), None)
    if best is not None:
        names = [one.strategy for one in advice.suggestions if one.value == best]
        counts = advice.game.memory is None and advice.game.unseen is None
        better = "expect less" if counts else "do better"
        lines.append(f"proved: nobody can {better} than {', '.join(names)}")
        lines += only_telling(advice.game)
    compared = {one.compared for one in advice.suggestions if one.compared is not None}
    if compared:
        why = "too many experiments" if advice.stopped is None else "no time for all experiments"
        most = max(compared)
        how = f"{most:,} were compared, some of them drawn at random"
        lines.append(f"{why}: {how if most > 1 else 'none were compared, the first one found is taken'}")
    sampled = [one.strategy for one in advice.suggestions if one.sampled]
    if sampled:
        lines.append(f"outcomes and largest of {', '.join(sampled)}: among codes drawn at random, see below")
    splits: dict[str, Suggestion] = {}
    for one in advice.suggestions:
        splits.setdefault(one.experiment, one)
    for experiment, one in splits.items():
        if one.split is None:
            continue
        parts = sorted(zip(one.split.outcomes(advice.game), one.split.parts, strict=True), key=_least)
        most = _PARTS if len(parts) > _PARTS + 1 else len(parts)
        shown = [f"{outcome} {_size(part)}" for outcome, part in parts[:most]]
        shown += [f"… and {len(parts) - most} more"] if len(parts) > most else []
        how = f", of {drawn(one.split.codes)}" if one.sampled else ""
        how += " (codes without a lie + with 1 …)" if advice.told else ""
        lines += ["", f"{bold(shorten(experiment))} leaves{how}", *wrap(shown)]
    return lines


def _least(shown: tuple[str, Part]) -> tuple[int, ...]:
    """Return what parts are shown in the order of: the largest first, then those with the fewest lies."""
    return (-shown[1].codes, *(-codes for codes in shown[1].told))


def _size(part: Part) -> str:
    """Return what an outcome leaves: codes without a lie, with one and so on, where there may be lies."""
    return "+".join(map(amount, part.told or (part.codes,)))


def _cells(one: Suggestion, decimals: Decimals, loses: bool) -> tuple[str, ...]:
    expected, costs = one.expected, one.costs
    shown = "?" if expected is None else decimals.figure(expected)
    if one.lower and not one.proved:
        shown = f"[{decimals.at_least(one.lower)}, {shown}]"
    return (
        one.strategy,
        shorten(one.experiment),
        "" if one.can_be_code is None else "yes" if one.can_be_code else "no",
        "" if not loses else "?" if one.lost is None else f"{one.lost:,}",
        shown,
        "?" if one.worst is None else str(one.worst),
        "" if costs is None else exact(costs[0]),
        "" if costs is None else decimals.figure(costs[1]),
        "?" if one.split is None else f"{len(one.split.parts):,}",
        "?" if one.split is None else amount(one.split.largest),
        "" if one.as_good is None else amount(one.as_good),
    )


def advice_warnings(advice: Advice) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = [f"{one} is not in the lists of the game" for one in advice.unlisted]
    if advice.hopeless:
        warnings.append(NOT_TO_BE_FOUND)
    left_out = [name for name in advice.left_out if name != OPTIMAL or not advice.hopeless]
    if left_out:
        warnings.append(f"nothing found here by {', '.join(left_out)}")
    if advice.stopped:
        why = f"stopped by {REASONS[advice.stopped]}: what is not shown was not found out"
        warnings.append(why + raise_it(advice.stopped))
    return warnings


def advice_json(advice: Advice, explained: Explained) -> str:
    """Return the JSON document of `advise`."""
    return dump({**advice_object(advice), **explained.document()})


def advice_object(advice: Advice) -> dict[str, Any]:
    """Return advice for JSON."""
    notation = Notation(advice.game)
    found = advice.probabilities
    return {
        "game": {"name": advice.game.name, "params": dict(advice.game.arguments)},
        "history": [show_made(advice.game, made, notation) for made in advice.history],
        "codes": advice.codes,
        "exact": advice.exact,
        "over": advice.over,
        **standing_document(advice.game, advice.standing),
        **({} if advice.game.memory is None else {"lost": advice.lost}),
        "list": list(advice.listed),
        **({} if advice.game.unseen is None else {"told": list(advice.told)}),
        "probabilities": {} if found is None else _probabilities_object(found),
        "drawn": found.weight if found is not None and found.sampled else None,
        "goals": [goal.document() for goal in advice.goals],
        "advice": [_suggestion_object(advice.game, one) for one in advice.suggestions],
        "contradiction": None if advice.contradiction is None else advice.contradiction.document(),
        "unlisted": list(advice.unlisted),
        "left_out": list(advice.left_out),
        "stopped": advice.stopped,
    }


def _probabilities_object(found: Probabilities) -> dict[str, dict[str, float]]:
    return {
        slot: {value: weight / found.weight for value, weight in weights.items()}
        for slot, weights in found.weights.items()
    }


def _suggestion_object(game: Game, one: Suggestion) -> dict[str, Any]:
    expected = one.expected
    return {
        "strategy": one.strategy,
        "experiment": one.experiment,
        "split": None if one.split is None else one.split.show(game),
        "sampled": one.sampled,
        "compared": one.compared,
        "expected": None if expected is None else float(expected),
        "total": one.total,
        "weight": one.weight if one.total is not None else None,
        "worst": one.worst,
        "lower": None if one.lower is None else float(one.lower),
        "proved": one.proved,
        "can_be_code": one.can_be_code,
        "as_good": one.as_good,
        "equivalent": one.equivalent,
        **({} if game.memory is None else _memory_object(one)),
        **({} if game.unseen is None else {"lost": one.lost}),
    }


def _memory_object(one: Suggestion) -> dict[str, Any]:
    """Return what only suggestions in games with a state, prices or plays that are lost have."""
    costs = None if one.costs is None else {"worst": str(one.costs[0]), "average": str(one.costs[1])}
    return {"lost": one.lost, "cost": costs}
