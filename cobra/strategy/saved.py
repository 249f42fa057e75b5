"""A strategy written to a file and verified there and then, when that is quick."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeVar

from cobra.budget import Progress
from cobra.errors import CobraError, LimitError, StoppedError
from cobra.limits import Limits
from cobra.output import replacing
from cobra.strategy.check.verify import Verification, verify
from cobra.strategy.document import read_text
from cobra.strategy.read import strategy_of_text
from cobra.strategy.strategy import Strategy
from cobra.strategy.write import write_new

V = TypeVar("V", bound="_Checked")

_MOST_ANSWERS: Final = 200_000
"""Unasked, verified is what takes at most so many answers of all codes together."""
_PATIENCE: Final = 1.0
"""So many seconds may a verification take that nobody asked for."""


class _Checked(Protocol):
    """What a check found."""

    @property
    def correct(self) -> bool: ...
    @property
    def problems(self) -> tuple[str, ...]: ...


def save(
    strategy: Strategy,
    path: str | Path | None,
    *,
    check: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Verification | None:
    """Write a strategy to a file, and verify what the file says; None when that was left out.

    Verified is what is read back, by the meaning of the game: with `check`, or when it takes no more than
    about a second. Without a path nothing is written and the strategy itself is verified. `CobraError` when
    something is wrong with it, which is a mistake of cobra; then a file that is there already is left as it
    is.
    """
    answers = sum(length * count for length, count in strategy.figures.distribution.items())

    def found(what: Strategy, time_limit: float | None) -> Verification:
        return verify(what, time_limit=time_limit, limits=limits, progress=progress)

    def written(new: Path, time_limit: float | None) -> Verification:
        bounds = limits or Limits()
        return found(strategy_of_text(read_text(new, bounds, str(path)), str(path), bounds), time_limit)

    if path is None:
        return verify_when_quick("strategy", answers, partial(found, strategy), check=check)
    return write_verified("strategy", path, partial(write_new, strategy), answers, written, check=check)


def write_verified(
    what: str,
    path: str | Path,
    write: Callable[[Path], None],
    answers: int,
    verify_it: Callable[[Path, float | None], V],
    *,
    check: bool,
) -> V | None:
    """Write a file, verify what it says, and only then let it take the place of one that is there.

    It does so, too, when the verification is left out, or is not finished: what was found is not lost. The
    errors are those of `verify_when_quick`, and `GameError` when the file cannot be written.
    """
    unfinished: BaseException
    with replacing(Path(path)) as new:
        write(new)
        try:
            return verify_when_quick(what, answers, partial(verify_it, new), check=check)
        except (StoppedError, LimitError, KeyboardInterrupt) as stop:
            unfinished = stop
    raise unfinished


def verify_when_quick(
    what: str, answers: int, verify_it: Callable[[float | None], V], *, check: bool
) -> V | None:
    """Verify what was found, within a time limit, and return what that says; None when it was left out.

    `answers` is how many it takes to verify it. With `check` that is done however long it takes. `CobraError`
    when something is wrong, which is a mistake of cobra.
    """
    if not check and answers > _MOST_ANSWERS:
        return None
    try:
        verification = verify_it(None if check else _PATIENCE)
    except StoppedError as stop:
        if check or stop.reason != "time":
            raise
        return None
    if not verification.correct:
        raise CobraError(
            f"the {what} found does not do what is said of it ({verification.problems[0]}); "
            "this is a mistake in cobra, please report it"
        )
    return verification
