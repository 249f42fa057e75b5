"""`cobra expand`: the game in the core language."""

from __future__ import annotations

import click

from cobra.cli.shared import at_work, game_argument, options, print_out


@click.command()
@game_argument
@options("definitions", "limits", "memory", "time_limit", "quiet")
def expand(
    game: str,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    memory: int,
    time_limit: float | None,
    quiet: bool,
) -> None:
    """Print GAME in the core language.

    The output is itself a game file with the same codes, experiments and outcomes.
    """
    import cobra
    from cobra.budget import Deadline, tell
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet):
        loaded = cobra.load(game, dict(definitions), bounds)
        tell("writing the game in the core language")
        text = cobra.expand(loaded, bounds)
    print_out(text)
