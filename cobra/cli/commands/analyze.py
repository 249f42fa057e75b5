"""`cobra analyze`: every strategy of a game, exactly, and what nobody can beat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from click.core import ParameterSource

from cobra.breakers.named import STRATEGIES
from cobra.cli.options import (
    ANALYZE_TIME_LIMIT,
    EVERY_FIRST,
    OPENINGS_CLUSTER,
    OPENINGS_KEPT,
    OUTPUT_FOLDER,
    TRACE,
)
from cobra.cli.shared import (
    DONE,
    STOPPED,
    STRATEGIES_TITLE,
    at_work,
    demand_own_files,
    epilog,
    game_argument,
    options,
    print_out,
    traced,
    warn,
)
from cobra.options import EQUIVALENCES, OBJECTIVES, TIES

_CHOICES = epilog(
    {
        STRATEGIES_TITLE: STRATEGIES,
        "Objectives, what `optimal` makes least:": OBJECTIVES,
        "Rules for ties:": TIES,
        "Equivalences, and what is the same as an experiment:": EQUIVALENCES,
    }
)


_OF_STRATEGIES = ("strategies", "ties", "seed", "repeat", "equivalences", "output", "proof")
"""Options that say nothing about openings."""


@click.command(epilog=_CHOICES)
@game_argument
@options(
    "strategies",
    "objective",
    "ties",
    "consistent",
    "seed",
    "repeat",
    "equivalences",
    EVERY_FIRST,
    OPENINGS_KEPT,
    "definitions",
    "limits",
    OPENINGS_CLUSTER,
    TRACE,
    "threads",
    "memory",
    ANALYZE_TIME_LIMIT,
    "sat_solver",
    OUTPUT_FOLDER,
    "proof",
    "json",
    "quiet",
)
def analyze(
    game: str,
    strategies: tuple[str, ...],
    objective: str | None,
    ties: str,
    consistent: bool,
    seed: int,
    repeat: int,
    equivalences: tuple[str, ...] | None,
    first: str | None,
    results: str | None,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    cluster: str | None,
    trace: str | None,
    threads: int,
    memory: int,
    time_limit: float | None,
    sat_solver: str,
    output: str | None,
    proof: str | None,
    json: bool,
    quiet: bool,
) -> int:
    """Play every strategy of GAME against every code.

    Shows the sizes of the game, the experiments worth trying first, and for each strategy its first
    experiment, the exact worst case, average and distribution of the number of experiments, the size of its
    tree and the time. The strategy `optimal` is searched for in half of the time at least; where that is too
    short, its row is the interval that is proved. With --proof others can check that nobody can do better
    than it.

    \b
    Examples:
      cobra analyze mastermind -D pegs=3 -D colours=4
      cobra analyze bulls-and-cows -s parts,optimal --time-limit 2m
      cobra analyze counterfeit-coin -s max-models --json
      cobra analyze wordle --first all --time-limit none --results wordle.json
    """
    if first is not None:
        _only(_OF_STRATEGIES, "--first all shows no strategies")
        return _openings(
            game,
            definitions,
            limits,
            cluster,
            trace,
            json,
            quiet,
            objective=objective,
            consistent=consistent,
            results=results,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            sat_solver=sat_solver,
        )
    _only(("cluster", "trace", "results"), "this needs --first all")
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.analyze import analysis_json, analysis_text, analysis_warnings
    from cobra.cli.show.certification import demand_certificate
    from cobra.errors import StoppedError
    from cobra.limits import make_limits
    from cobra.output import check_target

    if proof is not None:
        check_target(proof, (".proof",), "a certificate")
    demand_own_files(game, definitions, {"--proof": proof})
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress:
        loaded = cobra.load(game, dict(definitions), bounds)
        result = cobra.analyze(
            loaded,
            strategies,
            objective=objective,
            ties=ties,
            consistent=consistent,
            seed=seed,
            repeat=repeat,
            equivalences=equivalences,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            sat_solver=sat_solver,
            limits=bounds,
            progress=progress,
            output=output,
            certificate=proof,
        )
    print_out(analysis_json(result) if json else analysis_text(result))
    for text in analysis_warnings(result):
        warn(text, quiet)
    if result.failure is not None:
        raise result.failure
    made = result.certification
    if result.stopped or (made is not None and isinstance(made.failure, StoppedError)):
        return STOPPED
    if made is not None:
        demand_certificate(made)
    return DONE


def _only(names: Iterable[str], why: str) -> None:
    """Raise a usage error when one of these options is given on the command line."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
        if parameter.name in names and given:
            raise click.UsageError(f"{parameter.opts[-1]}: {why}")


def _openings(
    game: str,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    cluster: str | None,
    trace: str | None,
    json: bool,
    quiet: bool,
    **asked: Any,
) -> int:
    """Show every opening; `asked` are arguments of `cobra.openings`."""
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.openings import openings_json, openings_text, openings_warnings
    from cobra.limits import make_limits

    demand_own_files(game, definitions, {"--results": asked["results"], "--trace": trace})
    bounds = make_limits(dict(limits))
    with (
        at_work(Deadline(asked["time_limit"], asked["memory"]), quiet) as progress,
        traced(cluster, trace, quiet) as workers,
    ):
        loaded = cobra.load(game, dict(definitions), bounds)
        result = cobra.openings(loaded, limits=bounds, cluster=workers, progress=progress, **asked)
    print_out(openings_json(result) if json else openings_text(result))
    for text in openings_warnings(result):
        warn(text, quiet)
    return STOPPED if result.stopped else DONE
