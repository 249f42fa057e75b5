"""A plan written to a file and verified there and then, when that is quick."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cobra.analysis.run import Progress, StoppedError
from cobra.errors import CobraError
from cobra.limits import Limits
from cobra.static_plans.files import read_plan, write_plan
from cobra.static_plans.plan import Plan
from cobra.static_plans.verify import PlanVerification, verify_plan

_MOST_ASKED: Final = 200_000
"""Unasked, plans are verified that take at most so many answers of all codes together."""
_PATIENCE: Final = 1.0
"""So many seconds may a verification take that nobody asked for."""


def save_plan(
    plan: Plan,
    path: str | Path | None,
    *,
    check: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> PlanVerification | None:
    """Write a plan to a file, and verify what the file says; None when that was left out.

    Verified is what is read back, by the meaning of the game: with `check`, or when it takes no more than
    about a second. Without a path nothing is written and the plan itself is verified. `CobraError` when
    something is wrong with it, which is a mistake of cobra.
    """
    if path is not None:
        write_plan(plan, path)
    if not check and plan.codes * len(plan.experiments) > _MOST_ASKED:
        return None
    written = plan if path is None else read_plan(path, limits)
    try:
        verification = verify_plan(
            written, time_limit=None if check else _PATIENCE, limits=limits, progress=progress
        )
    except StoppedError as stop:
        if check or stop.reason != "time":
            raise
        return None
    if not verification.correct:
        raise CobraError(
            f"the plan found does not do what is said of it ({verification.problems[0]}); "
            "this is a mistake in cobra, please report it"
        )
    return verification
