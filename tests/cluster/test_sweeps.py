"""Comparisons and published numbers on a cluster: the same as without, whatever happens to the workers."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

import cobra
from cobra.analysis.reproduce import reproduce
from cobra.analysis.reproduce.claims import PARTS
from cobra.analysis.reproduce.verdict import NOT_RUN
from tests.cli.runner import OnTerminal, command, run, run_json
from tests.cluster.conftest import murder

pytestmark = pytest.mark.thorough

GRID = ("compare", "mastermind", "word-list", "-D", "pegs=2..3", "-D", "colours=3..4", "-s", "parts,optimal")
WHOLE = 120.0


def timeless(found: Any) -> Any:
    """Return a JSON document without what is measured, not computed."""
    if isinstance(found, dict):
        return {name: timeless(one) for name, one in found.items() if "seconds" not in name}
    return [timeless(one) for one in found] if isinstance(found, list) else found


def figures(comparison: cobra.Comparison) -> list[Any]:
    return [
        (
            one.parameters,
            one.stopped,
            [(row.name, row.average, row.distribution) for row in one.analysis.rows],
        )
        for one in comparison.instances
        if one.analysis is not None
    ]


@pytest.mark.slow
def test_the_command_says_the_same_with_and_without_a_cluster(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    there = run_json(*GRID, "--cluster", "local:2", "--trace", trace)
    assert timeless(there) == timeless(run_json(*GRID))
    tasks = json.loads(trace.read_text())["tasks"]
    assert len(tasks) == len(there["instances"]) == 5
    assert all(task["submitted"] <= task["began"] < task["ended"] <= task["received"] for task in tasks)


def test_every_command_for_a_cluster_writes_traces() -> None:
    own = "simulate"  # its trace is of games
    context, traced = click.Context(command), set()
    for name in command.list_commands(context):
        one = command.get_command(context, name)
        assert one is not None
        options = {parameter.name for parameter in one.params}
        assert name == own or ("cluster" in options) == ("trace" in options), name
        if "trace" in options:
            traced.add(name)
    assert "optimal" in traced


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        (("optimal", "mastermind", "--trace", "t.json"), 2, "--trace: this needs --cluster"),
        (("analyze", "mastermind", "--trace", "t.json"), 2, "--trace: this needs --first all"),
        (
            ("compare", "mastermind", "--cluster", "local:1", "--trace", "t.txt"),
            1,
            "a trace is written to a file ending in .json",
        ),
    ],
)
def test_traces_that_cannot_be_written(asked: tuple[str, ...], status: int, said: str) -> None:
    done = run(*asked)
    assert (done.exit_code, done.stdout) == (status, "")
    assert said in done.stderr


@pytest.mark.slow
def test_a_trace_of_a_search_for_every_opening(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    asked = ("mastermind", "-D", "pegs=2", "-D", "colours=3", "--first", "all")
    there = run_json("analyze", *asked, "--cluster", "local:1", "--trace", trace)
    assert timeless(there) == timeless(run_json("analyze", *asked))
    assert json.loads(trace.read_text())["tasks"]


def test_the_environment_names_the_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COBRA_CLUSTER", "local:1")
    seen: list[str] = []
    done = cobra.compare("mastermind", ["parts"], definitions={"pegs": 2, "colours": 2})

    def compare(*_: object, cluster: str, **__: object) -> cobra.Comparison:
        seen.append(cluster)
        return done

    monkeypatch.setattr("cobra.compare", compare)
    run_json("compare", "mastermind")
    assert seen == ["local:1"]


def test_what_is_wrong_with_a_game_is_said_in_its_row(cluster: cobra.Cluster, tmp_path: Path) -> None:
    path = tmp_path / "bad.cb"
    path.write_text('game "Bad"\nparam n = 2 in 1..9\nvariable a[1..n]\nexperiment g()\n  observe b\n')
    asked: dict[str, Any] = {"definitions": {"n": [1, 2], "pegs": [2, 99], "colours": 3}}
    here = cobra.compare([path, "mastermind"], ["parts"], **asked)
    there = cobra.compare([path, "mastermind"], ["parts"], **asked, cluster=cluster)
    assert [one.error for one in there.instances] == [one.error for one in here.instances]
    assert [one.analysis is None for one in there.instances] == [True, True, False, True]


def test_games_and_strategies_of_the_users_go_with_what_they_read(
    cluster: cobra.Cluster, tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text("ab\nba\ncc\n")
    game = tmp_path / "own.cb"
    game.write_text(
        (Path(cobra.__file__).parent / "games" / "word_list.cb").read_text().replace("word_list", "list")
    )
    own = tmp_path / "own.py"
    own.write_text(
        "SIZE = 0\n\n\ndef choose(knowledge):\n    return pick(knowledge.codes)\n\n\n"
        "def pick(codes):\n    return codes[SIZE]\n"
    )
    strategies = [f"{own}:choose", "parts"]
    here = cobra.compare(game, strategies)
    read = game.read_text()
    there = cobra.compare(game, strategies, cluster=cluster)
    assert [one.error for one in here.instances] == [None], read
    assert figures(there) == figures(here) != []


@pytest.mark.slow
@pytest.mark.unix
def test_a_comparison_is_the_same_while_workers_are_killed(cluster: cobra.Cluster) -> None:
    """One with every sixth result: by the clock a busy machine would kill them at the same work for ever."""
    games, strategies = ["mastermind", "black-pegs"], ["parts", "look-ahead(parts)", "optimal"]
    definitions = {"pegs": [2, 3, 4], "colours": [2, 3, 4, 5]}
    asked: dict[str, Any] = {"definitions": definitions, "time_limit": WHOLE, "threads": 1}
    here = cobra.compare(games, strategies, **asked)
    killed: list[int] = []

    def kill(what: str, done: int, total: int) -> None:
        if done >= 6 * (len(killed) + 1):
            pids = sorted(cluster._client.run(os.getpid, on_error="ignore").values())
            killed.append(pids[len(killed) % len(pids)])
            os.kill(killed[-1], signal.SIGKILL)

    there = cobra.compare(games, strategies, **asked, cluster=cluster, progress=kill)
    assert figures(there) == figures(here)
    assert (there.left_out, there.stopped) == (0, None)
    assert len(killed) >= 2


@pytest.mark.slow
@pytest.mark.unix
def test_ctrl_c_leaves_a_partial_true_table() -> None:
    asked = ("-D", "colours=7", "-s", "parts,optimal", "--json")
    options = ("--time-limit", "none", "--cluster", "local:2")
    comparing = OnTerminal("compare", "mastermind", "-D", "pegs=2,3,5", *asked, *options)
    comparing.wait_for(" 66%")  # two of three are done
    time.sleep(3)
    comparing.process.send_signal(signal.SIGINT)
    status, out = comparing.finish()
    assert status == 3
    *done, stopped = timeless(json.loads(out))["instances"]
    assert done == timeless(run_json("compare", "mastermind", "-D", "pegs=2,3", *asked[:-1]))["instances"]
    assert stopped["stopped"] == "interrupt"
    *parts, last = stopped["strategies"]
    assert [row["total"] for row in parts] == [86869][: len(parts)]
    assert last["stopped"] == "interrupt"
    for interval in last.get("intervals", []):  # of the search, when it has come to it
        assert interval["upper"] is None or interval["lower"] < interval["upper"] <= 86869
    assert b"distributed" not in comparing.drawn


@pytest.mark.slow
def test_published_numbers_are_the_same_on_a_cluster(cluster: cobra.Cluster, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    here = cobra.reproduce(["words"], proofs=tmp_path / "here", threads=1)
    there = cobra.reproduce(["words"], results=path, proofs=tmp_path / "there", cluster=cluster)
    assert [one.found and one.found.values for one in there.outcomes] == [
        one.found and one.found.values for one in here.outcomes
    ]
    assert replace(there, outcomes=()) == replace(here, outcomes=())
    assert len(json.loads(path.read_text())["results"]) == len([one for one in there.outcomes if one.found])
    written = {file.name: file.read_bytes() for file in (tmp_path / "there").iterdir()}
    assert written == {file.name: file.read_bytes() for file in (tmp_path / "here").iterdir()} != {}


@pytest.mark.slow
@pytest.mark.unix
def test_certificates_of_published_numbers_while_workers_are_killed(
    cluster: cobra.Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [one for one in reproduce.claims(()) if one.what == "optimum" and one.part == PARTS[0]][:7]
    monkeypatch.setattr(reproduce, "claims", lambda topics: some)
    cobra.reproduce(proofs=tmp_path / "here", threads=1)
    with murder(cluster, 1.0) as killed:
        there = cobra.reproduce(proofs=tmp_path / "there", cluster=cluster)
    assert killed
    assert (there.stopped, there.uncertified, there.verdicts[NOT_RUN]) == (None, (), 0)
    written = {file.name: file.read_bytes() for file in (tmp_path / "there").iterdir()}
    assert written == {file.name: file.read_bytes() for file in (tmp_path / "here").iterdir()} != {}


@pytest.mark.slow
def test_published_numbers_within_a_time_limit(cluster: cobra.Cluster) -> None:
    result = cobra.reproduce(time_limit=1.0, cluster=cluster)
    assert result.stopped == "time"
    assert result.verdicts[NOT_RUN] > 0
    assert result.expected
