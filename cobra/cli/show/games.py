"""The library of games as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

from cobra.analysis.library import LibraryGame
from cobra.cli.show.text import bold, table


def list_text(games: list[LibraryGame]) -> str:
    """Return a table of games."""
    rows = [
        (game.name, game.title, "  ".join(f"{p.name}={p.default}" for p in game.parameters)) for game in games
    ]
    return "\n".join(table(("game", "title", "parameters (-D)"), rows))


def game_text(game: LibraryGame) -> str:
    """Return what a game file says of itself, and its parameters."""
    lines = [bold(game.title), "", game.comment, ""]
    if game.parameters:
        rows = [(f"{p.name}={p.default}", p.range, p.help) for p in game.parameters]
        lines += table(("parameter (-D)", "range", "meaning"), rows)
        lines.append("")
    lines.append(f"file: {game.path}")
    return "\n".join(lines)


def list_json(games: list[LibraryGame]) -> str:
    """Return the JSON document of the list."""
    return json.dumps([_object(game) for game in games], indent=2)


def game_json(game: LibraryGame, source: bool = False) -> str:
    """Return the JSON document of one game, with the text of its file when that is wanted."""
    text = {"source": game.source} if source else {}
    return json.dumps({**_object(game), "comment": game.comment, **text}, indent=2)


def _object(game: LibraryGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "file": str(game.path),
        "params": [
            {"name": p.name, "default": p.default, "range": p.range, "help": p.help} for p in game.parameters
        ],
    }
