"""Time limits and Ctrl-C: exit status 3, a truthful partial answer, no traceback."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

from tests.cli.runner import environment, run, start

BIG = ("mastermind", "-D", "pegs=6", "-D", "colours=9")
LONG = (*BIG, "-s", "ent-models,parts")
"""531,441 codes and experiments: minutes of work, listed in a moment."""


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
    result = run("analyze", *LONG, "--time-limit", "2s", "--json")
    assert time.monotonic() - started < 10
    assert result.exit_code == 3, result.output
    check_partial(result.stdout, "time")
    assert "not finished: ent-models, parts" in result.stderr


def test_a_stopped_strategy_is_shown_as_such() -> None:
    result = run("analyze", *LONG, "--time-limit", "2s")
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


def test_a_proof_that_is_not_finished_is_open() -> None:
    result = run("check", "bulls-and-cows", "--time-limit", "1ms", "--json")
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


@pytest.mark.parametrize("signals", [1, 2])
def test_ctrl_c(signals: int) -> None:
    """The progress bar on the terminal says when the strategy is at work."""
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cobra", "analyze", *LONG, "--json", "--time-limit", "none"],
        env=environment(TERM="xterm", COLUMNS="80"),
        stdout=subprocess.PIPE,
        stderr=terminal,
        preexec_fn=heed_interrupts,
    )
    os.close(terminal)
    drawn = b""
    while b"ent-models" not in drawn:
        drawn += os.read(main, 4096)
    for _ in range(signals):
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    reader = threading.Thread(target=drain, args=(main,))
    reader.start()
    out, _ = process.communicate(timeout=60)
    reader.join(60)
    os.close(main)
    assert process.returncode == 3
    assert b"Traceback" not in drawn
    if signals == 1 or out:  # the second Ctrl-C does not wait for an answer
        check_partial(out.decode(), "interrupt")


def heed_interrupts() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def drain(terminal: int) -> None:
    """Read a terminal until its other end is closed."""
    with suppress(OSError):
        while os.read(terminal, 4096):
            pass


def test_ctrl_c_before_there_is_an_answer() -> None:
    process = start("check", "mastermind", "-D", "pegs=12", "-D", "colours=26", "--backend", "sat")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode in (0, 3)
    assert "Traceback" not in err
    assert out or err
