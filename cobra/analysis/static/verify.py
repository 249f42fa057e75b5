"""Does a plan do what is said of it? Every code is asked everything, by the meaning of the game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

import numpy as np

from cobra.analysis.static.meant import lies_of
from cobra.analysis.static.plan import Answered, Cell, Plan, answered, shown
from cobra.budget import Deadline, Progress, limited
from cobra.errors import StoppedError, TimeLimitError
from cobra.limits import Limits
from cobra.options import MEMORY
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.separate import separable

_WHAT = "asking every code"
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class PlanVerification:
    """What the check of a plan found."""

    plan: Plan
    cells: tuple[Cell, ...]
    """What each row of answers stands for; nothing when an experiment is none of the game."""
    problems: tuple[str, ...]
    """What is wrong; nothing when all that is said of the plan is true."""
    seconds: float

    @property
    def correct(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.problems


@limited
def verify_plan(
    plan: Plan,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> PlanVerification:
    """Ask every code of the game all experiments of a plan, and compare with what is said of it.

    The codes are listed and the answers evaluated by the formulas of the game, without the core. Codes with
    different goals must have different answers, unless a SAT solver proves that no experiment tells them
    apart; where answers may be lies they must differ in as many as `pairs.py` says. That no plan is shorter
    cannot be seen from a plan. `StoppedError` after `time_limit` seconds; `LimitError` when listing the codes
    takes more steps than the limit `codes`, or asking them more than `memory` bytes.
    """
    started = time.perf_counter()
    deadline = Deadline(time_limit)
    tick = deadline.ticker(_WHAT, progress)
    meaning = Meaning(plan.game, (limits or Limits()).codes, memory, tick)
    cells: tuple[Cell, ...] = ()
    problems = [
        f"experiments[{number}]: this is not an experiment of the game"
        for number, experiment in enumerate(plan.experiments)
        if not meaning.allows(experiment)
    ]
    if not problems:
        found = answered(plan, meaning)
        cells = tuple(shown(plan, meaning, found.rows))
        try:
            problems += _left_together(meaning, list(found.rows.values()), deadline)
            problems += islice(_confused(meaning, found, 2 * lies_of(plan.game) + 1), _MOST_PROBLEMS)
        except TimeLimitError:
            raise StoppedError("time", _WHAT) from None
        for name, said, is_ in (
            ("codes", plan.codes, len(meaning.codes)),
            ("cells", plan.cells, len(found.rows)),
            *_costs(plan, meaning, found.paid),
        ):
            problems += [f"{name}: it is {is_}, not {said}"] if said != is_ else []
    return PlanVerification(plan, cells, tuple(problems[:_MOST_PROBLEMS]), time.perf_counter() - started)


def _costs(
    plan: Plan, meaning: Meaning, paid: Sequence[Fraction]
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Yield what is said to be paid, and what is."""
    if plan.cost is not None:
        together = sum(weight * cost for weight, cost in zip(meaning.weights, paid, strict=True))
        yield "cost.worst", plan.cost.worst, max(paid)
        yield "cost.average", plan.cost.average, Fraction(together) / sum(meaning.weights)


def _left_together(meaning: Meaning, cells: Sequence[Sequence[int]], deadline: Deadline) -> Iterator[str]:
    """Yield what is wrong with cells of different goals: two codes that an experiment tells apart.

    Being inseparable is an equivalence, so neighbours are enough.
    """
    mixed = [codes for codes in cells if len({meaning.goals[code] for code in codes}) > 1]
    apart = separable(meaning, [pair for codes in mixed for pair in pairwise(codes)], deadline)
    for codes in mixed:
        pair = next((pair for pair in pairwise(codes) if pair in apart), None)
        if pair is not None:
            one, other = (meaning.notation.code(meaning.codes[code]) for code in pair)
            yield f"{one} and {other} answer all experiments alike, but there is one that tells them apart"


def _confused(meaning: Meaning, found: Answered, times: int) -> Iterator[str]:
    """Yield what is wrong with codes of different goals whose answers differ, but in too few of them.

    No final answer tells them apart, so lies can make them alike.
    """
    rows, finals = found.rows, found.finals
    if times == 1:
        return
    numbers: list[dict[object, int]] = [{} for _ in next(iter(rows), ())]
    of = np.array([[n.setdefault(v, len(n)) for n, v in zip(numbers, row, strict=True)] for row in rows])
    codes = list(rows.values())
    for place, own in enumerate(of):
        meaning.tick()
        differing = (of[:place] != own).sum(axis=1)
        for other in np.flatnonzero(differing < times).tolist():
            differ = set(np.flatnonzero(of[other] != own).tolist())
            pair = _of_different_goals(meaning, codes[other], codes[place])
            if pair is not None and not differ & (finals[pair[0]] | finals[pair[1]]):
                names = [meaning.notation.code(meaning.codes[code]) for code in pair]
                yield (
                    f"{names[0]} and {names[1]} may be confused: {len(differ)} of their answers differ, and "
                    f"{times} have to"
                )


def _of_different_goals(
    meaning: Meaning, ones: Sequence[int], others: Sequence[int]
) -> tuple[int, int] | None:
    """Return a code of each cell so that their goals differ, None where there is one goal in both."""
    for one in ones:
        for other in others:
            if meaning.goals[one] != meaning.goals[other]:
                return one, other
    return None
