"""Whoever is killed while it writes leaves a file that is absent, old or new, and work goes on from it."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.fuzz.child import SHARED
from tests.kills.child import (
    CRASHED,
    DONE,
    REFUSED,
    Work,
    done,
    full_at_byte,
    killed_after,
    killed_at_byte,
    killed_at_moment,
)
from tests.kills.writers import Writer, writers

pytestmark = pytest.mark.unix

NAMES = (
    *("strategy", "plan", "certificate", "certificate with a state", "certificate with lies"),
    *("certificate with chances", "checkpoint"),
    *("population", "openings", "results", "text", "graph", "picture"),
)
KILLED = (-signal.SIGKILL, -signal.SIGXFSZ)
MOST_MOMENTS = 400


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


@pytest.fixture(scope="module")
def scene_of() -> Iterator[Callable[[str], Scene]]:
    folder = Path(tempfile.mkdtemp(dir=SHARED if SHARED.is_dir() else None))
    every = {writer.name: writer for writer in writers(folder)}
    assert tuple(every) == NAMES
    yield cache(lambda name: Scene(every[name], folder / name.replace(" ", "-")))
    shutil.rmtree(folder)


def positions(size: int, number: int) -> list[int]:
    """Return bytes at which a file is cut off: all of a small one, else so many of them."""
    return list(range(size)) if size <= number else sorted({0, 1, *range(0, size, size // number), size - 1})


def cut(scene: Scene, number: int, there: bool) -> None:
    """End at bytes of the file: by a signal, and because the disk is full."""
    for most in positions(scene.size, number):
        scene.tried(lambda work, most=most: killed_at_byte(work, most), there=there, ends=(*KILLED, DONE))
        scene.tried(lambda work, most=most: full_at_byte(work, most), there=there, ends=(DONE, REFUSED))


def stopped_at_moments(scene: Scene, there: bool, step: int = 1) -> None:
    """End before each thing that is done with files."""
    for number in range(0, MOST_MOMENTS, step):
        end: Callable[[Work], Any] = lambda work, number=number: killed_at_moment(work, number)  # noqa: E731
        if scene.tried(end, there=there, ends=(*KILLED, DONE)) == DONE:
            return
    raise AssertionError("it goes on for too long")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["checkpoint", "population", "results"])
def test_a_few_kills(name: str, scene_of: Callable[[str], Scene]) -> None:
    scene = scene_of(name)
    cut(scene, 4, there=True)
    assert scene.kills >= 4
    assert scene.outcomes <= {"old", "part", "new"}


@pytest.mark.slow
def test_a_thousand_kills(scene_of: Callable[[str], Scene]) -> None:
    """At bytes, at moments and at random times, with a file there and without one."""
    for module in ("matplotlib.backends.backend_svg", "cobra.symmetries.graph", "networkx.readwrite.graphml"):
        import_module(module)  # once, not in every child
    random = Random(19)
    counts = {}
    for name in NAMES:
        scene = scene_of(name)
        before = scene.kills
        for there in (True, False):
            cut(scene, 40, there)
            stopped_at_moments(scene, there)
        for _ in range(20):
            seconds = random.uniform(0.0, 0.03)
            there = random.random() < 0.7
            scene.tried(
                lambda work, seconds=seconds: killed_after(work, seconds), there=there, ends=(*KILLED, DONE)
            )
        assert scene.outcomes >= {"absent", "old", "new"}, name
        counts[name] = scene.kills - before
        print(f"{name}: {counts[name]} kills", flush=True)
    assert sum(counts.values()) >= 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["strategy", "plan", "population", "openings", "results", "text"])
def test_cut_at_every_byte(name: str, scene_of: Callable[[str], Scene]) -> None:
    scene = scene_of(name)
    assert scene.size < 5000
    scene.outcomes.clear()
    cut(scene, scene.size, there=True)
    assert scene.outcomes == {"old"}  # what is not there as a whole takes no place


def test_what_ends_otherwise_is_not_taken_for_a_kill() -> None:
    def broken() -> None:
        raise RuntimeError

    assert killed_at_byte(broken, 10) == CRASHED
