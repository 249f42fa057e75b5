"""Every `--limit` refuses what is larger and nothing else; time and memory hold on what is worst."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import cobra
from cobra.language.load import library
from cobra.limits import Limits, limit_names, make_limits
from tests.cli.runner import environment, run
from tests.cli.test_limits import BASE, check_time, end_of

TABLE: Final = (
    'file t = "t.csv"\nsecret r : rows(t)\nexperiment ask(c : columns(t))\n  observe cell(t, r, c)\n'
)
CELLS: Final = "\n".join(["name,a,b,c", *(f"r{i},{i},{i % 2},{i % 3}" for i in range(20))])
CALLS: Final = "variable a\ndef f(x) = x + 1\nexperiment g()\n  observe a, sum(i in 1..60 : f(i))\n"
TENTH: Final = 1.1


def small() -> cobra.Game:
    return cobra.load("mastermind", {"pegs": 2, "colours": 3})


def load(text: str) -> Callable[[Limits, Path], object]:
    return lambda limits, folder: cobra.load_text(text, limits=limits, files={"t.csv": CELLS})


def game_file(limits: Limits, folder: Path) -> object:
    path = folder / "game.cb"
    path.write_text("variable a\nexperiment g()\n  observe a\n".ljust(200, "#"), "utf-8")
    return cobra.load(path, limits=limits)


def strategy_file(limits: Limits, folder: Path) -> object:
    path = folder / "best.json"
    if not path.exists():
        best = cobra.optimal(small()).strategy
        assert best is not None
        cobra.write_strategy(best, path)
    return cobra.read_strategy(path, limits=limits)


def listed(limits: Limits, folder: Path) -> object:
    coins = cobra.load("counterfeit-coin", {"coins": 6})
    return cobra.symmetry(coins, equivalences=("none",), limits=limits)


def compared(limits: Limits, folder: Path) -> object:
    grid = {"pegs": [1], "colours": [2, 3, 4]}
    return cobra.compare("mastermind", ["first"], definitions=grid, limits=limits, threads=1)


SIZES: Final[dict[str, tuple[Callable[[Limits, Path], object], int | None]]] = {
    "file-size": (game_file, 200),
    "strategy-size": (strategy_file, None),
    "nesting": (load(f"variable a\nexperiment g()\n  observe {'(' * 50}a{')' * 50}\n"), 50),
    "propositions": (load("variables x[1..100]\nexperiment g(i : 1..3)\n  observe x[i]\n"), 100),
    "values": (load("secret s : 1..100\nexperiment g()\n  observe s\n"), 100),
    "cells": (load(TABLE), 60),
    "calls": (load(CALLS), 120),
    "formula-nodes": (
        load("secret s[1..4] : 1..4\nexperiment g(x[1..4] : 1..4)\n  observe s[1] = x[1]\n"),
        None,
    ),
    "experiments": (listed, 70),
    "codes": (lambda limits, folder: cobra.analyze(small(), ["first"], limits=limits, threads=1), 9),
    "instances": (compared, 3),
}
"""What is done, and how much of the limit it takes; None: whatever is measured below."""


def least(name: str, work: Callable[[Limits, Path], object], folder: Path, high: int) -> int:
    """Return the least limit up to `high` with which work is done; less refuses it by its own name."""
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        try:
            work(make_limits({name: middle}), folder)
            high = middle
        except cobra.CobraError as error:
            assert f"--limit {name}=" in str(error)
            low = middle
    return high


@pytest.mark.parametrize("name", limit_names())
def test_a_limit_holds_to_the_last_one(name: str, tmp_path: Path) -> None:
    """What takes as much as a limit allows is done, what takes a tenth more is not."""
    work, size = SIZES[name]
    found = least(name, work, tmp_path, 4 * (size or 4096))
    if name == "strategy-size":
        size = (tmp_path / "best.json").stat().st_size
    elif name == "formula-nodes":
        game = work(Limits(), tmp_path)
        assert isinstance(game, cobra.Game)
        size = len(game.dag)
    assert size is not None and size <= TENTH * found and found <= TENTH * size + 1, (found, size)


WORST: Final = (
    ("analyze", "mastermind", "-D", "pegs=8", "-D", "colours=8", "-s", "parts", "--threads", "1"),
    ("optimal", "mastermind", "-D", "pegs=6", "-D", "colours=9", "--threads", "1"),
    ("info", "decimalisation", "-D", "places=8", "-D", "digits=8"),
    ("check", "black-box", "-D", "size=10", "-D", "atoms=50"),
    ("symmetry", "black-box", "-D", "size=8", "-D", "atoms=4"),
    ("expand", "code-777-three", "-D", "attributes=4", "-D", "values=3"),
    ("simulate", "black-box", "-D", "size=8", "-D", "atoms=4", "-e", "parts", "-n", "1000", "--threads", "1"),
    ("static", "mastermind", "-D", "pegs=4", "-D", "colours=8"),
    ("evolve", "mastermind", "-D", "pegs=5", "-D", "colours=8", "--patience", "100000", "--threads", "1"),
    ("compare", "bulls-and-cows", "-D", "places=4..6", "-s", "parts,optimal", "--threads", "1"),
    ("advise", "mastermind", "-D", "pegs=12", "-D", "colours=12", "--threads", "1"),
)
"""What was hardest to stop, for each command."""


@pytest.mark.slow
@pytest.mark.unix
@pytest.mark.parametrize("seconds", [2, 8])
@pytest.mark.parametrize("arguments", WORST, ids=lambda arguments: arguments[0])
def test_a_time_limit_holds_on_the_worst_games(arguments: tuple[str, ...], seconds: int) -> None:
    ended = end_of(*arguments, "--time-limit", f"{seconds}s", "--memory", "512M")
    times = 3 if arguments[0] == "compare" else 1  # each game of a grid has the whole limit
    check_time(ended, times * seconds)
    assert ended.status in (0, 1, 3), ended


@pytest.mark.slow
@pytest.mark.unix
@pytest.mark.parametrize("megabytes", [64, 256])
@pytest.mark.parametrize("arguments", WORST, ids=lambda arguments: arguments[0])
def test_a_memory_limit_holds_on_the_worst_games(arguments: tuple[str, ...], megabytes: int) -> None:
    ended = end_of(*arguments, "--time-limit", "6s", "--memory", f"{megabytes}M")
    assert ended.status in (0, 1, 3), ended
    assert ended.memory <= TENTH * megabytes + BASE, ended


MEASURED: Final = """
import sys
from pathlib import Path
import cobra

def taken(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024

small = cobra.load("mastermind", {"pegs": 2, "colours": 3})
cobra.analyze(small, ["first", "parts"], threads=1)
cobra.optimal(small, threads=1)
game = cobra.load(sys.argv[1], eval(sys.argv[2]))
before = taken("VmRSS")
Path("/proc/self/clear_refs").write_text("5")  # from now on the most that is taken is counted anew
memory = int(sys.argv[4]) << 20
result = eval(sys.argv[3])
rows = getattr(result, "rows", (result,))
print(taken("VmHWM") - before, *(row.stopped for row in rows))
"""
SPARE: Final = 16
"""Mebibytes for what is imported late, for stacks, and for pieces between others that are free."""

TAKES_MUCH: Final = {
    "answers that are computed": (
        "mastermind",
        {"pegs": 5, "colours": 8},
        "cobra.optimal(game, threads=1, memory=memory, time_limit=20)",
        8,
    ),
    "answers that are computed, by two threads": (
        "mastermind",
        {"pegs": 5, "colours": 8},
        "cobra.optimal(game, threads=2, memory=memory, time_limit=20)",
        16,
    ),
    "a strategy against lies": (
        "liar-comparisons",
        {"numbers": 300, "lies": 3},
        'cobra.analyze(game, ["parts"], threads=1, memory=memory, time_limit=None)',
        64,
    ),
    "a strategy of many experiments": (
        "mastermind",
        {"pegs": 6, "colours": 8},
        'cobra.analyze(game, ["first"], threads=1, memory=memory, time_limit=None)',
        48,
    ),
}
"""A game, what is done with it, and the mebibytes it may take, which do not do."""


@pytest.mark.thorough
@pytest.mark.instances
@pytest.mark.skipif(sys.platform != "linux", reason="where a process can be told what it took at most")
@pytest.mark.parametrize("name", TAKES_MUCH)
def test_the_core_stops_when_it_has_taken_what_it_may(name: str) -> None:
    """What is measured is what is taken by the call alone, so that it matters when little is allowed."""
    game, parameters, call, megabytes = TAKES_MUCH[name]
    command = [sys.executable, "-c", MEASURED, game, str(parameters), call, str(megabytes)]
    run = subprocess.run(command, env=environment(), capture_output=True, text=True, encoding="utf-8")
    taken, *stopped = run.stdout.split()
    assert stopped == ["memory"], run
    assert float(taken) <= TENTH * megabytes + SPARE


def refused_for_memory(doing: str, game: str, megabytes: int, folder: Path) -> None:
    """Demand that `expand` ends for its memory while it does something, before it has taken more."""
    path = folder / "game.cb"
    path.write_text(game, "utf-8")
    ended = end_of("expand", path, "--memory", f"{megabytes}M", "--time-limit", "20s")
    assert ended.status == 1, ended
    assert ended.err.startswith(f"error: {doing}: about ")
    assert ended.err.endswith(f" needed, the limit is {megabytes << 20:,}; raise it with --memory SIZE\n")
    assert ended.memory <= TENTH * megabytes + BASE, ended


LARGE_SUMS: Final = """game "Products"
secret s[1..3] : 1..60
experiment g(x[1..3] : 1..60)
  observe sum(a in 1..3 : s[a] * x[a])
"""


@pytest.mark.thorough
@pytest.mark.unix
def test_comparisons_of_large_sums_keep_to_the_memory(tmp_path: Path) -> None:
    refused_for_memory("comparing a sum", LARGE_SUMS, 64, tmp_path)


CHAINS: Final = """game "Chains"
variables x[1..16]
def chain(k, m) =
  if k = 0 then x[1]
  else if k % 2 = 0 then x[1 + k * m % 16] | chain(k - 1, m)
  else !x[1 + (k * k + m) % 16] & chain(k - 1, m)
experiment ask() for m in 1..20
  observe chain(700, m)
"""


@pytest.mark.slow
@pytest.mark.unix
def test_formulas_inside_formulas_keep_to_the_memory_when_they_are_written(tmp_path: Path) -> None:
    refused_for_memory("writing the game in the core language", CHAINS, 16, tmp_path)


@pytest.mark.slow
@pytest.mark.unix
def test_memory_that_is_free_is_not_taken() -> None:
    """A thousand formulas, each a little longer than the one before, leave holes in which none has room."""
    ended = end_of(
        "analyze", "priced-search", "-D", "n=1000", "-s", "first", "--memory", "4M", "--time-limit", "3s"
    )
    assert ended.status == 3, ended
    assert "stopped by the time limit" in ended.out + ended.err


@pytest.mark.slow
@pytest.mark.unix
@pytest.mark.parametrize("game", sorted(library()))
def test_memory_is_no_more_than_was_estimated(game: str) -> None:
    """An analysis takes no more than `info` says, within a tenth and what Python itself takes."""
    told = json.loads(run("info", game, "--json").stdout)["game"]
    if told.get("memory") is None:
        pytest.skip("nothing is estimated for this game")
    ended = end_of(
        "analyze", game, "-s", "max-models,parts,exp-fixed", "--threads", "1", "--time-limit", "20s"
    )
    assert ended.status in (0, 3), ended
    assert ended.memory <= TENTH * told["memory"] / 2**20 + BASE, (told["memory"] >> 20, ended)
