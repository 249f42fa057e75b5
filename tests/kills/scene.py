"""A writer whose process ends in the middle: what it leaves must be absent, old or new."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeAlias

from tests.fuzz.child import SHARED
from tests.kills.child import DONE, Work, done
from tests.kills.writers import Writer, writers

NAMES = (
    *("strategy", "plan", "certificate", "certificate with a state", "certificate with lies"),
    *("certificate with chances", "checkpoint"),
    *("population", "openings", "results", "text", "graph", "picture"),
)
KILLED = (-signal.SIGKILL, -signal.SIGXFSZ)


class Scene:
    """A writer in a folder of its own, with what its file says after each of both writings."""

    def __init__(self, writer: Writer, folder: Path) -> None:
        self.writer = writer
        self.folder = folder
        self.folder.mkdir()
        self.path = folder / writer.file
        self.kept = folder.with_suffix(".kept")
        """The file after the first writing."""
        assert done(lambda: writer.write(self.path, 0)) == DONE
        shutil.copy(self.path, self.kept)
        self.old = writer.read(self.path)
        assert done(lambda: writer.write(self.path, 1)) == DONE
        self.new = writer.read(self.path)
        self.size = self.path.stat().st_size
        assert self.new != self.old
        self.kills = 0
        self.outcomes: set[str] = set()

    def begin(self, *, there: bool) -> None:
        """Put the file of the first writing in its place, or none."""
        for path in self.folder.iterdir():
            path.unlink()
        if there:
            shutil.copy(self.kept, self.path)

    def work(self) -> object:
        return self.writer.write(self.path, 1)

    def left(self, *, there: bool) -> str:
        """Return what a process that ended left; demand that it can be read and is complete."""
        if not self.path.exists() or (self.writer.grows and not there and self.path.stat().st_size == 0):
            assert not there
            return "absent"
        found = self.writer.read(self.path)
        if self.writer.grows:
            assert found <= self.new and (not there or found >= self.old)
            return "new" if found == self.new else "old" if found == self.old else "part"
        if there and found == self.old:
            return "old"
        if there:
            assert found == self.new
        return "new"

    def tried(self, end: Callable[[Work], int], *, there: bool, ends: tuple[int, ...]) -> int:
        """Let a process end while it writes, look at what is left, and let another do its work."""
        self.begin(there=there)
        status = end(self.work)
        assert status in ends, status
        self.kills += status in KILLED
        self.outcomes.add(self.left(there=there))
        assert done(self.work) == DONE
        if there:
            assert self.writer.read(self.path) == self.new
        assert [path.name for path in self.folder.iterdir()] == [self.path.name]  # nothing lies about
        return status


Scenes: TypeAlias = Callable[[str], Scene]


@contextmanager
def scenes() -> Iterator[Scenes]:
    """Yield what makes the scene of a writer, once, by its name."""
    folder = Path(tempfile.mkdtemp(dir=SHARED if SHARED.is_dir() else None))
    try:
        every = {writer.name: writer for writer in writers(folder)}
        assert tuple(every) == NAMES
        yield cache(lambda name: Scene(every[name], folder / name.replace(" ", "-")))
    finally:
        shutil.rmtree(folder)


def positions(size: int, number: int) -> list[int]:
    """Return bytes at which a file is cut off: all of a small one, else so many of them."""
    return list(range(size)) if size <= number else sorted({0, 1, *range(0, size, size // number), size - 1})
