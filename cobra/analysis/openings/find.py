"""Every way to begin a game, with the exact cost of the best play after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import log2
from pathlib import Path
from typing import Final

from cobra.analysis.check import Check, prove
from cobra.analysis.openings.kept import Kept
from cobra.analysis.openings.opening import Opening, opening, rank
from cobra.analysis.openings.work import How, find_here, find_there
from cobra.budget import Progress, limited
from cobra.cluster.cluster import AnyCluster, joined
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable, FoundOpening
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.memory import demand_knowledge_only
from cobra.model.unseen import default_objective
from cobra.options import (
    DEFAULT_SAT_SOLVER,
    MEMORY,
    OBJECTIVES,
    read_choice,
)

MOST: Final = 1 << 20
"""So many openings that differ are looked at, at most."""
_SPLIT: Final = 1 << 10
"""Experiments whose cells are counted at a time."""


@dataclass(frozen=True)
class Openings:
    """All ways to begin that differ, the best first; those not proved come last."""

    game: Game
    proof: Check
    """That the game is well-formed."""
    objective: str
    consistent: bool
    codes: int
    weight: int
    """Σ weight over all codes; their number when they have no weights."""
    openings: tuple[Opening, ...]
    experiments: int
    """All first experiments."""
    telling_nothing: int
    """Those that have the same outcome for all codes: nobody begins so, and they are left out."""
    stopped: str | None
    """Why something is missing: "time", "interrupt", "memory" or "cluster"; None when nothing is."""
    unkept: str | None
    """Why the file does not hold all that was proved; None when it does, or there is none."""


@limited
def openings(
    game: Game,
    objective: str | None = None,
    *,
    consistent: bool = False,
    cluster: AnyCluster | None = None,
    results: str | Path | None = None,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Openings:
    """Prove a game well-formed and find for each first experiment what the best play after it costs.

    Of experiments that symmetries of the game carry to each other one is looked at. `objective` is what the
    play makes least, a name of `cobra.options.OBJECTIVES` (None: the average); with `consistent` all
    experiments after the first are such as can still be final. What is found out after one opening is known
    for the next. `results` is a JSON file that keeps what is proved, and from which the next run goes on.
    With a `cluster` its workers take some openings at a time, and `threads` 0 is one thread there. The other
    arguments are those of `cobra.optimal`. After `time_limit` seconds, or Ctrl-C, what is proved by then is
    returned. `GameError` for an ill-formed game, a wrong request or a file that cannot be used, `LimitError`
    when there are too many codes or openings to list.
    """
    unseen = game.unseen
    if unseen is None or unseen.moves or unseen.noise is not None:
        demand_knowledge_only(
            game, "the value of every opening", "`cobra optimal --first EXPERIMENT` finds that of one"
        )
    objective = default_objective(game) if objective is None else objective
    read_choice("objective", tuple(OBJECTIVES), objective)
    run = Run(time_limit, progress)
    limits = limits or Limits()
    table = CodeTable(game, run, memory, limits)
    if consistent:
        table.demand_finals()
    with run.share(1 / 2):
        proof = prove(game, sat_solver, run.remaining())
    if proof.problems:
        raise GameError("\n".join(proof.problems))
    classes, experiments = table.representatives(("history",), (), at_most=MOST, memory=memory)
    ordered, nothing = _ordered(table, classes)
    table.demand_beginning(None if ordered or not classes else classes[0][0])
    alike = {table.show_experiment(experiment): number for experiment, number in ordered}
    known: dict[str, Opening] = {}
    stopped = proof.stopped
    with Kept(
        results,
        table.compiled,
        objective,
        alike,
        consistent=consistent,
        is_another=partial(_is_opening, table),
    ) as kept:
        for text, number in alike.items():
            if (before := kept.get(text)) is not None:
                known[text] = opening(text, number, before)
        todo = [text for text in alike if text not in known]

        def take(text: str, found: FoundOpening) -> None:
            nonlocal stopped
            kept.add(text, found)
            known[text] = opening(text, alike[text], found)
            stopped = stopped or found[3]

        how = How(objective, consistent, threads, memory, limits)
        try:
            if cluster is None:
                find_here(table, todo, how, take)
            else:
                with joined(cluster) as workers:
                    find_there(workers, run, game, todo, how, take)
        except StoppedError as stop:
            stopped = stop.reason
        except KeyboardInterrupt:  # between two calls of the core
            stopped = "interrupt"
    rows = sorted((known.get(text, Opening(text, number)) for text, number in alike.items()), key=rank)
    return Openings(
        game=game,
        proof=proof,
        objective=objective,
        consistent=consistent,
        codes=table.codes,
        weight=table.weight,
        openings=tuple(rows),
        experiments=experiments,
        telling_nothing=nothing,
        stopped=stopped,
        unkept=None if kept.failure is None else str(kept.failure),
    )


def _is_opening(table: CodeTable, text: str) -> bool:
    """Return whether a text is an experiment, as it is printed, that tells something."""
    try:
        experiment = table.read_experiment(text)
    except GameError:
        return False
    return table.show_experiment(experiment) == text and len(table.splits([experiment])[0]) > 1


def _ordered(
    table: CodeTable, classes: Sequence[tuple[CoreExperiment, int]]
) -> tuple[list[tuple[CoreExperiment, int]], int]:
    """Return openings, those that tell most first, and the number of experiments that tell nothing."""
    told: list[float] = []
    for at in range(0, len(classes), _SPLIT):
        splits = table.splits([experiment for experiment, _ in classes[at : at + _SPLIT]])
        told += [sum(codes * log2(table.codes / codes) for _, codes in cells) for cells in splits]
    order = sorted((number for number in range(len(classes)) if told[number] > 0), key=lambda n: -told[n])
    nothing = sum(alike for number, (_, alike) in enumerate(classes) if told[number] <= 0)
    return [classes[number] for number in order], nothing
