"""`cobra check`: is the game well-formed?"""

from __future__ import annotations

import click

from cobra.cli.shared import DONE, STOPPED, WRONG, at_work, game_argument, options, print_out, warn


@click.command()
@game_argument
@options("definitions", "limits", "sat_solver", "backend", "memory", "time_limit", "json", "quiet")
def check(
    game: str,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    sat_solver: str,
    backend: str | None,
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Prove that GAME is well-formed, or show why not.

    Every code must give every experiment one and only one outcome; a final outcome must leave one code, and
    every code must have one; helpers must be determined. Proved by SAT for all codes and experiments at once;
    a failure is shown with an experiment and codes.
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.check import check_json, check_text
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress:
        loaded = cobra.load(game, dict(definitions), bounds)
        result = cobra.check(
            loaded,
            sat_solver=sat_solver,
            backend=backend,
            memory=memory,
            time_limit=time_limit,
            limits=bounds,
            progress=progress,
        )
    print_out(check_json(result) if json else check_text(result))
    for text in result.warnings:
        warn(text, quiet)
    if result.problems:
        return WRONG
    return STOPPED if result.stopped else DONE
