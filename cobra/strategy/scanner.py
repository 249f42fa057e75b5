"""JSON read value by value: a long list is never there as a whole, and every mistake has its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from cobra.errors import GameError

_SPACE: Final = re.compile(r"[ \t\n\r]*")


class Scanner:
    """A place in a text. `name` is what messages call the text; every message begins with line and column."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._text = text
        self._place = 0
        self._decoder = json.JSONDecoder(
            object_pairs_hook=_without_repetition, parse_float=_no_number, parse_constant=_no_number
        )

    @property
    def place(self) -> int:
        """Return the offset of the next token."""
        self._skip()
        return self._place

    def error(self, message: str, place: int | None = None) -> GameError:
        """Return an error at a place of the text, by default the current one."""
        at = self._place if place is None else place
        line = self._text.count("\n", 0, at) + 1
        column = at - self._text.rfind("\n", 0, at)
        return GameError(f"{self.name}:{line}:{column}: {message}")

    def value(self) -> Any:
        """Return the next value, whole; floating-point numbers and repeated keys are refused."""
        self._skip()
        start = self._place
        try:
            value, self._place = self._decoder.raw_decode(self._text, start)
        except json.JSONDecodeError as error:
            rest = self._text[error.pos :].strip()
            begins = any(word.startswith(rest) for word in ("true", "false", "null", "-"))
            if begins or error.msg.startswith("Unterminated string"):
                raise self._cut_off() from None
            raise self.error(f"this is not JSON: {error.msg}", error.pos) from None
        except RecursionError:
            raise self.error("this is nested too deeply", start) from None
        except ValueError as error:
            raise self.error(str(error), start) from None
        return value

    def value_at(self, place: int) -> Any:
        """Return the value at a place, and go on behind it."""
        self._place = place
        return self.value()

    def members(self) -> Iterator[tuple[str, int]]:
        """Yield the keys of the object that comes next, with their places; the caller reads each value."""
        seen: set[str] = set()
        for place in self._items("{", "}"):
            key = self.value()
            if not isinstance(key, str):
                raise self.error("a key in quotes was expected", place)
            if key in seen:
                raise self.error(f"the key {key!r} is there twice", place)
            seen.add(key)
            self._expect(":")
            yield key, place

    def elements(self) -> Iterator[int]:
        """Yield the places of the elements of the list that comes next; the caller reads each."""
        return self._items("[", "]")

    def end(self) -> None:
        """Check that nothing more comes."""
        self._skip()
        if self._place < len(self._text):
            raise self.error("the file goes on after its end")

    def _items(self, opening: str, closing: str) -> Iterator[int]:
        self._expect(opening)
        self._skip()
        if self._text.startswith(closing, self._place):
            self._place += 1
            return
        while True:
            yield self.place
            if self._expect(",", closing) == closing:
                return

    def _expect(self, *tokens: str) -> str:
        self._skip()
        for token in tokens:
            if self._text.startswith(token, self._place):
                self._place += 1
                return token
        if self._place == len(self._text):
            raise self._cut_off()
        raise self.error(f"{' or '.join(map(repr, tokens))} was expected")

    def _cut_off(self) -> GameError:
        empty = not self._text.strip()
        return self.error("the file is empty" if empty else "the file is cut off here", len(self._text))

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._place)
        assert match is not None
        self._place = match.end()


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r} is there twice")
            seen.add(key)
    return members


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no whole number")
