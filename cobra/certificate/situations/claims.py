"""What has to be proved of a game with a state, prices or lost plays so that nobody can do better."""

from __future__ import annotations

from typing import Literal

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
    settings, figures = strategy.settings, strategy.figures
    won = strategy.objective == WON
    if won != front.won or (settings.within is not None) != front.within:
        return ()
    if (front.consistent and not settings.consistent) or (
        front.first is not None and front.first != settings.first
    ):
        return ()
    length = settings.within if front.within else settings.max_depth
    worst, total = figures.measure("worst"), figures.measure("total")
    found = []
    for objective in [WON] if won else [name for name in MEASURES if name != WON]:
        other = figures.nodes if counted(objective) == "nodes" else total
        needed = claims_of(objective, length, lost, worst, other)
        if all(any(_implies(claim, one) for claim in claims) for one in needed):
            found.append(objective)
    return tuple(found)


def _implies(claim: Claim, needed: Claim) -> bool:
    same = claim.measure == needed.measure or claim.value >= NEVER
    return same and claim.left.covers(needed.left) and claim.value >= needed.value
