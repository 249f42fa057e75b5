"""`cobra optimal`: what is printed, the JSON, the exit status, Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cobra
from cobra.cli.show.optimal import verdict
from cobra.errors import LimitError, StoppedError
from cobra.lengths import Figures
from cobra.limits import Limits
from cobra.model.game import Unseen
from cobra.strategy.read import read_strategy
from cobra.strategy.saved import save
from tests.cli.runner import OnTerminal, run, run_json
from tests.cli.test_json import ROW

SMALL = ("mastermind", "-D", "pegs=2", "-D", "colours=3")
LONG = ("mastermind", "-D", "pegs=4", "-D", "colours=10")
"""10,000 codes: a strategy is there soon, an optimal one is not."""


def test_what_is_printed() -> None:
    result = run("optimal", *SMALL)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Mastermind  pegs=2  colours=3"
    words = [line.split() for line in lines]
    assert ["codes", "9"] in words
    assert words[2][:2] == ["objective", "average"]
    assert words[3][:2] == ["well-formed", "yes"]
    for expected in ("first 01", "worst 3", "average 2.3333 21/9", "lengths 1:1 2:4 3:4"):
        assert expected.split() in words
    assert [line[0] for line in words[-4:-2]] == ["nodes", "time"]  # what counting tells settles it
    assert lines[-1] == "proved: nobody can do better"


@pytest.mark.parametrize("command", ["optimal", "analyze", "advise", "compare"])
@pytest.mark.parametrize("noise", ["", "noise 1/4"])
def test_what_is_proved_of_lies_by_chance_is_said(command: str, noise: str, tmp_path: Path) -> None:
    """To ask what is known can pay there: a wrong answer is one lie fewer to come."""
    (tmp_path / "coin.cb").write_text(
        f"secret side : {{heads tails}} lies at most 1 {noise} experiment look() observe side"
    )
    result = run(command, tmp_path / "coin.cb")
    assert result.exit_code == 0, result.output
    assert "proved" in result.stdout
    assert ("only experiments that tell codes apart" in result.stdout) is bool(noise)


def test_memory_is_named_where_something_was_searched() -> None:
    result = run("optimal", "mastermind", "-D", "pegs=3", "-D", "colours=4")
    assert (result.exit_code, result.stderr) == (0, "")
    words = [line.split() for line in result.stdout.splitlines()]
    assert [line[0] for line in words[-5:-2]] == ["nodes", "time", "memory"]


def test_what_cannot_be_done_is_an_answer() -> None:
    result = run("optimal", *SMALL, "--max-depth", "2", "--first", "00", "--consistent")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == (
        "proved: no strategy does it in at most 2 experiments beginning with 00 "
        "with only experiments that can still be final"
    )
    assert "average  2" not in result.stdout
    document = run_json("optimal", *SMALL, "--max-depth", "2")
    assert (document["infeasible"], document["proved"], document["optimal"]) == (True, True, False)
    assert (document["first"], document["average"], document["settled"]) == (None, None, 0)
    assert (document["intervals"], document["lower"], document["upper"]) == ([], None, None)
    assert (document["codes"], document["weight"]) == (9, 9)


@pytest.mark.parametrize(
    ("objective", "measures", "lower"),
    [
        ("average", [("total", 73)], 73 / 27),
        ("worst", [("worst", 4)], 4.0),
        ("worst-average", [("worst", 4), ("total", 73)], 4.0),
        ("average-worst", [("total", 73), ("worst", 4)], 73 / 27),
    ],
)
def test_json(objective: str, measures: list[tuple[str, int]], lower: float) -> None:
    arguments = ("mastermind", "-D", "pegs=3", "-D", "colours=3")
    document = run_json("optimal", *arguments, "--objective", objective)
    assert document["game"]["params"] == {"pegs": 3, "colours": 3}
    assert document["game"]["codes"] == document["codes"] == 27
    assert document["proof"]["well_formed"] is True
    assert {name: type(document[name]) for name in ROW} == ROW | {"lower": float, "upper": float}
    assert (document["name"], document["objective"]) == ("optimal", objective)
    assert (document["proved"], document["infeasible"], document["optimal"]) == (True, False, True)
    assert (document["lower"], document["upper"]) == (lower, lower)
    assert document["intervals"] == [{"measure": name, "lower": n, "upper": n} for name, n in measures]
    assert (document["max_depth"], document["consistent"], document["beginning"]) == (None, False, None)
    for name, number in measures:
        assert document[name] == number
    assert document["average"] == document["total"] / 27
    assert document["stopped"] is None
    assert document["statistics"]["memory"] >= 0


def test_a_row_of_analyze_is_the_same() -> None:
    alone = run_json("optimal", *SMALL, "--threads", "1")
    row = run_json("analyze", *SMALL, "-s", "optimal", "--threads", "1")["strategies"][0]
    for name in set(ROW) - {"seconds", "symmetry_seconds"}:
        assert row[name] == alone[name], name


def test_analyze_names_the_strategies_that_nobody_beats() -> None:
    result = run("analyze", *SMALL, "-s", "max-models,parts,optimal")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "proved: nobody can do better than parts, optimal"
    assert lines[-2].startswith("optimal     01         3  21/9 = 2.3333      9  ")
    assert run("analyze", *SMALL, "-s", "parts").stdout.splitlines()[-1].startswith("parts ")
    worst = run("analyze", *SMALL, "-s", "parts,optimal", "--objective", "worst").stdout
    assert worst.endswith("proved: nobody can do better than parts, optimal (worst)\n")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--objective", "averge"), 2, "there is no objective 'averge'; did you mean 'average'?"),
        (("--max-depth", "0"), 2, "'0' is less than 1"),
        (("--max-depth", "few"), 2, "'few' is not a whole number"),
        (("--time-limit", "0"), 2, "a time limit must be more than 0 seconds; without one: none"),
        (("--first", "0"), 1, "error: '0' is not an experiment"),
        (("--first", "3 3"), 1, "error: '3 3' is not an experiment"),
        (("--limit", "codes=8"), 1, "about 9 needed, the limit is 8; raise it with --limit codes=N"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], status: int, message: str) -> None:
    result = run("optimal", *SMALL, *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert message in result.stderr


def test_consistent_needs_final_outcomes() -> None:
    result = run("optimal", "sorting", "-D", "n=3", "--consistent")
    assert result.exit_code == 1
    assert result.stderr == "error: no outcome of this game is final, so --consistent has no meaning in it\n"


def test_the_strategy_is_written_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    result = run("optimal", *SMALL, "-o", file)
    assert (result.exit_code, result.stderr) == (0, "")
    proved, written, verified = result.stdout.splitlines()[-3:]
    assert (proved, written) == ("proved: nobody can do better", f"written to {file}")
    assert verified.startswith(
        "verified by the meaning of the game: every code is found, the figures are true ("
    )
    strategy = read_strategy(file)
    assert (strategy.name, strategy.objective, strategy.proved) == ("optimal", "average", True)
    assert strategy.figures.total == 21
    document = run_json("optimal", *SMALL, "-o", file)
    assert (document["file"], document["verified"]) == (str(file), True)


def test_a_strategy_is_verified_without_being_written() -> None:
    assert run_json("optimal", *SMALL)["verified"] is False
    document = run_json("optimal", *SMALL, "--check")
    assert (document["file"], document["verified"]) == (None, True)


def test_there_may_be_nothing_to_write(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    result = run("optimal", *SMALL, "--max-depth", "1", "-o", file)
    assert (result.exit_code, file.exists()) == (0, False)
    assert result.stderr == f"warning: {file} is not written: there is no strategy\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("best.txt", "a strategy is written to a file ending in .json, not "),
        ("nowhere/best.json", "there is no folder "),
    ],
)
def test_what_cannot_be_written_is_refused_at_once(tmp_path: Path, name: str, message: str) -> None:
    result = run("optimal", *LONG, "-o", tmp_path / name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr


def check_partial(text: str, reason: str) -> None:
    document = json.loads(text)
    assert (document["stopped"], document["proved"], document["infeasible"]) == (reason, False, False)
    assert document["codes"] == document["weight"] == 10**4
    assert document["settled"] in (0, 10**4)  # however far it came
    for interval in document["intervals"]:
        assert interval["measure"] == "total"
        assert document["lower"] == interval["lower"] / 10**4
        if document["settled"]:
            assert interval["lower"] < interval["upper"] == document["total"]
            assert document["upper"] == document["average"] == document["total"] / 10**4
        else:
            assert interval["upper"] is document["upper"] is document["average"] is None


@pytest.mark.slow
def test_a_time_limit() -> None:
    result = run("optimal", *LONG, "--time-limit", "3s", "--json")
    assert result.exit_code == 3, result.output
    check_partial(result.stdout, "time")
    assert result.stderr == "warning: not finished: optimal; a longer --time-limit may do\n"


def test_no_time_at_all() -> None:
    result = run("optimal", *SMALL, "--time-limit", "0.000001s")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("error: stopped by the time limit while ")


@pytest.mark.slow
def test_the_time_of_analyze_leaves_the_search_its_part() -> None:
    result = run("analyze", *LONG, "-s", "min-fixed,exp-fixed,optimal", "--time-limit", "5s", "--json")
    assert result.exit_code == 3
    rows = json.loads(result.stdout)["strategies"]
    assert [row["name"] for row in rows] == ["min-fixed", "exp-fixed", "optimal"]
    assert rows[2]["stopped"] == "time"
    assert rows[2]["seconds"] > 0
    assert rows[2]["optimal"] is False


@pytest.mark.unix
@pytest.mark.thorough
def test_ctrl_c() -> None:
    command = OnTerminal("optimal", *LONG, "--json")
    command.wait_for("average")
    command.process.send_signal(signal.SIGINT)
    status, out = command.finish()
    assert status == 3
    check_partial(out, "interrupt")


# What is proved, in words: of results made up.


class Made:
    """What the verdict looks at in a `cobra.Result`."""

    def __init__(self, *intervals: cobra.Interval, **more: Any) -> None:
        self.intervals = intervals
        self.row = self
        self.weight = 5040
        self.game = SimpleNamespace(unseen=None, weight=None)
        self.unit = None
        self.infeasible = self.proved = self.consistent = False
        self.stopped, self.max_depth, self.first, self.within = "time", None, None, None
        vars(self).update(more)


TOTAL = cobra.Interval("total", 26199, 26274)
CLOSED = cobra.Interval("worst", 7, 7)
FIGURES = Figures(worst=7, total=26274, weight=5040, codes=5040, distribution={1: 1, 7: 5039}, nodes=5236)


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (Made(proved=True, stopped=None), "proved: nobody can do better"),
        (Made(proved=True, first="0011"), "proved: nobody can do better beginning with 0011"),
        (
            Made(infeasible=True, proved=True, max_depth=6),
            "proved: no strategy does it in at most 6 experiments",
        ),
        (
            Made(infeasible=True, proved=True, max_depth=1),
            "proved: no strategy does it in at most 1 experiment",
        ),
        (
            Made(TOTAL),
            "stopped by the time limit; proved: the least average is between 5.1982 and 5.2131 "
            "(26199/5040 and 26274/5040)",
        ),
        (
            Made(cobra.Interval("total", 26199, None), stopped="interrupt", max_depth=6),
            "stopped by Ctrl-C; proved: the least average is at least 5.1982 (26199/5040) "
            "in at most 6 experiments",
        ),
        (
            Made(CLOSED, cobra.Interval("nodes", 5040, 5236), stopped="memory"),
            "stopped by the memory limit; proved: the least worst case is 7, and then the least number of "
            "experiments in the tree is between 5,040 and 5,236",
        ),
        (
            Made(
                cobra.Interval("lost", 20500, 152817),
                weight=1562500,
                game=SimpleNamespace(unseen=Unseen(1, ())),
            ),
            "stopped by the time limit; proved: the least chance of a lost play is between 0.0131 and 0.0978 "
            "(20500/1562500 and 152817/1562500)",
        ),
        (
            Made(cobra.Interval("lost", 2, None)),
            "stopped by the time limit; proved: the least number of codes lost is at least 2",
        ),
        (
            Made(cobra.Interval("lost", 2, None), game=SimpleNamespace(unseen=None, weight=object())),
            "stopped by the time limit; proved: the least weight of codes lost is at least 2",
        ),
        (
            Made(proved=True, first="0011", within=3, max_depth=2, consistent=True),
            "proved: nobody can do better in at most 2 experiments beginning with 0011 with only experiments "
            "that can still be final when a play of more than 3 experiments is lost",
        ),
        (Made(), "stopped by the time limit; proved: nothing"),
    ],
)
def test_the_verdict(result: Any, sentence: str) -> None:
    assert verdict(result) == sentence


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ({"intervals": (TOTAL,)}, ["7", "[5.1982, 5.2131]", "5,236", "1:1 7:5039"]),
        (
            {"intervals": (CLOSED, cobra.Interval("nodes", 5040, 5236))},
            ["7", "26274/5040 = 5.2131", "[5,040, 5,236]", "1:1 7:5039"],
        ),
        ({"stopped": None, "intervals": ()}, ["7", "26274/5040 = 5.2131", "5,236", "1:1 7:5039"]),
        (
            {
                "figures": replace(FIGURES, distribution={}, worst=0, total=0, nodes=0),
                "intervals": (cobra.Interval("total", 26199, None),),
            },
            ["?", "≥ 5.1982", "0", "stopped by the time limit with 0 of 5,040 codes settled"],
        ),
        (
            {"figures": replace(FIGURES, distribution={}), "stopped": None},
            ["-", "-", "-", "proved: there is no such strategy"],
        ),
    ],
)
def test_the_row_of_analyze(row: dict[str, Any], cells: list[str]) -> None:
    from cobra.cli.show.rows import row_cells
    from cobra.figures import Decimals

    made: dict[str, Any] = {
        "name": "optimal",
        "first": "0123",
        "figures": FIGURES,
        "seconds": 1.0,
        "symmetry_seconds": 0.0,
        "stopped": "time",
    }
    shown = row_cells(cobra.Row(**made | row), Decimals())
    assert [*shown[2:5], shown[6]] == cells


def test_the_average_is_that_of_a_whole_strategy() -> None:
    row = cobra.Row("optimal", None, FIGURES, 1.0, 0.0, "time", intervals=(TOTAL,))
    assert row.average == row.upper == Fraction(26274, 5040)
    assert row.lower == Fraction(26199, 5040)
    assert not row.attains("average", row.intervals)
    assert row.attains("worst", (CLOSED,))
    assert not row.attains("nodes", (CLOSED,))


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (cobra.GameError("no space left"), 1, "error: no space left\n"),
        (KeyboardInterrupt(), 3, "error: stopped by Ctrl-C while writing and verifying the strategy\n"),
    ],
)
def test_the_answer_is_printed_though_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, message: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("cobra.strategy.saved.write_new", fail)
    result = run("optimal", *SMALL, "-o", tmp_path / "best.json")
    assert (result.exit_code, result.stderr) == (status, message)
    assert result.stdout.endswith("proved: nobody can do better\n")


def test_a_strategy_that_is_not_what_is_said_of_it_is_an_error() -> None:
    found = cobra.optimal(cobra.load("mastermind", {"pegs": 2, "colours": 3})).strategy
    assert found is not None
    wrong = replace(found, figures=replace(found.figures, total=20))
    with pytest.raises(cobra.CobraError, match=r"figures: total is 21, not 20.*this is a mistake in cobra"):
        save(wrong, None, check=True)
    assert save(found, None) is not None


def test_one_that_is_wrong_does_not_take_the_place_of_a_file(tmp_path: Path) -> None:
    found = cobra.optimal(cobra.load("mastermind", {"pegs": 2, "colours": 3})).strategy
    assert found is not None
    path = tmp_path / "best.json"
    assert save(found, path) is not None
    before = path.read_bytes()
    wrong = replace(found, figures=replace(found.figures, total=20))
    with pytest.raises(cobra.CobraError, match=r"figures: total is 21, not 20.*this is a mistake in cobra"):
        save(wrong, path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    with pytest.raises(cobra.CobraError, match="this is a mistake in cobra"):
        save(wrong, tmp_path / "new.json")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "stop",
    [StoppedError("time", "playing every code"), LimitError("memory", 2, 1, "playing"), KeyboardInterrupt()],
)
def test_one_that_is_not_verified_to_the_end_is_kept(
    stop: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise stop

    found = cobra.optimal(cobra.load("mastermind", {"pegs": 2, "colours": 3})).strategy
    assert found is not None
    monkeypatch.setattr("cobra.strategy.saved.verify", stopped)
    path = tmp_path / "best.json"
    path.write_text("an earlier one")
    with pytest.raises(type(stop)):
        save(found, path, check=True)
    assert cobra.read_strategy(path).figures == found.figures


def test_a_file_that_is_too_large_to_be_verified_is_named(tmp_path: Path) -> None:
    found = cobra.optimal(cobra.load("mastermind", {"pegs": 2, "colours": 3})).strategy
    assert found is not None
    path = tmp_path / "best.json"
    with pytest.raises(LimitError, match=re.escape(f"{path}: the file is too big, in bytes")):
        save(found, path, check=True, limits=Limits(strategy_size=100))
    assert path.stat().st_size > 100


def test_an_interval_is_narrowed_by_what_else_is_known() -> None:
    def row(total: int, *intervals: cobra.Interval) -> cobra.Row:
        return cobra.Row("", None, replace(FIGURES, total=total), 1.0, 0.0, None, intervals=intervals)

    bounds = cobra.Bounds(5, 23000, 5040)
    searched = row(26400, cobra.Interval("total", 20000, 26400))
    both = searched.narrowed("average", [row(26300), row(26350)], bounds)
    assert both.intervals == (cobra.Interval("total", 23000, 26300),)
    assert searched.narrowed("average", [row(26300)], None) == searched
    nothing = replace(FIGURES, total=0, distribution={}, weight=0)
    unknown = replace(row(0), figures=nothing, stopped="time")
    assert unknown.narrowed("worst", [], bounds).intervals == (cobra.Interval("worst", 5, None),)
    assert unknown.narrowed("average", [], bounds).lower == Fraction(23000, 5040)
    second = row(0, CLOSED, cobra.Interval("nodes", 5040, 5236))
    assert second.narrowed("nodes", [row(1)], bounds) == second
    infeasible = replace(unknown, stopped=None)
    assert infeasible.narrowed("average", [row(1)], bounds) == infeasible
