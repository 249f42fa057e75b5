"""Limits as laws: whatever a command is doing, it ends soon after its time, and takes little more memory.

The quick tests are what once took minutes or gigabytes; marked `slow` is every command on every game of the
library in three sizes. Time is that of the processor, so that a busy machine is no reason to fail.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Final

import pytest

import cobra
from cobra.language.load import library
from tests.cli.runner import environment

START: Final = 2.0
"""Seconds of the processor for Python and its libraries, at most."""
BASE: Final = 128
"""Mebibytes for the same."""
HANGS: Final = 100.0
"""Seconds after which a command will never end."""

pytestmark = [pytest.mark.thorough, pytest.mark.unix]


@dataclass(frozen=True)
class Ended:
    """How a command ended: seconds of the processor, mebibytes at most, exit status, what was said."""

    seconds: float
    memory: float
    status: int
    out: str
    err: str


def end_of(*arguments: str | Path) -> Ended:
    """Run a command to its end, in a process of its own that is measured."""
    measured = (
        "import resource, subprocess, sys\n"
        f"run = subprocess.run(sys.argv[1:], capture_output=True, timeout={HANGS})\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss, run.returncode)\n"
        "sys.stdout.flush(); sys.stdout.buffer.write(run.stdout); sys.stderr.buffer.write(run.stderr)\n"
    )
    command = [sys.executable, "-c", measured, sys.executable, "-m", "cobra", *map(str, arguments)]
    run = subprocess.run(command, env=environment(), capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    figures, _, out = run.stdout.partition("\n")
    seconds, kilobytes, status = figures.split()
    return Ended(float(seconds), int(kilobytes) / 1024, int(status), out, run.stderr)


def check_time(ended: Ended, limit: float) -> None:
    assert ended.seconds <= START + 1 + 1.1 * limit, ended
    assert "a mistake in cobra" not in ended.err
    assert "Traceback" not in ended.err


LONG_READING: Final = {
    "nested loops": """variable a
experiment g()
  observe any(u in 1..1000 : any(v in 1..1000 : any(w in 1..1000 : u * v * w = 7 & a)))
""",
    "distinct": """secret s[1..1000] : distinct 1..1000
experiment g(i : 1..1000)
  observe s[1] = i
""",
    "parameters": """VARIABLES x, y
ALPHABET 'a', 'b'
EXPERIMENT 'e' 65536
OUTCOME 'a' x
OUTCOME 'b' !x
""",
}
MANY_EXPERIMENTS: Final = """variable x
experiment g(i : 1..3) for m in 1..999999
  observe x
"""


@pytest.mark.parametrize("name", LONG_READING)
def test_reading_a_game_ends_in_time(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text(LONG_READING[name], "utf-8")
    ended = end_of("check", path, "--time-limit", "1s")
    check_time(ended, 1)
    assert ended.status == 3
    if ended.out:  # a fast machine is through with reading
        assert "is open: stopped by the time limit while " in ended.out
        assert "; raise it with --time-limit\n" in ended.out
    else:
        assert ended.err.startswith("error: stopped by the time limit while ")
        assert ended.err.endswith("; raise it with --time-limit\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("info", "higher-lower", "-D", "n=10000"),
        ("optimal", "mastermind", "-D", "pegs=8", "-D", "colours=8"),
        ("info", "decimalisation", "-D", "places=8", "-D", "digits=8"),
        ("expand", "code-777-three", "-D", "attributes=4", "-D", "values=3"),
    ],
)
def test_preparing_a_game_ends_in_time(arguments: tuple[str, ...]) -> None:
    ended = end_of(*arguments, "--time-limit", "1s")
    check_time(ended, 1)
    assert ended.status == 3, ended
    assert "--time-limit" in ended.err


def test_reading_a_game_keeps_to_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text(MANY_EXPERIMENTS, "utf-8")
    numbers = ("optimal", "liar", "-D", "numbers=10000000")
    for arguments in (("check", path), numbers):
        ended = end_of(*arguments, "--memory", "64M")
        assert ended.status == 1, ended
        assert "raise it with --memory SIZE" in ended.err
        assert ended.memory <= 1.1 * 64 + BASE
    assert ended.memory <= BASE  # what ten million numbers take is known before they are listed


def test_a_long_text_keeps_to_the_memory(tmp_path: Path) -> None:
    """What tokens take is looked at before they are parsed."""
    path = tmp_path / "game.cb"
    line = "def f{}(a, b) = if a = b then x & a > {} else !x | a * b < {} | a + b > 7\n"
    lines = "".join(line.replace("{}", str(number)) for number in range(20_000))
    path.write_text(f"variable x\n{lines}experiment g()\n  observe x\n", "utf-8")
    ended = end_of("check", path, "--memory", "16M")
    assert ended.status == 1, ended
    assert ended.memory <= 1.1 * 16 + BASE, ended


LOPSIDED_COINS: Final = """alphabet coin = 1..14
secret odd : 1..13
variable heavy
goal odd
experiment weigh(left : set(m) of coin, right : set(m) of coin) for m in 1..7
  where disjoint(left, right) & min(left) < min(right)
  outcome "left heavier"  : odd in left & heavy | m in right & !heavy
  outcome "right heavier" : odd in left & !heavy | odd in right & heavy
"""


@pytest.mark.slow
def test_listing_the_first_experiments_keeps_to_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text(LOPSIDED_COINS, "utf-8")
    ended = end_of("info", path, "--memory", "64M")
    assert ended.status == 0, ended
    weighings = sum(comb(14, m) * comb(14 - m, m) // 2 for m in range(1, 8))
    assert f"{weighings:,}  7 types" in ended.out  # and nothing of those that are not equivalent
    assert ended.memory <= 1.1 * 64 + BASE


OWN: Final = """
import threading, time

def choose(knowledge):
    return knowledge.codes[0]

def swallows(knowledge):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

def leaves(knowledge):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    return knowledge.codes[0]
"""


@pytest.mark.parametrize(("name", "limit", "status"), [("choose", "none", 0), ("leaves", "20s", 0)])
def test_own_strategies_end(name: str, limit: str, status: int, tmp_path: Path) -> None:
    """No limit is no mistake, and a thread left behind does not keep the command."""
    path = tmp_path / "own.py"
    path.write_text(OWN, "utf-8")
    small = ("mastermind", "-D", "pegs=2", "-D", "colours=3")
    ended = end_of("analyze", *small, "-s", f"{path}:{name}", "--time-limit", limit, "--threads", "1")
    check_time(ended, 2)
    assert ended.status == status, ended
    assert "24/9 = 2.6667" in ended.out


@pytest.mark.slow
def test_a_strategy_that_hears_nothing_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN, "utf-8")
    small = ("mastermind", "-D", "pegs=2", "-D", "colours=3")
    ended = end_of("analyze", *small, "-s", f"{path}:swallows", "--time-limit", "3s", "--threads", "1")
    check_time(ended, 3)
    assert ended.status == 3
    assert "stopped by the time limit" in ended.err


COMMANDS: Final = {
    "advise": (),
    "analyze": ("-s", "max-models,parts,optimal"),
    "check": (),
    "compare": ("-s", "parts,optimal"),
    "evolve": ("--population", "4", "--generations", "3"),
    "expand": (),
    "info": (),
    "optimal": (),
    "simulate": ("-e", "parts", "-n", "3"),
    "static": (),
    "symmetry": (),
}
THREADED: Final = ("advise", "analyze", "compare", "evolve", "optimal", "simulate")


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2, 4])
@pytest.mark.parametrize("game", sorted(library()))
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_keeps_its_limits(command: str, game: str, times: int) -> None:
    """The parameters are `times` what they are by themselves; a game that does not allow them is refused."""
    sizes = {name: value for name, value in cobra.load(game).arguments if isinstance(value, int)}
    definitions = [part for name, value in sizes.items() for part in ("-D", f"{name}={times * value}")]
    threads = ("--threads", "1") if command in THREADED else ()
    limits = ("--time-limit", "1s", "--memory", "256M")
    ended = end_of(command, game, *definitions, *COMMANDS[command], *threads, *limits)
    check_time(ended, 1)
    assert ended.status in (0, 1, 3), ended
    assert ended.memory <= 1.1 * 256 + BASE, ended
