"""Certificates of games where only knowledge changes: from the facts that a search kept of sets of codes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from cobra.analysis.certified import Certified
from cobra.analysis.checkpoint import Checkpoint
from cobra.certificate import Claim, write_certificate
from cobra.certificate.claims import claims_of
from cobra.certificate.game import experiment_number, front_of, slot_order
from cobra.certificate.parts import Measure
from cobra.engine.core import OptimalResult
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError
from cobra.interval import MEASURES

_LONGEST: Final = (1 << 32) - 1
"""The core counts no more experiments of a play."""


def certify_codes(
    table: CodeTable,
    found: OptimalResult,
    path: str | Path,
    *,
    objective: str,
    max_depth: int | None,
    consistent: bool,
    first: CoreExperiment | None,
    memory: int,
    facts: bytes,
    store: Checkpoint | None = None,
    run: Run,
) -> Certified:
    """Write a certificate of what a search proved; `facts` are those that it kept.

    `GameError` where there is nothing to prove, or no file can be made, `LimitError`, `StoppedError`; then
    nothing is written. What was made until it was stopped is kept in `store`, and gone on with.
    """
    if found.infeasible:
        claims: tuple[Claim, ...] = (Claim(max_depth, None),)
    else:
        least = {measure: lower for measure, lower, _ in found.intervals}
        needed = claims_of(objective, max_depth, least)
        claims = tuple(claim for _, claim in needed if claim.value != 0)
    if not claims:
        raise GameError("nothing has to be found out, so there is nothing to prove")
    if any(claim.left is not None and claim.left > _LONGEST for claim in claims):
        raise GameError(f"a certificate is about plays of at most {_LONGEST:,} experiments, or of any length")
    game = table.game
    measure: Measure = "nodes" if "nodes" in MEASURES[objective] else "sum"
    front = front_of(game, measure, claims, consistent=consistent)
    held = table.compiled.view.game  # sets come in the order of the ascending parameters that they stand for
    orders = [slot_order(space) for space in (game.codes, *(type_.space for type_ in held.experiments))]
    settings = f"{measure}, consistent {consistent}, first {first}"
    begun = b"" if store is None else store.draft(settings)
    made = run.call(
        "proving that nobody can do better",
        lambda control: table.engine.prove(
            orders,
            measure == "nodes",
            [(claim.left, claim.value) for claim in claims],
            consistent,
            None if first is None else (first, _number(table, first)),
            memory,
            facts,
            begun,
            control,
        ),
        lambda control: f"{control.progress()[0]:,} facts",
    )
    if store is not None:
        store.keep_draft(settings, b"" if made.stopped is None else made.items)
    if made.stopped is not None:
        raise StoppedError(made.stopped, "proving that nobody can do better")
    head = replace(front.head, first=made.first)
    front = replace(front, head=head, codes=table.codes, experiments=made.experiments)
    write_certificate(path, front, made.items)
    return Certified(str(path), claims, made.elements, made.facts, Path(path).stat().st_size)


def _number(table: CodeTable, experiment: CoreExperiment) -> int:
    """Return the number of an experiment in the order of the checker, as far as it can be told."""
    try:
        return experiment_number(table.game, table.compiled.experiment(experiment))
    except (LimitError, ValueError):
        return 0
