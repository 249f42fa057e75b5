"""`cobra analyze --first all`: what it prints, takes and exits with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import cobra
from cobra.analysis.openings.opening import Opening
from cobra.cli.show.openings import openings_warnings
from tests.cli.runner import run, run_json


def test_openings_are_a_table_the_best_first() -> None:
    result = run(
        "analyze", "mastermind", "-D", "pegs=3", "--first", "all", "--objective", "nodes", "--threads", "1"
    )
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[3].split() == ["openings", "3", "of", "216", "experiments,", "one", "of", "each", "kind"]
    assert lines[6:] == [
        "first  worst           average  nodes  alike",
        "012        5  865/216 = 4.0046    217    120",
        "001        5  884/216 = 4.0926    219     90",
        "000        6  995/216 = 4.6065    216      6",
        "",
        "proved: what the best play after 3 openings costs",
    ]


@pytest.mark.slow
def test_what_is_not_proved_is_an_interval() -> None:
    game = ("mastermind", "-D", "pegs=5", "-D", "colours=6")
    result = run("analyze", *game, "--first", "all", "--time-limit", "3s")
    assert result.exit_code == 3
    assert "proved: what the best play after 0 of 7 openings costs" in result.stdout
    assert result.stderr == "warning: not finished: 7 openings; a longer --time-limit may do\n"


def test_the_loss_of_a_cluster_is_told() -> None:
    found = cobra.openings(cobra.load("mastermind", {"pegs": 2, "colours": 3}), threads=1)
    lost = replace(found, openings=(found.openings[0], Opening("00", 3)), stopped="cluster")
    assert openings_warnings(lost) == ["not finished: 1 opening; the cluster was lost"]


def test_json(tmp_path: Path) -> None:
    asked = ("analyze", "mastermind", "-D", "pegs=2", "-D", "colours=3", "--first", "all", "--threads", "1")
    document = run_json(*asked, "--results", tmp_path / "kept.json")
    assert document == run_json(*asked, "--results", tmp_path / "kept.json") | {"proof": document["proof"]}
    del document["proof"], document["game"]
    assert document == {
        "objective": "average",
        "consistent": False,
        "weight": 9,
        "experiments": 9,
        "telling_nothing": 0,
        "stopped": None,
        "openings": [
            {
                "first": first,
                "alike": alike,
                "proved": True,
                "total": total,
                "worst": worst,
                "average": total / 9,
                "intervals": [{"measure": "total", "lower": total, "upper": total}],
            }
            for first, alike, total, worst in (("01", 6, 21, 3), ("00", 3, 24, 4))
        ],
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--first", "0012"], "there is no choice of openings '0012' (known: all)"),
        (["--first", "all", "-s", "parts"], "--strategy: --first all shows no strategies"),
        (["--first", "all", "--repeat", "2"], "--repeat: --first all shows no strategies"),
        (["--results", "kept.json"], "--results: this needs --first all"),
        (["--cluster", "local"], "--cluster: this needs --first all"),
    ],
)
def test_what_does_not_go_together(options: list[str], said: str) -> None:
    result = run("analyze", "mastermind", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
