"""`cobra export`: a strategy as a picture, a page or a file for another program."""

from __future__ import annotations

from pathlib import Path

import click

from cobra.cli.options import EXPORT_FILE
from cobra.cli.shared import at_work, epilog, options, print_pieces
from cobra.options import FORMATS


@click.command(epilog=epilog({"Formats:": FORMATS}))
@click.argument("strategy", metavar="STRATEGY", type=click.Path())
@options("to", EXPORT_FILE, "limits", "memory", "time_limit", "quiet")
def export(
    strategy: str,
    to: str | None,
    output: str | None,
    limits: tuple[tuple[str, int], ...],
    memory: int,
    time_limit: float | None,
    quiet: bool,
) -> None:
    """Write the strategy in a file as a picture, a page or a table.

    STRATEGY is a file that `cobra optimal -o` or `cobra analyze -o` wrote. Every code is played through it by
    the formulas of the game, so every format says how many codes are left where, and a strategy that does not
    fit its game is refused.

    \b
    Examples:
      cobra optimal mastermind -o strategy.json
      cobra export strategy.json -o strategy.svg
      cobra export strategy.json --to irving
      cobra export strategy.json --to dot | dot -Tpdf -o strategy.pdf
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.export.write import check_export
    from cobra.limits import make_limits
    from cobra.output import check_apart

    output = None if output == "-" else output  # standard output
    if output is None and to is None:
        raise click.UsageError("say what to write, with --to FORMAT or -o FILE; see `cobra export --help`")
    if output is not None:
        check_export(Path(output), to)
    check_apart({"-o": output}, [("STRATEGY", strategy)])
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet, "reading the strategy") as progress:
        written = cobra.read_strategy(strategy, bounds)
        if output is not None:
            cobra.export_strategy(
                written,
                output,
                to,
                memory=memory,
                time_limit=time_limit,
                limits=bounds,
                progress=progress,
            )
            return
        pieces = cobra.export_lines(
            written,
            to or "",
            memory=memory,
            time_limit=time_limit,
            limits=bounds,
            progress=progress,
        )
    print_pieces(pieces)
