"""What a search for an optimal strategy has proved, kept in a file: an SQLite database.

A run that is killed at any moment leaves what was committed; the next one goes on from there. Batches of
facts are only ever added, each in a transaction and with a digest, so that nothing damaged is taken for
proved. What a fact says depends on the game as the core has it and on the version of cobra, and on nothing
else: the core's keys tell apart what was asked. Whoever has the file open has it alone.
"""

from __future__ import annotations

import hashlib
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from msgspec.structs import replace

from cobra.engine.compile import CompiledGame
from cobra.engine.core import COBRA_VERSION, FACT_BYTES
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.printable import printable

_APPLICATION: Final = int.from_bytes(b"Cbra")
"""What SQLite's header says the file is for."""
_FORMAT: Final = 2
_FLUSH: Final = 0.5
"""Seconds between two transactions, at least: a killed run loses no more."""
_MEMORY_SHARE: Final = 16
"""A part of the memory limit that records read back may take; the core makes twice as much of them."""
_DIGEST: Final = 16

_DAMAGED: Final = "it is damaged"


class Checkpoint:
    """The facts of one game, open for one search at a time.

    `memory`, in bytes, bounds what `facts` returns. `GameError` for a file that is no checkpoint, is one of
    another game or of another version of cobra, is damaged, in use, or cannot be written; the file is left as
    it was. One that was made for a search that ends with an error before anything was proved is removed.
    """

    def __init__(self, path: str | Path, compiled: CompiledGame, memory: int) -> None:
        self._path = Path(path)
        self._most = memory // _MEMORY_SHARE // FACT_BYTES
        self._identity = _identity(compiled)
        self.failure: GameError | None = None
        """Why nothing more is kept, as when the disk is full: that is no reason to end a search."""
        self._waiting: list[bytes] = []
        self._flushed = time.monotonic()
        self._is_empty = False
        """Whether the file was made here, and nothing of a search is in it."""
        with self._understood():
            if self._path.exists() and not self._path.is_file():
                raise self._error("it is no file")
            self._is_empty = not self._path.exists()
            # an absolute path: SQLite gives some other names a meaning of their own
            self._database = sqlite3.connect(self._path.absolute(), timeout=0.0, isolation_level=None)
        try:
            with self._understood():
                self._open()
        except BaseException:
            self._leave()
            raise

    def _open(self) -> None:
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        with self._transaction():
            drafts = "draft (settings TEXT PRIMARY KEY, items BLOB NOT NULL, digest BLOB NOT NULL)"
            (application,) = self._database.execute("PRAGMA application_id").fetchone()
            (tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if (application, tables) == (0, 0):
                self._create()
                self._database.execute(f"CREATE TABLE {drafts}")
                return
            if application != _APPLICATION:
                raise self._error("it is no checkpoint of cobra")
            known = dict(self._database.execute("SELECT name, value FROM identity"))
            self._database.execute(f"CREATE TABLE IF NOT EXISTS {drafts}")
        for name in ("format", "version", "game"):
            if known.get(name) != self._identity[name]:
                raise self._error(_difference(name, known, self._identity))

    def _create(self) -> None:
        self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._database.execute("CREATE TABLE identity (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        self._database.execute(
            "CREATE TABLE batch (number INTEGER PRIMARY KEY, facts BLOB NOT NULL, digest BLOB NOT NULL)"
        )
        self._database.executemany("INSERT INTO identity VALUES (?, ?)", self._identity.items())

    def facts(self) -> bytes:
        """Return what was proved, in records of `FACT_BYTES` bytes; the newest, if it is too much."""
        found: list[bytes] = []
        left = self._most * FACT_BYTES
        with self._understood():
            rows = self._database.execute("SELECT facts, digest FROM batch ORDER BY number DESC")
            for facts, digest in rows:
                if not isinstance(facts, bytes) or digest != self._digest(facts):
                    raise self._error(_DAMAGED)
                if len(facts) > left:
                    break
                left -= len(facts)
                found.append(facts)
        return b"".join(found)

    def add(self, facts: bytes) -> None:
        """Keep more records: in the file before long, and at the latest at the end of the `with` block."""
        if self.failure is not None:
            return
        self._waiting.append(facts)
        if time.monotonic() - self._flushed >= _FLUSH:
            self._flush()

    def draft(self, settings: str) -> bytes:
        """Return what is kept of a certificate with these settings that was not made to its end."""
        with self._understood():
            query = "SELECT items, digest FROM draft WHERE settings = ?"
            items, digest = self._database.execute(query, (settings,)).fetchone() or (b"", self._digest(b""))
            if not isinstance(items, bytes) or digest != self._digest(items):
                raise self._error(_DAMAGED)
        return items

    def keep_draft(self, settings: str, items: bytes) -> None:
        """Keep the items of a certificate that was stopped; nothing, when it was made to its end."""
        try:
            with self._understood(), self._transaction():
                self._database.execute("DELETE FROM draft WHERE settings = ?", (settings,))
                if items:
                    row = settings, items, self._digest(items)
                    self._database.execute("INSERT INTO draft VALUES (?, ?, ?)", row)
                    self._is_empty = False
        except GameError as error:
            self.failure = error

    def _flush(self) -> None:
        facts = b"".join(self._waiting)
        if facts:
            try:
                with self._understood(), self._transaction():
                    self._database.execute(
                        "INSERT INTO batch (facts, digest) VALUES (?, ?)", (facts, self._digest(facts))
                    )
                    self._is_empty = False
            except GameError as error:
                self.failure = error
        self._waiting.clear()
        self._flushed = time.monotonic()

    def _digest(self, facts: bytes) -> bytes:
        key = self._identity["game"].encode()
        return hashlib.blake2b(facts, digest_size=_DIGEST, key=key).digest()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._flush()
            self._is_empty = self._is_empty and error is not None
        finally:
            self._leave()

    def _leave(self) -> None:
        """Close the file, and remove it if it is there for nothing."""
        if self._is_empty and sys.platform != "win32":  # while it is locked: nobody else has begun to use it
            self._remove()
        self._database.close()
        if self._is_empty and sys.platform == "win32":  # where no open file can be removed
            self._remove()

    def _remove(self) -> None:
        with suppress(OSError, ValueError):
            self._path.unlink(missing_ok=True)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN EXCLUSIVE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:  # some errors have ended it already
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _understood(self) -> Iterator[None]:
        """Turn what SQLite and the system complain of into sentences."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:  # ValueError: a name that no file can have
            raise self._error(_explain(error)) from error

    def _error(self, why: str) -> GameError:
        return GameError(f"the checkpoint {self._path} cannot be used: {why}")


def fingerprint(compiled: CompiledGame) -> str:
    """Return a digest that two games share when they mean the same to the core.

    Symmetries are no part of it, nor which slots are sides: where time is short nobody looks for them.
    """
    program = compiled.program
    meaning: tuple[object, ...] = (
        program.nodes,
        program.codes,
        [replace(type_, swaps=()) for type_ in program.types],
        program.ending,
        program.goal,
        program.weight,
    )
    meaning += tuple([more for more in (program.standing, program.unseen) if more is not None])
    return hashlib.blake2b(repr(meaning).encode(), digest_size=32).hexdigest()


def title(game: Game) -> str:
    """Return a game's name and arguments, for messages."""
    return " ".join([game.name, *(f"{name}={value}" for name, value in game.arguments)])


def _identity(compiled: CompiledGame) -> dict[str, str]:
    """Return what must be equal for facts to mean the same, and the game's title for messages."""
    return {
        "format": f"{_FORMAT}, {FACT_BYTES} bytes",
        "version": COBRA_VERSION,
        "game": fingerprint(compiled),
        "title": title(compiled.game),
    }


def _difference(name: str, known: dict[str, str], wanted: dict[str, str]) -> str:
    if name == "game":
        other = printable(str(known.get("title", "unknown")))
        return f"it belongs to another game, {other}; this one is {wanted['title']}"
    version = printable(str(known.get("version", "unknown")))
    if version == wanted["version"]:
        return "it is in the format of an earlier cobra"
    return f"it was made by cobra {version}, this is cobra {wanted['version']}"


def _explain(error: Exception) -> str:
    """Return what is wrong, in words."""
    code = getattr(error, "sqlite_errorcode", None)
    match None if code is None else code & 0xFF:  # without the finer reasons
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another run has it open"
        case sqlite3.SQLITE_NOTADB:
            return "it is no checkpoint of cobra"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:  # ERROR: a table is missing
            return _DAMAGED
        case sqlite3.SQLITE_READONLY:
            return "it cannot be written"
        case sqlite3.SQLITE_CANTOPEN:
            return "it cannot be opened for writing"
        case _:
            return getattr(error, "strerror", None) or str(error)
