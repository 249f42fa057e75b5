"""What has to be proved of a game with a state, prices or lost plays so that nobody can do better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cobra.certificate.about import (
    COSTS_MORE,
    NOT_AS_LONG,
    OTHER_OBJECTIVE,
    about_others,
    about_plays,
    most_telling,
)
from cobra.certificate.situations.parts import Claim, Front
from cobra.certificate.situations.tolls import NEVER, Left, toll
from cobra.interval import MEASURES
from cobra.options import WON
from cobra.strategy.strategy import Strategy


def claims_of(objective: str, length: int | None, lost: int, worst: int, other: int) -> list[Claim]:
    """Return the claims that say that the optimum is this: codes lost by weight, the greatest cost where the
    objective makes that least, and the sum, or experiments in the tree, where it makes that least.

    `length`: plays take no more experiments.
    """
    any_ = Left(length)
    cheap = Left(length, worst)
    measure = counted(objective)
    match MEASURES[objective]:
        case ("worst",):
            claims = [Claim("worst", any_, toll(lost, worst))]
        case ("worst", _):
            claims = [Claim("worst", any_, toll(lost, worst)), Claim(measure, cheap, toll(lost, other))]
        case (_, "worst"):
            claims = [Claim(measure, any_, toll(lost, other))]
            if worst > 0:
                claims.append(Claim(measure, Left(length, worst - 1), toll(lost, other + 1)))
        case _:
            claims = [Claim(measure, any_, toll(lost, other))]
    return [claim for claim in claims if claim.value > 0]


def counted(objective: str) -> Literal["sum", "nodes"]:
    """Return what is counted beside the greatest cost."""
    return "nodes" if "nodes" in MEASURES[objective] else "sum"


def infeasible(length: int | None) -> list[Claim]:
    """Return the claim that no strategy does it."""
    return [Claim("sum", Left(length), NEVER)]


def proved_by(front: Front, claims: list[Claim], strategy: Strategy, lost: int) -> tuple[str, ...]:
    """Return by which objectives no strategy within the same settings is better.

    `lost` is the weight of the codes that it loses. The claims must be true, and so must be the figures of
    the strategy; both are about one game.
    """
    if _about_others(front, claims, strategy) is not None:
        return ()
    asked = [WON] if front.won else [name for name in MEASURES if name != WON]
    return tuple(name for name in asked if not _lacking(front, claims, strategy, lost, name))


def unproved(front: Front, claims: list[Claim], strategy: Strategy, lost: int) -> str:
    """Return why `proved_by` names no objective, or not that of the strategy; the arguments are its."""
    others = _about_others(front, claims, strategy)
    if others is not None:
        return others
    asked = MEASURES if strategy.objective is None else [strategy.objective]
    lacking = [_lacking(front, claims, strategy, lost, name) for name in asked if (name == WON) == front.won]
    return most_telling([reason for reasons in lacking for reason in reasons])


def _about_others(front: Front, claims: list[Claim], strategy: Strategy) -> str | None:
    settings = strategy.settings
    if (strategy.objective == WON) != front.won:
        return OTHER_OBJECTIVE
    if (settings.within is not None) != front.within:
        return about_plays(claims[0].left.length)
    begins = front.first == settings.first
    return about_others(strategy, consistent=front.consistent, first=front.first, begins=begins)


def _lacking(front: Front, claims: list[Claim], strategy: Strategy, lost: int, objective: str) -> list[str]:
    """Return why claims are not there that would say that no strategy is better; nothing when all are."""
    settings, figures = strategy.settings, strategy.figures
    lengths = [length for length in (settings.within, settings.max_depth) if length is not None]
    length = min(lengths, default=None)  # where it is asked how many are won a strategy may give up instead
    worst, total = figures.measure("worst"), figures.measure("total")
    other = figures.nodes if counted(objective) == "nodes" else total
    needed = claims_of(objective, length, lost, worst, other)
    lacking = [one for one in needed if not any(_implies(claim, one) for claim in claims)]
    about_worst = MEASURES[objective][1:] == ("worst",)
    return [
        NOT_AS_LONG if about_worst and one.value > toll(lost, other) else _why(claims, one) for one in lacking
    ]


def _why(claims: Sequence[Claim], needed: Claim) -> str:
    """Return why none of the claims says that it costs so much."""
    about = [claim for claim in claims if claim.measure == needed.measure]
    if any(claim.left.covers(needed.left) for claim in about):
        return COSTS_MORE
    lengths = [claim.left for claim in claims if not Left(claim.left.length).covers(Left(needed.left.length))]
    if len(lengths) < len(claims):
        return OTHER_OBJECTIVE
    return about_plays(max(left.length for left in lengths if left.length is not None))


def _implies(claim: Claim, needed: Claim) -> bool:
    same = claim.measure == needed.measure or claim.value >= NEVER
    return same and claim.left.covers(needed.left) and claim.value >= needed.value
