"""What the files of strategies and plans have in common: a JSON object with the text of a game in it.

A file is never trusted: its size is limited, and whatever is wrong with it is a `GameError` that names the
place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cobra.errors import GameError, LanguageError
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.nearest import did_you_mean
from cobra.pipes import read_bytes
from cobra.printable import harmless, printable
from cobra.strategy.scanner import Scanner


def read_text(path: Path, limits: Limits, name: str | None = None) -> str:
    """Return the text of a file, called `name` in messages if that is not its path.

    `LimitError` for more bytes than the limit `strategy-size`.
    """
    name = str(path) if name is None else name
    try:
        content = read_bytes(path, limits.strategy_size + 1)
    except (OSError, ValueError) as error:
        raise GameError(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > limits.strategy_size:
        size = max(path.stat().st_size, len(content))
        limits.check("strategy-size", size, f"{name}: the file is too big, in bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise GameError(f"{name}:{line}:{column}: this is not UTF-8 text") from None
    if name.endswith(".cb") and not text.lstrip().startswith("{"):
        raise GameError(f"{name} is a game: `cobra optimal {name} -o FILE` writes a strategy for it")
    return text


def format_of(text: str) -> object:
    """Return what the text of a file says its format is; None when it is no JSON object that says so."""
    scanner = Scanner("", text)
    try:
        for key, _ in scanner.members():
            value = scanner.value()
            if key == "format":
                return value
    except GameError:
        pass
    return None


class Document:
    """The members of a document, checked item by item; an item is called by its path, `figures.worst`."""

    def __init__(self, scanner: Scanner, items: Mapping[str, Any], places: Mapping[str, int]) -> None:
        self.items = items
        self._scanner = scanner
        self._places = places

    def check_format(self, what: str, format_: str, version: int, keys: Sequence[str]) -> None:
        """Check that this is a complete file of a format, called `what`, of a version that can be read."""
        if self.items.get("format") != format_:
            raise self._scanner.error(f"this is no {what} file: its format is not {format_!r}", 0)
        stated = self.items.get("version")
        if stated != version or isinstance(stated, bool):
            raise self.wrong("version", f"version {stated!r} cannot be read, only {version}")
        self.check_keys("", {**dict.fromkeys(self._places), **self.items}, keys)

    def game(self, limits: Limits) -> Game:
        """Return the game, read from the text in the file and from nothing else."""
        game = self.members("game", ("name", "params", "text", "files"))
        name, text = (self.typed(f"game.{key}", game[key], str, "a text") for key in ("name", "text"))
        params = self.typed("game.params", game["params"], dict, "an object")
        files = self.typed("game.files", game["files"], dict, "an object")
        for shown in (name, *params, *files, *(value for value in params.values() if isinstance(value, str))):
            if harmless(shown) != shown or "\n" in shown:
                raise self.wrong("game", f"game: {printable(shown)!r} has characters that cannot be printed")
        for key, value in params.items():
            if not isinstance(value, str):
                self.whole(f"game.params.{key}", value, None)
        for key, value in files.items():
            self.typed(f"game.files.{key}", value, str, "a text")
        for what, content in (("text", text), *files.items()):
            size = len(content.encode("utf-8", "surrogatepass"))
            limits.check("file-size", size, f"{self._scanner.name}: {what} of the game")
        try:
            return load_text(text, name, params, limits, files=files)
        except (GameError, LanguageError) as error:
            place = self._places.get("game", 0)
            raise self._scanner.error(f"the game in this file is wrong:\n{error}", place) from None

    def text(self, key: str) -> str:
        """Return an item that is a text, fit to be shown."""
        return printable(self.typed(key, self.items[key], str, "a text"))

    def flag(self, key: str) -> bool:
        """Return an item that is true or false."""
        value: bool = self.typed(key, self.items[key], bool, "true or false")
        return value

    def wrong(self, path: str, message: str) -> GameError:
        """Return an error at an item; `path` is what it is called, as `figures.worst`."""
        told = printable(message)  # it may hold texts of the file
        return self._scanner.error(told, self._places.get(path.partition(".")[0].partition("[")[0], 0))

    def check_keys(self, path: str, item: Mapping[str, Any], keys: Sequence[str]) -> None:
        """Check that an object has these keys and no other."""
        inside = f" in {path}" if path else ""
        for key in keys:
            if key not in item:
                raise self.wrong(path, f"the key {key!r} is missing{inside}")
        for key in item:
            if key not in keys:
                raise self.wrong(path or key, f"unknown key {key!r}{inside}{did_you_mean(key, keys)}")

    def members(self, key: str, keys: Sequence[str]) -> dict[str, Any]:
        """Return an item that is an object with these keys."""
        item: dict[str, Any] = self.typed(key, self.items[key], dict, "an object")
        self.check_keys(key, item, keys)
        return item

    def typed(self, path: str, value: Any, type_: type, what: str) -> Any:
        """Return a value of a type, called `what` in messages."""
        if not isinstance(value, type_):
            raise self.wrong(path, f"{path}: {what} was expected, not {_shown(value)}")
        return value

    def optional(self, path: str, value: Any) -> str | None:
        """Return a value that is a text, fit to be shown, or null."""
        return None if value is None else printable(self.typed(path, value, str, "a text or null"))

    def whole(self, path: str, value: Any, least: int | None = 0) -> int:
        """Return a value that is a whole number of at least `least`."""
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            bound = "" if least is None else f" of at least {least}"
            raise self.wrong(path, f"{path}: a whole number{bound} was expected, not {_shown(value)}")
        return value


def _shown(value: Any) -> str:
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 60 else text[:57] + "…"
