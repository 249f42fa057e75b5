"""Games and values of their parameters: every combination is an instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeAlias

from cobra.errors import CobraError, GameError
from cobra.language.load import GameFile, find_game, read_game, written
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.nearest import did_you_mean

Values: TypeAlias = str | int | Iterable[str | int]
"""One value of a parameter, or several."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A game with one value for each of the parameters that were set."""

    name: str
    """The game as it was named, a file without the folders that tell it from no other."""
    settings: tuple[tuple[str, int | str], ...]
    """The parameters set and their values, in the order they were given."""
    source: Game | GameFile | CobraError
    """The game itself, or its file, or why that cannot be read."""
    shown: tuple[tuple[str, int | str], ...] = ()
    """The parameters set as they are shown, files without the folders that tell them from no other; empty:
    just as they were set."""

    @property
    def label(self) -> str:
        """Return the game and what was set as one line."""
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.shown or self.settings)])

    def load(self, limits: Limits) -> Game:
        """Return the game; raises what `cobra.load` raises."""
        if isinstance(self.source, CobraError):
            raise self.source
        return self.source if isinstance(self.source, Game) else self.source.game(dict(self.settings), limits)

    def carried(self, limits: Limits) -> Instance:
        """Return the same for another machine, where the library is as here, and other files are not."""
        if not isinstance(self.source, GameFile) or self.source.needs_no_file:
            return self
        try:
            return replace(self, source=self.load(limits))
        except CobraError as error:
            return replace(self, source=error)


def instances(
    games: Iterable[str | Path | Game | GameFile], definitions: Mapping[str, Values], limits: Limits
) -> tuple[Instance, ...]:
    """Return every game with every combination of the values of those parameters that it has.

    The last parameter changes fastest. A game given as such is taken as it is, and so is a file that is read.
    `GameError` for a name that is no game and for a parameter that none of the games has, `LimitError` for
    too many combinations.
    """
    values = {name: _listed(name, given) for name, given in definitions.items()}
    listed: list[str | Game | GameFile] = []
    for game in games:
        one = str(game) if isinstance(game, str | Path) else game
        if not isinstance(one, str | Game | GameFile):
            kind = type(game).__name__
            raise GameError(f"games must be a game, its name or its file, or a list of these, not {kind}")
        listed += [one] if one not in listed else []
    if not listed:
        raise GameError("there is no game to compare")
    sources = [_read(one, limits) if isinstance(one, str) else one for one in listed]
    _check_names(values, sources)
    names = [source.parameters if isinstance(source, GameFile) else () for source in sources]
    axes = [{name: values[name] for name in values if name in own} for own in names]
    limits.check("instances", sum(prod(map(len, own.values())) for own in axes), "games to compare")
    called = short_names(one for one in listed if isinstance(one, str))
    short = {
        name: short_names(one for one in given if isinstance(one, str)) for name, given in values.items()
    }
    return tuple(
        Instance(
            called[one] if isinstance(one, str) else one.name,
            tuple(zip(own, chosen, strict=True)),
            source,
            tuple((name, short[name].get(value, value)) for name, value in zip(own, chosen, strict=True)),
        )
        for one, source, own in zip(listed, sources, axes, strict=True)
        for chosen in product(*own.values())
    )


def short_names(paths: Iterable[str]) -> dict[object, str]:
    """Return for each path so many of its last parts as tell it from the others."""
    parts = {path: Path(path).parts or (path,) for path in paths}
    short: dict[object, str] = {}
    for path, own in parts.items():
        others = [other for key, other in parts.items() if key != path]
        lengths = range(1, len(own) + 1)
        enough = next((n for n in lengths if all(own[-n:] != other[-n:] for other in others)), len(own))
        short[path] = str(Path(*own[-enough:]))
    return short


def _listed(name: str, given: Values) -> tuple[str | int, ...]:
    listed = (given,) if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
    numbers = [value for value in listed if not isinstance(value, str)]
    if any(isinstance(number, bool) or not hasattr(number, "__index__") for number in numbers):
        raise GameError(f"-D {name}: a value must be a whole number or a text")
    for number in numbers:
        written(name, number)  # as labels have it
    values = tuple(dict.fromkeys(listed))
    if not values:
        raise GameError(f"there is no value for the parameter {name}")
    return values


def _read(name: str, limits: Limits) -> GameFile | CobraError:
    """Return the file of a game, or why it cannot be read; `GameError` when there is none."""
    path = find_game(name)
    try:
        return read_game(path, limits)
    except CobraError as error:
        return error


def _check_names(names: Iterable[str], sources: Sequence[Game | GameFile | CobraError]) -> None:
    """Raise `GameError` for a name that is a parameter of no game, as far as all of them can be read."""
    if any(isinstance(source, CobraError) for source in sources):
        return
    known = sorted({name for source in sources if isinstance(source, GameFile) for name in source.parameters})
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or (f"; the parameters are {', '.join(known)}" if known else "")
            raise GameError(f"-D {name}: there is no game here with such a parameter{hint}")
