"""Checkpoints: what is kept survives a kill, is never taken for what it is not, and never changes a value."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra import _core
from cobra.analysis import checkpoint
from cobra.analysis.checkpoint import Checkpoint
from cobra.engine.compile import CompiledGame, compile_game
from cobra.errors import GameError, TimeLimitError
from cobra.model.game import Game
from cobra.symmetries.symbols import Symmetry
from tests.cli.runner import environment, run

MEMORY = 1 << 30
PARAMS = {"pegs": "3", "colours": "5"}
Records = set[bytes]


@cache
def compiled(**params: str) -> CompiledGame:
    return compile_game(cobra.load("mastermind", PARAMS | params))


def record(number: int) -> bytes:
    """Return a record with a key of its own."""
    return b"".join(word.to_bytes(8, "little") for word in (number, number * number, number, number + 1))


def records(facts: bytes) -> Records:
    size = _core.FACT_BYTES
    assert len(facts) % size == 0
    return {facts[i : i + size] for i in range(0, len(facts), size)}


def filled(path: Path, batches: int = 20) -> Records:
    """Make a checkpoint of several batches and return what it holds."""
    numbers = iter(range(10**6))
    for _ in range(batches):
        with Checkpoint(path, compiled(), MEMORY) as store:
            store.add(b"".join(record(next(numbers)) for _ in range(17)))
            store.add(record(next(numbers)))
    return {record(i) for i in range(18 * batches)}


def read(path: Path, memory: int = MEMORY, **params: str) -> Records:
    with Checkpoint(path, compiled(**params), memory) as store:
        return records(store.facts())


def refused(path: Path, **params: str) -> str:
    """Return why a file is refused, and test that it is left as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(GameError) as error:
        read(path, **params)
    assert (path.read_bytes() if path.is_file() else None) == before
    start = f"the checkpoint {path} cannot be used: "
    assert str(error.value).startswith(start)
    return str(error.value).removeprefix(start)


def test_what_is_added_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    assert read(path) == set()
    assert filled(path) == read(path)


def test_the_newest_facts_come_first_when_memory_is_short(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    filled(path, 3)
    memory = 16 * 40 * _core.FACT_BYTES
    assert read(path, memory) == {record(i) for i in range(18, 54)}
    assert read(path, 0) == set()


def test_facts_are_written_while_the_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(checkpoint.time, "monotonic", lambda: now)
    path = tmp_path / "facts"
    with Checkpoint(path, compiled(), MEMORY) as store:
        store.add(record(1))
        assert store.facts() == b""
        now = 0.6
        store.add(record(2))
        assert store.facts() == record(1) + record(2)


def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    path.touch()
    assert filled(path, 1) == read(path)


def test_a_file_made_for_nothing_is_removed(tmp_path: Path) -> None:
    """That is, when an error comes first; one that was there, or holds something, stays."""
    new, empty, used = tmp_path / "new", tmp_path / "empty", tmp_path / "used"
    empty.touch()
    for path in (new, empty, used):
        with pytest.raises(ZeroDivisionError), Checkpoint(path, compiled(), MEMORY) as store:
            if path == used:
                store.add(record(1))
            raise ZeroDivisionError
    assert sorted(tmp_path.iterdir()) == [empty, used]
    assert read(used) == {record(1)}
    with Checkpoint(new, compiled(), MEMORY):
        pass
    assert read(new) == set()


def test_another_game_or_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    filled(path, 1)
    reason = refused(path, colours="4")
    assert reason == (
        "it belongs to another game, Mastermind pegs=3 colours=5; this one is Mastermind pegs=3 colours=4"
    )
    with sqlite3.connect(path) as database:
        database.execute("UPDATE identity SET value = '0.0.7' WHERE name = 'version'")
    assert refused(path) == f"it was made by cobra 0.0.7, this is cobra {_core.__version__}"
    with sqlite3.connect(path) as database:
        database.execute("UPDATE identity SET value = ? WHERE name = 'version'", [_core.__version__])
        database.execute("UPDATE identity SET value = '1, 40 bytes' WHERE name = 'format'")
    assert refused(path) == "it is in the format of an earlier cobra"


def test_names_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    kept = filled(path, 1)
    text = cobra.load("mastermind").origin.text
    renamed = cobra.load_text(text.replace('game "Mastermind"', 'game "Another name"'), definitions=PARAMS)
    with Checkpoint(path, compile_game(renamed), MEMORY) as store:
        assert records(store.facts()) == kept


def test_a_file_of_a_run_without_time_for_symmetries_is_of_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which slots are the two pans of a balance is found with the symmetries."""

    def too_late(game: Game) -> Symmetry:
        raise TimeLimitError("looking for symmetries", 0.0)

    def values() -> tuple[object, ...]:
        game = cobra.load("odd-coins", {"coins": 6, "fakes": 2})
        found = [cobra.optimal(game, objective, checkpoint=path) for objective in ("average", "worst")]
        return tuple(one.intervals for one in found)

    kept = []
    for first, then in ((False, True), (True, False)):
        path = tmp_path / f"{first}.ckpt"
        for hurried in (first, then):
            with monkeypatch.context() as now:
                if hurried:
                    now.setattr("cobra.engine.compile.interchangeable_symbols", too_late)
                kept.append(values())
    assert len(set(kept)) == 1


def test_other_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a database at all\n" * 100)
    assert refused(text) == "it is no checkpoint of cobra"
    other = tmp_path / "other"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE batch (number INTEGER PRIMARY KEY)")
    assert refused(other) == "it is no checkpoint of cobra"
    assert refused(tmp_path) == "it is no file"
    assert refused(tmp_path / "nowhere" / "facts") == "it cannot be opened for writing"
    for name in ("x" * 300, "null\0byte"):
        with pytest.raises(GameError, match="cannot be used"):
            read(tmp_path / name)


def test_names_that_sqlite_takes_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=ro"):
        assert filled(Path(name), 1) == read(Path(name))
        assert (tmp_path / name).is_file()


def test_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    filled(path, 1)
    with Checkpoint(path, compiled(), MEMORY):
        assert refused(path) == "another run has it open"
        result = run("optimal", "mastermind", "-D", "pegs=3", "-D", "colours=5", "--checkpoint", str(path))
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == f"error: the checkpoint {path} cannot be used: another run has it open\n"
    assert len(read(path)) == 18


def test_a_truncated_file_holds_less_or_is_refused(tmp_path: Path) -> None:
    path, cut = tmp_path / "facts", tmp_path / "cut"
    kept = filled(path)
    whole = path.read_bytes()
    for size in range(1, len(whole), 1000):
        cut.write_bytes(whole[:size])
        try:
            assert read(cut) <= kept
        except GameError:
            assert cut.read_bytes() == whole[:size]


@pytest.mark.thorough
def test_a_flipped_bit_makes_no_fact(tmp_path: Path) -> None:
    path, other = tmp_path / "facts", tmp_path / "flipped"
    kept = filled(path)
    whole = path.read_bytes()
    draw = random.Random(7)
    reasons = set()
    for bit in [*range(0, 800, 7), *(draw.randrange(8 * len(whole)) for _ in range(200))]:
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        other.write_bytes(flipped)
        try:
            assert read(other) <= kept
        except GameError as error:
            reasons.add(str(error).removeprefix(f"the checkpoint {other} cannot be used: "))
            assert other.read_bytes() == flipped
    assert {"it is damaged", "it is no checkpoint of cobra"} <= reasons


@pytest.mark.thorough
def test_facts_of_one_search_serve_all_others(tmp_path: Path) -> None:
    game = cobra.load("black-pegs", {"pegs": "3", "colours": "6"})
    path = tmp_path / "facts"
    requests: list[dict[str, Any]] = [
        {"objective": "average"},
        {"objective": "worst"},
        {"objective": "worst-average"},
        {"objective": "average-worst"},
        {"objective": "nodes"},
        {"objective": "average", "max_depth": 6},
        {"objective": "average", "max_depth": 8},
        {"objective": "average", "first": "000"},
        {"objective": "average"},
    ]
    for request in requests:
        alone = cobra.optimal(game, **request, threads=1)
        kept = cobra.optimal(game, **request, threads=1, checkpoint=path)
        assert kept.proved and alone.proved
        assert (kept.intervals, kept.infeasible) == (alone.intervals, alone.infeasible)
        if kept.strategy is not None:
            assert cobra.verify(kept.strategy).correct
    assert kept.statistics["facts"] > 0
    assert 2 * kept.statistics["expanded"] < alone.statistics["expanded"]


WRITER = """
import sys
from pathlib import Path
from cobra.analysis import checkpoint
from tests.optimal.test_checkpoint import MEMORY, compiled, record

checkpoint._FLUSH = 0.0
with checkpoint.Checkpoint(Path(sys.argv[1]), compiled(), MEMORY) as store:
    number = int(sys.argv[2])
    while True:
        store.add(record(number))
        print(number, flush=True)
        number += 1
"""


@pytest.mark.thorough
def test_what_was_committed_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "facts"
    draw = random.Random(3)
    there = 0
    for _ in range(3):
        command = [sys.executable, "-c", WRITER, str(path), str(there)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment())
        assert process.stdout is not None
        for _ in range(draw.randrange(1, 20)):
            process.stdout.readline()
        process.kill()
        told = process.communicate()[0].split()
        kept = read(path)
        there = len(kept)
        assert kept == {record(i) for i in range(there)}
        assert all(int(number) < there for number in told)


def search(path: Path | None, patience: float | None) -> dict[str, Any] | None:
    """Return what `cobra optimal` finds; None: it was killed after so many seconds."""
    command = [sys.executable, "-m", "cobra", "optimal", "black-pegs", "-D", "pegs=3", "-D", "colours=8"]
    command += ["--objective", "worst-average", "--threads", "1", "--json", "--quiet"]
    command += [] if path is None else ["--checkpoint", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment())
    try:
        out, _ = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None
    assert process.returncode == 0
    return dict(json.loads(out))


@pytest.mark.slow
def test_killed_again_and_again(tmp_path: Path) -> None:
    """At random moments, later and later, until one search comes to its end; and then once more."""
    path = tmp_path / "facts"
    whole = search(None, None)
    assert whole is not None and whole["proved"]
    draw = random.Random(5)
    patience, finished = 0.5, None
    while finished is None:
        finished = search(path, draw.uniform(patience / 2, patience))
        patience *= 1.3
    again = search(path, None)
    assert again is not None
    for result in (finished, again):
        assert [result[name] for name in ("proved", "worst", "average", "intervals")] == [
            whole[name] for name in ("proved", "worst", "average", "intervals")
        ]
    assert again["statistics"]["facts"] > 0
    assert 2 * again["statistics"]["expanded"] < whole["statistics"]["expanded"]
