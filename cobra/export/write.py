"""Strategies written in any of the formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from cobra.arguments import checked
from cobra.budget import Progress
from cobra.errors import GameError
from cobra.export.played import PlayedStrategy
from cobra.limits import Limits
from cobra.options import ENDINGS, FORMATS, MEMORY, read_format
from cobra.output import check_writable, replacing
from cobra.strategy.strategy import Strategy


@checked
def export_lines(
    strategy: Strategy,
    to: str,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Iterator[str]:
    """Return a strategy in a format, a name of `cobra.options.FORMATS`, as pieces of text.

    Every code is played through the strategy first, by the meaning of the game: `GameError` when it does not
    fit its game, or for an unknown format. `StoppedError` after `time_limit` seconds; `LimitError` when
    listing the codes takes more steps than the limit `codes`, or playing them more than `memory` bytes.
    """
    lines: Callable[[PlayedStrategy], Iterator[str]] = import_module(f"cobra.export.{read_format(to)}").lines
    return lines(
        PlayedStrategy(strategy, memory=memory, time_limit=time_limit, limits=limits, progress=progress)
    )


@checked
def export_strategy(
    strategy: Strategy,
    path: str | Path,
    to: str | None = None,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> None:
    """Write a strategy to a file in a format, by default the one that the ending of its name stands for.

    A file that is there is replaced when the new one is complete. `GameError` when it cannot be written;
    otherwise as `export_lines`.
    """
    target = Path(path)
    form = check_export(target, to)
    pieces = export_lines(
        strategy, form, memory=memory, time_limit=time_limit, limits=limits, progress=progress
    )
    with (
        replacing(target) as new,
        # half a surrogate pair, which no text should have, becomes a question mark
        new.open("w", encoding="utf-8", errors="replace", newline="") as stream,
    ):
        stream.writelines(pieces)


def check_export(path: Path, to: str | None) -> str:
    """Return the format of a file; `GameError` when it is unknown or the file cannot be written."""
    form = ENDINGS.get(path.suffix.lower()) if to is None else read_format(to)
    if form is None:
        known = ", ".join(f"{ending} ({name})" for ending, name in ENDINGS.items())
        raise GameError(
            f"{path}: no format has this ending, only {known}; or name one of {' '.join(FORMATS)}"
        )
    check_writable(path)
    return form
