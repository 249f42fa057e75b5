"""`cobra static` and `cobra verify PLAN`: output, JSON, files, exit status."""

from __future__ import annotations

import json
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

import cobra
from cobra.analysis.static.saved import save_plan
from tests.cli.runner import run, run_json

SMALL = ("mastermind", "-D", "pegs=3", "-D", "colours=3")


def test_text() -> None:
    result = run("static", *SMALL)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["Mastermind", "pegs=3", "colours=3"],
        ["codes", "27", "27", "to", "be", "told", "apart"],
        ["experiments", "27", "that", "split", "the", "codes", "differently"],
    ]
    assert [line.split()[0] for line in lines[5:8]] == ["1", "2", "3"]
    assert lines[9] == "3 experiments; proved: fewer do not do"
    assert lines[10].startswith("verified by the meaning of the game: all codes are told apart")


def test_what_cannot_be_told_apart_is_not_said_to_be(tmp_path: Path) -> None:
    game = tmp_path / "pairs.cb"
    game.write_text('game "Pairs"\nsecret s : 1..4\nexperiment ask() observe s <= 2\n')
    result = run("static", str(game))
    assert "all that can be is told apart" in result.stdout
    assert "no experiment tells 1 from 2" in result.stderr


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("secret c : 1..6\ngoal c % 2\nexperiment a() observe c % 2 = 0", "all goals apart that can be"),
        ("secret s : 1..4\nexperiment ask() observe s <= 2", "all codes apart that can be"),
    ],
)
def test_codes_that_a_plan_leaves_together_are_not_verified_to_be_told_apart(
    rules: str, told: str, tmp_path: Path
) -> None:
    game, plan = tmp_path / "game.cb", tmp_path / "plan.json"
    game.write_text(f'game "G"\n{rules}\n')
    run("static", str(game), "-o", plan)
    assert run("verify", plan).stdout.endswith(f"verified: the answers tell {told} told apart\n")


def test_only_codes_that_had_to_be_told_apart_are_warned_of(tmp_path: Path) -> None:
    game = tmp_path / "game.cb"
    rules = 'game "G"\nsecret c : 1..6\ngoal c > 2\nexperiment a() observe c > {}\n'
    game.write_text(rules.format(4))
    warned = "the goal cannot always be found out: no experiment tells 1 (c > 2 = no) from 3 (c > 2 = yes)"
    assert run("static", str(game)).stderr == f"warning: {warned}\n"
    document = run_json("static", str(game), "--quiet")
    assert (document["inseparable"], document["undecided"]) == (["1", "3"], ["c > 2 = no", "c > 2 = yes"])
    game.write_text(rules.format(2))
    assert run("static", str(game)).stderr == ""


def test_json() -> None:
    document = run_json("static", *SMALL)
    assert list(document) == [
        *("game", "proof", "experiments", "plan", "proved", "lower", "upper", "listed", "goals"),
        *("cells", "inseparable", "undecided", "stopped", "file", "verified"),
    ]
    assert document["game"]["codes"] == document["goals"] == document["cells"] == 27
    assert document["experiments"] == document["lower"] == document["upper"] == len(document["plan"]) == 3
    assert (document["proved"], document["verified"], document["stopped"]) == (True, True, None)


def test_the_same_seed_gives_the_same_plan() -> None:
    one, other = (run_json("static", *SMALL, "--seed", "5")["plan"] for _ in range(2))
    assert one == other


def test_a_table_says_what_the_answers_mean() -> None:
    coins = ("counterfeit-coin", "-D", "coins=3")
    lines = run("static", *coins, "--table").stdout.splitlines()
    assert lines[-7].split() == ["1", "2", "code"]
    assert [line.split("  ")[-1].strip() for line in lines[-6:]] == [
        f"odd {coin}, {weight}" for coin in (1, 2, 3) for weight in ("heavy", "not heavy")
    ]
    table = run_json("static", *coins, "--table")["table"]
    assert len({tuple(row["answers"]) for row in table}) == 6
    assert [len(row["codes"]) for row in table] == [1] * 6


def test_codes_of_several_unknowns_are_told_from_each_other_in_a_table(tmp_path: Path) -> None:
    game = tmp_path / "pairs.cb"
    game.write_text('game "Pairs"\nsecret c : 1..2\nsecret k : 1..2\nexperiment a() observe c = 1\n')
    lines = run("static", game, "--table", "--quiet").stdout.splitlines()
    assert lines[-2].endswith("  c 1, k 1; c 1, k 2")


def test_nothing_to_ask() -> None:
    result = run("static", "mastermind", "-D", "pegs=1", "-D", "colours=1")
    assert result.exit_code == 0
    assert "no experiment is needed\n\nall is known from the start\n" in result.stdout


def test_a_plan_is_written_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    result = run("static", *SMALL, "-o", file)
    assert f"written to {file}\nverified by the meaning of the game" in result.stdout
    verified = run("verify", file, *SMALL)
    assert verified.exit_code == 0
    assert "said to be the fewest, which is not checked here" in verified.stdout
    assert verified.stdout.endswith("verified: the answers tell all codes apart\n")
    document = run_json("verify", file)
    assert (document["correct"], document["problems"], len(document["plan"])) == (True, [], 3)
    other = run("verify", file, "mastermind")
    assert other.exit_code == 1
    assert "is a plan for another game than mastermind: pegs is 3 in one and 4 in the other" in other.stderr


def test_a_plan_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    run("static", *SMALL, "-o", file)
    document = json.loads(file.read_text("utf-8"))
    document["experiments"][0] = document["experiments"][1]
    file.write_text(json.dumps(document), "utf-8")
    result = run("verify", file)
    assert result.exit_code == 1
    assert "wrong:\n" in result.stdout
    assert "there is one that tells them apart" in result.stdout


def test_only_json_is_written(tmp_path: Path) -> None:
    result = run("static", *SMALL, "-o", tmp_path / "plan.txt")
    assert result.exit_code == 1
    assert "a plan is written to a file ending in .json" in result.stderr


def test_stopped_before_there_is_a_plan() -> None:
    result = run("static", "mastermind", "--time-limit", "0.000001s")
    assert result.exit_code == 3
    assert result.stderr.startswith("error: stopped by the time limit while ")


@pytest.mark.parametrize(
    ("game", "least"),
    [
        (SMALL, "2 experiments"),  # 27 codes, 9 outcomes
        (("liar-comparisons", "-D", "numbers=8"), "6 experiments"),  # 8 · (1 + 6) ≤ 2⁶
        (("mastermind-lie", "-D", "pegs=1", "-D", "colours=2"), "1 experiment"),
    ],
)
def test_stopped_before_there_is_a_plan_it_says_how_many_a_plan_has_at_least(
    game: tuple[str, ...], least: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cobra.analysis.static.fewest.greedy", stop)
    result = run("static", *game)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"error: stopped by Ctrl-C while looking for a plan; proved: at least {least}\n"


@pytest.mark.parametrize("how", ["time", "interrupt"])
def test_a_plan_that_is_not_proved(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as there is a plan, and a bound, the time is over, or Ctrl-C is pressed."""
    late = [0.0]
    clock = time.monotonic

    def progress(what: str, done: int, total: int) -> None:
        if what.startswith("at least") and not what.startswith("at least 0,"):
            if how == "interrupt":
                raise KeyboardInterrupt
            late[0] = 1000.0

    monkeypatch.setattr("cobra.cli.commands.static.at_work", lambda *_: nullcontext(progress))
    monkeypatch.setattr(time, "monotonic", lambda: clock() + late[0])
    result = run("static", "bulls-and-cows", "-D", "digits=6", "--json", "--time-limit", "900s")
    assert result.exit_code == 3
    assert "not finished: the proof that fewer experiments do not do" in result.stderr
    document = json.loads(result.stdout)
    assert (document["stopped"], document["proved"], document["verified"]) == (how, False, True)
    assert 0 < document["lower"] < document["upper"] == len(document["plan"])


def test_where_answers_may_be_lies(tmp_path: Path) -> None:
    coins = ("liar-coins", "-D", "coins=3")
    lines = run("static", *coins, "--table").stdout.splitlines()
    assert lines[3].split() == ["lies", "1", "at", "most:", "codes", "differ", "in", "3", "answers"]
    assert lines[12] == "5 experiments; proved: fewer do not do"
    assert lines[-1] == "one of these answers may be wrong: no other row is as near as that of the code"
    pegs = ("mastermind-lie", "-D", "pegs=1", "-D", "colours=4", "-D", "lies=2")
    lines = run("static", *pegs, "--table").stdout.splitlines()
    assert lines[3].endswith("at most: codes differ in 5 answers, or a final one")
    assert lines[-1] == (
        "up to 2 of these answers may be wrong: no other row is as near as that of the code; final answers "
        "are true"
    )
    file = tmp_path / "plan.json"
    assert run("static", *coins, "-o", file).exit_code == 0
    assert run("verify", file).stdout.endswith("verified: the answers tell all codes apart\n")
    document = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(document | {"experiments": document["experiments"][1:], "lower": 0}), "utf-8")
    assert run("verify", file).exit_code == 1


def test_where_experiments_have_prices(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    result = run("static", "test-sequencing", "-o", file)
    assert "6 experiments, cost 14; proved: no plan is cheaper\n" in result.stdout
    document = run_json("static", "test-sequencing")
    assert document["cost"] == {"worst": "14", "average": "14", "lower": "14"}
    assert (document["proved"], document["upper"]) == (True, 6)
    verified = run("verify", file).stdout
    assert "said to be the cheapest, which is not checked here" in verified
    assert verified.splitlines()[2].split() == ["cost", "14"]
    looks = tmp_path / "looks.cb"
    looks.write_text(
        'game "Looks"\nsecret x : 1..4\nexperiment look(place : 2..4)\n  observe x < place\n'
        "  cost if x < place then 3 else 1.5\n"
    )
    said = "3 experiments, cost 9 at most, 6.7500 on average; proved: no plan is cheaper\n"
    assert said in run("static", looks).stdout


def test_the_cheapest_that_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cobra.analysis.static.cheapest.column_group", stop)
    result = run("static", "priced-search", "-D", "n=5")
    assert result.exit_code == 3
    assert "cost 14; stopped by Ctrl-C; proved: none costs less than " in result.stdout
    assert "not finished: the proof that no plan is cheaper" in result.stderr


def test_a_plan_that_is_wrong_does_not_take_the_place_of_a_file(tmp_path: Path) -> None:
    found = cobra.static_plan(cobra.load("mastermind", {"pegs": 2, "colours": 3})).plan
    assert found is not None
    path = tmp_path / "plan.json"
    assert save_plan(found, path) is not None
    before = path.read_bytes()
    with pytest.raises(cobra.CobraError, match="the plan found does not do what is said of it"):
        save_plan(replace(found, cells=found.cells - 1), path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
