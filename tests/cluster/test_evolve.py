"""Evolution on a cluster: the same strategy as without, whatever happens to the workers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.analysis.evolve.islands import APART
from tests.cli.runner import run_json
from tests.cluster.conftest import murder
from tests.cluster.test_sweeps import timeless

pytestmark = pytest.mark.thorough


def evolve(**more: Any) -> cobra.Evolution:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    given = {"population": 3, "seed": 3, "threads": 1, "patience": None, "islands": 3, **more}
    return cobra.evolve(game, **given)


def same(one: cobra.Evolution, other: cobra.Evolution) -> bool:
    return one.history == other.history and one.strategy == other.strategy


@pytest.mark.slow
def test_a_run_that_goes_on_anywhere_is_one_that_was_not_interrupted(
    cluster: cobra.Cluster, tmp_path: Path
) -> None:
    path = tmp_path / "islands"
    whole = evolve(generations=25)
    for stop, where in ((13, cluster), (17, None), (25, cluster)):
        part = evolve(generations=stop, checkpoint=path, cluster=where)
        assert part.history == whole.history[: stop + 1]
    assert same(part, whole)
    assert same(evolve(generations=25, islands=1, cluster=cluster), evolve(generations=25, islands=1))


@pytest.mark.slow
@pytest.mark.unix
def test_workers_that_are_killed_change_nothing(cluster: cobra.Cluster) -> None:
    with murder(cluster, 2.0) as killed:
        there = evolve(generations=600, cluster=cluster)
    assert killed
    assert same(there, evolve(generations=600))


def test_ctrl_c_leaves_what_was_there_at_the_last_journey(cluster: cobra.Cluster) -> None:
    def progress(what: str, done: int, total: int) -> None:
        if what.startswith("generation ") and int(what.split()[1].rstrip(",")) > APART:
            raise KeyboardInterrupt

    there = evolve(cluster=cluster, progress=progress)
    assert there.stopped == "interrupt"
    assert there.generations >= APART and there.generations % APART == 0
    assert same(there, evolve(generations=there.generations))


@pytest.mark.slow
def test_the_command_writes_a_trace_of_the_eras(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    asked = ("evolve", "mastermind", "-D", "pegs=2", "-D", "colours=5", "--population", "2", "--islands", "2")
    there = run_json(*asked, "--generations", "15", "--cluster", "local:1", "--trace", trace)
    assert timeless(there) == timeless(run_json(*asked, "--generations", "15"))
    tasks = sorted(json.loads(trace.read_text())["tasks"], key=lambda task: int(task["piece"]))
    assert [task["after"] for task in tasks] == [[], [], [0, 1], [0, 1], [2, 3], [2, 3]]
