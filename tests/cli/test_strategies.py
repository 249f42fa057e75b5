"""`cobra strategies`, and a user's own strategies in the commands that take them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from cobra.breakers.named import NAMED, STRATEGIES
from tests.cli.runner import run, run_json, start

OWN = '''"""Mine."""

def choose(knowledge):
    """Ask the first code left.

    Whatever it
    splits."""
    return knowledge.codes[0]
'''
SMALL = ("mastermind", "-D", "pegs=2", "-D", "colours=3")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "noisy.py").write_text(
        "def choose(knowledge):\n    print('noise')\n    return knowledge.codes[0]\n"
    )
    (tmp_path / "wrong.py").write_text("def choose(knowledge):\n    return knowledge.codes[99]\n")
    monkeypatch.chdir(tmp_path)
    return "own.py"


def test_the_list_has_every_strategy_with_its_line_and_source() -> None:
    result = run("strategies")
    assert result.exit_code == 0
    for named in NAMED.values():
        (line,) = [
            line for line in result.stdout.splitlines() if line.startswith(f"{named.form or named.name} ")
        ]
        assert named.description in line and named.source in line and (named.score or "") in line
    assert "\noptimal " in result.stdout


def test_the_short_list_of_the_help_is_the_beginning_of_the_long_one() -> None:
    assert {name: NAMED[name].line for name in STRATEGIES if name != "optimal"} | {
        "optimal": STRATEGIES["optimal"]
    } == STRATEGIES
    assert STRATEGIES["parts"] == "most outcomes that are still possible (Kooi)"
    assert "see `cobra strategies`" in run("analyze", "--help").stdout


def test_one_strategy() -> None:
    first, blank, *definition, space, source = run("strategies", "first").stdout.splitlines()
    assert (first, blank, space) == ("first: the first experiment that could still be the code", "", "")
    assert " ".join(definition) == NAMED["first"].definition
    assert source == "source: Shapiro 1983"


def test_json() -> None:
    listed = run_json("strategies")
    assert {one["kind"] for one in listed} >= {"registered"}
    assert [one["name"] for one in listed][:2] == ["max-models", "exp-models"]
    assert {one["name"]: one["score"] for one in listed}["ent-models"] == "min sum(w*log2(w))"
    one = run_json("strategies", "min  sum(n^2) then max parts")
    assert {name: one[name] for name in ("name", "kind", "score", "source")} == {
        "name": "min sum(n^2) then max parts",
        "kind": "score",
        "score": "min sum(n^2) then max parts",
        "source": "",
    }
    assert "the one with the least sum(n^2), then with the greatest parts." in one["definition"]


def test_a_strategy_of_ones_own_is_described_by_its_docstring(own: str) -> None:
    assert run("strategies", own).stdout == "own.py: Ask the first code left.\n\nWhatever it splits.\n"
    assert run_json("strategies", f"program:{shlex.quote(sys.executable)} x y")["kind"] == "program"
    assert run_json("strategies", "consistent(parts)")["name"] == "consistent(parts)"


def test_looking_ahead_is_described_as_such_not_as_its_score() -> None:
    assert run("strategies", "look-ahead(parts)").stdout.splitlines()[:3] == [
        "look-ahead(parts, depth=2, beam=8): a strategy that compares scores, some steps ahead",
        "",
        "Of the best BEAM experiments by the score of STRATEGY it makes the one whose split after DEPTH",
    ]
    one = run_json("strategies", "look-ahead(min max(n), depth=3, beam=4)")
    assert (one["name"], one["kind"], one["score"]) == (
        "look-ahead(min max(n), depth=3, beam=4)",
        "registered",
        None,
    )


def test_a_strategy_that_does_not_exist() -> None:
    result = run("strategies", "part")
    message = "error: there is no strategy 'part'; did you mean 'parts'?\n"
    assert (result.exit_code, result.stderr) == (1, message)


def test_s_is_repeatable_and_lists_may_be_mixed(own: str) -> None:
    document = run_json(
        "analyze",
        *SMALL,
        "-s",
        "parts, consistent(parts)",
        "-s",
        own,
        "-s",
        "max sum(n*fixed) then max parts,parts",
    )
    assert [(row["name"], row["total"]) for row in document["strategies"]] == [
        ("parts", 21),
        ("consistent(parts)", 21),
        ("own.py", 24),
        ("max sum(n*fixed) then max parts", 21),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("part", "there is no strategy 'part'; did you mean 'parts'?"),
        ("none.py", "none.py: cannot be read: No such file or directory"),
        ("own.py:chose", "own.py has no 'chose'; did you mean 'choose'?"),
        ("program:no-such-program", "there is no program 'no-such-program' that could be started"),
        ("parts,consistent(first", "the parentheses do not match in 'parts,consistent(first'"),
    ],
)
@pytest.mark.usefixtures("own")
def test_what_cannot_be_a_strategy_is_wrong_usage(text: str, message: str) -> None:
    result = run("analyze", *SMALL, "-s", text)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: Invalid value for '-s' / '--strategy': {message}\n")


@pytest.mark.thorough
@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("command", [("analyze", "-s"), ("simulate", "-e"), ("advise", "-s")])
def test_what_fails_while_it_plays_is_an_error_with_its_name(command: tuple[str, str]) -> None:
    with start(command[0], *SMALL, command[1], "wrong.py") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert err == "error: the strategy wrong.py failed at wrong.py:2: IndexError: list index out of range\n"


def test_compare_shows_it_beside_the_others(own: str) -> None:
    document = run_json("compare", *SMALL, "-s", f"parts,{own}")
    (instance,) = document["instances"]
    assert [(row["name"], row["total"]) for row in instance["strategies"]] == [("parts", 21), ("own.py", 24)]


@pytest.mark.thorough
def test_simulate_play_and_advise_take_it(own: str) -> None:
    document = run_json("simulate", *SMALL, "-e", own)
    assert (document["codebreaker"], document["distribution"]) == ("own.py", {"1": 1, "2": 2, "3": 5, "4": 1})
    (advice,) = run_json("advise", *SMALL, "--history", "00 = 1B0W", "-s", own)["advice"]
    assert (advice["strategy"], advice["experiment"]) == ("own.py", "01")
    with start("play", *SMALL, "-e", own, stdin=-1) as process:
        out, _ = process.communicate("1B0W\n0B2W\n2B0W\n", timeout=60)
    assert "1. 00 = 1B0W\n" in out and "2. 01 = 0B2W\n" in out and "3. 10 = 2B0W\n" in out


@pytest.mark.thorough
@pytest.mark.usefixtures("own")
def test_what_a_strategy_prints_does_not_spoil_the_document() -> None:
    with start("analyze", "mastermind", "-D", "pegs=1", "-s", "noisy.py", "--json") as process:
        out, err = process.communicate(timeout=60)
    assert json.loads(out)["strategies"][0]["first"] == "0"
    assert set(err.splitlines()) == {"noise"}


@pytest.mark.thorough
@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_what_a_strategy_prints_does_not_stand_in_a_game(command: str) -> None:
    with start(command, *SMALL, "-e", "noisy.py", "-o", "interactive", stdin=-1) as process:
        out, err = process.communicate("1B0W\n", timeout=60)
    assert out.splitlines()[2:] == ["1. 00 = 1B0W", "2. 01 = "]
    assert set(err.splitlines()) == {"noise"}


def test_strategy_files_are_found_as_before(own: str) -> None:
    assert run("analyze", *SMALL, "-s", own, "-o", "out").exit_code == 0
    assert run("verify", "out/own.py.json").exit_code == 0
    assert run_json("simulate", *SMALL, "-e", "out/own.py.json")["total"] == 24


def test_repeat() -> None:
    document = run_json(
        "analyze", *SMALL, "-s", "random,first", "--ties", "random", "--repeat", "4", "--seed", "3"
    )
    drawn, first = document["strategies"]
    assert first["repeats"] is None
    totals = [
        run_json("analyze", *SMALL, "-s", "random", "--seed", str(seed))["strategies"][0]["total"]
        for seed in (3, 4, 5, 6)
    ]
    repeats = drawn["repeats"]
    assert repeats["totals"] == totals
    assert (repeats["runs"], repeats["seed"], drawn["total"]) == (4, 3, totals[0])
    assert repeats["mean"] == sum(totals) / 36
    assert (repeats["least"], repeats["greatest"]) == (min(totals) / 9, max(totals) / 9)


def test_repeat_without_chance_is_an_error() -> None:
    result = run("compare", *SMALL, "-s", "parts", "--repeat", "4")
    assert "--repeat needs what draws by chance: --ties random, or the strategy random" in result.output
