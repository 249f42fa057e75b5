"""Experiments and codes as text, and experiments read back from it.

The slots of one family (`g[1]`, `g[2]`, … or a lone `left`) are a group; groups are joined by ` | `. In a
group symbols one character long stand side by side (`0011`), others are separated by spaces (`0 10 11 3`).
A set is its members; the sets of a family are separated by commas (`01, 2`). A symbol with a space or a
separator in it is quoted. The name of the type stands in front when the game has experiments of several
names, and with its family values (`ask[2]`) when nothing else tells the members apart. `3..7` is read as the
whole numbers 3 4 5 6 7.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import groupby, pairwise

from cobra import reference
from cobra.errors import GameError
from cobra.model.game import Assignment, ExperimentType, Game, Slot, Space, Symbol

Experiment = tuple[int, Assignment]
"""An experiment: the number of its type and the assignment of the type's space."""

_TOKEN = re.compile(r'"[^"]*"|\'[^\']*\'|[^\s,|"\']+|[,|]')
_PLAIN = re.compile(r"[^\s,|\"'{}]+")
_EMPTY_SET = "{}"
_RUN = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})")


class Notation:
    """The way the experiments and codes of one game are written; made once and used for many."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._groups = [_families(type_.space.slots) for type_ in game.experiments]
        self._prefixes = _prefixes(game.experiments)

    def experiment(self, experiment: Experiment) -> str:
        """Return an experiment as text; `parse_experiment` reads it back."""
        type_, assignment = experiment
        prefix = self._prefixes[type_]
        if not assignment:
            return prefix or self._game.experiments[type_].label
        parameters = " | ".join(
            _show_group(group, values) for group, values in self._parts(type_, assignment)
        )
        return f"{prefix} {parameters}" if prefix else parameters

    def _parts(self, type_: int, assignment: Assignment) -> Iterable[tuple[list[Slot], Assignment]]:
        start = 0
        for group in self._groups[type_]:
            yield group, assignment[start : start + len(group)]
            start += len(group)

    def code(self, assignment: Assignment) -> str:
        """Return a code as text: the symbols of a lone family, else each family with its name.

        A family of propositions is the list of those that hold (`light 3 7`); a lone proposition is `heavy`
        or `not heavy`.
        """
        shown = [
            (slot, value)
            for slot, value in zip(self._game.codes.slots, assignment, strict=True)
            if not slot.aux
        ]
        groups = []
        for _, pairs in groupby(shown, key=lambda pair: _secret_family(pair[0])):
            group = list(pairs)
            groups.append(([slot for slot, _ in group], tuple(value for _, value in group)))
        lone = len(groups) == 1
        return ", ".join(_show_secret(slots, values, lone) for slots, values in groups)

    def parse_experiment(self, text: str) -> Experiment:
        """Read an experiment as `experiment` writes it; symbols one character long may also be separated.

        `GameError` when it is not an experiment of the game.
        """
        readings: list[Experiment] = []
        failures: list[str] = []
        types = self._game.experiments
        for number, type_ in enumerate(types):
            for rest in _without_name(text, type_, required=bool(self._prefixes[number])):
                try:
                    assignment = self._read(number, rest)
                except GameError as error:
                    failures.append(str(error))
                else:
                    readings.append((number, assignment))
        if readings:
            return readings[0]
        if len(set(failures)) == 1:
            raise GameError(f"{text!r} is not an experiment: {failures[0]}")
        if failures:
            raise GameError(f"{text!r} is not an experiment of this game")
        names = sorted({prefix for prefix in self._prefixes if prefix})
        words = text.split()
        close = get_close_matches(words[0], names, 1) if words else []
        hint = f"did you mean {close[0]!r}?" if close else f"the experiments are {', '.join(names[:20])}"
        raise GameError(f"{text!r} is not an experiment: it must begin with the experiment's name; {hint}")

    def _read(self, number: int, text: str) -> Assignment:
        groups = self._groups[number]
        parts = _split(_tokens(text), "|") if groups or text.strip() else []
        if len(parts) != len(groups):
            names = ", ".join(group[0].family for group in groups)
            raise GameError(f"{len(groups)} parameters ({names}) are separated by |, not {len(parts)}")
        assignment: list[int] = []
        for group, part in zip(groups, parts, strict=True):
            assignment += _read_group(group, part)
        space = self._game.experiments[number].space
        if not reference.allows(self._game.dag, space, assignment, of_experiments=True):
            raise GameError("the conditions on the experiment's parameters exclude it")
        return tuple(assignment)


def parse_experiment(game: Game, text: str) -> Experiment:
    """Read one experiment; see `Notation.parse_experiment`."""
    return Notation(game).parse_experiment(text)


def proposition_names(space: Space) -> list[str]:
    """Return a name for each proposition of a space: `heavy`, `code[1]=3`, `3 in left`."""
    names: list[str] = []
    for slot in space.slots:
        if slot.kind == "bool":
            names.append(slot.name)
        elif slot.kind == "symbol":
            names += [f"{slot.name}={symbol}" for symbol in slot.symbols]
        else:
            names += [f"{symbol} in {slot.name}" for symbol in slot.symbols]
    return names


def _families(slots: Sequence[Slot]) -> list[list[Slot]]:
    return [list(group) for _, group in groupby(slots, key=lambda slot: slot.family)]


def _secret_family(slot: Slot) -> str:
    return "" if slot.kind == "bool" and not slot.index else slot.family  # lone propositions are one list


def _prefixes(types: Sequence[ExperimentType]) -> list[str]:
    """Return what stands in front of the parameters for each type: nothing, the name or the label."""
    by_name: dict[str, list[ExperimentType]] = {}
    for type_ in types:
        by_name.setdefault(type_.name, []).append(type_)
    labelled = {name for name, members in by_name.items() if not _told_apart(members)}
    return [
        type_.label if type_.name in labelled else type_.name if len(by_name) > 1 else "" for type_ in types
    ]


def _told_apart(members: Sequence[ExperimentType]) -> bool:
    """Return whether sizes of sets, in disjoint ranges at one slot, tell the members of a family apart."""
    if len(members) == 1:
        return True
    shapes = {
        tuple((slot.family, slot.kind, slot.size_min, slot.size_max) for slot in m.space.slots)
        for m in members
    }
    if len(shapes) < len(members):
        return False
    width = len(members[0].space.slots)
    if any(len(m.space.slots) != width for m in members):
        return False
    for place in range(width):
        ranges = sorted(
            (m.space.slots[place].size_min, m.space.slots[place].size_max)
            for m in members
            if m.space.slots[place].kind == "set"
        )
        if len(ranges) == len(members) and all(a[1] < b[0] for a, b in pairwise(ranges)):
            return True
    return False


@lru_cache(maxsize=1 << 12)
def _symbol_text(symbol: Symbol) -> str:
    text = str(symbol)
    if _PLAIN.fullmatch(text):
        return text
    return f"'{text}'" if '"' in text else f'"{text}"'


def _texts(slot: Slot) -> list[str]:
    return ["1", "0"] if slot.kind == "bool" else [_symbol_text(symbol) for symbol in slot.symbols]


def _separator(group: Sequence[Slot]) -> str:
    return "" if all(len(text) == 1 for slot in group for text in _texts(slot)) else " "


def _show_group(group: Sequence[Slot], values: Sequence[int]) -> str:
    separator = _separator(group)
    if any(slot.kind == "set" for slot in group):
        return ", ".join(_show_set(slot, value, separator) for slot, value in zip(group, values, strict=True))
    return separator.join(_show_symbol(slot, value) for slot, value in zip(group, values, strict=True))


def _show_symbol(slot: Slot, value: int) -> str:
    if slot.kind == "bool":
        return "1" if value else "0"
    return _symbol_text(slot.symbols[value])


def _show_set(slot: Slot, value: int, separator: str) -> str:
    members = [_symbol_text(symbol) for i, symbol in enumerate(slot.symbols) if value >> i & 1]
    return separator.join(members) if members else _EMPTY_SET


def _show_secret(slots: Sequence[Slot], values: Sequence[int], lone: bool) -> str:
    first = slots[0]
    if first.kind == "bool":
        if len(slots) == 1 and not first.index:
            return first.name if values[0] else f"not {first.name}"
        holding = [slot for slot, value in zip(slots, values, strict=True) if value]
        if not first.index:
            return " ".join(slot.name for slot in holding) or "none"
        places = " ".join(",".join(map(str, slot.index)) for slot in holding)
        return f"{first.family} {places}" if places else f"no {first.family}"
    rows = groupby(zip(slots, values, strict=True), key=lambda pair: pair[0].index[:-1])
    texts = [
        _show_group([slot for slot, _ in row], [value for _, value in row])
        for row in (list(p) for _, p in rows)
    ]
    text = (" " if _separator(slots) == "" else " / ").join(texts)
    return text if lone else f"{first.family} {text}"


def _tokens(text: str) -> list[str]:
    tokens = _TOKEN.findall(text)
    if sum(map(len, tokens)) < sum(1 for c in text if not c.isspace()) - sum(t.count(" ") for t in tokens):
        raise GameError("a quotation mark is not closed")
    return tokens


def _split(tokens: Sequence[str], mark: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _without_name(text: str, type_: ExperimentType, required: bool) -> list[str]:
    """Return the readings of `text` as parameters of the type: as it stands, and without the name."""
    readings = [] if required else [text]
    stripped = text.strip()
    for name in (type_.label, type_.name):
        if stripped == name or stripped.startswith(name + " "):
            readings.append(stripped[len(name) :])
            break
    return readings


def _read_group(group: Sequence[Slot], tokens: Sequence[str]) -> list[int]:
    compact = _separator(group) == ""
    tokens = [part for token in tokens for part in _unfold(group, token)]
    if any(slot.kind == "set" for slot in group):
        parts = _split(tokens, ",") if len(group) > 1 else [[token for token in tokens if token != ","]]
        if len(parts) != len(group):
            raise GameError(f"{group[0].family} has {len(group)} sets separated by commas, not {len(parts)}")
        return [_read_set(slot, _symbols(part, compact)) for slot, part in zip(group, parts, strict=True)]
    symbols = _symbols([token for token in tokens if token != ","], compact)
    if len(symbols) != len(group):
        raise GameError(f"{group[0].family} has {len(group)} symbols, not {len(symbols)}")
    return [_position(slot, symbol) for slot, symbol in zip(group, symbols, strict=True)]


def _symbols(tokens: Sequence[str], compact: bool) -> list[str]:
    if list(tokens) == [_EMPTY_SET]:
        return []
    return [c for token in tokens for c in token] if compact else list(tokens)


def _unfold(group: Sequence[Slot], token: str) -> list[str]:
    """Return the numbers of a run such as `3..7`, or a token as it is."""
    match = _RUN.fullmatch(token)
    if match is None or any(token in _texts(slot) for slot in group):
        return [token]
    first, last = int(match[1]), int(match[2])
    most = max(len(slot.symbols) for slot in group)
    return [str(number) for number in range(first, min(last, first + most) + 1)] or [token]


def _position(slot: Slot, text: str) -> int:
    texts = _texts(slot)
    if text not in texts:
        shown = " ".join(texts[:12]) + (" …" if len(texts) > 12 else "")
        raise GameError(f"{text} is none of the symbols of {slot.name}: {shown}")
    return int(text) if slot.kind == "bool" else texts.index(text)


def _read_set(slot: Slot, symbols: Sequence[str]) -> int:
    repeated = [text for text, count in Counter(symbols).items() if count > 1]
    if repeated:
        raise GameError(f"{repeated[0]} stands twice in the set {slot.name}")
    if not slot.size_min <= len(symbols) <= slot.size_max:
        sizes = (
            str(slot.size_min) if slot.size_min == slot.size_max else f"{slot.size_min} to {slot.size_max}"
        )
        raise GameError(f"the set {slot.name} has {sizes} members, not {len(symbols)}")
    return sum(1 << _position(slot, text) for text in symbols)
