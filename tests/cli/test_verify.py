"""`cobra verify` and `cobra analyze -o`: output, JSON, exit status."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path

import pytest

from tests.cli.runner import run, run_json, start

SIZES = ("-D", "pegs=3", "-D", "colours=4")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("strategies") / "new" / "folder"
    result = run("analyze", "mastermind", *SIZES, "-s", "parts,optimal", "-o", path)
    assert result.exit_code == 0, result.output
    return path


def test_every_strategy_is_written(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == ["optimal.json", "parts.json"]
    document = json.loads((folder / "optimal.json").read_text("utf-8"))
    assert (document["objective"], document["proved"]) == ("average", True)
    assert document["intervals"] == [{"measure": "total", "lower": 206, "upper": 206}]
    assert document["figures"]["total"] == 206


def test_a_strategy_that_is_true(folder: Path) -> None:
    result = run("verify", folder / "parts.json")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split() for line in lines[:5]] == [
        ["Mastermind", "pegs=3", "colours=4"],
        ["strategy", "parts"],
        ["codes", "64", "every", "one", "played"],
        ["worst", "4"],
        ["average", "3.2500", "208/64"],
    ]
    assert lines[-1] == "verified: every play and every figure is as stated"
    claim = "best by average: said to be proved, which is not checked here"
    assert claim in run("verify", folder / "optimal.json").stdout


def test_json(folder: Path) -> None:
    document = run_json("verify", folder / "parts.json")
    assert document.pop("seconds") >= 0
    assert document == {
        "game": {"name": "Mastermind", "params": {"pegs": 3, "colours": 4}},
        "strategy": "parts",
        "objective": None,
        "correct": True,
        "problems": [],
        "figures": {
            "worst": 4,
            "total": 208,
            "weight": 64,
            "codes": 64,
            "average": "13/4",
            "distribution": {"1": 1, "2": 5, "3": 35, "4": 23},
            "nodes": 67,
        },
    }


def test_a_strategy_that_is_wrong(folder: Path, tmp_path: Path) -> None:
    text = (folder / "parts.json").read_text("utf-8")
    path = tmp_path / "wrong.json"
    path.write_text(text.replace('"total": 208', '"total": 207').replace("13/4", "207/64"), "utf-8")
    result = run("verify", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-2:] == ["wrong: 1 mistake", "  figures: total is 208, not 207"]
    result = run("verify", path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["problems"] == ["figures: total is 208, not 207"]


def test_a_file_that_is_wrong(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes((folder / "parts.json").read_bytes()[:3000])
    result = run("verify", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {path}:")
    assert result.stderr.endswith(": the file is cut off here\n")


def test_the_game_is_compared(folder: Path) -> None:
    path = folder / "parts.json"
    assert run("verify", path, "mastermind", *SIZES).exit_code == 0
    result = run("verify", path, "mastermind")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"error: {path} is a strategy for another game than mastermind: pegs is 3 in one and 4 in the other\n"
    )
    result = run("verify", path, "black-pegs", *SIZES)
    assert result.exit_code == 1
    assert "is a strategy for another game than black-pegs: they differ in their" in result.stderr


def test_usage(folder: Path) -> None:
    result = run("verify", folder / "parts.json", "-D", "pegs=3")
    assert result.exit_code == 2
    assert "-D says which GAME is meant" in result.stderr
    result = run("verify", folder / "parts.json", "--limit", "strategy-size=100")
    assert result.exit_code == 1
    assert "--limit strategy-size=N" in result.stderr
    result = run("verify", folder / "none.json")
    assert result.exit_code == 1
    assert result.stderr == f"error: {folder / 'none.json'}: cannot be read: No such file or directory\n"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("analyze", "mastermind", *SIZES, "-s", "first", "-o", tmp_path / "file")
    assert result.exit_code == 1
    assert result.stderr.endswith("this is a file, not a folder\n")
    result = run("analyze", "mastermind", *SIZES, "-s", "first", "-o", tmp_path / "file" / "sub")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: cannot make the folder ")


@pytest.mark.thorough
def test_what_is_stopped_is_not_written(tmp_path: Path) -> None:
    big = ("mastermind", "-D", "pegs=6", "-D", "colours=9")
    result = run("analyze", *big, "-s", "ent-models", "--time-limit", "1s", "-o", tmp_path)
    assert result.exit_code == 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.unix
@pytest.mark.thorough
def test_ctrl_c_and_time_limit(tmp_path: Path) -> None:
    """A strategy for a game of 665,280 codes, whose listing takes a while."""
    run("analyze", "bulls-and-cows", "-D", "places=2", "-D", "digits=3", "-s", "first", "-o", tmp_path)
    path = tmp_path / "first.json"
    path.write_text(path.read_text("utf-8").replace('"places": 2, "digits": 3', '"places": 6, "digits": 12'))
    text = path.read_text("utf-8")
    path.write_text(text[: text.index('"tree"')] + '"tree": []}', "utf-8")
    document = json.loads(path.read_text("utf-8"))
    document["figures"]["nodes"] = 0
    path.write_text(json.dumps(document), "utf-8")
    result = run("verify", path, "--time-limit", "1s")
    assert (result.exit_code, result.stdout) == (3, "")
    # how far it comes in a second, the machine decides
    assert re.fullmatch(
        "error: stopped by the time limit while [a-z ]+; raise it with --time-limit\n", result.stderr
    )
    if hasattr(os, "killpg"):
        process = start("verify", path)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=30)
        assert (process.returncode, out) == (3, "")
        assert error.lstrip("\n") == "stopped before there was anything to report\n"


def words(*arguments: str) -> list[str]:
    """Return the lines of a command without their columns, which are as wide as the time it took needs."""
    return [" ".join(line.split()) for line in run(*arguments).stdout.splitlines()]


@pytest.mark.thorough
def test_what_is_paid_and_lost_is_said(tmp_path: Path) -> None:
    priced, losing = str(tmp_path / "priced.json"), str(tmp_path / "losing.json")
    found = run("optimal", "priced-search", "--objective", "worst-average", "-o", priced)
    assert "  the least greatest cost of a play, and under it the least mean cost\n" in found.stdout
    found = run("optimal", "hangman-lives", "-D", "lives=2", "-o", losing)
    assert "average  the fewest codes lost, then the least average length of a play" in found.stdout
    path = tmp_path / "once.cb"
    path.write_text(
        "secret x : 1..3 state left = 1 in 0..1 lost when left = 0 cost 5 "
        "experiment guess(n : 1..3) observe x = n final x = n then left = 0"
    )
    once = str(tmp_path / "once.json")
    found = words("optimal", str(path), "-o", once)  # what losing costs is a cost like others
    assert "average the least mean cost of a play, by weight" in "\n".join(found)
    assert found[found.index("most cost 6 of a play") + 1] == "mean cost 4.3333"
    assert "most cost 1 of a play, but for what losing costs" in words(
        "optimal", str(path), "--objective", "won", "-o", once
    )
    assert words("verify", once)[6] == "most cost 1 of a play, but for what losing costs"
    assert words("verify", priced)[5:7] == ["most cost 41 of a play", "mean cost 36.5333"]
    assert words("verify", losing)[4:6] == ["average 2.5909 114/44", "won 7 of 44 codes"]
