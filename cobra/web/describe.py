"""A game as a page needs it: what an experiment is put together of, and what an answer looks like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from cobra.drawings.kinds import sheet_of
from cobra.engine.table import CodeTable
from cobra.errors import LimitError, StoppedError
from cobra.model.answers import (
    Answer,
    OutcomeValue,
    answer_pieces,
    answer_size,
    components_of,
    outcome_number,
    outcome_values,
    show_outcome,
    show_value,
)
from cobra.model.game import Component, Game, Observed, Slot, Space, Sum
from cobra.model.show import Notation, separator, symbol_texts
from cobra.model.unseen import only_telling, ways_of
from cobra.play.parts import Split
from cobra.play.position import Position

_MOST_OUTCOMES: Final = 64
"""Up to so many outcomes of an answer are listed; a page has room for a button for each."""
_MOST_EXPERIMENTS: Final = 20_000
_MOST_DIFFERING: Final = 1_000
"""With more experiments, or more that differ, it is not looked which outcomes they can have."""
_SAFE: Final = 1 << 53
"""From here on not every whole number is a number of JavaScript."""


def number(value: int) -> int | str:
    """Return a whole number so that JavaScript does not round it: a large one as text."""
    return value if abs(value) <= _SAFE else str(value)


def mean_left(game: Game, split: Split) -> float | None:
    """Return how many codes are left on average after an experiment that splits them so.

    None where it is not known how likely each part is: answers may be lies, the secret moves, or codes that
    are not listed have weights.
    """
    weights = [part.codes if game.weight is None else part.weight for part in split.parts]
    if game.unseen is not None or None in weights:
        return None
    known = [weight for weight in weights if weight is not None]
    parts = zip(split.parts, known, strict=True)
    return sum(part.codes * weight for part, weight in parts) / max(1, sum(known))


def stopped(reason: str | None) -> str | None:
    """Return why something is missing, in the words of the page."""
    return "cancelled" if reason == "interrupt" else reason


def describe(game: Game, start: Position | None) -> dict[str, Any]:
    """Return a game for JSON, with what is known of its start; docs/serve.md says what the members mean."""
    notation = Notation(game)
    possible = {} if start is None or start.table is None else _possible(start.table, start.memory)
    alphabets, sheet = _Alphabets(), sheet_of(game)
    types = []
    for place, type_ in enumerate(game.experiments):
        types.append(
            {
                "name": type_.label,
                "prefix": notation.prefixes[place],
                "look": type_.look,
                "groups": [_group(group, type_.space, alphabets) for group in notation.groups[place]],
                "answer": _answer(type_.answer, possible.get(place)),
            }
        )
    secret = [[slot for _, slot in group] for group in notation.secret_groups()]
    return {
        "name": game.name,
        "parameters": dict(game.arguments),
        "codes": None if start is None else number(start.codes),
        "ending": game.ending,
        "memory": game.memory is not None,
        "unseen": game.unseen is not None,
        "telling": bool(only_telling(game)),
        "types": types,
        "secret": [_group(group, game.codes, alphabets) for group in secret],
        "alphabets": alphabets.listed,
        "draw": game.draw,
        "drawing": None if sheet is None else sheet.data(),
    }


class _Alphabets:
    """The lists of symbols, each once: a game can have hundreds of types with a thousand symbols each."""

    def __init__(self) -> None:
        self.listed: list[list[str]] = []
        self._numbers: dict[tuple[object, ...], int] = {}

    def number(self, slot: Slot) -> int:
        """Return the number of the list of symbols of a slot."""
        key = (slot.kind == "bool", *slot.symbols)
        if key not in self._numbers:
            self._numbers[key] = len(self.listed)
            self.listed.append(symbol_texts(slot))
        return self._numbers[key]


def _group(group: Sequence[Slot], space: Space, alphabets: _Alphabets) -> dict[str, Any]:
    places = {place for place, slot in enumerate(space.slots) if slot in group}
    return {
        "family": group[0].family,
        "separator": separator(group),
        "distinct": len(places) > 1 and any(places <= set(distinct) for distinct in space.distinct),
        "listed": any(places & set(table.slots) for table in space.tables),
        "slots": [
            {
                "name": slot.name,
                "kind": slot.kind,
                "alphabet": alphabets.number(slot),
                "least": slot.size_min,
                "most": slot.size_max,
            }
            for slot in group
        ],
    }


def _possible(table: CodeTable, memory: int) -> dict[int, list[OutcomeValue]]:
    """Return the outcomes that experiments of each type can have, in order; nothing when that takes long, and
    of types whose outcomes are drawn.
    """
    found: dict[int, set[OutcomeValue]] = {}
    try:
        differing, _ = table.representatives(("knowledge",), (), at_most=_MOST_EXPERIMENTS, memory=memory)
        experiments = [experiment for experiment, _ in differing[:_MOST_DIFFERING]]
        if len(experiments) < len(differing):
            return {}
        for experiment, parts in zip(experiments, table.splits(experiments), strict=True):
            decoder = table.compiled.decoders[experiment[0]]
            found.setdefault(experiment[0], set()).update(decoder.values(outcome) for outcome, _ in parts)
    except (LimitError, StoppedError):
        return {}
    types = table.game.experiments
    return {
        type_: sorted(outcomes, key=partial(outcome_number, types[type_].answer))
        for type_, outcomes in found.items()
        if not ways_of(types[type_])
    }


def _answer(answer: Answer, possible: list[OutcomeValue] | None) -> dict[str, Any]:
    if possible is None and answer_size(answer) <= _MOST_OUTCOMES:
        possible = [outcome_values(answer, one) for one in range(answer_size(answer))]
    listed = possible is not None and len(possible) <= _MOST_OUTCOMES
    return {
        "outcomes": [show_outcome(answer, one) for one in possible or ()] if listed else None,
        "parts": answer_pieces(answer) if isinstance(answer, Observed) else [0],
        "components": [_component(component) for component in components_of(answer)],
    }


def _component(component: Component) -> dict[str, Any]:
    if isinstance(component, Sum):
        return {"low": component.value.low, "high": component.value.high}
    return {"values": [show_value(value) for value in component.values]}
