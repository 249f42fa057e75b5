"""A population kept in a file, so that a run that was killed goes on as if nothing had happened.

The file is replaced as a whole, so it is always that of a complete generation. What comes next depends on
nothing but the seed, the generation and the breakers of each island, which are all in it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from cobra.analysis.checkpoint import fingerprint, title
from cobra.analysis.evolve.islands import Totals
from cobra.engine.compile import CompiledGame
from cobra.engine.core import COBRA_VERSION
from cobra.errors import GameError
from cobra.output import check_kept, check_writable, lock, replacing
from cobra.printable import printable

_FORMAT: Final = "cobra-evolution"
_VERSION: Final = 3
_EVERY: Final = 1.0
"""Seconds between two writings, at least: a killed run loses no more than that and a generation."""
_MOST: Final = 1 << 30
"""Bytes of a file that is read."""
_TOO_MUCH: Final = 1 << 128
"""The core counts lengths below 2^64, and so it does breakers."""


class PopulationCheckpoint:
    """The file of one run: of a game, a seed, a number of islands and a size of their populations.

    It is open for one run at a time.

    The file that is there is locked, and so is each that takes its place. `GameError` for a file that is
    something else, belongs to another run or version of cobra, is damaged, in use, or cannot be written; the
    file is left as it was.
    """

    def __init__(
        self, path: str | Path, compiled: CompiledGame, seed: int, population: int, islands: int
    ) -> None:
        self._path = Path(path)
        self._written = time.monotonic()
        self._head: dict[str, Any] = {
            "format": _FORMAT,
            "version": _VERSION,
            "cobra": COBRA_VERSION,
            "title": title(compiled.game),
            "game": fingerprint(compiled),
            "seed": seed,
            "population": population,
            "islands": islands,
        }
        check_writable(self._path)
        check_kept(self._path)
        self._held: BinaryIO | None = None
        try:
            if self._path.is_file():
                self._hold(self._path.open("rb"))
        except OSError as error:
            raise self._error(error.strerror or str(error)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._held is not None:
            self._held.close()

    def _hold(self, stream: BinaryIO) -> None:
        """Lock a file in place of the one before."""
        try:
            lock(stream)
        except BlockingIOError:
            stream.close()
            raise self._error("another run has it open") from None
        if self._held is not None:
            self._held.close()
        self._held = stream

    def read(self) -> tuple[list[bytes], Totals] | None:
        """Return the breakers of each island and the totals of all generations so far, None when there is no
        file yet."""
        try:
            if not self._path.exists():
                return None
            with self._path.open("rb") as stream:
                content = stream.read(_MOST)
        except (OSError, ValueError) as error:
            raise self._error(getattr(error, "strerror", None) or str(error)) from None
        try:
            document = json.loads(content)
        except (ValueError, RecursionError):
            raise self._error("it is no checkpoint of an evolution") from None
        if not isinstance(document, dict) or document.get("format") != _FORMAT:
            raise self._error("it is no checkpoint of an evolution")
        for key, wanted in self._head.items():
            if key != "title" and document.get(key) != wanted:
                raise self._error(self._difference(key, document))
        if document.get("digest") != _digest(document):
            raise self._error("it is damaged")
        try:
            breakers = [base64.b64decode(island, validate=True) for island in document["breakers"]]
            totals = [(best, total) for best, total in document["totals"]]
        except (KeyError, TypeError, ValueError):
            raise self._error("it is damaged") from None
        if not totals or not all(_is_total(number) for pair in totals for number in pair):
            raise self._error("it is damaged")
        return breakers, totals

    def write(self, breakers: Sequence[bytes], totals: Totals) -> None:
        """Put a generation in place of the one before."""
        document = {
            **self._head,
            "totals": totals,
            "breakers": [base64.b64encode(island).decode("ascii") for island in breakers],
        }
        text = json.dumps({**document, "digest": _digest(document)}) + "\n"
        with replacing(self._path) as new:
            new.write_text(text, "utf-8")
            if self._path.is_file() and not self._is_held():
                self._hold(self._path.open("rb"))  # that of a run that began when there was none, too
            self._hold(new.open("rb"))
        self._written = time.monotonic()

    def _is_held(self) -> bool:
        if self._held is None:
            return False
        return os.path.samestat(os.fstat(self._held.fileno()), self._path.stat())

    def is_due(self) -> bool:
        """Return whether the last writing is some time ago."""
        return time.monotonic() - self._written >= _EVERY

    def _difference(self, key: str, document: dict[str, Any]) -> str:
        theirs, ours = document.get(key), self._head[key]
        if key == "game":
            other = printable(str(document.get("title", "unknown")))
            return f"it belongs to another game, {other}; this one is {self._head['title']}"
        if key == "cobra":
            return f"it was made by cobra {printable(str(theirs))}, this is cobra {ours}"
        name = "number of islands" if key == "islands" else key
        return f"its {name} is {printable(str(theirs))}, not {ours}"

    def _error(self, why: str) -> GameError:
        return GameError(f"the checkpoint {self._path} cannot be used: {why}")


def _is_total(value: object) -> bool:
    return type(value) is int and 0 <= value < _TOO_MUCH


def _digest(document: dict[str, Any]) -> str:
    content = json.dumps({key: value for key, value in document.items() if key != "digest"}, sort_keys=True)
    return hashlib.blake2b(content.encode(), digest_size=16).hexdigest()
