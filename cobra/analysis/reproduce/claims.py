"""Claims: what somebody says of a game, as the files of `cobra/published/` have it.

A file is a topic. `cobra/published/README.md` says what an entry holds; `check` demands it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias

from cobra.errors import GameError
from cobra.language.load import library, load, load_text
from cobra.model.game import Game
from cobra.nearest import did_you_mean

Value: TypeAlias = "int | str | bool | list[int]"
"""A number that somebody says or cobra finds; text of what is not whole."""
Params: TypeAlias = "dict[str, int | str]"

FOLDER: Final = Path(str(resources.files("cobra").joinpath("published")))
GAMES: Final = FOLDER / "games"

PARTS: Final = ("quick", "slow", "long")
"""How much work a claim is: at most a few seconds, at most ten minutes of one processor, more."""
SPEEDS: Final = {"thorough": "quick", "slow": "slow", "long": "long"}
"""The part that an entry's `speed` puts it into."""
PLAYED: Final = ("total", "average", "mean", "worst", "distribution", "first")
MEASURES: Final = {
    "size": ("codes", "experiments", "classes"),
    "partition": ("parts", "largest", "expected", "entropy", "alike"),
    "equivalence": ("classes",),
    "optimum": ("total", "average", "worst", "both", "reverse", "nodes", "impossible"),
    "static": ("experiments",),
}
"""What can be measured, by the kind of a claim; a strategy is what is played (`PLAYED`)."""
CONDITIONS: Final = {
    "partition": ("experiment",),
    "equivalence": ("after", "equivalence"),
    "optimum": ("max_depth", "consistent", "opening"),
}
"""What else makes a claim of a kind another one; of a strategy `PLAYED_IF`."""
PLAYED_IF: Final = ("ties", "consistent", "opening", "by_count", "runs")
COMMON: Final = ("params", "what", "source", "speed", "printed", "differs", "published", "unfinished")


@dataclass(frozen=True, slots=True)
class Source:
    """Who says it."""

    label: str
    text: str
    published: bool
    """Whether it is a publication, of a person or a program; else it was found beside cobra."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One entry of a topic: some measures of a game, for one set of parameters or a series of them."""

    topic: str
    game: str
    entry: Mapping[str, Any]

    @property
    def params(self) -> dict[str, Any]:
        """Return the parameters; one of them may be a list, and then every number is a list beside it."""
        return dict(self.entry["params"])

    @property
    def what(self) -> str:
        """Return the kind of what is measured: a key of `MEASURES`, or a strategy."""
        return str(self.entry["what"])

    @property
    def measures(self) -> tuple[str, ...]:
        """Return what is measured, in order."""
        numbers = {*self.entry, *self.entry.get("published", {})}
        return tuple(name for name in MEASURES.get(self.what, PLAYED) if name in numbers)

    @property
    def conditions(self) -> dict[str, Any]:
        """Return what else is asked for."""
        names = CONDITIONS.get(self.what, () if self.what in MEASURES else PLAYED_IF)
        return {name: self.entry[name] for name in names if name in self.entry}

    @property
    def expected(self) -> dict[str, Any]:
        """Return what cobra finds, measure by measure."""
        return {name: self.entry[name] for name in self.measures if name in self.entry}

    @property
    def published(self) -> dict[str, Any]:
        """Return what the source says, measure by measure; nothing when it is no publication."""
        return dict(self.entry.get("published", self.expected)) if self.source.published else {}

    @property
    def source(self) -> Source:
        """Return who says it."""
        return sources()[self.entry["source"]]

    @property
    def differs(self) -> str | None:
        """Return why cobra differs and who is right, None when it does not."""
        return self.entry.get("differs")

    @property
    def unfinished(self) -> str | None:
        """Return why it is not recomputed and what that would take, None when it is."""
        return self.entry.get("unfinished")

    @property
    def part(self) -> str:
        """Return the part it belongs to, one of `PARTS`."""
        return SPEEDS.get(self.entry.get("speed", ""), "quick")

    @property
    def varied(self) -> str | None:
        """Return the parameter that has several values, None without one."""
        return next((name for name, value in self.entry["params"].items() if isinstance(value, list)), None)

    @property
    def cases(self) -> list[dict[str, Any]]:
        """Return an entry for each set of parameters."""
        name = self.varied
        if name is None:
            return [dict(self.entry)]
        lists = {key: value for key, value in self.expected.items() if isinstance(value, list)}
        return [
            {
                **self.entry,
                "params": {**self.params, name: value},
                **{key: values[place] for key, values in lists.items()},
            }
            for place, value in enumerate(self.params[name])
        ]

    @property
    def question(self) -> str:
        """Return what is asked, as text: claims that share it share their answer."""
        given = [f"{name}={_text(value)}" for name, value in self.params.items()]
        under = [f"{name}={_text(value)}" for name, value in self.conditions.items()]
        return f"{' '.join([self.game, *given, self.what, *under])}: {' '.join(self.measures)}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Topic:
    """The claims of a file."""

    name: str
    title: str
    claims: tuple[Claim, ...]


@cache
def sources() -> dict[str, Source]:
    """Return all sources by the name that entries give."""
    data = _read("sources")
    return {
        name: Source(**source, published=kind == "published")
        for kind in ("published", "own")
        for name, source in data[kind].items()
    }


@cache
def topics() -> dict[str, Topic]:
    """Return all topics by name, in the order of their `place`."""
    files = {path.stem: _read(path.stem) for path in FOLDER.glob("*.toml")}
    places = {stem: data.pop("place") for stem, data in files.items() if "place" in data}
    found = {}
    for stem in sorted(places, key=places.__getitem__):
        data, name = files[stem], stem.replace("_", "-")
        title = data.pop("title")
        found[name] = Topic(name, title, tuple(_claims(name, data)))
    return found


def _claims(topic: str, data: Mapping[str, Any]) -> Iterator[Claim]:
    for game, section in data.items():
        for entry in section["claims"]:
            yield Claim(topic, game, entry)


def claims(names: tuple[str, ...] = ()) -> list[Claim]:
    """Return the claims of these topics, of all without a name; `GameError` for one that does not exist."""
    known = topics()
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            raise GameError(f"there is no topic {name!r}{hint} (known: {' '.join(known)})")
    return [claim for name, topic in known.items() if not names or name in names for claim in topic.claims]


@cache
def variants() -> dict[str, dict[str, Any]]:
    """Return the games that differ from those of the library, by name: see variants.toml."""
    return _read("variants")


def load_claimed(game: str, params: Mapping[str, int | str]) -> Game:
    """Return a game of the library, of a file of this folder, or a variant; its files may lie here, too."""
    arguments = {
        name: str(GAMES / value) if isinstance(value, str) and (GAMES / value).is_file() else str(value)
        for name, value in params.items()
    }
    if game.endswith(".cb"):
        return load(GAMES / game, arguments)
    if game not in variants():
        return load(game, arguments)
    variant = variants()[game]
    path = library()[variant["game"]]
    text = path.read_text(encoding="utf-8")
    for old, new in variant["changes"]:
        if text.count(old) != 1:
            raise GameError(f"{game}: {old!r} stands {text.count(old)} times in {path.name}")
        text = text.replace(old, new)
    return load_text(text, game, arguments, folder=path.parent)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
