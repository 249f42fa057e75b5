"""Openings that are proved, kept in a file from run to run."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Collection
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from cobra.analysis.checkpoint import fingerprint
from cobra.engine.compile import CompiledGame
from cobra.engine.core import COBRA_VERSION
from cobra.engine.table import FoundOpening
from cobra.errors import GameError
from cobra.interval import MEASURES, TOTAL
from cobra.output import check_kept, check_target, taking_turns, write_text

_FORMAT: Final = "openings of cobra, 1"
_TOO_MUCH: Final = 1 << 63
"""The core counts to less than that."""
_FLUSH: Final = 2.0
"""Seconds between two times that the file is written, at least: a killed run loses no more."""


class Kept:
    """What is proved of openings, by experiment as printed; in a file, if there is a path.

    The file is that of one game, objective and version of cobra, and several runs may add to it; `GameError`
    for another one, for one that does not hold what is known of some openings, and for a file that clearly
    cannot be written. Openings are these `openings`, and what `is_another` says to be one, too: a run that
    had no time to look for symmetries has kept more of them.
    """

    def __init__(
        self,
        path: str | Path | None,
        compiled: CompiledGame,
        objective: str,
        openings: Collection[str],
        *,
        consistent: bool = False,
        is_another: Callable[[str], bool] | None = None,
    ) -> None:
        self._path = None if path is None else check_target(path, (".json",), "what is found")
        self._head = {
            "format": _FORMAT,
            "cobra": COBRA_VERSION,
            "game": _digest(compiled),
            "asked": f"{objective}, consistent" if consistent else objective,
        }
        self._measures, self._openings, self._is_another = MEASURES[objective], openings, is_another
        self.failure: GameError | None = None
        """Why nothing more is kept, as when the disk is full: that is no reason to end a search."""
        self._known: dict[str, Any] = {}
        self._written = time.monotonic()
        if self._path is not None and self._path.exists():
            check_kept(self._path)
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
            try:
                with taking_turns(self._path):
                    if self._path.exists():  # another run may have added some meanwhile
                        self._known = self._read(self._path) | self._known
                    self._replace(self._path)
            except GameError as error:
                self.failure = error

    def _replace(self, path: Path) -> None:
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in self._known.items())
        head = json.dumps(self._head).removesuffix("}")
        write_text(path, f'{head},\n"openings": {{\n{lines}\n}}}}\n')

    def _read(self, path: Path) -> dict[str, Any]:
        try:
            document = json.loads(path.read_text("utf-8"))
            openings = dict(document.pop("openings").items())
            is_other = document.get("format") == _FORMAT and document != self._head
            sound = is_other or (document == self._head and self._are_sound(openings))
        except OSError as error:
            raise GameError(f"cannot read {path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            sound = False
        if not sound:
            raise GameError(f"{path} holds no openings of cobra; it is left as it is")
        if is_other:
            raise GameError(f"{path} holds openings of another game, objective or version of cobra")
        return openings

    def _are_sound(self, openings: dict[str, Any]) -> bool:
        """Return whether what is said is about openings, and may be what is proved of them."""
        return all(self._is_opening(name) and self._is_sound(one) for name, one in openings.items())

    def _is_opening(self, name: str) -> bool:
        return name in self._openings or (self._is_another is not None and self._is_another(name))

    def _is_sound(self, one: Any) -> bool:
        """Return whether the intervals are those of the objective, closed, and the figures attain them."""
        intervals, (total, worst) = one
        figures = {TOTAL: total, "worst": worst}
        numbers = [total, worst, *(end for _, *ends in intervals for end in ends)]
        return (
            all(type(number) is int and 0 <= number < _TOO_MUCH for number in numbers)
            and tuple(measure for measure, _, _ in intervals) == self._measures
            and all(figures.get(measure, upper) == lower == upper for measure, lower, upper in intervals)
        )


def _digest(compiled: CompiledGame) -> str:
    """Return what two games share that mean the same and write their experiments alike: these are the names
    of what is kept.
    """
    types = compiled.game.experiments
    written = [(type_.label, type_.look, [slot.symbols for slot in type_.space.slots]) for type_ in types]
    return hashlib.blake2b(repr((fingerprint(compiled), written)).encode(), digest_size=32).hexdigest()
