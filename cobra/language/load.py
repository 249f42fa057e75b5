"""Games by name or path, or from text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from cobra.arguments import checked
from cobra.errors import GameError
from cobra.language.ast import File, FileParam, Param
from cobra.language.core import elaborate_core
from cobra.language.core_ast import CoreFile
from cobra.language.elaborate import elaborate
from cobra.language.parse import parse
from cobra.language.source import Source, check_characters, read_source
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.nearest import nearest

_GAMES_KEPT: Final = 64
"""Texts of games of the library that are kept parsed, with the limits they were parsed under: all of them."""


def library() -> dict[str, Path]:
    """Return the games that come with cobra: name, as in `bulls-and-cows`, and file."""
    return dict(_library())


@cache  # asked for with every game that is read
def _library() -> dict[str, Path]:
    folder = Path(str(resources.files("cobra").joinpath("games")))
    return {path.stem.replace("_", "-"): path for path in sorted(folder.glob("*.cb"))}


@checked
def load(
    name_or_path: str | Path,
    definitions: Mapping[str, str | int] | None = None,
    limits: Limits | None = None,
) -> Game:
    """Return a game of the library by name (`-` or `_` alike), or the game of a file by path.

    `definitions` override parameters (whole numbers) and files (paths) of the game. Raises `LanguageError`
    for a wrong game, `GameError` when there is none, `LimitError` when it is too big.
    """
    limits = limits or Limits()
    return read_game(find_game(name_or_path), limits).game(definitions or {}, limits)


@dataclass(frozen=True, slots=True)
class GameFile:
    """The text of a game, read and parsed, from which a game is made for each choice of its parameters."""

    name: str
    """The title of a game that gives none."""
    source: Source
    tree: File | CoreFile

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the parameters and files that can be set."""
        if isinstance(self.tree, CoreFile):
            return ()
        return tuple(s.name.text for s in self.tree.statements if isinstance(s, Param | FileParam))

    @property
    def files(self) -> tuple[str, ...]:
        """Return those of the parameters that are files."""
        if isinstance(self.tree, CoreFile):
            return ()
        return tuple(s.name.text for s in self.tree.statements if isinstance(s, FileParam))

    @property
    def needs_no_file(self) -> bool:
        """Return whether this is a game of the library that reads no file."""
        return not self.files and self.source.path in _library().values()

    def game(self, definitions: Mapping[str, str | int], limits: Limits) -> Game:
        """Return the game; raises what `load` raises."""
        texts = {parameter: written(parameter, value) for parameter, value in definitions.items()}
        try:
            if isinstance(self.tree, CoreFile):
                return elaborate_core(self.tree, self.source, texts, limits, self.name)
            return elaborate(self.tree, self.source, texts, limits, self.name)
        except RecursionError:  # only after the limit `nesting` was raised far
            raise _too_deep(self.source) from None


def written(parameter: str, value: object) -> str:
    """Return a value of a parameter as text; `GameError` for one that has none, such as a vast number."""
    try:
        return str(value)
    except Exception:  # whatever a user hands over
        raise GameError(
            f"-D {parameter}: a whole number of at most nine digits or a text is needed"
        ) from None


def read_game(path: Path, limits: Limits) -> GameFile:
    """Return the game of a file; raises what `load` raises, but for what depends on the parameters.

    Messages call a game of the library by its name: where it lies says nothing to anybody. It is parsed once,
    as long as its text stays the same: pages and notebooks ask for the same few games again and again.
    """
    name = path.stem.replace("_", "-")
    source = read_source(path, limits)
    if _library().get(name) == path:
        return _parse_once(replace(source, name=name), path.stem, limits)
    return _parse(source, path.stem, limits)


def find_game(name_or_path: str | Path) -> Path:
    """Return the file of a game: one of the library by name (`-` or `_` alike), or that path.

    `GameError` when there is none; whether it can be read is not looked at.
    """
    games = _library()
    name = str(name_or_path).replace("_", "-")
    known = games.get(name)
    if known is None and not _exists(name_or_path):
        hint = "`cobra games` lists the games that come with cobra"
        if near := nearest(name, games) or _near_file(Path(name_or_path)):
            hint = f"did you mean {near}?"
        elif "=" in name:
            hint = f"a parameter is set with -D, as in -D {name_or_path}"
        raise GameError(f"there is no game or file '{name_or_path}'; {hint}")
    return known or Path(name_or_path)


def _near_file(path: Path) -> str | None:
    """Return the game file that the path of none most likely stands for, None when none is near."""
    try:
        files = {file.name: str(file) for file in path.parent.glob("*.cb")}
    except OSError:
        return None
    for name in (path.name, f"{path.name}.cb"):
        if near := nearest(name, files):
            return files[near]
    return None


def _exists(path: str | Path) -> bool:
    try:
        return path != "" and Path(path).exists()
    except OSError:  # no name that a file could have
        return False


@checked
def load_text(
    text: str,
    name: str = "<string>",
    definitions: Mapping[str, str | int] | None = None,
    limits: Limits | None = None,
    folder: str | Path | None = None,
    files: Mapping[str, str] | None = None,
) -> Game:
    """Return the game of a text; the files it names lie in `folder`, or their texts are given as `files`.

    Raises what `load` raises.
    """
    limits = limits or Limits()
    place = None if folder is None else Path(folder)
    return read_text(text, name, limits, place, files).game(definitions or {}, limits)


def read_text(
    text: str, name: str, limits: Limits, folder: Path | None = None, files: Mapping[str, str] | None = None
) -> GameFile:
    """Return the text of a game, read; as `load_text`, but for what depends on the parameters."""
    check_characters(text, name)
    path = folder / "game.cb" if folder is not None else None
    return _parse(Source(path, name, text, files), name, limits)


def _parse(source: Source, name: str, limits: Limits) -> GameFile:
    try:
        return GameFile(name, source, parse(source, limits))
    except RecursionError:  # only after the limit `nesting` was raised far
        raise _too_deep(source) from None


_parse_once = lru_cache(_GAMES_KEPT)(_parse)


def _too_deep(source: Source) -> GameError:
    return GameError(f"{source.name}: this is nested too deeply")
