"""`cobra info`: the sizes, symmetry and trivial bounds of a game."""

from __future__ import annotations

import click

from cobra.cli.shared import DONE, STOPPED, at_work, game_argument, options, print_out, warn


@click.command()
@game_argument
@options("definitions", "limits", "backend", "sat_solver", "memory", "time_limit", "json", "quiet")
def info(
    game: str,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    backend: str | None,
    sat_solver: str,
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Sizes, symmetry and trivial lower bounds of GAME.

    Games too large to list are counted exactly all the same, without listing (--backend sat).
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.info import info_json, info_text, info_warnings
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress:
        loaded = cobra.load(game, dict(definitions), bounds)
        result = cobra.info(
            loaded,
            backend=backend,
            sat_solver=sat_solver,
            memory=memory,
            time_limit=time_limit,
            limits=bounds,
            progress=progress,
        )
    print_out(info_json(result) if json else info_text(result))
    for text in info_warnings(result):
        warn(text, quiet)
    return STOPPED if result.stopped else DONE
