"""Plans on a cluster: as short as without, and proved to be, whatever happens to the workers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cobra
from tests.cli.runner import run_json
from tests.cluster.conftest import murder

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    ("name", "parameters", "least"),
    [
        pytest.param("mastermind", {"pegs": 3, "colours": 6}, 5, marks=pytest.mark.slow),
        pytest.param("black-pegs", {"pegs": 3, "colours": 5}, 7, marks=pytest.mark.slow),
        ("black-pegs", {"pegs": 7, "colours": 2}, 6),
        ("black-box", {"size": 4, "atoms": 2}, 6),
        ("liar-coins", {"coins": 4}, 6),
    ],
)
def test_plans_are_as_short_as_without(
    cluster: cobra.Cluster, name: str, parameters: dict[str, int], least: int
) -> None:
    game = cobra.load(name, parameters)
    here, there = cobra.static_plan(game), cobra.static_plan(game, cluster=cluster)
    assert (len(there.plan.experiments), there.plan.lower, there.stopped) == (least, least, None)
    assert (len(here.plan.experiments), here.plan.lower) == (least, least)
    assert cobra.verify_plan(there.plan).problems == ()


@pytest.mark.slow
@pytest.mark.unix
def test_workers_that_are_killed_change_nothing(cluster: cobra.Cluster) -> None:
    game = cobra.load("black-pegs", {"pegs": 3, "colours": 5})
    with murder(cluster, 1.0) as killed:
        there = cobra.static_plan(game, cluster=cluster)
    assert (len(there.plan.experiments), there.plan.lower, there.stopped) == (7, 7, None)
    assert killed


def test_the_time_limit_leaves_a_plan_and_a_bound(cluster: cobra.Cluster) -> None:
    game = cobra.load(
        "black-pegs", {"pegs": 3, "colours": 7}
    )  # a plan is found at once, its proof takes long
    there = cobra.static_plan(game, cluster=cluster, time_limit=1.5)
    assert there.stopped == "time"
    assert 0 < there.plan.lower < len(there.plan.experiments)
    assert cobra.verify_plan(there.plan).problems == ()


@pytest.mark.slow
def test_the_command_writes_a_trace_of_the_branches(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    asked = ("static", "black-pegs", "-D", "pegs=3", "-D", "colours=4")
    there = run_json(*asked, "--cluster", "local:1", "--trace", trace)
    assert (there["lower"], there["upper"], there["verified"]) == (6, 6, True)
    assert len(json.loads(trace.read_text())["tasks"]) > 10
