"""Strategies read from files; docs/strategies.md has the schema.

A file is never trusted: its size is limited, and whatever is wrong with it is a `GameError` that names the
place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cobra.errors import GameError, LanguageError
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import did_you_mean
from cobra.strategies.interval import MEASURES, Interval
from cobra.strategies.nodes import NodeList
from cobra.strategies.scanner import Scanner
from cobra.strategies.strategy import Figures, Settings, Strategy
from cobra.strategies.write import FORMAT, VERSION

_KEYS: Final = (
    *("format", "version", "cobra", "game", "strategy", "objective"),
    *("settings", "figures", "intervals", "proved", "tree"),
)
_MEASURES: Final = ("total", "worst", "nodes")


def read_strategy(path: str | Path, limits: Limits | None = None) -> Strategy:
    """Return the strategy of a file.

    `GameError` with the place of a mistake; `LimitError` for a file of more bytes than the limit
    `strategy-size`, or a game that is too big. Only `verify` finds out whether what is said of the strategy
    is true.
    """
    limits = limits or Limits()
    return strategy_of_text(_read_text(Path(path), limits), str(path), limits)


def strategy_of_text(text: str, name: str, limits: Limits) -> Strategy:
    """Return the strategy of a file whose text is given, called `name` in messages; see `read_strategy`."""
    scanner = Scanner(name, text)
    head, places, tree = _scan(scanner)
    reader = _Head(scanner, head, places)
    reader.check_format()
    game = reader.game(limits)
    experiments, branches = tree.read(game)
    return Strategy(
        game=game,
        name=reader.text("strategy"),
        experiments=experiments,
        branches=branches,
        figures=reader.figures(len(experiments)),
        settings=reader.settings(),
        objective=reader.objective(),
        intervals=reader.intervals(),
        proved=reader.flag("proved"),
    )


def _read_text(path: Path, limits: Limits) -> str:
    try:
        with path.open("rb") as stream:
            content = stream.read(limits.strategy_size + 1)
    except (OSError, ValueError) as error:
        raise GameError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > limits.strategy_size:
        size = max(path.stat().st_size, len(content))
        limits.check("strategy-size", size, f"{path}: the file is too big, in bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise GameError(f"{path}:{line}:{column}: this is not UTF-8 text") from None


def _scan(scanner: Scanner) -> tuple[dict[str, Any], dict[str, int], NodeList]:
    """Return the members of the document but the tree, the places of all, and the tree."""
    head: dict[str, Any] = {}
    places: dict[str, int] = {}
    tree = NodeList(scanner)
    for key, place in scanner.members():
        places[key] = place
        if key == "tree":
            tree.scan()
        else:
            head[key] = scanner.value()
    scanner.end()
    return head, places, tree


class _Head:
    """What stands beside the tree, checked item by item; an item is called by its path, `figures.worst`."""

    def __init__(self, scanner: Scanner, items: Mapping[str, Any], places: Mapping[str, int]) -> None:
        self._scanner = scanner
        self._items = items
        self._places = places

    def check_format(self) -> None:
        """Check that this is a strategy file, of a version that can be read, and complete."""
        if self._items.get("format") != FORMAT:
            raise self._scanner.error(f"this is no strategy file: its format is not {FORMAT!r}", 0)
        version = self._items.get("version")
        if version != VERSION or isinstance(version, bool):
            raise self._wrong("version", f"version {version!r} cannot be read, only {VERSION}")
        self._check_keys("", {**dict.fromkeys(self._places), **self._items}, _KEYS)

    def game(self, limits: Limits) -> Game:
        """Return the game, read from the text in the file and from nothing else."""
        game = self._members("game", ("name", "params", "text", "files"))
        name, text = (self._typed(f"game.{key}", game[key], str, "a text") for key in ("name", "text"))
        params = self._typed("game.params", game["params"], dict, "an object")
        files = self._typed("game.files", game["files"], dict, "an object")
        for key, value in params.items():
            if not isinstance(value, str):
                self._whole(f"game.params.{key}", value, None)
        for key, value in files.items():
            self._typed(f"game.files.{key}", value, str, "a text")
        for what, content in (("text", text), *files.items()):
            size = len(content.encode("utf-8", "surrogatepass"))
            limits.check("file-size", size, f"{self._scanner.name}: {what} of the game")
        try:
            return load_text(text, name, params, limits, files=files)
        except (GameError, LanguageError) as error:
            raise self._wrong("game", f"the game in this file is wrong:\n{error}") from None

    def text(self, key: str) -> str:
        """Return an item that is a text."""
        value: str = self._typed(key, self._items[key], str, "a text")
        return value

    def flag(self, key: str) -> bool:
        """Return an item that is true or false."""
        value: bool = self._typed(key, self._items[key], bool, "true or false")
        return value

    def objective(self) -> str | None:
        """Return the objective."""
        objective = self._optional("objective", self._items["objective"])
        if objective is not None and objective not in MEASURES:
            raise self._wrong(
                "objective", f"there is no objective {objective!r}{did_you_mean(objective, MEASURES)}"
            )
        return objective

    def settings(self) -> Settings:
        """Return the settings."""
        of = self._members("settings", ("ties", "seed", "consistent", "max_depth", "first"))
        return Settings(
            ties=self._optional("settings.ties", of["ties"]),
            seed=None if of["seed"] is None else self._whole("settings.seed", of["seed"]),
            consistent=self._typed("settings.consistent", of["consistent"], bool, "true or false"),
            max_depth=None if of["max_depth"] is None else self._whole("settings.max_depth", of["max_depth"]),
            first=self._optional("settings.first", of["first"]),
        )

    def figures(self, nodes: int) -> Figures:
        """Return the figures, which must agree with each other and with the number of nodes."""
        names = ("worst", "total", "weight", "codes", "nodes")
        of = self._members("figures", (*names, "average", "distribution"))
        worst, total, weight, codes, stated = (self._whole(f"figures.{name}", of[name]) for name in names)
        distribution: dict[int, int] = {}
        for length, count in self._typed(
            "figures.distribution", of["distribution"], dict, "an object"
        ).items():
            path = f"figures.distribution.{length}"
            if not length.isascii() or not length.isdecimal() or str(int(length[:18])) != length:
                raise self._wrong("figures", f"{path}: a length was expected as the key")
            distribution[int(length)] = self._whole(path, count, 1)
        if weight < 1 or codes < 1:
            raise self._wrong("figures", "figures: there is at least one code")
        average = self._typed("figures.average", of["average"], str, "a text")
        figures = Figures(worst, total, weight, codes, dict(sorted(distribution.items())), stated)
        for name, value, expected, why in (
            ("average", average, str(figures.average), "total / weight"),
            ("worst", worst, max(distribution, default=0), "the greatest length of the distribution"),
            ("codes", codes, sum(distribution.values()), "the sum of the distribution"),
            ("nodes", stated, nodes, "the number of nodes of the tree"),
        ):
            if value != expected:
                raise self._wrong("figures", f"figures.{name}: {value} is not {why}, {expected}")
        return figures

    def intervals(self) -> tuple[Interval, ...]:
        """Return the intervals."""
        intervals = []
        for number, item in enumerate(self._typed("intervals", self._items["intervals"], list, "a list")):
            path = f"intervals[{number}]"
            self._typed(path, item, dict, "an object")
            self._check_keys(path, item, ("measure", "lower", "upper"))
            measure = self._typed(f"{path}.measure", item["measure"], str, "a text")
            if measure not in _MEASURES:
                raise self._wrong("intervals", f"{path}.measure: there is no measure {measure!r}")
            lower = self._whole(f"{path}.lower", item["lower"])
            upper = None if item["upper"] is None else self._whole(f"{path}.upper", item["upper"])
            intervals.append(Interval(measure, lower, upper))
        return tuple(intervals)

    def _wrong(self, path: str, message: str) -> GameError:
        return self._scanner.error(message, self._places.get(path.partition(".")[0].partition("[")[0], 0))

    def _check_keys(self, path: str, item: Mapping[str, Any], keys: Sequence[str]) -> None:
        inside = f" in {path}" if path else ""
        for key in keys:
            if key not in item:
                raise self._wrong(path, f"the key {key!r} is missing{inside}")
        for key in item:
            if key not in keys:
                raise self._wrong(path or key, f"unknown key {key!r}{inside}{did_you_mean(key, keys)}")

    def _members(self, key: str, keys: Sequence[str]) -> dict[str, Any]:
        item: dict[str, Any] = self._typed(key, self._items[key], dict, "an object")
        self._check_keys(key, item, keys)
        return item

    def _typed(self, path: str, value: Any, type_: type, what: str) -> Any:
        if not isinstance(value, type_):
            raise self._wrong(path, f"{path}: {what} was expected, not {_shown(value)}")
        return value

    def _optional(self, path: str, value: Any) -> str | None:
        text: str | None = None if value is None else self._typed(path, value, str, "a text or null")
        return text

    def _whole(self, path: str, value: Any, least: int | None = 0) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            bound = "" if least is None else f" of at least {least}"
            raise self._wrong(path, f"{path}: a whole number{bound} was expected, not {_shown(value)}")
        return value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
