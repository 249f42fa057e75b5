"""What cobra says, in the language of who asks.

Sentences are written in English where they are made. `LANGUAGE.json` beside this file has them in another
language: `said` by the English ones, `games` what those of the library are about, and `marks` what
stands between thousands and before decimals. What is not there is said in English. In a sentence `{name}`
is a value, and `{name:code|codes}` is one of two forms, by the number that the value is, as in the texts of
the pages, which are in the same table (`say.js`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final

ENGLISH: Final = "en"
_FOLDER: Final = Path(__file__).parent
_PLACE: Final = re.compile(r"\{(\w+)(?::([^}|]*)\|([^}|]*))?\}")
_language: ContextVar[str] = ContextVar("_language", default=ENGLISH)
_translated: ContextVar[set[str]] = ContextVar("_translated")
"""What was said inside `speaking` in another language than English."""


@cache
def languages() -> frozenset[str]:
    """Return the languages there are tables of."""
    return frozenset(file.stem for file in _FOLDER.glob("*.json"))


@cache
def table(language: str) -> dict[str, Any]:
    """Return the table of a language."""
    found: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return found


def language() -> str:
    """Return the language in which things are said now."""
    return _language.get()


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Let what is said inside be in a language, in English where there is no table of it."""
    before = _language.set(wanted if wanted in languages() else ENGLISH)
    said_before = _translated.set(set())
    try:
        yield
    finally:
        _language.reset(before)
        _translated.reset(said_before)


def say(sentence: str, /, **values: str | int) -> str:
    """Return a sentence in the language of who asks; whole numbers are written so, too, texts as they are."""
    found: str | None = table(language()).get("said", {}).get(sentence)
    text = sentence if found is None else found
    if values:
        text = _PLACE.sub(lambda place: _put(place, values), text)
    if found not in (None, sentence):
        _translated.get().add(text)
    return text


def left_in_english(text: str) -> bool:
    """Return whether a text is in English though another language is asked for: no part was translated."""
    return language() != ENGLISH and not any(part in text for part in _translated.get())


def about_games() -> Mapping[str, Mapping[str, str]]:
    """Return what games of the library are about, and what their parameters and files are, by their names."""
    found: Mapping[str, Mapping[str, str]] = table(language()).get("games", {})
    return found


def _put(place: re.Match[str], values: Mapping[str, str | int]) -> str:
    name, one, several = place.groups()
    value = values[name]
    if one is not None:
        return str(one if value in (1, "1") else several)
    return figure(f"{value:,}") if isinstance(value, int) else value


def figure(text: str) -> str:
    """Return a number in English, such as 1,234.5, as one writes it."""
    marks = table(language()).get("marks")
    return text.translate(str.maketrans(",.", marks)) if marks else text
