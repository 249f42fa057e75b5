"""Answers that no code gives with the lies allowed: how many must be lies, and which they could be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cobra.budget import Deadline
from cobra.engine.made import Made
from cobra.errors import StoppedError
from cobra.play.believed_position import BelievedPosition
from cobra.play.contradiction import Contradiction, replayed_repairs
from cobra.sat.clash import smallest_clash

_SECONDS: Final = 2.0
"""So long it may take to find out that no fewer answers clash; without it some of them are still named."""
_WHAT: Final = "looking for the fewest answers that clash"


@dataclass(frozen=True, slots=True)
class LiesCase:
    """Answers that could be the lies. Experiments have numbers from 1."""

    lies: tuple[int, ...]
    codes: int
    """Codes that are possible then; where the secret moves those it may be now."""
    code: str
    """The first of them."""


@dataclass(frozen=True)
class TooManyLies(Contradiction):
    """Answers that no code gives with the lies allowed."""

    allowed: int
    """Answers that may be lies."""
    needed: int | None
    """The fewest lies with which a code is possible; None when none is, however many are lies."""
    cases: tuple[LiesCase, ...]
    """Which answers the lies could be then, those of most codes first; where the secret moves one case for
    each code, though there may be others."""

    def document(self) -> dict[str, Any]:
        """Return what is known, for JSON."""
        cases = [{"lies": list(one.lies), "codes": one.codes, "code": one.code} for one in self.cases]
        return {**super().document(), "allowed": self.allowed, "needed": self.needed, "cases": cases}


def too_many_lies(position: BelievedPosition) -> TooManyLies:
    """Return why nothing is possible in a position, and what would be if more answers were lies.

    `StoppedError` when there is no time even for that.
    """
    if reason := position.run.stop_reason():
        raise StoppedError(reason, "looking for a code that fits all answers")
    beliefs, history = position.beliefs, position.history
    courses = beliefs.courses(history)
    needed = min((len(course.lies) for course in courses.values()), default=None)
    by_lies: dict[tuple[int, ...], list[int]] = {}
    for code, course in sorted(courses.items()):
        if len(course.lies) == needed:
            by_lies.setdefault(tuple(place + 1 for place in course.lies), []).append(code)
    cases = [LiesCase(lies, len(codes), beliefs.table.show_code(codes[0])) for lies, codes in by_lies.items()]
    start = BelievedPosition(
        beliefs, beliefs.start, run=position.run, memory=position.memory, limits=position.limits
    )
    with position.run.share(1 / 2):
        clash, smallest = _smallest(start, history, *_clashing(start, history))
    repairs, complete = replayed_repairs(start, history)
    return TooManyLies(
        game=position.game,
        history=history,
        clash=tuple(place + 1 for place in clash),
        smallest=smallest,
        repairs=repairs,
        complete=complete,
        wrong=cases[0].lies if cases else (),
        fewest=True,
        allowed=beliefs.lies,
        needed=needed,
        cases=tuple(sorted(cases, key=lambda one: (-one.codes, one.lies))),
    )


def _clashing(start: BelievedPosition, history: tuple[Made, ...]) -> tuple[list[int], bool]:
    """Return answers that no code gives with the lies allowed, and whether none of them can be left out; else
    there was no time to find that out.
    """
    left = list(range(len(history)))
    try:
        for place in range(len(history)):
            fewer = [one for one in left if one != place]
            if not _fits(start, history, fewer):
                left = fewer
    except StoppedError:
        return left, False
    return left, True


def _smallest(
    start: BelievedPosition, history: tuple[Made, ...], clash: list[int], minimal: bool
) -> tuple[list[int], bool]:
    """Return answers that clash, of which there are no fewer, and whether that is known for sure; `clash`:
    some that clash, `minimal` as none can be left out.
    """
    if not minimal:
        return clash, False
    remaining = start.run.remaining()
    deadline = Deadline(_SECONDS if remaining is None else min(_SECONDS, remaining / 2))

    def grown(answers: frozenset[int]) -> frozenset[int] | None:
        if not _fits(start, history, answers):
            return None
        for place in range(len(history)):
            deadline.check(_WHAT)
            if place not in answers and _fits(start, history, answers | {place}):
                answers |= {place}
        return answers

    try:
        return sorted(smallest_clash(frozenset(clash), len(history), grown, deadline=deadline)), True
    except StoppedError:
        return clash, False


def _fits(start: BelievedPosition, history: tuple[Made, ...], heard: Collection[int]) -> bool:
    """Return whether something is possible when only some of the answers are heard."""
    belief: Mapping[int, int] = start.belief
    for place, made in enumerate(history):
        if reason := start.run.stop_reason():
            raise StoppedError(reason, _WHAT)
        if place in heard:
            belief, _ = start.beliefs.after(belief, made)
        else:
            belief = start.beliefs.unheard(belief, made.experiment)
        if not belief:
            return False
    return True
