"""What `cobra advise` says of contradictions, of experiments and codes, and of moves made."""

from __future__ import annotations

import pytest

import cobra
from cobra.cli.show.explain import Explained
from cobra.errors import StoppedError
from tests.cli.runner import run, run_json


def advise(*arguments: str) -> list[str]:
    result = run("advise", "mastermind", "-s", "parts", "--time-limit", "none", "--threads", "1", *arguments)
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.stdout.splitlines()]


def test_a_contradiction_is_an_answer() -> None:
    lines = advise("--history", "0011 1B1W; 2233 0B0W; 4455 2B1W")
    assert lines[4:] == [
        "",
        "0 codes left",
        "",
        "No code gives the answers 1 and 3 together",
        "  1. 0011 = 1B1W",
        "  3. 4455 = 2B1W",
        "",
        "One answer changed is enough; the nearest first:",
        "answer  is    could be  codes left then",
        "     1  1B1W  0B1W                    8",
        "     1  1B1W  1B0W                    8",
        "     3  2B1W  1B1W                   24",
        "     3  2B1W  2B0W                   12",
        "     3  2B1W  0B1W                    4",
        "     3  2B1W  1B0W                    4",
        "     3  2B1W  0B2W                   12",
    ]


def test_one_answer_that_nothing_can_give() -> None:
    lines = advise("--history", "2345 1B0W; 0011 3B1W")
    assert "No code gives answer 2" in lines
    assert len([line for line in lines if line.startswith("     2  3B1W")]) == 10


def test_no_change_of_one_answer_is_enough() -> None:
    lines = advise("--history", "0011 4B0W; 0022 4B0W; 0033 4B0W; 0044 4B0W")
    assert lines[-1].startswith("No change of one answer is enough: at least 3 are wrong, for example ")


def test_many_repairs_are_cut_unless_all_are_wanted() -> None:
    history = ("--history", "0123 0B2W; 0011 2B2W; 4455 0B1W")
    short, whole = advise(*history), advise(*history, "--all")
    more = [line for line in short if line.endswith(" more (--all)")]
    assert len(more) == (1 if len(whole) > len(short) else 0)


def test_a_contradiction_in_json() -> None:
    document = run_json("advise", "mastermind", "--history", "0011 1B1W; 2233 0B0W; 4455 2B1W")
    found = document["contradiction"]
    assert found["clash"] == [1, 3]
    assert found["repairs"][0] == {"experiment": 1, "outcome": "0B1W", "codes": 8}
    assert (document["codes"], document["advice"], document["list"]) == (0, [], [])


def test_mine_and_why() -> None:
    lines = advise("--history", "0011 0B2W; 0023 1B1W", "--mine", "1220", "--why", "0123")
    assert lines[-4:] == [
        "It takes 0.2500 experiments more than 1224 on average.",
        "",
        "0123 is excluded by answer 1: 0011 would have been 1B1W, not 0B2W.",
        "0123 is excluded by answer 2: 0023 would have been 3B0W, not 1B1W.",
    ]
    document = run_json(
        *("advise", "mastermind", "--history", "0011 0B2W; 0023 1B1W", "--mine", "1220", "--why", "1220"),
        *("--time-limit", "none"),
    )
    assert document["explanation"]["mine"]["experiment"] == "1220"
    assert document["explanation"]["best"]["expected"] == 28 / 12
    assert document["excluded"] == {"code": "1220", "possible": True, "against": []}
    assert document["review"] is None


def test_explain_alone_speaks_of_the_best() -> None:
    lines = advise("--history", "0011 0B2W; 0023 1B1W", "--explain")
    assert lines[-1] == "1220, which can be the code, takes 0.2500 experiments more on average."


@pytest.mark.thorough
def test_a_review() -> None:
    lines = advise("--history", "0011 0B2W; 0023 0B2W; 2400 2B1W; 2104 4B0W", "--review")
    cells = [line.split() for line in lines[-9:-4]]
    assert [one[:5] for one in cells[1:]] == [
        ["1", "0011", "0B2W", "1,296", "96"],
        ["2", "0023", "0B2W", "96", "33"],
        ["3", "2400", "2B1W", "33", "4"],
        ["4", "2104", "4B0W", "4", "1"],
    ]
    assert [one[6:] for one in cells[1:]] == [
        ["4.3403", "0.0594", "+0.1809"],
        ["3.2188", "0.1562", "-0.2311"],
        ["2.6061", "0.3030", "+0.1591"],
        ["1.7500", "0", "+0.7500"],
    ]
    assert lines[-4:] == [
        "",
        "Compared with optimal, 4.3403 experiments were expected.",
        "4 experiments followed.",
        "Moves lost 0.5187, answers saved 0.8590 by luck.",
    ]


@pytest.mark.parametrize("history", ["0011 4B0W", "0011 4B0W; 0022 4B0W"], ids=["over", "contradiction"])
def test_what_has_no_answer_is_left_out(history: str) -> None:
    document = run_json(
        "advise", "mastermind", "--history", history, "--mine", "0012", "--explain", "--review"
    )
    assert document["explanation"] is None
    assert (document["review"] is None) == (document["codes"] == 0)


@pytest.mark.parametrize(
    ("option", "text", "problem"),
    [
        ("--mine", "00", "'00' is not an experiment: g has 4 symbols, not 2"),
        ("--why", "00", "'00' is not a code: code has 4 symbols, not 2"),
    ],
)
def test_what_cannot_be_read_is_said(option: str, text: str, problem: str) -> None:
    result = run("advise", "mastermind", "--history", "0011 1B1W", option, text)
    assert result.exit_code == 1
    assert problem in result.stderr
    assert "Traceback" not in result.stderr


def test_a_move_that_beats_the_reference_is_said_to() -> None:
    found = cobra.review(cobra.load("mastermind"), "0012 0B2W; 2305 1B1W", reference="first")
    moves = Explained(review=found).lines()[2:4]
    assert [line.split()[-5:-2] for line in moves] == [
        ["beats", "first", "5.7647"],
        ["beats", "first", "4.1532"],
    ]


def test_advice_is_printed_where_no_time_is_left_to_explain_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise StoppedError("time", "listing the codes")

    monkeypatch.setattr(cobra, "explain", stopped)
    result = run("advise", "liar", "-s", "optimal", "--history", "1234 yes", "--explain")
    assert result.exit_code == 3
    assert "optimal   1256      5" in result.stdout
    assert result.stderr == (
        "warning: nothing is explained: stopped by the time limit while listing the codes; raise it with "
        "--time-limit\n"
    )


def test_a_question_without_time_leaves_the_answers_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise StoppedError("time", "listing the codes")

    monkeypatch.setattr(cobra, "excluded", stopped)
    asked = ("--history", "0011 = 1B1W", "--mine", "0023", "--why", "0000")
    result = run("advise", "mastermind", "-s", "parts", *asked)
    assert result.exit_code == 3
    assert "parts" in result.stdout and "0023" in result.stdout
    assert result.stderr == (
        "warning: not everything is explained: stopped by the time limit while listing the codes; raise it "
        "with --time-limit\n"
    )


@pytest.mark.thorough
def test_a_review_that_is_stopped_says_so() -> None:
    game = ("mastermind", "-D", "pegs=5", "-D", "colours=8", "--history", "00112 = 1B1W; 01234 = 1B0W")
    found = run("advise", *game, "-s", "first", "--review", "--time-limit", "2s")
    assert "No move could be judged: stopped by the time limit.\n" in found.stdout
    said = "warning: stopped by the time limit: not all moves are judged; raise it with --time-limit\n"
    assert said in found.stderr
    assert found.exit_code == 3
