"""`cobra evolve`: a strategy that nobody thought out."""

from __future__ import annotations

import click

from cobra.cli.options import EVOLVE_CHECKPOINT, EVOLVE_PLOT, TRACE
from cobra.cli.shared import (
    DONE,
    STOPPED,
    afterwards,
    at_work,
    demand_own_files,
    game_argument,
    hush_matplotlib,
    options,
    print_out,
    traced,
    warn,
)


@click.command()
@game_argument
@options(
    "population",
    "islands",
    "generations",
    "patience",
    "seed",
    "definitions",
    "limits",
    "cluster",
    TRACE,
    "threads",
    "memory",
    "time_limit",
    EVOLVE_CHECKPOINT,
    "output",
    EVOLVE_PLOT,
    "check",
    "sat_solver",
    "json",
    "quiet",
)
def evolve(
    game: str,
    population: int,
    islands: int,
    generations: int | None,
    patience: int,
    seed: int,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    cluster: str | None,
    trace: str | None,
    threads: int,
    memory: int,
    time_limit: float | None,
    checkpoint: str | None,
    output: str | None,
    plot: str | None,
    check: bool,
    sat_solver: str,
    json: bool,
    quiet: bool,
) -> int:
    """Let a strategy for GAME evolve.

    Breakers are strategy trees that know the experiments, that a final outcome wins, and that it is useless
    to repeat an experiment; not what outcomes mean. They begin by asking at random, and are varied and
    selected by the lengths of their plays against all codes. Nothing is proved of the best one but its
    figures. With the same seed, population and number of islands the result is the same.

    \b
    Examples:
      cobra evolve mastermind -D pegs=3 -D colours=3 -o evolved.json
      cobra evolve mastermind --time-limit 1m --plot fitness.svg
      cobra evolve counterfeit-coin -D coins=12 --seed 7
      cobra evolve mastermind --population 200 --checkpoint population.ck
      cobra evolve mastermind --islands 8 --cluster local
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.evolve import evolution_json, evolution_text, evolution_warnings
    from cobra.cli.show.optimal import Saved
    from cobra.limits import make_limits
    from cobra.output import PICTURES, check_target
    from cobra.strategy.saved import save

    if output is not None:
        check_target(output, (".json",), "a strategy")
    picture = None if plot is None else check_target(plot, PICTURES, "a plot")
    demand_own_files(
        game, definitions, {"-o": output, "--checkpoint": checkpoint, "--plot": plot, "--trace": trace}
    )
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress, traced(cluster, trace, quiet) as workers:
        loaded = cobra.load(game, dict(definitions), bounds)
        evolution = cobra.evolve(
            loaded,
            seed=seed,
            population=population,
            islands=islands,
            generations=generations,
            patience=patience,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            checkpoint=checkpoint,
            sat_solver=sat_solver,
            limits=bounds,
            cluster=workers,
            progress=progress,
        )
    saved = None
    with afterwards("writing and verifying the strategy", memory, quiet) as after:
        if output is not None or check:
            verification = save(
                evolution.strategy, output, check=check, limits=bounds, progress=after.progress
            )
            saved = Saved(output, verification)
        if picture is not None:
            hush_matplotlib()
            from cobra.analysis.evolve.plot import draw_evolution

            draw_evolution(evolution, picture)
    print_out(evolution_json(evolution, saved) if json else evolution_text(evolution, saved))
    for text in evolution_warnings(evolution):
        warn(text, quiet)
    after.raise_failure()
    return STOPPED if evolution.stopped else DONE
