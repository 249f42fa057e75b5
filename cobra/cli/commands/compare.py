"""`cobra compare`: strategies side by side over games and sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cobra.breakers.named import STRATEGIES
from cobra.cli.completion import GameName
from cobra.cli.options import COMPARE_TIME_LIMIT, COMPARED, GRID, TRACE
from cobra.cli.shared import (
    DONE,
    STOPPED,
    STRATEGIES_TITLE,
    WRONG,
    at_work,
    demand_own_files,
    epilog,
    hush_matplotlib,
    options,
    print_out,
    traced,
    warn,
)
from cobra.options import OBJECTIVES, TIES

if TYPE_CHECKING:
    from cobra.analysis.compare import Comparison

_EXAMPLES: Final = """\b
Examples:
  cobra compare mastermind -D pegs=2..4 -D colours=2..6
  cobra compare bulls-and-cows black-pegs -s parts,optimal --time-limit 1m
  cobra compare counterfeit-coin -D coins=3..30 --objective worst --plot coins.svg
  cobra compare mastermind -D colours=4,6,8 --csv mastermind.csv --markdown
"""
_CHOICES: Final = epilog(
    {
        STRATEGIES_TITLE: STRATEGIES,
        "Objectives of the strategy optimal:": OBJECTIVES,
        "Rules for ties:": TIES,
    }
)


@click.command(epilog=f"{_EXAMPLES}\n\n{_CHOICES}")
@click.argument("games", metavar="GAME…", type=GameName(), nargs=-1, required=True)
@options(
    GRID,
    COMPARED,
    "objective",
    "ties",
    "consistent",
    "seed",
    "repeat",
    COMPARE_TIME_LIMIT,
    "plot",
    "csv",
    "markdown",
    "limits",
    "cluster",
    TRACE,
    "threads",
    "memory",
    "sat_solver",
    "json",
    "quiet",
)
def compare(
    games: tuple[str, ...],
    definitions: tuple[tuple[str, tuple[int | str, ...]], ...],
    strategies: tuple[str, ...],
    objective: str | None,
    ties: str,
    consistent: bool,
    seed: int,
    repeat: int,
    time_limit: float,
    plot: str | None,
    csv: str | None,
    markdown: str | None,
    limits: tuple[tuple[str, int], ...],
    cluster: str | None,
    trace: str | None,
    threads: int,
    memory: int,
    sat_solver: str,
    json: bool,
    quiet: bool,
) -> int:
    """Compare strategies, and the optimum, over games and sizes.

    A GAME alone is shown in full: averages, worst cases, lengths of plays, distance from the optimum. With
    several values for a parameter every combination is a row with the averages of all strategies.
    """
    import cobra
    from cobra.analysis.compare_csv import comparison_csv
    from cobra.budget import Deadline
    from cobra.cli.show.compare import comparison_markdown, comparison_warnings
    from cobra.limits import make_limits
    from cobra.output import PICTURES, check_target, write_text

    if json + (csv == "-") + (markdown == "-") > 1:
        raise click.UsageError("--json, --csv and --markdown cannot all go to standard output: name a FILE")
    bounds = make_limits(dict(limits))
    table = None if csv in (None, "-") else check_target(csv, (".csv",), "CSV")
    page = None if markdown in (None, "-") else check_target(markdown, (".md",), "Markdown")
    picture = None if plot is None else check_target(plot, PICTURES, "a plot")
    written = {"--csv": csv, "--markdown": markdown, "--plot": plot, "--trace": trace}
    demand_own_files(games, definitions, written)
    with (
        at_work(Deadline(), quiet, "reading the games") as progress,
        traced(cluster, trace, quiet) as workers,
    ):
        result = cobra.compare(
            games,
            strategies,
            definitions=dict(definitions),
            objective=objective,
            ties=ties,
            consistent=consistent,
            seed=seed,
            repeat=repeat,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            sat_solver=sat_solver,
            limits=bounds,
            cluster=workers,
            progress=progress,
        )
    try:
        if table is not None:
            write_text(table, comparison_csv(result))
        if page is not None:
            write_text(page, comparison_markdown(result) + "\n")
        if picture is not None:
            hush_matplotlib()
            from cobra.analysis.plot import draw  # here: slow to import

            draw(result, picture)
    finally:  # nothing is lost when a file cannot be written
        print_out(_document(result, json=json, csv=csv == "-", markdown=markdown == "-"))
        for text in comparison_warnings(result):
            warn(text, quiet)
    if result.stopped:
        return STOPPED
    return WRONG if any(one.error for one in result.instances) else DONE


def _document(result: Comparison, *, json: bool, csv: bool, markdown: bool) -> str:
    """Return what goes to standard output."""
    from cobra.analysis.compare_csv import comparison_csv
    from cobra.cli.show.compare import comparison_markdown, comparison_text
    from cobra.cli.show.compare_json import comparison_json

    if json:
        return comparison_json(result)
    if csv:
        return comparison_csv(result)
    return comparison_markdown(result) if markdown else comparison_text(result)
