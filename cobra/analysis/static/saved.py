"""A plan written to a file and verified there and then, when that is quick."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from cobra.analysis.static.files import plan_of_text, write_new_plan
from cobra.analysis.static.plan import Plan
from cobra.analysis.static.verify import PlanVerification, verify_plan
from cobra.budget import Progress
from cobra.limits import Limits
from cobra.strategy.document import read_text
from cobra.strategy.saved import verify_when_quick, write_verified


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
    something is wrong with it, which is a mistake of cobra; then a file that is there already is left as it
    is.
    """
    answers = plan.codes * len(plan.experiments)

    def found(what: Plan, time_limit: float | None) -> PlanVerification:
        return verify_plan(what, time_limit=time_limit, limits=limits, progress=progress)

    def written(new: Path, time_limit: float | None) -> PlanVerification:
        bounds = limits or Limits()
        return found(plan_of_text(read_text(new, bounds, str(path)), str(path), bounds), time_limit)

    if path is None:
        return verify_when_quick("plan", answers, partial(found, plan), check=check)
    return write_verified("plan", path, partial(write_new_plan, plan), answers, written, check=check)
