"""`cobra symmetry`: exact numbers, every option, every mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.runner import run, run_json

SMALL = ("mastermind", "-D", "pegs=3", "-D", "colours=4")


def rounds(*arguments: str) -> list[dict[str, Any]]:
    document = run_json("symmetry", *arguments)
    assert document["left_out"] == []
    assert document["stopped"] is None
    found: list[dict[str, Any]] = document["rounds"]
    for one in found:
        assert set(one) == {"after", "canonical", "sizes", "count", "all", "equivalence"}
        assert one["count"] == len(one["canonical"]) == len(one["sizes"])
        assert one["all"] == sum(one["sizes"])
    return found


def test_the_first_guesses_of_mastermind() -> None:
    document = run_json("symmetry", "mastermind", "--equivalence", "history")
    assert document["order"] == 17280
    assert document["generators"]
    assert document["rounds"] == [
        {
            "after": [],
            "canonical": ["0000", "0001", "0011", "0012", "0123"],
            "sizes": [6, 120, 90, 720, 360],
            "count": 5,
            "all": 1296,
            "equivalence": "history",
        }
    ]


@pytest.mark.parametrize(
    ("guess", "count"), [("0000", 12), ("0001", 53), ("0011", 39), ("0012", 130), ("0123", 57)]
)
def test_the_second_guesses_of_mastermind(guess: str, count: int) -> None:
    first, second = rounds("mastermind", "--equivalence", "history", "--after", guess)
    assert (first["count"], second["count"]) == (5, count)
    assert (second["after"], second["all"]) == ([guess], 1296)


def test_without_a_name_every_equivalence_that_can_be_told_is_shown() -> None:
    found = rounds(*SMALL, "--after", "012=1B1W", "--after", "013")
    assert [(len(one["after"]), one["equivalence"]) for one in found] == [
        *((length, name) for length in (0, 1) for name in NAMES),
        (2, "history"),
    ]
    assert found[-1]["after"] == ["012=1B1W", "013"]


NAMES = ("history", "symbols", "knowledge", "partition", "graph")


def test_a_chain_is_one_entry() -> None:
    start, after = rounds(*SMALL, "--equivalence", "symbols, partition", "--after", "012=1B1W")
    assert start["equivalence"] == after["equivalence"] == "symbols,partition"


def test_none_keeps_everything() -> None:
    (start,) = rounds(*SMALL, "--equivalence", "none")
    assert start["count"] == start["all"] == 64
    assert set(start["sizes"]) == {1}


@pytest.mark.thorough
def test_long_experiments_and_vast_numbers_are_shown_short_and_read_back() -> None:
    arguments = ("symmetry", "counterfeit-coin", "-D", "coins=40", "--equivalence", "history", "--after")
    lines = run(*arguments, "1..19 | 20 22..38 40").stdout.splitlines()
    assert lines[1] == "  symmetry  ≈1.63·10^48  ways found = 2 · 40!"
    assert any("  1 | 2 ×780  " in line for line in lines)
    assert any("  1..13 | 14..26 ×120,682,997,246,952,000  " in line for line in lines)
    assert "after 1..19 | 20 22..38 40  80 codes" in lines


@pytest.mark.parametrize("text", ["012=1B1W", " 0 1 2 = 1b 1w ", "0,1,2=1,1", "012=1, 1"])
def test_ways_to_write_what_was_made(text: str) -> None:
    assert rounds(*SMALL, "--equivalence", "history", "--after", text)[1]["after"] == ["012=1B1W"]


def test_outcomes_and_symbols_may_hold_an_equals_sign(tmp_path: Path) -> None:
    path = tmp_path / "signs.cb"
    path.write_text(
        'secret s : {"a=b", "c", "d"}\n'
        'experiment ask(x : {"a=b", "c", "d"}) observe if s = x then "x = s" else "x != s"\n',
        "utf-8",
    )
    after = ["a=b=x != s", "c=x = s"]
    found = rounds(
        str(path), "--equivalence", "history", *(word for one in after for word in ("--after", one))
    )
    assert found[-1]["after"] == after


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--after", "01"), "'01' is not an experiment: g has 3 symbols, not 2"),
        (("--after", "017"), "7 is none of the symbols of g[3]: 0 1 2 3"),
        (("--after", "017=1B1W"), "'017' is not an experiment: 7 is none of the symbols"),
        (
            ("--after", "012=3B3W"),
            "no code left gives 012 the outcome '3B3W'; did you mean '0B3W'? the outcomes left are "
            "0B0W, 0B1W, 0B2W, 0B3W, 1B0W, 1B1W, 1B2W, 2B0W, 3B0W",
        ),
        (("--after", "000=0B0W", "--after", "001=2B0W"), "the outcomes left are 0B0W, 0B1W, 1B0W"),
        (
            ("--after", "012", "--equivalence", "knowledge"),
            "the equivalence knowledge needs to know which codes are left; "
            "say what the outcome was: --after '012=OUTCOME'",
        ),
        (("--after", "012", "--equivalence", "history,graph"), "the equivalence graph needs to know"),
        (("--equivalence", "none", "--limit", "experiments=10"), "raise it with --limit experiments=N"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], message: str) -> None:
    result = run("symmetry", *SMALL, *arguments)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert message in result.stderr
    assert "cobra itself" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--after", "=1B1W"), "'=1B1W' is not of the form EXPERIMENT or EXPERIMENT=OUTCOME"),
        (("--equivalence", "symbol"), "there is no equivalence 'symbol'; did you mean 'symbols'?"),
        (("--equivalence", ","), "no equivalence given"),
        (("--equivalence", "none,symbols"), "the equivalence none stands alone"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("symmetry", *SMALL, *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert message in result.stderr


def test_the_graph_is_written(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    assert run("symmetry", *SMALL, "--equivalence", "history", "--graph", path).exit_code == 0
    assert "<graphml" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("graph.txt", "a graph is written to a file ending in .graphml, .svg, .png, .pdf, not "),
        ("no/such/folder/graph.graphml", "cannot write "),
    ],
)
def test_a_graph_that_cannot_be_written(name: str, message: str, tmp_path: Path) -> None:
    result = run("symmetry", *SMALL, "--graph", tmp_path / name)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert message in result.stderr


@pytest.mark.thorough
def test_codes_that_cannot_be_listed_leave_the_group() -> None:
    result = run("symmetry", "mastermind", "-D", "pegs=12", "-D", "colours=12", "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["order"] == 479001600**2
    assert document["rounds"] == []
    assert len(document["left_out"]) == 1
    assert result.stderr.startswith("warning: left out: every round: ")


@pytest.mark.thorough
def test_experiments_that_cannot_be_listed_are_an_error_without_advice() -> None:
    result = run("symmetry", "counterfeit-coin", "-D", "coins=40", "--equivalence", "none")
    assert result.exit_code == 1
    assert result.stderr.endswith("the limit is 1,000,000 listed experiments\n")


def test_without_a_code_there_is_nothing_to_show(tmp_path: Path) -> None:
    path = tmp_path / "none.cb"
    path.write_text("variable a constraint a & !a experiment g() observe a", "utf-8")
    result = run("symmetry", path)
    assert result.exit_code == 1
    assert (
        result.stderr == "error: the game has no code: the constraints on the secret contradict each other\n"
    )


def test_codes_that_cannot_be_listed_are_an_error_when_rounds_are_asked_for() -> None:
    result = run("symmetry", "mastermind", "-D", "pegs=12", "-D", "colours=12", "--equivalence", "knowledge")
    assert result.exit_code == 1
    assert "raise it with --limit codes=N" in result.stderr


def test_no_time_at_all() -> None:
    result = run("symmetry", "mastermind", "--time-limit", "0.000001s")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith("error: stopped by the time limit while ")


def test_the_function_is_not_hidden_by_a_package() -> None:
    import cobra.engine.group

    assert callable(cobra.symmetry)
    assert cobra.engine.group.__name__ == "cobra.engine.group"


def test_the_text() -> None:
    lines = run("symmetry", "mastermind", "--equivalence", "history", "--after", "0011").stdout.splitlines()
    assert lines[0] == "Mastermind  pegs=4  colours=6"
    assert lines[1] == "  symmetry  17,280  ways found = 4! · 6!"
    assert lines[3] == "generators"
    start = lines.index("at the start  1,296 codes")
    assert lines[start + 1].split() == ["equivalence", "count", "of", "smallest", "largest"]
    assert lines[start + 2].split() == ["history", "5", "1,296", "6", "720"]
    assert lines[start + 3 : start + 6] == [
        "    0000 ×6  0001 ×120  0011 ×90  0012 ×720  0123 ×360",
        "",
        "after 0011  1,296 codes",
    ]
    assert lines[-1].endswith("  … and 19 more")
