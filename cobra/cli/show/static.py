"""Plans of experiments fixed in advance, and what the check of one found, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cobra.amounts import amount
from cobra.analysis.static.find import StaticResult
from cobra.analysis.static.meant import lies_of
from cobra.analysis.static.plan import Cell, Plan, PlanCost
from cobra.analysis.static.verify import PlanVerification
from cobra.cli.show.check import proof_line, proof_object
from cobra.cli.show.rows import inseparable_warnings, not_finished
from cobra.cli.show.text import bold, dump, duration, pairs, plural, shorten, table, title
from cobra.errors import REASONS
from cobra.figures import decimal, exact
from cobra.model.game import Game

_EXPERIMENTS: Final = {
    True: "that split the codes differently",
    False: "drawn at random: there are too many to list",
}


@dataclass(frozen=True, slots=True)
class Saved:
    """What was done with a plan: its file, its verification, if there were, and whether to show a table."""

    path: str | None
    verification: PlanVerification | None
    table: bool


def static_text(result: StaticResult, saved: Saved | None) -> str:
    """Return a plan, what is proved about it, and what was written."""
    plan = result.plan
    head = [
        ("codes", f"{plan.codes:,}", f"{result.goals:,} to be told apart"),
        ("experiments", amount(result.experiments), _EXPERIMENTS[result.listed]),
        *_lies_line(plan.game),
        proof_line(result.proof),
    ]
    lines = [title(plan.game), *pairs(head), "", *_plan_lines(plan), "", bold(_verdict(result))]
    if saved is not None and saved.path is not None:
        lines.append(f"written to {saved.path}")
    if saved is not None and saved.verification is not None:
        seconds = duration(saved.verification.seconds)
        told = "all codes are" if result.goals == plan.codes else "all that can be is"
        lines.append(f"verified by the meaning of the game: {told} told apart ({seconds})")
    elif saved is not None:
        lines.append("not verified, which would take long: --check does it")
    if saved is not None and saved.verification is not None and saved.table:
        lines += ["", *_table_lines(plan, saved.verification.cells)]
        lines += _table_with_lies(plan.game)
    return "\n".join(lines)


def _lies_line(game: Game) -> list[tuple[str, str, str]]:
    """Return how many answers may be lies, and what that demands of a plan; nothing without lies."""
    lies = lies_of(game)
    final = ", or a final one" if game.ending == "hit" else ""
    return [("lies", f"{lies}", f"at most: codes differ in {2 * lies + 1} answers{final}")] if lies else []


def _table_with_lies(game: Game) -> list[str]:
    """Return how the table is read where answers may be lies."""
    lies = lies_of(game)
    if not lies:
        return []
    final = "; final answers are true" if game.ending == "hit" else ""
    wrong = "one of these answers" if lies == 1 else f"up to {lies} of these answers"
    return ["", f"{wrong} may be wrong: no other row is as near as that of the code{final}"]


def _plan_lines(plan: Plan) -> list[str]:
    if not plan.experiments:
        return ["no experiment is needed"]
    return [f"  {number}  {shorten(text)}" for number, text in enumerate(plan.texts, start=1)]


def _verdict(result: StaticResult) -> str:
    plan = result.plan
    count = plural(len(plan.experiments), "experiment")
    if plan.cost is not None and plan.experiments:
        return f"{count}, {_cost_text(plan.cost)}; {_cost_verdict(result, plan.cost)}"
    if plan.proved:
        return f"{count}; proved: fewer do not do" if plan.experiments else "all is known from the start"
    reason = f"stopped by {REASONS[result.stopped or 'time']}"
    return f"{reason}; proved: at least {plan.lower}, at most {count}"


def _cost_text(cost: PlanCost) -> str:
    """Return what a plan costs."""
    if cost.worst == cost.average:
        return f"cost {exact(cost.worst)}"
    return f"cost {exact(cost.worst)} at most, {decimal(cost.average)} on average"


def _cost_verdict(result: StaticResult, cost: PlanCost) -> str:
    """Return what is proved about what a plan costs."""
    if cost.proved:
        return "proved: no plan is cheaper"
    reason = REASONS[result.stopped or "time"]
    return f"stopped by {reason}; proved: none costs less than {exact(cost.lower)} at most"


def _table_lines(plan: Plan, cells: Sequence[Cell]) -> list[str]:
    header = [*(str(number) for number in range(1, len(plan.experiments) + 1)), "code"]
    return table(header, [[*cell.answers, "; ".join(cell.codes)] for cell in cells])


def static_warnings(result: StaticResult) -> list[str]:
    """Return what a user should know beside the result."""
    plan = result.plan
    warnings = inseparable_warnings(result.inseparable, result.undecided)
    if result.proof.stopped:
        warnings.append("that the game is well-formed is not proved, and without that nothing is")
    better = "shorter" if plan.cost is None else "cheaper"
    if not result.listed and not plan.proved:
        warnings.append(
            f"a {better} plan may have experiments that were not drawn; another --seed draws others"
        )
    elif result.stopped:
        missing = (
            "the proof that fewer experiments do not do"
            if plan.cost is None
            else "the proof that no plan is cheaper"
        )
        warnings.append(not_finished([missing], result.stopped))
    return warnings


def static_json(result: StaticResult, saved: Saved | None) -> str:
    """Return the JSON document of `static`."""
    plan = result.plan
    verification = None if saved is None else saved.verification
    document: dict[str, Any] = {
        "game": _game_object(plan),
        "proof": proof_object(result.proof),
        "experiments": len(plan.experiments),
        "plan": list(plan.texts),
        "proved": plan.proved,
        "lower": plan.lower,
        "upper": len(plan.experiments),
        "listed": result.listed,
        "goals": result.goals,
        "cells": plan.cells,
        "inseparable": result.inseparable,
        "undecided": result.undecided,
        "stopped": result.stopped,
        **_cost_object(plan),
        "file": None if saved is None else saved.path,
        "verified": verification is not None,
    }
    if saved is not None and saved.table and verification is not None:
        document["table"] = [
            {"answers": list(cell.answers), "codes": list(cell.codes)} for cell in verification.cells
        ]
    return dump(document)


def _cost_object(plan: Plan) -> dict[str, Any]:
    """Return what a plan costs, in a game with prices."""
    if plan.cost is None:
        return {}
    cost = plan.cost
    return {"cost": {"worst": str(cost.worst), "average": str(cost.average), "lower": str(cost.lower)}}


def _game_object(plan: Plan) -> dict[str, Any]:
    return {
        "name": plan.game.name,
        "file": plan.game.file,
        "params": dict(plan.game.arguments),
        "codes": plan.codes,
    }


def plan_verification_text(result: PlanVerification) -> str:
    """Return the plan and that all said of it is true, or what is wrong."""
    plan = result.plan
    best = "fewest" if plan.cost is None else "cheapest"
    claim = f"said to be the {best}, which is not checked here" if plan.proved else f"at least {plan.lower}"
    cost = [] if plan.cost is None else [("cost", _cost_text(plan.cost).removeprefix("cost "), "")]
    head = [
        ("experiments", f"{len(plan.experiments):,}", claim),
        *cost,
        ("codes", f"{plan.codes:,}", "every one asked"),
        ("time", duration(result.seconds), ""),
    ]
    lines = [title(plan.game), *pairs(head), "", *_plan_lines(plan), ""]
    if result.correct:
        return "\n".join([*lines, bold(f"verified: the answers tell {_told_apart(result)}")])
    return "\n".join([*lines, bold("wrong:"), *(f"  {problem}" for problem in result.problems)])


def _told_apart(result: PlanVerification) -> str:
    """Return what the answers to a correct plan tell apart: not codes of one goal, nor inseparable ones."""
    if result.plan.game.goal:
        return "all goals apart that can be told apart"
    alone = all(len(cell.codes) == 1 for cell in result.cells)
    return "all codes apart" if alone else "all codes apart that can be told apart"


def plan_verification_json(result: PlanVerification) -> str:
    """Return the JSON document of `verify` for a plan."""
    plan = result.plan
    return dump(
        {
            "game": {"name": plan.game.name, "params": dict(plan.game.arguments)},
            "plan": list(plan.texts),
            "correct": result.correct,
            "problems": list(result.problems),
            "seconds": round(result.seconds, 6),
        }
    )
