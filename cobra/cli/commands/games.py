"""`cobra games`: the library of games."""

from __future__ import annotations

import click

from cobra.cli.completion import GameName
from cobra.cli.options import OPTIONS
from cobra.cli.shared import print_out
from cobra.errors import GameError
from cobra.nearest import did_you_mean


@click.command()
@click.argument("name", required=False, type=GameName())
@click.option("--source", is_flag=True, help="Print the file of the game NAME as it is.")
@click.option("--json", is_flag=True, help=OPTIONS["json"].help)
def games(name: str | None, source: bool, json: bool) -> None:
    """List the library of games, or describe the game NAME."""
    from cobra.analysis.library import describe, library_games
    from cobra.cli.show.games import game_json, game_text, list_json, list_text
    from cobra.language.load import library

    if name is None:
        if source:
            raise click.UsageError("--source needs the NAME of a game")
        listed = library_games()
        print_out(list_json(listed) if json else list_text(listed))
        return
    known = library()
    key = name.replace("_", "-")
    if key not in known:
        hint = did_you_mean(key, known) or "; `cobra games` lists them"
        raise GameError(f"there is no game {name!r} in the library{hint}")
    game = describe(key, known[key])
    if json:
        print_out(game_json(game, source))
    else:
        print_out(game.source if source else game_text(game))
