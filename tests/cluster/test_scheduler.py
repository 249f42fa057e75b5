"""A scheduler that is lost in the middle of a run, for good or until another one takes its place."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cobra
from cobra.analysis.spread import answers
from cobra.engine import table
from tests.cluster.test_evolve import evolve, same

pytestmark = [pytest.mark.thorough, pytest.mark.unix]


class Scheduler:
    """A scheduler with a worker, as processes of their own."""

    def __init__(self, folder: Path, port: str = "0") -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / f"scheduler-{port}.json"
        more = ["--no-dashboard", "--scheduler-file", str(file)]
        self._begin("scheduler", "--host", "127.0.0.1", "--port", port, *more)
        limit = time.monotonic() + 60
        while not file.exists() and time.monotonic() < limit:
            time.sleep(0.02)
        self.address: str = json.loads(file.read_text())["address"]
        self._begin(
            "worker", self.address, "--nthreads", "1", "--memory-limit", "0", "--no-nanny", "--no-dashboard"
        )

    def _begin(self, what: str, *options: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        self.processes.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))

    def kill(self) -> None:
        """Kill the scheduler and the worker, as when their machine is switched off."""
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    scheduler = Scheduler(tmp_path)
    yield scheduler
    scheduler.kill()


@pytest.fixture
def impatient(scheduler: Scheduler) -> Iterator[cobra.Cluster]:
    """Yield its cluster; another scheduler is not waited for long."""
    with cobra.Cluster(scheduler.address) as cluster:
        cluster._client._timeout = 0.5
        yield cluster


def once(begun: Callable[[str, int], bool], do: Callable[[], None]) -> cobra.Progress:
    """Return a progress callback that does something the first time that a run has `begun`."""
    done: list[bool] = []

    def progress(what: str, finished: int, total: int) -> None:
        if not done and begun(what, finished):
            done.append(True)
            do()

    return progress


@pytest.mark.slow
def test_what_is_known_is_kept_and_the_next_run_goes_on(
    scheduler: Scheduler, impatient: cobra.Cluster, tmp_path: Path
) -> None:
    game = cobra.load("mastermind", {"pegs": 4, "colours": 5})
    kept = tmp_path / "openings.json"
    lost = once(lambda what, done: what.startswith("searching for the best") and done > 0, scheduler.kill)
    there = cobra.openings(game, cluster=impatient, results=kept, progress=lost)
    whole = cobra.openings(game, threads=1)
    assert there.stopped == "cluster"
    known = [one for one in there.openings if one.proved]
    assert 0 < len(known) < len(whole.openings) == 5
    values = {one.experiment: one.intervals for one in whole.openings}
    assert all(values[one.experiment] == one.intervals for one in known)
    assert len(json.loads(kept.read_text())["openings"]) == len(known)
    assert cobra.openings(game, threads=1, results=kept).openings == whole.openings


@pytest.mark.slow
def test_a_search_goes_on_alone(
    scheduler: Scheduler, impatient: cobra.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_ALONE", 0)
    monkeypatch.setattr(answers, "BUDGET", 1 << 24)
    lost = once(lambda what, done: "pieces done" in what, scheduler.kill)
    game = cobra.load("mastermind", {"colours": 7})
    there = cobra.optimal(game, cluster=impatient, progress=lost)
    assert there.proved and there.row.total == 11228
    assert there.unspread in (
        "stopped by the loss of the cluster while searching on a cluster",
        "stopped by the loss of the cluster while looking for workers",  # when it had none in the meantime
    )


@pytest.fixture
def another(scheduler: Scheduler, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Yield what kills the scheduler and starts another one in its place."""
    others: list[Scheduler] = []

    def replace() -> None:
        scheduler.kill()
        others.append(Scheduler(tmp_path, scheduler.address.rpartition(":")[2]))

    yield replace
    assert others
    for other in others:
        other.kill()


@pytest.mark.slow
def test_islands_go_on_with_another_scheduler(scheduler: Scheduler, another: Callable[[], None]) -> None:
    progress = once(lambda what, done: what.startswith("generation 2"), another)
    there = evolve(generations=60, cluster=scheduler.address, progress=progress)
    assert same(there, evolve(generations=60))


@pytest.mark.slow
def test_a_search_goes_on_with_another_scheduler(
    scheduler: Scheduler, another: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pieces were meant for workers that are not there any more."""
    monkeypatch.setattr(table, "_ALONE", 0)
    monkeypatch.setattr(answers, "BUDGET", 1 << 24)
    progress = once(lambda what, done: "pieces done" in what, another)
    game = cobra.load("mastermind", {"colours": 7})
    there = cobra.optimal(game, cluster=scheduler.address, progress=progress)
    assert there.proved and there.unspread is None
    assert there.row.total == 11228
