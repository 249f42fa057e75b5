"""Games by name or path, or from text."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from cobra.errors import GameError
from cobra.language.ast import CoreFile
from cobra.language.core import elaborate_core
from cobra.language.elaborate import elaborate
from cobra.language.parse import parse
from cobra.language.source import Source, read_source
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.nearest import nearest


def library() -> dict[str, Path]:
    """Return the games that come with cobra: name, as in `bulls-and-cows`, and file."""
    folder = Path(str(resources.files("cobra").joinpath("games")))
    return {path.stem.replace("_", "-"): path for path in sorted(folder.glob("*.cb"))}


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
    games = library()
    name = str(name_or_path).replace("_", "-")
    known = games.get(name)
    if known is None and not Path(name_or_path).exists():
        near = nearest(name, games)
        hint = f"did you mean {near}?" if near else "`cobra games` lists the games that come with cobra"
        raise GameError(f"there is no game or file '{name_or_path}'; {hint}")
    path = known or Path(name_or_path)
    return _elaborate(read_source(path, limits), definitions or {}, limits, path.stem)


def load_text(
    text: str,
    name: str = "<string>",
    definitions: Mapping[str, str | int] | None = None,
    limits: Limits | None = None,
    folder: Path | None = None,
) -> Game:
    """Return the game of a text; the files it names lie in `folder`. Raises what `load` raises."""
    path = folder / "game.cb" if folder is not None else None
    return _elaborate(Source(path, name, text), definitions or {}, limits or Limits(), name)


def _elaborate(source: Source, definitions: Mapping[str, str | int], limits: Limits, name: str) -> Game:
    texts = {parameter: str(value) for parameter, value in definitions.items()}
    try:
        file = parse(source, limits)
        if isinstance(file, CoreFile):
            return elaborate_core(file, source, texts, limits, name)
        return elaborate(file, source, texts, limits, name)
    except RecursionError:  # only after the limit `nesting` was raised far
        raise GameError(f"{source.name}: this is nested too deeply") from None
