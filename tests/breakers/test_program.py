"""Programs that speak JSON lines: what they hear, and hostile ones, which are errors and never hang."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

import cobra
from cobra.breakers import program
from cobra.errors import GameError
from tests.cli.runner import start

SMALL = cobra.load("mastermind", {"pegs": 2, "colours": 3})

HEAD = """
import json, os, signal, subprocess, sys, time
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)
def say(**answer):
    print(json.dumps(answer), flush=True)
def greet(**more):
    hello = hear()
    say(cobra=1, **more)
    return hello
"""
HONEST = """
greet()
while True:
    say(experiment=hear()["codes"][0])
"""


def _write(folder: Path, body: str) -> str:
    path = folder / "breaker.py"
    path.write_text(HEAD + body)
    return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def _row(folder: Path, body: str, **more: object) -> cobra.Row:
    return cobra.analyze(SMALL, [_write(folder, body)], **more).rows[0]  # type: ignore[arg-type]


def _error(folder: Path, body: str) -> str:
    name = _write(folder, body)
    with pytest.raises(GameError) as error:
        cobra.analyze(SMALL, [name])
    message = str(error.value)
    assert message.startswith((f"{name} ", f"the strategy {name} "))
    return message.partition(f"{name} ")[2]


def test_a_program_is_a_row(tmp_path: Path) -> None:
    row = _row(tmp_path, HONEST)
    assert (row.first, row.total, row.distribution) == ("00", 24, {1: 1, 2: 2, 3: 5, 4: 1})


def test_what_a_program_hears(tmp_path: Path) -> None:
    log = tmp_path / "log"
    row = _row(
        tmp_path,
        f"""
with open({str(log)!r}, "w") as log:
    print(json.dumps(greet(history=True, seconds=60)), file=log, flush=True)
    while True:
        question = hear()
        print(json.dumps(question), file=log, flush=True)
        say(experiment=question["codes"][0])
""",
        seed=7,
    )
    hello, *questions = map(json.loads, log.read_text().splitlines())
    assert hello == {
        "cobra": 1,
        "game": "Mastermind",
        "parameters": {"pegs": 2, "colours": 3},
        "ending": "hit",
        "codes": 9,
        "experiments": [
            {
                "name": "guess",
                "slots": [
                    {"name": "g[1]", "symbols": [0, 1, 2]},
                    {"name": "g[2]", "symbols": [0, 1, 2]},
                ],
            }
        ],
        "examples": ["00", "01"],
        "seed": 7,
    }
    codes = ["00", "01", "02", "10", "11", "12", "20", "21", "22"]
    assert questions[0] == {"count": 9, "codes": codes, "history": []}
    assert questions[1] == {
        "count": 4,
        "codes": ["01", "02", "10", "20"],
        "history": [["00", "1B0W"]],
    }
    assert len(questions) == 4
    assert row.total == 24


@pytest.mark.parametrize(
    ("name", "examples"),
    [
        ("egg-drop", ["1", "2", "3", "4", "5"]),  # at each number of eggs there are the same floors
        ("warmer-colder", ["2", "3", "4", "5", "6"]),  # 1 was the last one when the play begins
        ("liar", ["{}", "1", "12", "123", "1234"]),
    ],
)
def test_the_examples_a_program_hears_can_be_made_first_and_differ(
    name: str, examples: list[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    body = f"""
with open({str(log)!r}, "w") as log:
    print(json.dumps(hear()["examples"]), file=log, flush=True)
say(error="that was all")
"""
    with pytest.raises(GameError, match="that was all"):
        cobra.analyze(cobra.load(name), [_write(tmp_path, body)])
    assert json.loads(log.read_text()) == examples


def test_without_the_history_a_program_is_asked_once_in_each_state(tmp_path: Path) -> None:
    log = tmp_path / "log"
    _row(
        tmp_path,
        f"""
greet()
with open({str(log)!r}, "w") as log:
    while True:
        question = hear()
        print(sorted(question), question["count"], file=log, flush=True)
        say(experiment=question["codes"][0])
""",
    )
    asked = ["['codes', 'count'] 9", "['codes', 'count'] 4", "['codes', 'count'] 4", "['codes', 'count'] 2"]
    assert log.read_text().splitlines() == asked


def test_many_codes_are_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOST_CODES", 8)
    body = """
greet()
while True:
    question = hear()
    say(experiment="00" if question["codes"] is None else question["codes"][0])
"""
    assert _row(tmp_path, body).total == 24


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "ended without an answer (exit status 0)"),
        ("sys.exit('no licence')", "ended without an answer (exit status 1); it said last: no licence"),
        ("hear(); sys.exit(3)", "ended without an answer (exit status 3)"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended without an answer (SIGKILL)"),
        ("hear(); os.close(1); time.sleep(60)", "ended without an answer"),
        ("say(hi=1)", "answered the hello with {'hi': 1}, not with {\"cobra\": 1}"),
        ("say(cobra=2)", "answered the hello with {'cobra': 2}, not with {\"cobra\": 1}"),
        ("say(cobra=True)", "answered the hello with {'cobra': True}, not with {\"cobra\": 1}"),
        ("print('Hello!', flush=True); hear()", "answered 'Hello!', not JSON"),
        ("print('[1]', flush=True); hear()", "answered [1], not a JSON object"),
        ("print('['*60000, flush=True); hear()", f"answered '{'[' * 56}…, not JSON"),
        (
            "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
            "answered '\ufffd\ufffd', not JSON",
        ),
        ("say(cobra=1, seconds=0)", "asks for 0 seconds; it may ask for up to 3,600"),
        ("say(cobra=1, seconds=1e9)", "asks for 1000000000.0 seconds; it may ask for up to 3,600"),
        ("say(cobra=1, seconds='9')", "asks for '9' seconds; it may ask for up to 3,600"),
        ("say(cobra=1, history=1)", 'says "history": 1; true or false was expected'),
        ("greet(); hear(); say(guess='00')", "answered {'guess': '00'}, which names no experiment"),
        ("greet(); hear(); say(error='cannot play this')", "says: 'cannot play this'"),
        (
            "greet(); sys.stderr.write('a\\nb\\x1b[1m\\n\\n'); sys.exit(1)",
            "it said last: b\N{REPLACEMENT CHARACTER}[1m",
        ),
        ("while True: print('{', end='', flush=True)", "answered with a line of more than 65,536 bytes"),
        ("while True: print('{', flush=True)", "answered '{', not JSON"),
        (
            "greet(); hear(); say(experiment='99')",
            "answered, with 9 codes left: '99' is not an experiment: ",
        ),
        (
            "greet(); hear(); say(experiment=None)",
            "answered {'experiment': None}, which names no experiment",
        ),
        (
            "greet(); hear(); say(experiment=[0, [0, 0]])",
            "answered {'experiment': [0, [0, 0]]}, which names no experiment",
        ),
        ("greet()\nwhile True: hear(); say(experiment='00')", "goes on after 1,000 experiments"),
    ],
)
def test_programs_that_do_wrong_are_errors(tmp_path: Path, body: str, message: str) -> None:
    assert message in _error(tmp_path, body)


@pytest.mark.unix
@pytest.mark.thorough
@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(60)",
        "while True: pass",
        "greet(seconds=0.2); time.sleep(60)",
        "print('{', end='', flush=True); time.sleep(60)",
        "while True: print('x' * 1000, file=sys.stderr)",
    ],
)
def test_programs_that_do_not_answer_are_ended(
    tmp_path: Path, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "SECONDS", 0.4)
    name = tmp_path / "pid"
    message = _error(tmp_path, f"open({str(name)!r}, 'w').write(str(os.getpid()))\n" + body)
    assert message.startswith("gave no answer within 0.")
    assert not _lives(int(name.read_text()))


@pytest.mark.unix
def test_what_a_program_has_started_is_ended_too(tmp_path: Path) -> None:
    name = tmp_path / "pid"
    _row(
        tmp_path,
        f"""
child = subprocess.Popen(["sleep", "60"])
open({str(name)!r}, "w").write(str(child.pid))
{HONEST}
""",
    )
    assert not _lives(int(name.read_text()))


@pytest.mark.unix
def test_a_program_that_stays_is_ended_and_does_no_harm(tmp_path: Path) -> None:
    body = """
greet()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(5):
    say(experiment=hear()["codes"][0])
time.sleep(60)
"""
    assert _row(tmp_path, body).total == 24


@pytest.mark.thorough
def test_the_time_limit_ends_a_program_that_thinks(tmp_path: Path) -> None:
    row = _row(tmp_path, "greet(seconds=60); hear(); time.sleep(60)", time_limit=1.0)
    assert (row.stopped, row.average) == ("time", None)


@pytest.mark.thorough
@pytest.mark.unix
def test_ctrl_c_ends_a_program(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"greet(seconds=60); hear(); open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    with start("analyze", "mastermind", "-s", _write(tmp_path, body), "--time-limit", "none") as process:
        while not pid.exists() or not pid.read_text():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "stopped by Ctrl-C with 0 of 1,296 codes settled" in out
    assert "Traceback" not in err
    assert not _lives(int(pid.read_text()))


def test_no_shell_sees_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameError):
        cobra.analyze(SMALL, ["program:true; touch here"])
    with pytest.raises(GameError):
        cobra.analyze(SMALL, ["program:echo $HOME > here"])
    assert list(tmp_path.iterdir()) == []


def _lives(process: int) -> bool:
    """Return whether a process is still there; one that was ended a moment ago may wait to be buried."""
    for _ in range(40):
        try:
            os.kill(process, 0)
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True
