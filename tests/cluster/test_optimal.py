"""Optimal searches on a cluster: the same values as without, whatever happens to the workers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from json import loads
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.analysis.spread import answers, questions, solve, workers
from cobra.cluster.tasks import Tasks
from cobra.engine import table
from cobra.engine.run import Run
from cobra.engine.solver import PieceResult
from cobra.errors import GameError, InternalError
from tests.cli.runner import run_json
from tests.cluster.conftest import murder
from tests.cluster.jobs import solvers

pytestmark = pytest.mark.thorough

OPTIMA: list[tuple[str, dict[str, int], dict[str, Any], tuple[int, ...]]] = [
    ("mastermind", {}, {"objective": "average"}, (5625,)),
    ("mastermind", {}, {"objective": "worst-average"}, (5, 5626)),
    ("mastermind", {}, {"objective": "average", "consistent": True}, (5660,)),
    ("mastermind", {"pegs": 3, "colours": 8}, {"objective": "average"}, (2359,)),
    ("mastermind", {"pegs": 3}, {"objective": "nodes"}, (5, 217)),
    ("counterfeit-coin", {"coins": 10}, {"objective": "average-worst"}, (58, 3)),
]


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask others at once, and divide what takes more than some milliseconds."""
    monkeypatch.setattr(table, "_ALONE", 0)
    monkeypatch.setattr(answers, "BUDGET", 1 << 26)


@pytest.mark.instances
@pytest.mark.parametrize(("name", "parameters", "asked", "values"), OPTIMA)
@pytest.mark.usefixtures("small_pieces")
def test_values_are_those_without_a_cluster(
    cluster: cobra.Cluster,
    name: str,
    parameters: dict[str, int],
    asked: dict[str, Any],
    values: tuple[int, ...],
) -> None:
    game = cobra.load(name, {key: str(value) for key, value in parameters.items()})
    result = cobra.optimal(game, **asked, cluster=cluster)
    alone = cobra.optimal(game, **asked, threads=1)
    assert result.proved and result.unspread is None
    assert tuple(interval.lower for interval in result.intervals) == values
    assert result.intervals == alone.intervals
    assert result.strategy is not None
    assert cobra.verify(result.strategy).correct


@pytest.mark.slow
@pytest.mark.unix
def test_workers_that_are_killed_change_nothing(
    cluster: cobra.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_ALONE", 0)
    with murder(cluster, 1.0) as killed:
        result = cobra.optimal(cobra.load("mastermind", {"colours": "8"}), cluster=cluster)
    assert result.proved and result.unspread is None
    assert [(interval.lower, interval.upper) for interval in result.intervals] == [(20471, 20471)]
    assert len(killed) >= 2


@pytest.mark.slow
@pytest.mark.usefixtures("small_pieces")
def test_a_run_goes_on_where_it_was_on_another_machine(cluster: cobra.Cluster, tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"colours": "8"})
    kept = tmp_path / "search.cobra"
    seconds = 0.5
    while not (
        begun := cobra.optimal(game, cluster=cluster, checkpoint=kept, time_limit=seconds)
    ).statistics.get("facts"):
        assert begun.stopped == "time"
        seconds *= 2  # a busy machine: nothing was proved in that time
    alone = cobra.optimal(game, threads=1, checkpoint=kept, time_limit=30.0)
    assert alone.statistics["facts"] > 0
    assert alone.intervals[0].lower >= begun.intervals[0].lower
    ended = cobra.optimal(game, cluster=cluster, checkpoint=kept)
    assert ended.proved
    assert ended.row.total == 20471


@pytest.mark.slow
@pytest.mark.usefixtures("small_pieces")
def test_a_certificate_of_what_a_cluster_proved(cluster: cobra.Cluster, tmp_path: Path) -> None:
    file = tmp_path / "optimum.proof"
    result = cobra.optimal(cobra.load("mastermind"), cluster=cluster, certificate=file)
    assert result.proved and result.uncertified is None
    certificate = run_json("verify", str(file), "mastermind")["certificate"]
    assert certificate["correct"]
    assert certificate["claims"] == [{"max_depth": None, "at_least": 5625}]


@pytest.mark.slow
@pytest.mark.unix
def test_a_certificate_while_workers_are_killed(
    cluster: cobra.Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_ALONE", 0)
    monkeypatch.setattr(answers, "BUDGET", 1 << 28)
    here, there = tmp_path / "here.proof", tmp_path / "there.proof"
    asked: dict[str, Any] = {"objective": "worst-average"}
    alone = cobra.optimal(cobra.load("mastermind"), **asked, threads=1, certificate=here)
    with murder(cluster, 1.0) as killed:
        result = cobra.optimal(cobra.load("mastermind"), **asked, cluster=cluster, certificate=there)
    assert killed
    assert result.certificate is not None and alone.certificate is not None
    assert result.certificate.claims == alone.certificate.claims
    assert run_json("verify", str(there), "mastermind")["certificate"]["correct"]


class _Liars(questions.Spread):
    """Believes workers that say of every state that it costs as much as was asked."""

    def _take(self, node: Any, result: PieceResult) -> None:
        value = max(node.asked[2], result.value)
        super()._take(node, replace(result, value=value, experiments=[], cells=[]))


@pytest.mark.parametrize("first", ["0001", None])
def test_lies_of_workers_about_an_easy_game_are_seen_or_do_no_harm(
    cluster: cobra.Cluster, small_pieces: None, monkeypatch: pytest.MonkeyPatch, first: str | None
) -> None:
    monkeypatch.setattr(answers, "Spread", _Liars)
    game = cobra.load("mastermind")
    try:
        result = cobra.optimal(game, first=first, max_depth=5, cluster=cluster)
    except (GameError, InternalError) as error:  # the latter from a core that checks its invariants
        assert "a strategy beats what is proved" in str(error)
        return
    alone = cobra.optimal(game, first=first, max_depth=5)
    assert result.intervals == alone.intervals


def test_workers_let_go_of_a_search_that_is_over(cluster: cobra.Cluster, small_pieces: None) -> None:
    assert cobra.optimal(cobra.load("mastermind"), cluster=cluster).proved
    until = time.monotonic() + 20
    while any(cluster._client.run(solvers).values()) and time.monotonic() < until:
        time.sleep(0.05)
    assert set(cluster._client.run(solvers).values()) == {0}


@pytest.mark.slow
def test_a_trace_says_which_piece_waited_for_which(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, small_pieces: None
) -> None:
    path = tmp_path / "trace.json"
    with cobra.Cluster("local:2", trace=path) as two:
        assert cobra.optimal(cobra.load("mastermind", {"colours": "7"}), cluster=two).proved
    tasks = loads(path.read_text())["tasks"]
    ended = {task["piece"]: task["ended"] for task in tasks}
    assert len(tasks) > 10
    assert any(len(task["after"]) > 1 for task in tasks)
    assert all(ended[piece] <= task["began"] for task in tasks for piece in task["after"])
    assert all(first["received"] <= second["received"] for first, second in pairwise(tasks))


def test_what_cannot_be_an_answer_is_not_believed(cluster: cobra.Cluster) -> None:
    game = cobra.load("mastermind")
    settings = solve.Settings("rubbish", False, 1 << 26, cobra.Limits())
    run = Run()
    with cluster.tasks(run, "asking") as tasks:
        asked = workers.ClusterWorkers(cluster, _Rubbish(tasks), run, game, settings)
        piece = questions.Piece(("total", None, 5625), list(range(1296)), None, 1, b"")
        worker = asked.free()
        assert worker is not None
        asked.submit(0, piece, worker, [])
        with pytest.raises(cobra.GameError, match="answered what cannot be"):
            while True:
                asked.results()


class _Comings:
    """A cluster whose workers come and go."""

    def __init__(self) -> None:
        self.there: list[dict[str, int]] = [{}, {}, {"one": 1, "two": 2}, {"two": 2}]

    def threads(self) -> dict[str, int]:
        return self.there.pop(0) if len(self.there) > 1 else self.there[0]


class _Given(Tasks):
    """Tasks that nobody does."""

    def __init__(self) -> None:
        self.workers: list[str] = []

    def submit(self, *arguments: Any, worker: str | None = None, **named: Any) -> None:
        self.workers.append(str(worker))


def test_workers_may_come_and_go_at_any_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_LOOK", 0.0)  # each look sees another cluster
    settings = solve.Settings("comings", False, 1 << 26, cobra.Limits())
    comings: Any = _Comings()
    tasks = _Given()
    asked = workers.ClusterWorkers(comings, tasks, Run(), cobra.load("mastermind"), settings)
    piece = questions.Piece(("total", None, 5625), list(range(1296)), None, 1, b"")
    assert asked.free() == "one"  # waited for
    assert asked.idle() == 3
    asked.submit(0, piece, "one", [])  # it has gone, or goes now
    for number in range(1, 3):
        worker = asked.free()
        assert worker == "two"
        asked.submit(number, piece, worker, [])
    assert asked.free() is None
    assert tasks.workers == ["one", *["two"] * 2]
    over = Run()
    over.interrupted = True
    comings.there = [{}]
    assert workers.ClusterWorkers(comings, tasks, over, cobra.load("mastermind"), settings).free() is None


class _Rubbish(Tasks):
    """Tasks whose results are replaced."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks

    def submit(self, *arguments: Any, **named: Any) -> None:
        self._tasks.submit(*arguments, **named)

    def soon(self) -> Iterator[tuple[Any, Any]]:
        for key, _ in self._tasks.soon():
            yield key, "rubbish"
