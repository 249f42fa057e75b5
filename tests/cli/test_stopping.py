"""Time limits and Ctrl-C: exit status 3, a truthful partial answer, no traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path
from typing import Any, Final

import pytest
from lark.exceptions import VisitError

import cobra
from cobra.cli import main
from cobra.errors import REASONS, StoppedError, TimeLimitError
from cobra.sat.counting import CodeCounter
from tests.cli.runner import OnTerminal, run

BIG = ("mastermind", "-D", "pegs=6", "-D", "colours=9")
LONG = (*BIG, "-s", "ent-models,parts")
"""531,441 codes and experiments: minutes of work, listed in a moment."""
ENDLESS = "any(u in 1..1000 : any(v in 1..1000 : any(w in 1..1000 : u * v * w = 7 & a)))"
"""A formula that is not made in any time."""

pytestmark = [pytest.mark.thorough, pytest.mark.unix]


def check_partial(text: str, reason: str) -> None:
    document = json.loads(text)
    assert document["game"]["codes"] == 9**6
    assert document["stopped"] == reason
    assert [row["name"] for row in document["strategies"]] == ["ent-models", "parts"]
    for row in document["strategies"]:
        assert row["stopped"] == reason
        assert row["average"] is None
        assert row["settled"] == sum(row["distribution"].values()) < row["codes"] == 9**6
        assert row["total"] == sum(int(length) * count for length, count in row["distribution"].items())


def test_a_time_limit_is_kept() -> None:
    started = time.monotonic()
    result = run("analyze", *LONG, "--time-limit", "4s", "--json")
    assert time.monotonic() - started < 20
    assert result.exit_code == 3, result.output
    check_partial(result.stdout, "time")
    assert "not finished: ent-models, parts" in result.stderr


@pytest.mark.slow
def test_a_stopped_strategy_is_shown_as_such() -> None:
    result = run("analyze", *LONG, "--time-limit", "4s")
    assert result.exit_code == 3
    last = result.stdout.splitlines()[-1]
    assert last.startswith("parts ")
    assert "stopped by the time limit with " in last


@pytest.mark.parametrize(
    "arguments",
    [("analyze", "mastermind"), ("info", "mastermind"), ("info", "mastermind", "--backend", "sat")],
)
def test_no_time_at_all(arguments: tuple[str, ...]) -> None:
    result = run(*arguments, "--time-limit", "0.000001s")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith("error: stopped by the time limit while ")


def test_a_proof_that_is_not_finished_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command's millisecond is over before the proof begins, so here the proof has one of its own."""
    stopped = cobra.check(cobra.load("bulls-and-cows"), time_limit=0.001)
    monkeypatch.setattr(cobra, "check", lambda *_, **__: stopped)
    result = run("check", "bulls-and-cows", "--json")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert (document["well_formed"], document["stopped"]) == (None, "time")
    assert "is open" in document["problems"][0]


def test_memory_runs_out() -> None:
    result = run("analyze", "mastermind", "-s", "parts", "--memory", "20k")
    assert result.exit_code == 3
    assert "≥" in result.stdout.splitlines()[-1]
    assert "stopped by the memory limit with " in result.stdout
    assert result.stderr == "warning: not finished: parts; more --memory may do\n"


@pytest.mark.parametrize(
    "signals",
    [
        [signal.SIGINT],
        *(pytest.param(s, marks=pytest.mark.slow) for s in ([signal.SIGINT] * 2, [signal.SIGTERM])),
    ],
)
def test_ctrl_c(signals: list[signal.Signals]) -> None:
    """The progress bar on the terminal says when the strategy is at work; SIGTERM is heard as Ctrl-C."""
    command = OnTerminal("analyze", *LONG, "--json", "--time-limit", "none")
    command.wait_for("ent-models")
    for number in signals:
        command.process.send_signal(number)
        time.sleep(0.2)
    status, out = command.finish()
    assert status == 3
    if len(signals) == 1 or out:  # the second Ctrl-C does not wait for an answer
        check_partial(out, "interrupt")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_before_there_is_an_answer(number: signal.Signals, tmp_path: Path) -> None:
    """What takes long without any progress is shown all the same, and is stopped."""
    path = tmp_path / "long.cb"
    path.write_text(f"variable a\nexperiment g()\n  observe {ENDLESS}\n", "utf-8")
    command = OnTerminal("check", path)
    command.wait_for("reading the game")
    command.process.send_signal(number)
    assert command.finish() == (3, "")
    assert b"stopped before there was anything to report" in command.drawn


def test_what_stopped_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REASONS, "interrupt", "Ctrl-C")
    for number, name in ((signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")):
        with pytest.raises(KeyboardInterrupt):
            main._hear(number, None)
        assert str(StoppedError("interrupt", "searching")) == f"stopped by {name} while searching"


def test_ctrl_c_is_heard_though_a_module_is_just_being_imported() -> None:
    """What the machinery of imports calls at the end of one prints an exception and goes on."""

    class Module:
        pass

    found: dict[str, Any] = {}
    callback = "import signal\ndef callback(_): signal.raise_signal(signal.SIGINT)"
    exec(compile(callback, "<frozen importlib._bootstrap>", "exec"), found)
    module = Module()
    kept = weakref.ref(module, found["callback"])
    before = signal.signal(signal.SIGINT, main._hear)
    try:
        del module
        assert kept() is None
        with pytest.raises(KeyboardInterrupt):
            time.sleep(60)
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_while_codes_are_counted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = 0

    def count(counter: CodeCounter, deadline: object = None) -> int:
        nonlocal counts
        counts += 1
        if counts > 1:
            raise KeyboardInterrupt
        return 12**12

    monkeypatch.setattr(CodeCounter, "count", count)
    result = run("advise", "mastermind", "-D", "pegs=12", "-D", "colours=12", "-s", "first")
    assert (result.exit_code, counts) == (3, 2)
    assert "stopped by Ctrl-C" in result.stderr


def test_a_limit_inside_the_library_of_the_parser_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise VisitError("maybe", None, TimeLimitError("reading the game", 1.0))

    monkeypatch.setattr("cobra.language.load.read_game", read)
    result = run("info", "mastermind")
    stopped = "stopped by the time limit while reading the game; raise it with --time-limit"
    assert (result.exit_code, result.stderr) == (3, f"error: {stopped}\n")


@pytest.mark.parametrize(
    ("stop", "said"),
    [
        (KeyboardInterrupt(), "\nstopped before there was anything to report\n"),
        (
            TimeLimitError("reading the game", 1.0),
            "error: stopped by the time limit while reading the game; raise it with --time-limit\n",
        ),
    ],
)
def test_what_stops_while_a_class_is_made_is_no_mistake(
    stop: BaseException, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python up to 3.11 makes an error of its own of it."""

    class Field:
        def __set_name__(self, owner: type, name: str) -> None:
            raise stop

    monkeypatch.setattr("cobra.language.load.read_game", lambda *_: type("Plan", (), {"targets": Field()}))
    result = run("info", "mastermind")
    assert (result.exit_code, result.stderr) == (3, said)


EARLY: Final = """
import sys

class Finder:
    def find_spec(name, path, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder)
from cobra.__main__ import run
run()
"""


@pytest.mark.parametrize("module", ["cobra.cli.main", "click", "cobra.cli.shared"])
def test_ctrl_c_while_the_command_is_imported(module: str) -> None:
    ended = subprocess.run([sys.executable, "-c", EARLY, module], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr == "\nstopped before there was anything to report\n"


CRASHES_AT_ITS_END: Final = """
import atexit, os, signal

atexit.register(os.kill, os.getpid(), signal.SIGSEGV)
from cobra.__main__ import run
run()
"""


@pytest.mark.parametrize(("game", "status"), [("mastermind", 0), ("no-such-game", 1)])
def test_a_command_ends_without_taking_anything_down(game: str, status: int) -> None:
    """As a thread, of a library too, can be inside of it: nothing happens when all is said."""
    command = [sys.executable, "-c", CRASHES_AT_ITS_END, "info", game]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == status
    assert ("1,296" in ended.stdout, "there is no game" in ended.stderr) == (status == 0, status == 1)
