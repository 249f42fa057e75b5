"""`cobra optimal`: a strategy that nobody can beat."""

from __future__ import annotations

import click

from cobra.cli.options import TRACE
from cobra.cli.shared import (
    DONE,
    STOPPED,
    afterwards,
    at_work,
    demand_own_files,
    epilog,
    game_argument,
    options,
    print_out,
    traced,
    warn,
)
from cobra.options import SEARCHED


@click.command(epilog=epilog({"Objectives, what is made least:": SEARCHED}))
@game_argument
@options(
    "searched",
    "max_depth",
    "within",
    "consistent",
    "first",
    "beginning",
    "definitions",
    "limits",
    "cluster",
    TRACE,
    "threads",
    "memory",
    "time_limit",
    "checkpoint",
    "proof",
    "output",
    "check",
    "sat_solver",
    "json",
    "quiet",
)
def optimal(
    game: str,
    searched: str | None,
    max_depth: int | None,
    within: int | None,
    consistent: bool,
    first: str | None,
    beginning: str | None,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    cluster: str | None,
    trace: str | None,
    threads: int,
    memory: int,
    time_limit: float | None,
    checkpoint: str | None,
    proof: str | None,
    output: str | None,
    check: bool,
    sat_solver: str,
    json: bool,
    quiet: bool,
) -> int:
    """Find a strategy for GAME that nobody can beat.

    Shows its first experiment, worst case, average, distribution of lengths and size, and what is proved:
    that nobody can do better, that what is demanded cannot be done, or, when stopped by a limit or Ctrl-C,
    between which bounds the best lies. With --proof others can check that nobody can do better. A strategy
    that is written is read back and verified by the meaning of the game, when that takes about a second.

    \b
    Examples:
      cobra optimal mastermind -o strategy.json
      cobra optimal mastermind --objective worst-average
      cobra optimal mastermind --max-depth 4
      cobra optimal wordle --first raise --time-limit 10m
      cobra optimal mastermind -D pegs=5 -D colours=7 --beginning mine.json --time-limit 10m -o better.json
      cobra optimal mastermind --proof optimum.proof
      cobra optimal wordle --objective won --within 4 --first raise
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.certification import demand_certificate
    from cobra.cli.show.optimal import Saved, optimal_json, optimal_text, optimal_warnings
    from cobra.errors import StoppedError
    from cobra.limits import make_limits
    from cobra.output import check_target
    from cobra.strategy.saved import save

    if output is not None:
        check_target(output, (".json",), "a strategy")
    if proof is not None:
        check_target(proof, (".proof",), "a certificate")
    written = {"-o": output, "--checkpoint": checkpoint, "--proof": proof, "--trace": trace}
    demand_own_files(game, definitions, written)  # but for --beginning: what is written is no worse
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress, traced(cluster, trace, quiet) as workers:
        loaded = cobra.load(game, dict(definitions), bounds)
        result = cobra.optimal(
            loaded,
            searched,
            max_depth=max_depth,
            within=within,
            consistent=consistent,
            first=first,
            beginning=beginning,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            checkpoint=checkpoint,
            certificate=proof,
            sat_solver=sat_solver,
            limits=bounds,
            cluster=workers,
            progress=progress,
        )
    saved = None
    with afterwards("writing and verifying the strategy", memory, quiet) as after:
        if (output is not None or check) and result.strategy is not None:
            verification = save(result.strategy, output, check=check, limits=bounds, progress=after.progress)
            saved = Saved(output, verification)
    print_out(optimal_json(result, saved) if json else optimal_text(result, saved))
    unwritten = output if saved is None and after.failure is None else None
    for text in optimal_warnings(result, unwritten):
        warn(text, quiet)
    after.raise_failure()
    if result.stopped or isinstance(result.uncertified, StoppedError):
        return STOPPED
    demand_certificate(result.certification)
    return DONE
