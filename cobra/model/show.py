"""Experiments and codes as text, and both read back from it.

The slots of one family (`g[1]`, `g[2]`, … or a lone `left`) are a group; groups are joined by ` | `. In a
group symbols one character long stand side by side (`0011`), others are separated by spaces (`0 10 11 3`).
A set is its members; the sets of a family are separated by commas (`01, 2`). A symbol with a space or a
separator in it is quoted. The name of the type stands in front when the game has experiments of several
names, and with its family values (`ask[2]`) when nothing else tells the members apart. Where the game says
how its experiments are written they are shown so, and read in both ways. `3..7` is read as the whole numbers
3 4 5 6 7.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import groupby, islice, pairwise, product

from cobra.errors import GameError
from cobra.model.game import Assignment, Experiment, ExperimentType, Game, Slot, SlotTable, Space, Symbol
from cobra.model.memory import own_slots, state_in
from cobra.model.spaces import allows, assignments
from cobra.model.templates import filled, parameters_in
from cobra.texts import say

_TOKEN = re.compile(r'"[^"]*"|\'[^\']*\'|[^\s,|"\']+|[,|]')
_PLAIN = re.compile(r"[^\s,|\"'{};#]+")
"""Symbols written without quotes; `;` and `#` are signs of a history."""
_EMPTY_SET = "{}"
_NONE = "none"
"""How a code is written whose propositions are all false."""
_WORD = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""")
"""What stands between spaces outside quotes."""
_PART = re.compile(r""", (?=(?:[^"']|"[^"]*"|'[^']*')*$)""")
"""What separates the families of a code: not what stands in a quoted symbol."""
_RUN = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})")
_NOT_OF_THIS_GAME = "{text} is not an experiment of this game"
_MOST_NAMED = 20
"""So many names of experiments are listed where none was understood."""


class Notation:
    """The way the experiments and codes of one game are written; made once and used for many."""

    def __init__(self, game: Game) -> None:
        self.game = game
        """The game whose experiments and codes are written so."""
        self.groups = [families_of(own_slots(type_.space.slots)) for type_ in game.experiments]
        """The slots of each type of experiment, family by family."""
        self.prefixes = prefixes_of(game.experiments)
        """What stands in front of the parameters of each type: its name, where it must."""

    def experiment(self, experiment: Experiment) -> str:
        """Return an experiment as text; `parse_experiment` reads it back."""
        type_, assignment = experiment
        look = self.game.experiments[type_].look
        if look is not None:
            return filled(look, [_show_group(*part) for part in self._parts(type_, assignment)])
        prefix = self.prefixes[type_]
        if not self.groups[type_]:
            return prefix or self.game.experiments[type_].label
        parameters = " | ".join(
            _show_group(group, values) for group, values in self._parts(type_, assignment)
        )
        return f"{prefix} {parameters}" if prefix else parameters

    def _parts(self, type_: int, assignment: Assignment) -> Iterable[tuple[list[Slot], Assignment]]:
        start = 0
        for group in self.groups[type_]:
            yield group, assignment[start : start + len(group)]
            start += len(group)

    def code(self, assignment: Assignment) -> str:
        """Return a code as text: the symbols of a lone family, else each family with its name.

        A family of propositions is the list of those that hold (`light 3 7`); a lone proposition is `heavy`
        or `not heavy`.
        """
        groups = self.secret_groups()
        lone = len(groups) == 1
        return ", ".join(
            _show_secret([slot for _, slot in group], [assignment[place] for place, _ in group], lone)
            for group in groups
        )

    def parse_code(self, text: str) -> Assignment:
        """Read a code as `code` writes it; the name of a lone family may stand in front of it.

        `GameError` when it is not a code of the game.
        """
        groups = self.secret_groups()
        parts = _PART.split(text.strip())
        values: dict[int, int] = {}
        try:
            for group in groups:
                slots = [slot for _, slot in group]
                part = parts.pop(0) if parts else ""
                places = [place for place, _ in group]
                values |= zip(places, _read_secret(slots, part, len(groups) == 1), strict=True)
            if parts:
                raise GameError(say("{text} is too much", text=", ".join(parts)))
        except GameError as error:
            raise GameError(_no_code(text, str(error))) from None
        space = self.game.codes
        pinned = SlotTable(tuple(values), (tuple(values.values()),))
        space = replace(space, tables=(pinned, *space.tables))
        for code in assignments(self.game.dag, space):  # `aux` slots follow from the others
            return code
        raise GameError(_no_code(text, say("the conditions on the secret exclude it")))

    def secret_groups(self) -> list[list[tuple[int, Slot]]]:
        """Return the slots that are shown with their places, family by family."""
        shown = [(place, slot) for place, slot in enumerate(self.game.codes.slots) if not slot.aux]
        return [list(pairs) for _, pairs in groupby(shown, key=lambda pair: _secret_family(pair[1]))]

    def parse_experiment(self, text: str, *, listed: bool = True) -> Experiment:
        """Read an experiment as `experiment` writes it; symbols one character long may also be separated.

        `GameError` when it is not an experiment of the game. With `listed` False it need not be in the lists
        its parameters are taken from: a word that a list of words does not have.
        """
        failures: list[str] = []
        readings: list[Experiment] = []
        for number, rest in self._named(text):
            try:
                assignment = self._read(number, rest)
                self._demand_allowed(number, assignment, listed)
            except GameError as error:
                failures.append(str(error))
            else:
                readings.append((number, assignment))
        if readings:
            return self._as_printed(readings, text)
        if len(set(failures)) == 1:
            raise GameError(_no_experiment(text, failures[0]))
        if failures:
            raise GameError(say(_NOT_OF_THIS_GAME, text=repr(text)))
        names = list(dict.fromkeys(prefix for prefix in self.prefixes if prefix))
        words = text.split()
        close = get_close_matches(words[0], names, 1) if words else []
        known = [*names[:_MOST_NAMED], *(["…"] if len(names) > _MOST_NAMED else [])]
        if close:
            why = say(
                "it must begin with the experiment's name; did you mean {near}?",
                near=repr(close[0]),
            )
        else:
            why = say(
                "it must begin with the experiment's name; the experiments are {names}",
                names=", ".join(known),
            )
        raise GameError(_no_experiment(text, why))

    def parse_in_some_state(self, text: str) -> Experiment:
        """Read an experiment that need not be one of those that can be made at the beginning.

        Where the game has a state, the conditions on the parameters are not looked at, and the state in it
        means nothing. `GameError` when it is no experiment.
        """
        if self.game.memory is None:
            return self.parse_experiment(text)
        found = self.parse_parameters(text)
        if not found:
            raise GameError(say(_NOT_OF_THIS_GAME, text=repr(text)))
        return self._as_printed(found, text)

    def _as_printed(self, readings: Sequence[Experiment], text: str) -> Experiment:
        """Return the experiment that is printed as `text`, even if it can be read as another; else any."""
        written = (text, text.strip())
        return next((one for one in readings if self.experiment(one) in written), readings[0])

    def parse_parameters(self, text: str) -> list[Experiment]:
        """Return what a text can be read as, whether or not the conditions on the parameters allow it."""
        found: list[Experiment] = []
        for number, rest in self._named(text):
            with suppress(GameError):
                found.append((number, self._read(number, rest)))
        return found

    def _named(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the types that a text can name, each with the rest of the text, its parameters."""
        for number, type_ in enumerate(self.game.experiments):
            parameters = None if type_.look is None else parameters_in(type_.look, text)
            if parameters is not None:
                yield number, " | ".join(parameters)
            for rest in _without_name(text, type_, required=bool(self.prefixes[number])):
                yield number, rest

    def _read(self, number: int, text: str) -> Assignment:
        groups = self.groups[number]
        parts = _split(_tokens(text), "|") if groups or text.strip() else []
        if len(parts) != len(groups):
            names = ", ".join(group[0].family for group in groups)
            if not groups:
                raise GameError(say("it has no parameters"))
            if len(groups) == 1:
                sentence = "it has 1 parameter ({names}), not {given} separated by |"
            else:
                sentence = "{n} parameters ({names}) are separated by |, not {given}"
            raise GameError(say(sentence, n=len(groups), names=names, given=len(parts)))
        assignment: list[int] = []
        for group, part in zip(groups, parts, strict=True):
            assignment += _read_group(group, part)
        return (*assignment, *state_in(self.game, self.game.experiments[number]))

    def _demand_allowed(self, number: int, assignment: Assignment, listed: bool) -> None:
        space = self.game.experiments[number].space
        if not listed:
            space = replace(space, tables=())
        if not allows(self.game.dag, space, assignment, of_experiments=True):
            raise GameError(say("the conditions on the experiment's parameters exclude it"))


def _no_code(text: str, why: str) -> str:
    return say("{text} is not a code: {why}", text=repr(text), why=why)


def _no_experiment(text: str, why: str) -> str:
    return say("{text} is not an experiment: {why}", text=repr(text), why=why)


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


def families_of(slots: Sequence[Slot]) -> list[list[Slot]]:
    """Return the slots of each parameter."""
    return [list(group) for _, group in groupby(slots, key=lambda slot: slot.family)]


def _secret_family(slot: Slot) -> str:
    return "" if slot.kind == "bool" and not slot.index else slot.family  # lone propositions are one list


def prefixes_of(types: Sequence[ExperimentType]) -> list[str]:
    """Return what stands in front of the parameters for each type: nothing, the name or the label."""
    by_name: dict[str, list[ExperimentType]] = {}
    for type_ in types:
        by_name.setdefault(type_.name, []).append(type_)
    labelled = {name for name, members in by_name.items() if not told_apart(members)}
    prefixes = [
        type_.label if type_.name in labelled else type_.name if len(by_name) > 1 else "" for type_ in types
    ]
    asking = [prefix for prefix, type_ in zip(prefixes, types, strict=True) if own_slots(type_.space.slots)]
    # `a b` is also the experiment `a` of the symbol b
    return [quoted(one) if any(one.startswith(f"{name} ") for name in asking) else one for one in prefixes]


def quoted(name: str) -> str:
    """Return a name or a word between quotes, of the kind that it does not have."""
    return f"'{name}'" if '"' in name else f'"{name}"'


def told_apart(members: Sequence[ExperimentType]) -> bool:
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
def symbol_text(symbol: Symbol) -> str:
    """Return a symbol as it stands in codes and experiments: quoted where it could be read otherwise."""
    text = str(symbol)
    if _PLAIN.fullmatch(text):
        return text
    return quoted(text)


def symbol_texts(slot: Slot) -> list[str]:
    """Return what may stand for a slot, or in it when it is a set, in the order of its symbols."""
    return ["1", "0"] if slot.kind == "bool" else [symbol_text(symbol) for symbol in slot.symbols]


def separator(group: Sequence[Slot]) -> str:
    """Return what stands between the symbols of a group: nothing, or a space."""
    texts = (symbol_text(symbol) for slot in group if slot.kind != "bool" for symbol in slot.symbols)
    return "" if all(len(text) == 1 for text in texts) else " "


def _show_group(group: Sequence[Slot], values: Sequence[int]) -> str:
    between = separator(group)
    if any(slot.kind == "set" for slot in group):
        return ", ".join(_show_set(slot, value, between) for slot, value in zip(group, values, strict=True))
    return between.join(_show_symbol(slot, value) for slot, value in zip(group, values, strict=True))


def _show_symbol(slot: Slot, value: int) -> str:
    if slot.kind == "bool":
        return "1" if value else "0"
    return symbol_text(slot.symbols[value])


def _show_set(slot: Slot, value: int, between: str) -> str:
    members = [symbol_text(slot.symbols[i]) for i in range(value.bit_length()) if value >> i & 1]
    return between.join(members) if members else _EMPTY_SET


def _show_secret(slots: Sequence[Slot], values: Sequence[int], lone: bool) -> str:
    first = slots[0]
    if first.kind == "bool":
        if len(slots) == 1 and not first.index:
            return _proposition_text(first) if values[0] else f"not {_proposition_text(first)}"
        holding = [_proposition_text(slot) for slot, value in zip(slots, values, strict=True) if value]
        if not first.index:
            return " ".join(holding) or _NONE
        places = " ".join(holding)
        return f"{first.family} {places}" if places else f"no {first.family}"
    left = iter(values)
    texts = [_show_group(row, list(islice(left, len(row)))) for row in _rows(slots)]
    text = (" " if separator(slots) == "" else " / ").join(texts)
    return text if lone else f"{first.family} {text}"


@lru_cache(maxsize=1 << 12)
def _proposition_text(slot: Slot) -> str:
    """Return the index of a proposition, or its name; one of the core language may be any text."""
    if slot.index:
        return ",".join(map(symbol_text, slot.index))
    odd = slot.name == _NONE or not slot.name or any(one.isspace() or one in "\"'" for one in slot.name)
    return quoted(slot.name) if odd else slot.name


def _rows(slots: Sequence[Slot]) -> list[list[Slot]]:
    return [list(row) for _, row in groupby(slots, key=lambda slot: slot.index[:-1])]


def _read_secret(slots: Sequence[Slot], text: str, lone: bool) -> list[int]:
    first = slots[0]
    if first.kind == "bool":
        return _read_propositions(slots, text)
    words = text.split(maxsplit=1)
    if words[:1] == [first.family] and (not lone or len(words) > 1):
        text = "".join(words[1:])
    elif not lone:
        sentence = "{name} and its value must come next, not {text}"
        raise GameError(say(sentence, name=first.family, text=repr(text)))
    rows = _rows(slots)
    if len(rows) == 1:
        return _read_group(slots, _tokens(text))
    if separator(slots):
        parts = _split(_tokens(text), "/")
    else:
        symbols = iter("".join(text.split()))
        parts = [list(islice(symbols, len(row))) for row in rows]
        parts[-1] += symbols
    if len(parts) != len(rows):
        sentence = "{name} has {n} rows, not {given}"
        raise GameError(say(sentence, name=first.family, n=len(rows), given=len(parts)))
    return [value for row, part in zip(rows, parts, strict=True) for value in _read_group(row, part)]


def _read_propositions(slots: Sequence[Slot], text: str) -> list[int]:
    """Read `heavy`, `not heavy`, `light 3 7`, `no light`; of lone propositions those that hold, or `none`."""
    first = slots[0]
    words = _WORD.findall(text)
    names = {_proposition_text(slot): place for place, slot in enumerate(slots)}
    if first.index:
        if words == ["no", first.family]:
            words = []
        elif words[:1] == [first.family]:
            words = words[1:]
        else:
            sentence = "{name} and what it holds for must come next, not {text}"
            raise GameError(say(sentence, name=first.family, text=repr(text)))
    elif words == (["not", *names] if len(slots) == 1 else [_NONE]):
        words = []
    elif not words:
        raise GameError(say("{name} is missing", name=first.name))
    values = [0] * len(slots)
    for word in words:
        if word not in names or values[names[word]]:
            sentence = "{word} stands twice" if word in names else "{word} is none of {names}"
            raise GameError(say(sentence, word=word, names=" ".join(list(names)[:12])))
        values[names[word]] = 1
    return values


def _tokens(text: str) -> list[str]:
    tokens = _TOKEN.findall(text)
    if sum(map(len, tokens)) < sum(1 for c in text if not c.isspace()) - sum(t.count(" ") for t in tokens):
        raise GameError(say("a quotation mark is not closed"))
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
    names = (quoted(type_.label), quoted(type_.name), type_.label, type_.name)
    for written, name in product(dict.fromkeys((text, text.strip())), names):  # names may end with a space
        if written == name or written.startswith(name + " "):
            readings.append(written[len(name) :])
            break
    return readings


def _read_group(group: Sequence[Slot], tokens: Sequence[str]) -> list[int]:
    compact = separator(group) == ""
    tokens = [part for token in tokens for part in _unfold(group, token)]
    if any(slot.kind == "set" for slot in group):
        parts = _split(tokens, ",") if len(group) > 1 else [[token for token in tokens if token != ","]]
        if len(parts) != len(group):
            sentence = "{name} has {n} sets separated by commas, not {given}"
            raise GameError(say(sentence, name=group[0].family, n=len(group), given=len(parts)))
        return [_read_set(slot, _symbols(part, compact)) for slot, part in zip(group, parts, strict=True)]
    names = [str(symbol) for symbol in group[0].symbols] if len(group) == 1 else []
    if " ".join(tokens) in names:  # the quotes of a lone symbol may be left out: `fuel gauge`
        return [names.index(" ".join(tokens))]
    symbols = _symbols([token for token in tokens if token != ","], compact)
    if len(symbols) != len(group):
        sentence = "{name} has {n} {n:symbol|symbols}, not {given}"
        raise GameError(say(sentence, name=group[0].family, n=len(group), given=len(symbols)))
    return [_position(slot, symbol) for slot, symbol in zip(group, symbols, strict=True)]


def _symbols(tokens: Sequence[str], compact: bool) -> list[str]:
    if list(tokens) == [_EMPTY_SET]:
        return []
    return [c for token in tokens for c in token] if compact else list(tokens)


def _unfold(group: Sequence[Slot], token: str) -> list[str]:
    """Return the numbers of a run such as `3..7`, or a token as it is."""
    match = _RUN.fullmatch(token)
    if match is None or any(token in symbol_texts(slot) for slot in group):
        return [token]
    first, last = int(match[1]), int(match[2])
    most = max(len(slot.symbols) for slot in group)
    return [str(number) for number in range(first, min(last, first + most) + 1)] or [token]


def _position(slot: Slot, text: str) -> int:
    texts = symbol_texts(slot)
    if text not in texts and text[:1] in ('"', "'") and symbol_text(text[1:-1]) in texts:
        text = symbol_text(text[1:-1])  # quotes of the other kind, or where none are needed
    if text not in texts:
        shown = " ".join(texts[:12]) + (" …" if len(texts) > 12 else "")
        sentence = "{text} is none of the symbols of {name}: {symbols}"
        raise GameError(say(sentence, text=text, name=slot.name, symbols=shown))
    return int(text) if slot.kind == "bool" else texts.index(text)


def _read_set(slot: Slot, symbols: Sequence[str]) -> int:
    members = [_position(slot, text) for text in symbols]
    repeated = [text for text, count in Counter(symbols).items() if count > 1]
    if repeated:
        sentence = "{text} stands twice in the set {name}"
        raise GameError(say(sentence, text=repeated[0], name=slot.name))
    if not slot.size_min <= len(symbols) <= slot.size_max:
        if slot.size_min == slot.size_max:
            sentence = "the set {name} has {least} members, not {given}"
        else:
            sentence = "the set {name} has {least} to {most} members, not {given}"
        sizes = {"least": slot.size_min, "most": slot.size_max, "given": len(symbols)}
        raise GameError(say(sentence, name=slot.name, **sizes))
    return sum(1 << member for member in members)
