"""A cost that hides: little to be known, but more states than can ever be met. Nothing is swallowed by it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import cobra
from tests.cli.test_limits import BASE, check_time, end_of

GAME: Final = """
game "Comparisons that wear out"
param n = 12 in 1..100
secret x : 1..n
state last = 1 in 1..n
state used[1..10] = 0 in 0..9
experiment ask(g : 1..n, k : 1..10)
  where used[k] < 9
  observe if abs(x - g) < abs(x - last) then "near" else if abs(x - g) = abs(x - last) then "same" else "far"
  then last = g, used[k] = used[k] + 1
"""
"""12 codes, and 12 times 10^10 states: an experiment that tells nothing leads to another one."""

FOR_EVER: Final = (
    GAME.replace("state used[1..10] = 0 in 0..9\n", "")
    .replace("  where used[k] < 9\n", "")
    .replace(", used[k] = used[k] + 1", "")
    .replace(", k : 1..10", "")
)

pytestmark = [pytest.mark.thorough, pytest.mark.unix]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.cb"
    path.write_text(GAME, "utf-8")
    return path


@pytest.mark.slow
def test_the_memory_ends_a_search(path: Path) -> None:
    """What is proved by then is true: no play is long enough to wear anything out."""
    best = cobra.optimal(cobra.load_text(FOR_EVER))
    assert best.proved and best.row.total == 35
    ended = end_of("optimal", path, "--memory", "8M", "--time-limit", "none")
    assert ended.status == 3
    assert ended.memory <= 1.1 * 8 + BASE
    assert ended.err == "warning: not finished: optimal; more --memory may do\n"
    found = re.search(
        r"proved: the least average is between \S+ and \S+ \((\d+)/12 and (\d+)/12\)", ended.out
    )
    assert found is not None
    assert int(found[1]) <= best.row.total <= int(found[2])


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        (("optimal",), 12),
        pytest.param(("analyze", "-s", "parts,optimal"), 40, marks=pytest.mark.slow),
        (("advise", "-s", "optimal"), 40),
    ],
)
def test_the_time_ends_it(asked: tuple[str, ...], size: int, path: Path) -> None:
    command, *options = asked
    limits = ("--time-limit", "2s", "--memory", "256M")
    ended = end_of(command, path, "-D", f"n={size}", *options, *limits)
    check_time(ended, 2)
    assert ended.status in (0, 3), ended
    assert ended.memory <= 1.1 * 256 + BASE
    assert "Traceback" not in ended.err
