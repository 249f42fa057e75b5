"""`cobra reproduce`: published numbers, recomputed and put beside their sources."""

from __future__ import annotations

import shlex
from typing import Final

import click

from cobra.cli.completion import TopicName
from cobra.cli.options import EVERYTHING, LIST, MARKDOWN_PAGE, PROOFS, QUICK, RESULTS, TRACE
from cobra.cli.shared import DONE, STOPPED, WRONG, at_work, demand_own_files, options, print_out, traced, warn

_EXAMPLES: Final = """\b
Examples:
  cobra reproduce
  cobra reproduce mastermind coins
  cobra reproduce --all --results found.json --markdown results.md
  cobra reproduce static --list
"""


@click.command(epilog=_EXAMPLES)
@click.argument("topics", metavar="[TOPIC…]", type=TopicName(), nargs=-1)
@options(
    QUICK,
    EVERYTHING,
    LIST,
    RESULTS,
    PROOFS,
    MARKDOWN_PAGE,
    "cluster",
    TRACE,
    "threads",
    "memory",
    "time_limit",
    "json",
    "quiet",
)
def reproduce(
    topics: tuple[str, ...],
    quick: bool,
    everything: bool,
    listed: bool,
    results: str | None,
    proofs: str | None,
    markdown: str | None,
    cluster: str | None,
    trace: str | None,
    threads: int,
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Recompute what is published about games.

    Every number of the literature that cobra knows stands beside its source: it agrees, differs (and why),
    is new, or is out of reach (and why). The topics stand in the last table, also of --list; without a TOPIC
    all are looked at.

    Exit status: 1 when something differs that is not known to.
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.reproduce import (
        reproduction_json,
        reproduction_markdown,
        reproduction_text,
        reproduction_warnings,
    )
    from cobra.output import check_target, write_text

    if quick and everything:
        raise click.UsageError("--quick and --all exclude each other")
    if json and markdown == "-":
        raise click.UsageError("--json and --markdown cannot both go to standard output: name a FILE")
    page = None if markdown in (None, "-") else check_target(markdown, (".md",), "Markdown")
    demand_own_files((), (), {"--results": results, "--markdown": markdown, "--trace": trace})
    if listed:
        cluster = trace = None
    with (
        at_work(Deadline(time_limit, memory), quiet, "reading the claims") as progress,
        traced(cluster, trace, quiet) as workers,
    ):
        result = cobra.reproduce(
            topics,
            everything=everything,
            results=results,
            proofs=proofs,
            recompute=not listed,
            cluster=workers,
            threads=threads,
            memory=memory,
            time_limit=time_limit,
            progress=progress,
        )
    try:
        if page is not None:
            write_text(page, reproduction_markdown(result) + "\n")
    finally:  # nothing is lost when a file cannot be written
        show = reproduction_json if json else reproduction_markdown if markdown == "-" else reproduction_text
        print_out(show(result))
        for text in reproduction_warnings(result, _again(topics, everything, results, proofs)):
            warn(text, quiet)
    if not result.expected:
        return WRONG
    return STOPPED if result.stopped else DONE


def _again(topics: tuple[str, ...], everything: bool, results: str | None, proofs: str | None) -> str | None:
    """Return the command that goes on where this one was stopped, None when nothing was kept."""
    if results is None:
        return None
    words = ["cobra", "reproduce", *topics, *(["--all"] if everything else []), "--results", results]
    return shlex.join([*words, *([] if proofs is None else ["--proofs", proofs])])
