"""`cobra static`: the fewest experiments that do when all are fixed in advance."""

from __future__ import annotations

import click

from cobra.cli.options import STATIC_CLUSTER, TRACE
from cobra.cli.shared import (
    DONE,
    STOPPED,
    afterwards,
    at_work,
    demand_own_files,
    game_argument,
    options,
    print_out,
    traced,
    warn,
)


@click.command()
@game_argument
@options(
    "table",
    "definitions",
    "limits",
    "seed",
    STATIC_CLUSTER,
    TRACE,
    "memory",
    "time_limit",
    "output",
    "check",
    "sat_solver",
    "json",
    "quiet",
)
def static(
    game: str,
    table: bool,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    seed: int,
    cluster: str | None,
    trace: str | None,
    memory: int,
    time_limit: float | None,
    output: str | None,
    check: bool,
    sat_solver: str,
    json: bool,
    quiet: bool,
) -> int:
    """Find the fewest experiments, fixed in advance, to solve GAME.

    All of them are made, whatever the answers are; together the answers tell which code it is, or which goal
    where GAME has one. A guess that only confirms it is not counted. That no fewer experiments do is proved;
    when stopped by a limit or Ctrl-C, the fewest found are shown with a proved lower bound. Where answers may
    be lies they tell it whatever the lies are; in a game with prices they are not the fewest but the
    cheapest. A plan that is written is read back and verified by the meaning of the game, when that takes
    about a second; `cobra verify FILE` does it later.

    \b
    Examples:
      cobra static mastermind -D colours=4
      cobra static counterfeit-coin --table
      cobra static black-pegs -D pegs=7 -D colours=2 -o plan.json
      cobra static bulls-and-cows --time-limit 1m
      cobra static liar -D lies=2
    """
    import cobra
    from cobra.analysis.static.saved import save_plan
    from cobra.budget import Deadline
    from cobra.cli.show.static import Saved, static_json, static_text, static_warnings
    from cobra.limits import make_limits
    from cobra.output import check_target

    if output is not None:
        check_target(output, (".json",), "a plan")
    demand_own_files(game, definitions, {"-o": output, "--trace": trace})
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress, traced(cluster, trace, quiet) as workers:
        loaded = cobra.load(game, dict(definitions), bounds)
        result = cobra.static_plan(
            loaded,
            seed=seed,
            memory=memory,
            time_limit=time_limit,
            sat_solver=sat_solver,
            limits=bounds,
            cluster=workers,
            progress=progress,
        )
    saved = None
    with afterwards("writing and verifying the plan", memory, quiet) as after:
        verification = save_plan(
            result.plan, output, check=check or table, limits=bounds, progress=after.progress
        )
        saved = Saved(output, verification, table)
    print_out(static_json(result, saved) if json else static_text(result, saved))
    for text in static_warnings(result):
        warn(text, quiet)
    after.raise_failure()
    return STOPPED if result.stopped else DONE
