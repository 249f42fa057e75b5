"""`cobra advise`: histories from anywhere, JSON, text, and a game typed in as it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cobra
from cobra.cli.main import cobra as command
from cobra.cli.show.explain import Explained, Questions
from cobra.cli.typed import converse
from cobra.engine.made import Made, show_made
from cobra.language.load import library, load_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from tests.cli.runner import run, run_json

HISTORY = "0011 1B1W; guess 0023 = 0,2"
FITTING = [
    *("1231", "1312", "2131", "2201", "2210", "2401", "2410", "2501", "2510", "3112", "3301", "3310"),
    *("3401", "3410", "3501", "3510", "4201", "4210", "4301", "4310", "5201", "5210", "5301", "5310"),
]


def test_the_json_has_the_names_that_are_fixed() -> None:
    document = run_json(
        "advise", "mastermind", "--history", HISTORY, "-s", "parts,optimal", "--time-limit", "none"
    )
    assert {"codes", "exact", "list", "probabilities", "advice", "contradiction"} <= document.keys()
    assert (document["codes"], document["exact"], document["contradiction"]) == (24, True, None)
    assert document["list"] == FITTING
    assert document["history"] == ["0011 = 1B1W", "0023 = 0B2W"]
    first = document["probabilities"]["code[1]"]
    assert first == {"1": 2 / 24, "2": 7 / 24, "3": 7 / 24, "4": 4 / 24, "5": 4 / 24}
    for one in document["advice"]:
        assert {"strategy", "experiment", "split", "expected", "can_be_code"} <= one.keys()
        assert sum(one["split"].values()) == 24
        assert one["expected"] == one["total"] / one["weight"]
    parts, optimal = document["advice"]
    assert (parts["strategy"], parts["can_be_code"]) == ("parts", "4B0W" in parts["split"])
    assert optimal["proved"]
    assert optimal["lower"] == optimal["expected"] <= parts["expected"]


def test_contradicting_answers_are_an_answer() -> None:
    document = run_json("advise", "mastermind", "--history", "0011 4,0; 0022 4,0")
    assert (document["codes"], document["list"], document["advice"]) == (0, [], [])


def test_the_secret_may_be_none_of_the_list(tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("left\nlist\nlost\n", "utf-8")
    listed = ("advise", "word-list", "-D", f"words={words}", "--history", "left 1")
    said = "Or it is none of those this game knows: its list has 3 words."
    assert run_json(*listed)["contradiction"]["unlisted"] == said
    assert f"{said} Another list: -D words=FILE." in " ".join(run(*listed).output.split())
    mastermind = ("advise", "mastermind", "--history", "0011 4,0; 0022 4,0")
    assert run_json(*mastermind)["contradiction"]["unlisted"] is None
    assert "Another list" not in run(*mastermind).output


def test_a_history_may_be_in_a_file_and_in_several_pieces(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("# mine\n0011 1B1W\n", "utf-8")
    document = run_json("advise", "mastermind", "--history", file, "--history", "0023 0B2W", "-s", "first")
    assert document["list"] == FITTING


def test_a_history_may_come_from_standard_input() -> None:
    arguments = ["advise", "mastermind", "--history", "-", "--json", "-s", "first"]
    result = CliRunner().invoke(command, arguments, input="0011 1B1W\n0023 = 0 2\n")
    assert result.exit_code == 0
    assert '"codes": 24' in result.stdout


@pytest.mark.parametrize("text", ["nowhere/game.txt", "x" * 5000, "0011", "0011 = 9B9W", "\0", "."])
def test_what_is_no_history_is_said_to_be_none(text: str) -> None:
    result = run("advise", "mastermind", f"--history={text}")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")


def test_propositions_without_indices_are_one_list() -> None:
    result = run("advise", "tests/data/cobra/black-pegs-3-3.in", "--history", "000 = 0", "-s", "first")
    assert "\n  p1c0 -  p1c1 50%  p1c2 50%  p2c0 -  p2c1 50%" in result.stdout


def test_all_codes_or_the_first_ones() -> None:
    some = run_json("advise", "mastermind", "--history", "0011 1B1W", "-s", "first")
    every = run_json("advise", "mastermind", "--history", "0011 1B1W", "-s", "first", "--all")
    assert (len(some["list"]), len(every["list"])) == (100, 208)
    assert every["list"][:100] == some["list"]
    text = run("advise", "mastermind", "--history", "0011 1B1W", "-s", "first", "--all").stdout
    assert all(f" {code}" in text for code in every["list"])
    assert "more" not in text


TEXT = """\
Mastermind  pegs=4  colours=6
  1. 0011 = 1B1W
  2. 0023 = 0B2W

24 codes left
  1231  1312  2131  2201  2210  2401  2410  2501  2510  3112  3301  3310  3401  3410  3501  3510
  4201  4210  4301  4310  5201  5210  5301  5310

probabilities
               0      1      2      3      4      5
  code[1]      -  8.33%  29.2%  29.2%  16.7%  16.7%
  code[2]      -  8.33%  29.2%  29.2%  16.7%  16.7%
  code[3]  41.7%    50%      -  8.33%      -      -
  code[4]  41.7%    50%  8.33%      -      -      -

strategy    next  code?  expected  worst  outcomes  largest  as good
max-models  2410  yes      2.5417      3        10        4        8

2410 leaves
  0B2W 4  1B1W 3  1B2W 3  2B0W 3  3B0W 3  0B3W 2  2B1W 2  2B2W 2  0B4W 1  4B0W 1
"""


def test_the_text() -> None:
    asked = ("-s", "max-models", "--time-limit", "none")
    assert run("advise", "mastermind", "--history", HISTORY, *asked).stdout == TEXT


def test_a_game_that_is_over() -> None:
    text = run("advise", "mastermind", "--history", "0011 4B0W").stdout
    assert "1 code left; the game is over\n  0011\n" in text
    assert "next" not in text


@pytest.mark.thorough
def test_a_word_that_the_list_does_not_have_is_warned_of() -> None:
    result = run("advise", "wordle", "--history", "aaaaa -----", "-s", "first")
    assert result.exit_code == 0
    assert result.stderr == "warning: aaaaa is not in the lists of the game\n"
    assert run("advise", "wordle", "--history", "aaaaa -----", "-s", "first", "-q").stderr == ""


@pytest.mark.slow
def test_games_too_large_to_list() -> None:
    arguments = ("-D", "pegs=8", "-D", "colours=10", "--history", "00112233 2B2W; 44556677 1B3W")
    document = run_json("advise", "mastermind", *arguments, "--time-limit", "none")
    assert (document["codes"], document["exact"]) == (250368, True)
    for one in document["advice"]:
        assert sum(one["split"].values()) == (400 if one["sampled"] else 250368)
        assert one["expected"] is None
        assert one["compared"] > 60
    text = run("advise", "mastermind", *arguments, "--time-limit", "none").stdout
    assert "were compared, some of them drawn at random" in text


@pytest.mark.slow
def test_a_sample_is_called_one_with_its_spread() -> None:
    arguments = (
        "mastermind",
        "-D",
        "pegs=12",
        "-D",
        "colours=12",
        "--history",
        "4 5 0 3 8 9 4 8 3 6 5 8 = 2B4W",
    )
    text = run("advise", *arguments, "--time-limit", "none").stdout
    spread = "400 codes drawn at random (± 4.9 percentage points at most, 95 % confidence)"
    assert f"probabilities among {spread}\n" in text
    assert f" leaves, of {spread}\n" in text
    assert "outcomes and largest of max-models, exp-models, ent-models, parts: among codes drawn" in text
    document = run_json("advise", *arguments, "--time-limit", "none")
    assert document["drawn"] == 400
    assert {one["sampled"] for one in document["advice"]} == {True}
    assert run_json("advise", "mastermind")["drawn"] is None


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("game", sorted(library()))
def test_every_game_of_the_library(game: str) -> None:
    smaller = ("-D", "pegs=3", "-D", "colours=4") if game == "mastermind-lie" else ()
    result = run("advise", game, *smaller, "-s", "parts,first", "--time-limit", "none")
    assert result.exit_code == 0
    assert "parts" in result.stdout


def said(lines: list[str], game: Game | None = None) -> tuple[list[Any], list[str]]:
    """Return the histories that advice was told after, and the complaints, by default in Mastermind."""
    game = game or cobra.load("mastermind")
    told: list[Any] = []
    complaints: list[str] = []

    def tell(history: tuple[Made, ...], whole: bool = False) -> None:
        told.append((" ".join(show_made(game, made) for made in history), whole))

    def answer(history: tuple[Made, ...], questions: Questions) -> Explained:
        return questions.ask(
            game, history, threads=1, memory=MEMORY, time_limit=None, limits=Limits(), progress=None
        )

    waiting = iter(lines)
    converse(game, lambda: next(waiting, None), tell, answer, complaints.append)
    return told, complaints


def test_a_game_is_typed_in_as_it_goes_on() -> None:
    told, complaints = said(
        ["0011 1,1", " ", "0023 0b2w", "edit 1 0011 = 2,0", "list", "undo", "quit", "4444 0,0"]
    )
    assert complaints == []
    assert told == [
        ("", False),
        ("0011 = 1B1W", False),
        ("0011 = 1B1W 0023 = 0B2W", False),
        ("0011 = 2B0W 0023 = 0B2W", False),
        ("0011 = 2B0W 0023 = 0B2W", True),
        ("0011 = 2B0W", False),
    ]


def test_a_line_that_means_nothing_changes_nothing() -> None:
    told, complaints = said(["undo", "edit 3 0011 1,1", "what", "help", "0011 1,1"])
    assert told == [("", False), ("0011 = 1B1W", False)]
    assert complaints[0].startswith("there is nothing to take back")
    assert complaints[1].startswith("there is no experiment 3: nothing was asked yet")
    assert complaints[2].startswith("'what' is not an experiment and its answer")
    assert "undo" in complaints[3]


def test_an_answer_that_looks_like_a_comment_takes_nothing_away() -> None:
    game = load_text(
        'game "Odd"\nsecret x : 1..3\nexperiment a(g : 1..3) observe if x = g then "# yes" else "no; no"\n'
    )
    told, complaints = said(["1 'no; no'", "edit 1 # yes", "edit 1 # what", "edit 1 no; no"], game)
    assert told == [("", False), *((f'1 = "{answer}"', False) for answer in ("no; no", "# yes", "no; no"))]
    assert complaints[0].startswith("'# what' is no outcome of this experiment")


@pytest.mark.thorough
def test_questions_are_answered_in_between() -> None:
    told, said_ = said(
        [
            "0011 0B2W",
            "0023 1b1w",
            "why 0123",
            "mine 0011",
            "review",
            "explain",
            "undo 1",
            "edit 1 0,2",
            "mine 9",
        ]
    )
    assert [history for history, _ in told] == [
        "",
        "0011 = 0B2W",
        "0011 = 0B2W 0023 = 1B1W",
        "0023 = 1B1W",
        "0023 = 0B2W",
    ]
    assert said_[0] == (
        "0123 is excluded by answer 1: 0011 would have been 1B1W, not 0B2W.\n"
        "0123 is excluded by answer 2: 0023 would have been 3B0W, not 1B1W."
    )
    assert said_[1].endswith("\nIt takes 1 experiment more than 1224 on average.")
    assert said_[2].splitlines()[1].split()[:5] == ["1", "0011", "0B2W", "1,296", "96"]
    assert said_[3].startswith("1224 splits the 12 codes left into 8 parts.")
    assert said_[4].startswith("'9' is not an experiment: g has 4 symbols, not 1")
