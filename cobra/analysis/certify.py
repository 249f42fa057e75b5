"""Certificates of what a search proved: which kind there is for a game, and why none is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cobra.analysis.certified import Certified
from cobra.engine.core import OptimalResult
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, GameError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import UNSEEN_OBJECTIVE, WON

if TYPE_CHECKING:
    from cobra.analysis.checkpoint import Checkpoint

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
    """Write a certificate of what a search proved, if there is a path; arguments as of `certify_codes`.

    `sound`: the game is proved well-formed. The answer of the search is true whatever becomes of it.
    """
    if path is None:
        return Certification()
    if not (sound and found.proved):
        return Certification(failure=GameError(UNPROVED))

    def write() -> Certified:
        from cobra.analysis.certify_beliefs import certify_beliefs  # takes a while, and few ask for it
        from cobra.analysis.certify_chances import certify_chances
        from cobra.analysis.certify_codes import certify_codes
        from cobra.analysis.certify_situations import certify_situations

        shown = None if first is None else table.show_experiment(first)
        length = min((most for most in (within, max_depth) if most is not None), default=None)
        if table.game.unseen is not None and objective != UNSEEN_OBJECTIVE:
            return certify_chances(
                table,
                found,
                path,
                length=length,
                consistent=consistent,
                first=shown,
                memory=memory,
                run=run,
            )
        if table.game.unseen is not None:
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
        return certify_codes(
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
