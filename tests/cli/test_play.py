"""`cobra play` with lines piped in."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cobra
from cobra.budget import poll
from cobra.cli.main import cobra as command
from cobra.play import codebreakers
from cobra.play.contradiction import Contradiction, contradiction
from tests.cli.runner import environment
from tests.play.test_session import HARD

SMALL = ("mastermind", "-D", "pegs=3", "-D", "colours=3")


def play(*arguments: str, lines: str = "") -> Result:
    result = CliRunner().invoke(command, ["play", *arguments], input=lines)
    assert "Traceback" not in result.output
    return result


def shown(*arguments: str, lines: str = "") -> str:
    result = play(*arguments, lines=lines)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_a_whole_game() -> None:
    assert shown(*SMALL, "-o", "120", lines="012\nhint\nlist\n1 2 1\n120\n\nnever read\n") == (
        "Mastermind  pegs=3  colours=3\n"
        "The computer keeps one of 27 codes. Type an experiment such as 012, or help.\n"
        "1> 012\n"
        "   1. 012 = 0B3W\n"
        "2> hint\n"
        "   2 of 27 codes are left\n"
        "2> list\n"
        "   120  201\n"
        "2> 1 2 1\n"
        "   2. 121 = 2B0W\n"
        "3> 120\n"
        "   3. 120 = 3B0W\n"
        "   over after 3 experiments: the code is 120\n"
        "   review looks at the game again, quit ends it\n"
        "over> \n"
    )


def test_the_computer_asks() -> None:
    text = shown(*SMALL, "-e", "max-models", lines="1 2\nleft\nwhat\n3b\n")
    assert "1. 001 = 1 2\n   that is 1B2W\n" in text
    assert "   2 of 27 codes are left\n" in text
    assert "'what' is no answer to" in text
    assert "over after 2 experiments: the code is" in text
    assert "review looks at the game again, quit ends it; undo or edit if that is wrong\nover> " in text


def test_help_in_a_game_against_somebody_else() -> None:
    text = shown(*SMALL, "--history", "guess=012:1B1W", lines="002 0B1W\nlist\n222\n1b\nleft\n")
    assert "   1. 012 = 1B1W\n2> 002 0B1W\n   2. 002 = 0B1W\n3> list\n" in text
    assert "3> 222\n3. 222 = 1b\n   that is 1B0W\n" in text


def test_a_contradiction_can_be_repaired() -> None:
    text = shown(*SMALL, "--history", "012 3B0W; 000 0B0W", lines="111\nhint\nedit 2 1,0\nundo\nquit\n")
    assert "   no code gives answers 1 and 2 together; undo, or\n" in text
    assert "   edit 2 1B0W  1 code\n" in text
    assert "edit or undo> edit 2 1,0\n   1. 012 = 3B0W\n   2. 000 = 1B0W\n" in text


def test_more_than_one_answer_is_wrong_only_where_all_changes_of_one_were_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hopeless = (*SMALL, "--history", "012 3B0W; 000 3B0W; 111 3B0W")
    many = "   edit N ANSWER; more than one answer must be wrong\n"
    assert many in shown(*hopeless, lines="quit\n")

    def hurried(*asked: Any, **options: Any) -> Contradiction | None:
        found = contradiction(*asked, **options)
        return found and replace(found, repairs=found.repairs[:1], complete=False)

    monkeypatch.setattr("cobra.play.session.contradiction", hurried)
    late = "   edit N ANSWER; there was no time to find all changes of one answer that\n   would do\n"
    text = shown(*hopeless, lines="quit\n")
    assert late in text and many not in text
    assert f"   edit 1 2B0W  2 codes\n{late}" in shown(
        *SMALL, "--history", "012 3B0W; 000 0B0W", lines="quit\n"
    )


def test_the_secret_may_be_none_of_the_list(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("left\nlist\n")
    text = shown("word-list", "-D", f"words={words}", "--history", "left 1", lines="quit\n")
    assert "   Or it is none of those this game knows: its list has 2 words. Another list:\n" in text
    assert "   -D words=FILE.\n" in text
    assert "Another list" not in shown(*SMALL, "--history", "012 3B0W; 000 0B0W", lines="quit\n")


def test_the_adversary_and_giving_up() -> None:
    text = shown(*SMALL, "-o", "models", lines="000\ngive up\n")
    assert "An adversary keeps all 27 codes open." in text
    assert "one code that fits all answers is 011" in text
    assert "the secret is 210" in shown(*SMALL, "-o", "210", lines="Give up\n")


def test_an_adversary_that_keeps_several_codes_open_has_none_in_the_end(tmp_path: Path) -> None:
    game = tmp_path / "parity.cb"
    game.write_text(
        'game "Parity"\nsecret x : 1..6\ngoal x % 2\nexperiment a(g : 1..6) observe x % 2 = g % 2\n'
    )
    over = "over after 1 experiment: x % 2 = 0; "
    assert f"{over}one code that fits all answers is 2\n" in shown(str(game), "-o", "models", lines="1\n")
    assert f"{over}the code is 4\n" in shown(str(game), "-o", "4", lines="1\n")
    traced = CliRunner().invoke(command, ["simulate", str(game), "-o", "models", "--trace"]).stdout
    assert "game 1: it was open until the end; one of those left is 2\n" in traced


@pytest.mark.thorough
def test_codes_that_cannot_be_counted_are_at_least_so_many(tmp_path: Path) -> None:
    game = tmp_path / "hard.cb"
    game.write_text(HARD)
    small = (str(game), "--memory", "1M")
    text = shown(*small, "-e", "interactive", "-o", "interactive", lines="list 2\nlist 100\nlist 0\n")
    assert text.startswith("Hard\nat least 100 codes. Type each experiment with its answer; or help.\n")
    assert "\n   … and at least 98 more\n" in text
    assert "\n   … and perhaps more\n1> list 0\n   at least 100 codes are left\n" in text
    text = shown(*small, "-e", "first")
    assert text.startswith("Hard\nThink of one of at least 100 codes; the computer asks. ")
    assert shown(*small, "-o", "models").startswith("Hard\nAn adversary keeps at least 100 codes open. ")


@pytest.mark.thorough
def test_choosing_the_secret_is_an_answer_of_the_computer(tmp_path: Path) -> None:
    game = tmp_path / "hard.cb"
    game.write_text(HARD)
    result = play(str(game), "--time-limit", "1s")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == (
        "error: stopped by the time limit while counting the codes; raise it with --time-limit\n"
    )


@pytest.mark.thorough
def test_checking_a_written_strategy_is_an_answer_of_the_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check_for_ten_seconds(*given: object, **more: object) -> None:
        end = time.monotonic() + 10
        while time.monotonic() < end:
            poll("playing the strategy")
        raise AssertionError("nothing stops it")

    cobra.analyze(cobra.load("mastermind", {"pegs": 3, "colours": 3}), ["parts"], output=tmp_path)
    monkeypatch.setattr(codebreakers, "verify", check_for_ten_seconds)
    result = play(*SMALL, "-e", str(tmp_path / "parts.json"), "--time-limit", "1s")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == (
        "error: stopped by the time limit while playing the strategy; raise it with --time-limit\n"
    )


def test_a_word_that_the_lists_do_not_have_is_told() -> None:
    text = shown("wordle", "-o", "raise", lines="zzzzz\nstare\n")
    assert "1. zzzzz = -----\n   zzzzz is not in the lists of the game\n2> " in text
    assert "stare is not" not in text


def test_where_the_secret_moves_no_strategy_leads_on(tmp_path: Path) -> None:
    path = tmp_path / "moves.cb"
    path.write_text(
        "secret x : 1..3 move x = one of 1, 2, 3 experiment look(n : 1..3) observe x = n final x = n", "utf-8"
    )
    text = shown(str(path), lines="best\nwhy\n")
    assert "1> best\n   no strategy leads on from here, as the secret moves\n" in text
    assert "no strategy leads on from here, as the secret moves, or the" in " ".join(text.split())


def test_a_game_that_was_won_before_the_last_experiment_is_over() -> None:
    text = shown(*SMALL, "--history", "120 = 3B0W; 012 = 0B3W", lines="121\nundo\nundo\nleft\n")
    assert text.endswith(
        "   over after 2 experiments: the code is 120\n"
        "   review looks at the game again, quit ends it; undo or edit if that is wrong\n"
        "over> 121\n"
        "   the game is over\n"
        "over> undo\n"
        "   taken back: 012 = 0B3W\n"
        "   over after 1 experiment: the code is 120\n"
        "   review looks at the game again, quit ends it; undo or edit if that is wrong\n"
        "over> undo\n"
        "   taken back: 120 = 3B0W\n"
        "1> left\n"
        "   27 of 27 codes are left\n"
        "1> \n"
    )


def test_a_list_of_none() -> None:
    text = shown(*SMALL, "--history", "012 = 0B3W", lines="list 0\nlist 1\n")
    assert "2> list 0\n   2 of 27 codes are left\n2> list 1\n   120\n   … and 1 more\n2> \n" in text


def test_giving_up_can_be_taken_back() -> None:
    lines = "012 0B3W\ngive up\nundo\nleft\ngive up\nedit 1 3B0W\n"
    assert shown(*SMALL, "-e", "interactive", "-o", "interactive", lines=lines).endswith(
        "2> give up\n"
        "   review looks at the game again, quit ends it; undo or edit if that is wrong\n"
        "over> undo\n"
        "2> left\n"
        "   2 of 27 codes are left\n"
        "2> give up\n"
        "   review looks at the game again, quit ends it; undo or edit if that is wrong\n"
        "over> edit 1 3B0W\n"
        "   1. 012 = 3B0W\n"
        "   over after 1 experiment: the code is 012\n"
        "   review looks at the game again, quit ends it; undo or edit if that is wrong\n"
        "over> \n"
    )


def test_a_command_that_is_also_a_word_of_the_game(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("left\nlist\nundo\nbest\n")
    text = shown("word-list", "-D", f"words={words}", "-o", "undo", lines="left\ntry left\ntry undo\n")
    assert "   4 of 4 codes are left\n" in text
    assert "   1. left = 0\n" in text
    assert "   over after 2 experiments: the code is undo\n" in text


def test_explanations_and_a_review() -> None:
    text = shown(*SMALL, "-o", "120", lines="012\nwhy 000\nwhy not 111\n120\nreview\nnonsense\n")
    assert "   000 cannot be the code.\n" in text
    assert "   111 is excluded by answer 1: 012 would have been 1B0W, not 0B3W.\n" in text
    assert "   2 experiments followed.\n" in text
    assert "over> nonsense\n   the game is over\nover> \n" in text


def test_a_strategy_that_cannot_play_is_an_error() -> None:
    result = play("mastermind", "-D", "pegs=8", "-D", "colours=10", "-e", "optimal")
    assert result.exit_code == 1
    assert "100,000,000 codes are too many to list" in result.stderr


def test_a_written_strategy_knows_only_its_own_way(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    cobra.analyze(game, ["parts"], output=tmp_path)
    result = play(*SMALL, "-e", str(tmp_path / "parts.json"), "--history", "222 = 0B0W")
    assert result.exit_code == 1
    assert "says nothing of this position, after 222 = 0B0W" in result.stderr


def test_a_command_that_is_also_an_answer() -> None:
    text = shown("counterfeit-coin", "-D", "coins=6", "-e", "max-models", lines="balance\nleft\n")
    assert "2. 1 | 5 = left\n   that is left heavier\n" in text
    assert "   over after 2 experiments: the code is odd 5, not heavy\n" in text


@pytest.mark.thorough
def test_the_secret_is_another_one_each_time_unless_there_is_a_seed() -> None:
    secrets = {shown("bulls-and-cows", lines="give up\n") for _ in range(3)}
    assert len(secrets) > 1
    assert len({shown("bulls-and-cows", "--seed", "7", lines="give up\n") for _ in range(2)}) == 1


def test_help_lists_the_commands() -> None:
    text = shown(*SMALL, lines="help\n?\n")
    for name in (
        "hint",
        "left",
        "list [N]",
        "best",
        "why not CODE",
        "undo",
        "edit N ANSWER",
        "review",
        "quit",
    ):
        assert text.count(f"\n   {name} ") == 2


@pytest.mark.parametrize("ending", ["", "quit\n", "exit\n", "\n"])
def test_the_end_of_the_input_ends_politely(ending: str) -> None:
    assert play(*SMALL, lines=ending).exit_code == 0


def test_a_written_strategy_asks(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    cobra.analyze(game, ["parts"], output=tmp_path)
    text = shown(*SMALL, "-e", str(tmp_path / "parts.json"), lines="0B0W\n3B0W\n")
    assert text.splitlines()[2] == "1. 001 = 0B0W"
    result = play("mastermind", "-e", str(tmp_path / "parts.json"))
    assert result.exit_code == 1
    assert "is a strategy for another game: pegs is 3 in one and 4 in the other" in result.stderr
    text = shown(*SMALL, "-e", str(tmp_path / "parts.json"), lines="0B0W\nedit 1 2B0W\n1B1W\n1B1W\nquit\n")
    assert "edit or undo>" in text


@pytest.mark.parametrize(
    ("arguments", "status", "problem"),
    [
        (("-e", "parts", "-o", "models"), 2, "`cobra simulate` lets it play against itself"),
        (("-o", "models", "--history", "012 1B1W"), 2, "--history has answers of somebody else"),
        (("-o", "model"), 1, "did you mean 'models'"),
        (("-e", "part"), 1, "did you mean 'parts'"),
        (("-e", "nowhere.json"), 1, "nowhere.json"),
        (("--history", "012 nonsense"), 1, "012"),
        (("--seed", "x"), 2, "is not a whole number"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], status: int, problem: str) -> None:
    result = play(*SMALL, *arguments)
    assert result.exit_code == status
    assert problem in result.stderr


def test_simulate_can_be_interactive() -> None:
    arguments = ["simulate", *SMALL, "-e", "interactive", "-o", "120"]
    result = CliRunner().invoke(command, arguments, input="120\n")
    assert result.exit_code == 0
    assert "   over after 1 experiment: the code is 120\n" in result.stdout
    result = CliRunner().invoke(command, [*arguments, "--json"], input="120\n")
    assert result.exit_code == 2


@pytest.mark.thorough
def test_input_that_is_no_text() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "cobra", "play", *SMALL],
        input=b"\xff\xfe\x00\n" + b"0" * 30_000 + b"\n012\n",
        env=environment(),
        capture_output=True,
        timeout=60,
    )
    assert process.returncode == 0
    assert process.stderr == b""
    assert b"   1. 012 = " in process.stdout


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *arguments: str, **more: str) -> None:
        import pty  # Windows has none

        self._own, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cobra", *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            env=environment(TERM="xterm", **more),
            start_new_session=True,
        )
        os.close(other)

    def until(self, wanted: str) -> str:
        seen, end = "", time.monotonic() + 60
        while wanted not in seen:
            assert time.monotonic() < end, seen
            if select.select([self._own], [], [], 1)[0]:
                seen += os.read(self._own, 4096).decode()
        return seen

    def type(self, text: str) -> None:
        os.write(self._own, text.encode())

    def close(self) -> int:
        status = self.process.wait(60)
        os.close(self._own)
        return status


@pytest.mark.unix
@pytest.mark.thorough
@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_stand_beside_symbols(more: dict[str, str], coloured: bool) -> None:
    terminal = Terminal("play", *SMALL, "-o", "120", **{"NO_COLOR": "", **more})
    terminal.until("1> ")
    terminal.type("012\n")
    text = terminal.until("2> ")
    assert ("\x1b[91m0\x1b[0m\x1b[92m1\x1b[0m" in text) is coloured
    assert "= 0B3W" in text
    terminal.type("\x04")
    assert terminal.close() == 0


@pytest.mark.thorough
@pytest.mark.unix
def test_ctrl_c_ends_the_game() -> None:
    terminal = Terminal("play", *SMALL, "-o", "120")
    terminal.until("1> ")
    for _ in range(12):  # one between the prompt and the reading is only heard with the next key
        terminal.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            terminal.process.wait(5)
            break
    assert terminal.close() == 0
