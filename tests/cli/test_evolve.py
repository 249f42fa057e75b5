"""`cobra evolve`: what is printed, the JSON, the files, the exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runner import run, run_json
from tests.cli.test_json import ROW

SMALL = ("evolve", "mastermind", "-D", "pegs=3", "-D", "colours=3", "--population", "20")


def test_what_is_printed() -> None:
    result = run(*SMALL, "--generations", "10")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Mastermind  pegs=3  colours=3"
    words = [line.split() for line in lines]
    assert ["population", "20", "seed", "0"] in words
    assert ["0", "14.0000", "14.0000"] in words
    assert ["average", "2.7037", "73/27"] in words
    assert lines[-1].startswith("ended after 10 generations; the best breaker is of generation ")


def test_json() -> None:
    document = run_json(*SMALL, "--generations", "10", "--seed", "3")
    assert {name: type(document[name]) for name in ROW} == ROW | {"lower": type(None), "upper": type(None)}
    assert (document["name"], document["total"], document["codes"]) == ("evolved", 73, 27)
    assert (document["optimal"], document["intervals"]) == (False, [])  # nothing is proved of it
    assert (document["seed"], document["population"], document["generations"]) == (3, 20, 10)
    assert len(document["history"]) == 11
    assert document["history"][0] == {"best": 378, "mean": 378.0}
    assert document["history"][document["reached"]]["best"] == 73
    assert (document["ended"], document["stopped"], document["file"]) == ("generations", None, None)
    again = run_json(*SMALL, "--generations", "10", "--seed", "3", "--threads", "1")
    times = {"seconds", "proof"}
    assert {key: again[key] for key in again if key not in times} == {
        key: document[key] for key in document if key not in times
    }


def test_the_end_that_cannot_be_bettered() -> None:
    result = run("evolve", "higher-lower", "-D", "n=7")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith(": no strategy can be better")


@pytest.mark.thorough
def test_files(tmp_path: Path) -> None:
    strategy, plot = tmp_path / "evolved.json", tmp_path / "fitness.svg"
    result = run(*SMALL, "--generations", "4", "-o", strategy, "--plot", plot)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"written to {strategy}" in result.stdout
    assert "verified by the meaning of the game" in result.stdout
    assert run("verify", strategy).exit_code == 0
    assert run("export", strategy, "--to", "svg").stdout.startswith("<svg ")
    picture = plot.read_text()
    assert "best breaker" in picture
    run(*SMALL, "--generations", "4", "--plot", tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text() == picture


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--population", "0"), 2, "'0' is less than 1"),
        (("--patience", "0"), 2, "'0' is less than 1"),
        (("--generations", "few"), 2, "'few' is not a whole number"),
        (("-o", "evolved.txt"), 1, "a strategy is written to a file ending in .json"),
        (("--plot", "fitness.txt"), 1, "a plot is written to a file ending in .svg, .png, .pdf"),
        (("--checkpoint", "."), 1, "this is a folder"),
        (("--limit", "codes=8"), 1, "about 27 needed, the limit is 8; raise it with --limit codes=N"),
        (("--memory", "2K"), 1, "--memory"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], status: int, message: str) -> None:
    result = run(*SMALL, *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert message in result.stderr


@pytest.mark.slow
def test_a_time_limit_is_kept() -> None:
    result = run("evolve", "mastermind", "--population", "3", "--patience", "1000000", "--time-limit", "3s")
    assert result.exit_code == 3
    last = result.stdout.splitlines()[-1]
    assert last.startswith("stopped after ")
    assert " by the time limit; the best breaker is of generation " in last
