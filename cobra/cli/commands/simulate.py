"""`cobra simulate`: a strategy plays against a codemaker."""

from __future__ import annotations

import click

from cobra.breakers.named import STRATEGIES
from cobra.cli.shared import (
    DONE,
    STOPPED,
    STRATEGIES_TITLE,
    at_work,
    epilog,
    game_argument,
    options,
    print_out,
    warn,
)
from cobra.options import CODEMAKERS, INTERACTIVE


@click.command(epilog=epilog({STRATEGIES_TITLE: STRATEGIES, "Codemakers, by what they answer:": CODEMAKERS}))
@game_argument
@options(
    "codebreaker",
    "codemaker",
    "number",
    "trace",
    "seed",
    "definitions",
    "limits",
    "threads",
    "memory",
    "time_limit",
    "json",
    "quiet",
)
def simulate(
    game: str,
    codebreaker: str,
    codemaker: str,
    number: int | None,
    trace: bool,
    seed: int,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    threads: int,
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Let a strategy play GAME against a codemaker.

    Against random every code is the secret once, so the distribution of lengths is exact; with -n so many
    secrets are drawn instead, by their weights. Against another codemaker one game is played, or so many. An
    adversary keeps no secret but gives the worst answer that still fits some code; between equals it takes
    one that is not final, then the first in order. The strategy random is drawn anew for each game. Where
    there are too many codes to list, the strategies first, random and those that count codes play: they
    compare some experiments. With interactive for one of the two you play yourself, as in `cobra play`.

    \b
    Examples:
      cobra simulate mastermind -e parts
      cobra simulate mastermind -e ent-models -o models --trace
      cobra simulate wordle -e max-models -o sharp --trace
      cobra simulate mastermind -D pegs=8 -D colours=10 -e first -n 20
      cobra simulate bulls-and-cows -e strategy.json --json
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    deadline = Deadline(time_limit, memory)
    with at_work(deadline, quiet):
        loaded = cobra.load(game, dict(definitions), bounds)
    if INTERACTIVE in (codebreaker, codemaker):
        if json or trace or number is not None:
            raise click.UsageError("--json, -n and --trace are for games that you do not play yourself")
        from cobra.cli.dialog import Players, converse

        players = Players(codebreaker, codemaker, seed, threads, memory, time_limit, bounds)
        return converse(loaded, players)
    from cobra.cli.show.simulate import simulation_json, simulation_text, simulation_warnings

    with at_work(deadline, quiet, "preparing the games") as progress:
        result = cobra.simulate(
            loaded,
            codebreaker,
            codemaker,
            number=number,
            trace=trace,
            seed=seed,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            limits=bounds,
            progress=progress,
        )
    print_out(simulation_json(result) if json else simulation_text(result))
    for text in simulation_warnings(result):
        warn(text, quiet)
    return STOPPED if result.stopped else DONE
