"""Whoever is killed while it writes leaves a file that is absent, old or new, and work goes on from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kills.child import (
    CRASHED,
    DONE,
    REFUSED,
    Work,
    full_at_byte,
    killed_after,
    killed_at_byte,
    killed_at_moment,
)
from tests.kills.scene import KILLED, NAMES, Scene, Scenes, positions, scenes

pytestmark = pytest.mark.unix

MOST_MOMENTS = 400


@pytest.fixture(scope="module")
def scene_of() -> Iterator[Scenes]:
    with scenes() as made:
        yield made


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
def test_a_few_kills(name: str, scene_of: Scenes) -> None:
    scene = scene_of(name)
    cut(scene, 4, there=True)
    assert scene.kills >= 4
    assert scene.outcomes <= {"old", "part", "new"}


@pytest.mark.slow
def test_a_thousand_kills(scene_of: Scenes) -> None:
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
def test_cut_at_every_byte(name: str, scene_of: Scenes) -> None:
    scene = scene_of(name)
    assert scene.size < 5000
    scene.outcomes.clear()
    cut(scene, scene.size, there=True)
    assert scene.outcomes == {"old"}  # what is not there as a whole takes no place


def test_what_ends_otherwise_is_not_taken_for_a_kill() -> None:
    def broken() -> None:
        raise RuntimeError

    assert killed_at_byte(broken, 10) == CRASHED


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")
def test_a_quota_that_is_used_up(tmp_path: Path) -> None:
    """Every writer ends well, or refuses, whichever byte is the first that the quota does not have."""
    library = tmp_path / "quota.so"
    source = Path(__file__).with_name("quota.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.kills.quota"],
        env={**os.environ, "LD_PRELOAD": str(library)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert [line.rpartition(":")[0] for line in done.stdout.splitlines()] == list(NAMES)
