"""Certificates of what a search proved: what is claimed, and the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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
from cobra.errors import CobraError, GameError, LimitError, StoppedError
from cobra.interval import MEASURES
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import UNSEEN_OBJECTIVE, WON

UNPROVED: Final = "what it would say is not proved"
"""Why there is no certificate of what a search has left open."""


@dataclass(frozen=True)
class Certification:
    """What became of the wish for a certificate: one of the two is there if one was asked for."""

    written: Certified | None = None
    failure: CobraError | None = None
    """Why none was written."""


def certification(
    path: str | Path | None,
    table: CodeTable,
    found: OptimalResult,
    sound: bool,
    *,
    objective: str,
    max_depth: int | None = None,
    within: int | None = None,
    consistent: bool = False,
    first: CoreExperiment | None = None,
    memory: int,
    facts: bytes,
    store: Checkpoint | None = None,
    run: Run,
) -> Certification:
    """Write a certificate of what a search proved, if there is a path; arguments as of `certify`.

    `sound`: the game is proved well-formed. The answer of the search is true whatever becomes of it.
    """
    if path is None:
        return Certification()
    if not (sound and found.proved):
        return Certification(failure=GameError(UNPROVED))

    def write() -> Certified:
        from cobra.analysis.certify_beliefs import certify_beliefs  # takes a while, and few ask for it
        from cobra.analysis.certify_situations import certify_situations

        shown = None if first is None else table.show_experiment(first)
        if table.game.unseen is not None:
            if objective != UNSEEN_OBJECTIVE:
                raise GameError(
                    "where answers are wrong by chance only the worst case has a certificate (--objective "
                    "worst): a proof about chances would have to list far more than what is possible"
                )
            return certify_beliefs(
                table.game,
                table.limits,
                path,
                worst=None if found.infeasible else found.intervals[0][1],
                length=max_depth,
                consistent=consistent,
                first=shown,
                memory=memory,
                run=run,
            )
        if table.game.memory is not None or objective == WON:
            length = within if within is not None else max_depth
            if within is not None and max_depth is not None:
                length = min(within, max_depth)
            return certify_situations(
                table,
                found,
                path,
                objective=objective,
                length=length,
                within=within is not None,
                consistent=consistent,
                first=shown,
                memory=memory,
                run=run,
            )
        return certify(
            table,
            found,
            path,
            objective=objective,
            max_depth=max_depth,
            consistent=consistent,
            first=first,
            memory=memory,
            facts=facts,
            store=store,
            run=run,
        )

    return _attempted(write)


def _attempted(write: Callable[[], Certified]) -> Certification:
    """Return what is written, or why nothing is."""
    try:
        return Certification(write())
    except CobraError as error:
        return Certification(failure=error)
    except KeyboardInterrupt:
        return Certification(failure=StoppedError("interrupt", "writing the certificate"))


def certified_worst(
    path: str | Path | None,
    game: Game,
    worst: int | None,
    length: int | None,
    proved: bool,
    *,
    memory: int,
    run: Run,
) -> Certification:
    """Write a certificate of what counting found out of a game whose codes are not listed, if there is a
    path.
    """
    if path is None:
        return Certification()
    if not proved:
        return Certification(failure=GameError(UNPROVED))

    def write() -> Certified:
        from cobra.analysis.certify_beliefs import certify_beliefs

        return certify_beliefs(
            game,
            Limits(),
            path,
            worst=worst,
            length=length,
            consistent=False,
            first=None,
            memory=memory,
            run=run,
        )

    return _attempted(write)


def certify(
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
