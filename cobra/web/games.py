"""The game that a request is about: one of the library, or one that came with it; neither names a file."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cobra.analysis.library import Parameter, describe, library_games
from cobra.errors import GameError
from cobra.language.load import GameFile, library, read_game, read_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.texts import about_games, say
from cobra.web.allowance import MOST_BODY, MOST_GAME
from cobra.web.forms import Form, FormError

_STARTS: Final = ("switches", "colours", "animal", "lie")
_REMEMBERED: Final = 4
"""So many games are kept, those asked for last."""
_MORE_FORMULAS: Final = 100_000
"""A game that has so many more formulas than at first, from the histories asked about, is read again."""


class Games:
    """Games by what requests say of them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: OrderedDict[str, tuple[Game, int]] = OrderedDict()
        """Games with their numbers of formulas at first."""

    def load(self, said: object) -> Game:
        """Return the game that the member `game` of a request stands for; raises what `cobra.load` raises."""
        key = json.dumps(said, sort_keys=True)
        game, formulas = self._known.pop(key, (None, 0))
        if game is None or len(game.dag) > formulas + _MORE_FORMULAS:
            game = self._read(said)
            formulas = len(game.dag)
        self._known[key] = game, formulas
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return game

    def _read(self, said: object) -> Game:
        file, parameters = self.file(said)
        return file.game(parameters, self._limits)

    def file(self, said: object) -> tuple[GameFile, dict[str, int | str]]:
        """Return the text of a game, read, and the parameters that are set; raises what `load` raises."""
        if isinstance(said, dict) and "text" in said:
            form = Form(said, ("text", "files", "parameters"), "game")
            text = game_text(form)
            definitions = form.parameters("parameters", files=True)
            # with the texts of its files, no matter how few, a game opens no other
            return read_text(text, "game", self._limits, files=form.texts("files")), definitions
        form = Form(said, ("name", "parameters"), "game")
        known = library()
        name = form.choice("name", known)
        file = read_game(known[name], self._limits)
        parameters = form.parameters("parameters", files=False)
        for parameter in parameters:
            if parameter in file.files:
                raise GameError(f"{parameter} is a file; send the text of the game with those of its files")
        return file, parameters


def game_text(form: Form) -> str:
    """Return the text of a game that was sent."""
    text = form.text("text")
    if len(text.encode("utf-8", "surrogatepass")) > MOST_GAME:
        raise FormError(say("a game file may have {most} bytes", most=MOST_GAME))
    return text


def said_of(name: str, definitions: dict[str, str], game: Game) -> dict[str, Any]:
    """Return what a request must say for a game of the command line; `GameError` when it is too large."""
    parameters = {key: value for key, value in game.arguments if isinstance(value, int)}
    library_name = name.replace("_", "-")
    if library_name in library() and all(key in parameters for key in definitions):
        return {"name": library_name, "parameters": parameters}
    origin = game.origin
    if origin is None:
        raise GameError(f"{name}: this game cannot be sent to a page")
    said = {"text": origin.text, "files": dict(origin.files), "parameters": dict(game.arguments)}
    if len(origin.text.encode()) > MOST_GAME or len(json.dumps(said)) > MOST_BODY // 2:
        raise GameError(
            f"{name}: too large for the page, which takes games of {MOST_GAME:,} bytes that name files of "
            f"{MOST_BODY // 2:,} bytes in all"
        )
    return said


def library_document() -> list[dict[str, Any]]:
    """Return the games of the library with their parameters and files, for a page to choose from.

    What they are about is said in the language of who asks.
    """
    games, said = [], about_games()
    for game in library_games():
        about = said.get(game.name, {})
        shipped = [(one, game.path.parent.joinpath(one.default)) for one in game.parameters if one.is_file]
        games.append(
            {
                "name": game.name,
                "title": game.title,
                "about": about.get("about", game.comment),
                "text": game.source,
                "parameters": parameters_document(game.parameters, about),
                "files": [
                    {
                        "name": one.name,
                        "default": path.name,
                        "text": path.read_text("utf-8"),
                        "help": about.get(one.name, one.help),
                    }
                    for one, path in shipped
                ],
            }
        )
    return games


def parameters_document(
    parameters: Sequence[Parameter], about: Mapping[str, str] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """Return the parameters that are numbers, for fields; a default or bound that is no number is null.

    `about` says what they are in the language of who asks.
    """
    found = []
    for one in parameters:
        if not one.is_file:
            low, _, high = one.range.partition("..")
            bounds = {"default": _whole(one.default), "low": _whole(low), "high": _whole(high)}
            found.append({"name": one.name, **bounds, "written": one.default})
            found[-1]["help"] = about.get(one.name, one.help)
    return found


def starts_document() -> list[dict[str, Any]]:
    """Return small games to begin one's own from, the simplest first."""
    folder = Path(__file__).parent / "starts"
    found = [describe(name, folder / f"{name}.cb") for name in _STARTS]
    return [{"name": one.name, "title": one.title, "text": one.source} for one in found]


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch("-?[0-9]{1,9}", text.strip()) else None
