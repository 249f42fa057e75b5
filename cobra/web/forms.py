"""What a request says, checked item by item: nothing that was sent is used before it went through here."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Final, NoReturn

from cobra.nearest import did_you_mean
from cobra.texts import say

MOST_NUMBER: Final = 10**9
_TYPES: Final = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


class FormError(Exception):
    """A request that is no JSON or not of the form it must have; `str()` of it is fit to be shown."""


def read_json(body: bytes) -> dict[str, Any]:
    """Return the object that a body holds; `FormError` when it is none, or holds a number that is none."""
    try:
        value = json.loads(body, parse_constant=_no_number, parse_float=_no_fraction)
    except RecursionError:
        raise FormError("the JSON is nested too deeply") from None
    except ValueError as error:  # no JSON, no UTF-8, or a number of more digits than Python reads
        raise FormError(f"this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise FormError("the JSON is not an object")
    return value


def _no_number(text: str) -> NoReturn:
    raise FormError(f"{text} is not a number")


def _no_fraction(text: str) -> NoReturn:
    raise FormError(f"{text[:40]} is not a whole number")


class Form:
    """The members of an object, each asked for by name and type; `path` is what messages call the object."""

    def __init__(self, members: object, known: Collection[str], path: str = "") -> None:
        if not isinstance(members, dict):
            raise FormError(f"{path} must be an object")
        self._members: Mapping[str, object] = members
        self._path = f"{path}." if path else ""
        for name in members:
            if name not in known:
                raise FormError(f"there is no {self._path}{name[:80]}{did_you_mean(name, known)}")

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def value(self, name: str) -> object:
        """Return a member that must be there, of any type."""
        if name not in self._members:
            raise FormError(f"{self._path}{name} is missing")
        return self._members[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        return default if default is not None and name not in self else str(self._typed(name, str))

    def whole(self, name: str, low: int, high: int, default: int) -> int:
        """Return a whole number from `low` to `high`."""
        if name not in self:
            return default
        value = self._typed(name, int)
        assert isinstance(value, int)
        if not low <= value <= high:
            sentence = "{name} must be from {low} to {high}"
            raise FormError(say(sentence, name=f"{self._path}{name}", low=low, high=high))
        return value

    def choice(self, name: str, known: Collection[str], default: str | None = None) -> str:
        """Return a text that is one of `known`."""
        text = self.text(name, default)
        if text not in known:
            raise FormError(f"{self._path}{name} must be one of {' '.join(known)}")
        return text

    def texts(self, name: str) -> dict[str, str]:
        """Return an object whose members are texts; empty when it is not there."""
        values = self._object(name)
        for key, value in values.items():
            if not isinstance(value, str):
                raise self._wrong(f"{name}.{key[:80]}", str)
        return {key: str(value) for key, value in values.items()}

    def parameters(self, name: str, *, files: bool) -> dict[str, int | str]:
        """Return an object of whole numbers, with `files` of texts too; empty when it is not there."""
        found: dict[str, int | str] = {}
        for key, value in self._object(name).items():
            if isinstance(value, bool) or not isinstance(value, (int, str) if files else int):
                raise self._wrong(f"{name}.{key[:80]}", int)
            if isinstance(value, int) and abs(value) > MOST_NUMBER:
                raise FormError(f"{self._path}{name}.{key[:80]} is too large")
            found[key] = value
        return found

    def listed(self, name: str, most: int, letters: int, default: tuple[str, ...]) -> tuple[str, ...]:
        """Return a list of at most `most` texts of so many letters, each once."""
        if name not in self:
            return default
        values = self._typed(name, list)
        assert isinstance(values, list)
        if not 0 < len(values) <= most:
            raise FormError(f"{self._path}{name} must have from 1 to {most:,} entries")
        for value in values:
            if not isinstance(value, str) or len(value) > letters:
                raise FormError(f"{self._path}{name} must hold texts of at most {letters:,} letters")
        return tuple(dict.fromkeys(values))

    def pairs(self, name: str, most: int) -> list[tuple[str, str]]:
        """Return a list of at most `most` pairs of texts."""
        values = self._typed(name, list)
        assert isinstance(values, list)
        if len(values) > most:
            raise FormError(f"{self._path}{name} has more than {most:,} entries")
        pairs = []
        for number, value in enumerate(values):
            match value:
                case [str(first), str(second)]:
                    pairs.append((first, second))
                case _:
                    raise FormError(f"{self._path}{name}[{number}] must be a list of two texts")
        return pairs

    def _object(self, name: str) -> Mapping[str, object]:
        if name not in self:
            return {}
        value = self._typed(name, dict)
        assert isinstance(value, dict)
        return value

    def _typed(self, name: str, type_: type) -> object:
        value = self.value(name)
        if not isinstance(value, type_) or (type_ is int and isinstance(value, bool)):
            raise self._wrong(name, type_)
        return value

    def _wrong(self, name: str, type_: type) -> FormError:
        return FormError(f"{self._path}{name} must be {_TYPES[type_]}")
