"""`cobra symmetry`: the symmetries of a game, and the experiments that differ."""

from __future__ import annotations

import click

from cobra.cli.options import SYMMETRY_EQUIVALENCES
from cobra.cli.shared import (
    DONE,
    STOPPED,
    at_work,
    demand_own_files,
    epilog,
    game_argument,
    hush_matplotlib,
    options,
    print_out,
    warn,
)
from cobra.options import EQUIVALENCES


@click.command(epilog=epilog({"Equivalences, and what is the same as an experiment:": EQUIVALENCES}))
@game_argument
@options(
    "after", SYMMETRY_EQUIVALENCES, "graph", "definitions", "limits", "memory", "time_limit", "json", "quiet"
)
def symmetry(
    game: str,
    after: tuple[str, ...],
    equivalences: tuple[str, ...] | None,
    graph: str | None,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Symmetries of GAME, and experiments that differ in a round.

    Shows the order of the symmetry group and its generators, then for the start, and after each experiment
    given with --after, the first experiment of each class of equivalent ones with the size of the class.
    Where one set is weighed against another, classes too many to be listed are counted, exactly. In games
    with a state, prices, lost plays, lies or moves only the start is looked at.
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.symmetry import symmetry_json, symmetry_text, symmetry_warnings
    from cobra.limits import make_limits

    demand_own_files(game, definitions, {"--graph": graph})
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet) as progress:
        loaded = cobra.load(game, dict(definitions), bounds)
        if graph is not None:
            hush_matplotlib()
            from cobra.symmetries.export import write_graph

            write_graph(loaded, graph)
        report = cobra.symmetry(
            loaded,
            after=after,
            equivalences=equivalences,
            memory=memory,
            time_limit=time_limit,
            limits=bounds,
            progress=progress,
        )
    print_out(symmetry_json(report) if json else symmetry_text(report))
    for text in symmetry_warnings(report):
        warn(text, quiet)
    return STOPPED if report.stopped else DONE
