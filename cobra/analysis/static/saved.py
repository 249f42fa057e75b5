"""A plan written to a file and verified there and then, when that is quick."""

from __future__ import annotations

from pathlib import Path

from cobra.analysis.static.files import read_plan, write_plan
from cobra.analysis.static.plan import Plan
from cobra.analysis.static.verify import PlanVerification, verify_plan
from cobra.budget import Progress
from cobra.limits import Limits
from cobra.strategy.saved import verify_when_quick


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

    def again(time_limit: float | None) -> PlanVerification:
        written = plan if path is None else read_plan(path, limits)
        return verify_plan(written, time_limit=time_limit, limits=limits, progress=progress)

    return verify_when_quick("plan", plan.codes * len(plan.experiments), again, check=check)
