"""`cobra expand`: the game in the core language."""

from __future__ import annotations

import click

from cobra.cli.shared import game_argument, options, print_out


@click.command()
@game_argument
@options("definitions", "limits")
def expand(game: str, definitions: tuple[tuple[str, str], ...], limits: tuple[tuple[str, int], ...]) -> None:
    """Print GAME in the core language.

    The output is itself a game file with the same codes, experiments and outcomes.
    """
    import cobra
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    print_out(cobra.expand(cobra.load(game, dict(definitions), bounds), bounds))
