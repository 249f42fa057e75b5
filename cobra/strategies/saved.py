"""A strategy written to a file and verified there and then, when that is quick."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cobra.analysis.run import Progress, StoppedError
from cobra.errors import CobraError
from cobra.limits import Limits
from cobra.strategies.read import read_strategy
from cobra.strategies.strategy import Strategy
from cobra.strategies.verify import Verification, verify
from cobra.strategies.write import write_strategy

_MOST_PLAYED: Final = 200_000
"""Unasked, strategies are verified whose plays, of all codes together, take at most so many experiments."""
_PATIENCE: Final = 1.0
"""So many seconds may a verification take that nobody asked for."""


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
    something is wrong with it, which is a mistake of cobra.
    """
    if path is not None:
        write_strategy(strategy, path)
    played = sum(length * count for length, count in strategy.figures.distribution.items())
    if not check and played > _MOST_PLAYED:
        return None
    written = strategy if path is None else read_strategy(path, limits)
    try:
        verification = verify(
            written, time_limit=None if check else _PATIENCE, limits=limits, progress=progress
        )
    except StoppedError as stop:
        if check or stop.reason != "time":
            raise
        return None
    if not verification.correct:
        raise CobraError(
            f"the strategy found does not do what is said of it ({verification.problems[0]}); "
            "this is a mistake in cobra, please report it"
        )
    return verification
