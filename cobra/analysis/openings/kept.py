"""Openings that are proved, kept in a file from run to run."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from cobra.analysis.checkpoint import fingerprint
from cobra.engine.compile import CompiledGame
from cobra.engine.core import COBRA_VERSION
from cobra.engine.table import FoundOpening
from cobra.errors import GameError
from cobra.output import check_target, write_text

_FORMAT: Final = "openings of cobra, 1"
_FLUSH: Final = 2.0
"""Seconds between two times that the file is written, at least: a killed run loses no more."""


class Kept:
    """What is proved of openings, by experiment as printed; in a file, if there is a path.

    The file is that of one game, objective and version of cobra; `GameError` for another one, and for a file
    that clearly cannot be written.
    """

    def __init__(self, path: str | Path | None, compiled: CompiledGame, asked: str) -> None:
        self._path = None if path is None else check_target(path, (".json",), "what is found")
        self._head = {
            "format": _FORMAT,
            "cobra": COBRA_VERSION,
            "game": fingerprint(compiled),
            "asked": asked,
        }
        self.failure: GameError | None = None
        """Why nothing more is kept, as when the disk is full: that is no reason to end a search."""
        self._known: dict[str, Any] = {}
        self._written = time.monotonic()
        if self._path is not None and self._path.exists():
            self._known = self._read(self._path)

    def get(self, experiment: str) -> FoundOpening | None:
        """Return what is proved of an opening, None when nothing is."""
        if experiment not in self._known:
            return None
        intervals, figures = self._known[experiment]
        total, worst = figures
        return [(measure, lower, upper) for measure, lower, upper in intervals], (total, worst), True, None

    def add(self, experiment: str, found: FoundOpening) -> None:
        """Keep what is proved of an opening; it is in the file before long, and at the end."""
        intervals, figures, proved, _ = found
        if proved and figures is not None:
            self._known[experiment] = intervals, figures
        if time.monotonic() > self._written + _FLUSH:
            self._write()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        if self._path is not None and self.failure is None:
            lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in self._known.items())
            head = json.dumps(self._head).removesuffix("}")
            try:
                write_text(self._path, f'{head},\n"openings": {{\n{lines}\n}}}}\n')
            except GameError as error:
                self.failure = error

    def _read(self, path: Path) -> dict[str, Any]:
        try:
            document = json.loads(path.read_text("utf-8"))
            openings = document.pop("openings")
            sound = document.get("format") == _FORMAT and all(map(_is_sound, openings.values()))
        except OSError as error:
            raise GameError(f"cannot read {path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            sound = False
        if not sound:
            raise GameError(f"{path} holds no openings of cobra; it is left as it is")
        if document != self._head:
            raise GameError(f"{path} holds openings of another game, objective or version of cobra")
        return dict(openings)


def _is_sound(one: Any) -> bool:
    """Return whether intervals and figures are of the right kind, and closed."""
    intervals, figures = one
    closed = all(
        measure in ("total", "worst", "nodes") and isinstance(lower, int) and lower == upper
        for measure, lower, upper in intervals
    )
    return closed and len(figures) == 2 and all(isinstance(figure, int) for figure in figures)
