"""The search for the best play after many openings: in this process, or some at a time on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cobra.cluster.cluster import Cluster
from cobra.cluster.work import listen
from cobra.engine.run import Run
from cobra.engine.table import CodeTable, FoundOpening
from cobra.errors import StoppedError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import available_threads

_TOGETHER: Final = 16
"""So many openings, at most, are one task: what is built for a game is built once for them, and what was
found out after one is known for the next."""
_PARTS: Final = 4
"""So many tasks, at least, for each worker, as far as there are openings."""


@dataclass(frozen=True, slots=True)
class How:
    """How to search; the fields are arguments of `openings`."""

    objective: str
    consistent: bool
    threads: int
    memory: int
    limits: Limits


def find_here(
    table: CodeTable, experiments: Sequence[str], how: How, take: Callable[[str, FoundOpening], None]
) -> None:
    """Hand experiments to `take` with what is found, as it comes."""
    table.openings(
        how.objective,
        [table.read_experiment(text) for text in experiments],
        consistent=how.consistent,
        threads=how.threads or available_threads(),
        memory=how.memory,
        found=lambda number, found: take(experiments[number], found),
    )


def find_there(
    cluster: Cluster,
    run: Run,
    game: Game,
    experiments: Sequence[str],
    how: How,
    take: Callable[[str, FoundOpening], None],
) -> None:
    """Hand experiments to `take` with what workers find; `StoppedError` when not all came to their turn."""
    what = "searching for the best play after each opening"
    size = max(1, min(_TOGETHER, len(experiments) // (_PARTS * max(1, cluster.workers))))
    waiting = deque(experiments[at : at + size] for at in range(0, len(experiments), size))
    missing, stopped = len(experiments), None
    with cluster.tasks(run, what, len(waiting)) as tasks:

        def submit() -> None:
            enough = 2 * max(1, cluster.workers)  # no more at once: a task is told the time that is left
            while waiting and tasks.left < enough and run.stop_reason() is None:
                tasks.submit(None, _found, game, waiting.popleft(), how, run.remaining())

        submit()
        for _, found in tasks:
            submit()
            missing -= len(found)
            for text, one in found.items():
                take(text, one)
                stopped = stopped or one[3]
    if missing:  # the time was over just as the last tasks were done, or they had too little of it
        raise StoppedError(run.stop_reason() or stopped or "time", what)


def _found(
    game: Game, experiments: Sequence[str], how: How, time_limit: float | None
) -> dict[str, FoundOpening]:
    """Return what a worker finds about openings, as many as it has the time for."""
    found: dict[str, FoundOpening] = {}
    try:
        table = CodeTable(game, Run(time_limit, listen), how.memory, how.limits)
        find_here(table, experiments, replace(how, threads=how.threads or 1), found.__setitem__)
    except StoppedError:  # before there was anything to report
        pass
    return found
