"""Checkpoints of evolutions: a run that goes on is one that was never interrupted; nothing else is taken."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra import Evolution, _core
from cobra.analysis.evolve import checkpoint as module
from cobra.analysis.evolve.islands import Totals
from cobra.engine.compile import compile_game
from cobra.errors import GameError
from tests.cli.runner import environment

COLOURS = 4


def evolve(path: Path | None, **more: Any) -> Evolution:
    colours = more.pop("colours", COLOURS)
    game = cobra.load("mastermind", {"pegs": 3, "colours": colours})
    given = {"population": 5, "seed": 3, "threads": 1, "patience": None, "checkpoint": path, **more}
    return cobra.evolve(game, **given)


def same(one: Evolution, other: Evolution) -> bool:
    return one.history == other.history and one.strategy == other.strategy


@pytest.mark.parametrize("stops", [(0, 1, 2, 5), (3, 5), (5, 5)])
def test_a_run_that_goes_on_is_one_that_was_not_interrupted(tmp_path: Path, stops: tuple[int, ...]) -> None:
    path = tmp_path / "population"
    whole = evolve(None, generations=5)
    for stop in stops:
        part = evolve(path, generations=stop)
        assert part.history == whole.history[: stop + 1]
    assert same(part, whole)


def test_it_is_written_while_evolution_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_EVERY", 0.0)
    path = tmp_path / "population"
    written: list[int] = []
    write = module.PopulationCheckpoint.write

    def spy(self: module.PopulationCheckpoint, breakers: list[bytes], totals: Totals) -> None:
        write(self, breakers, totals)
        written.append(len(json.loads(path.read_text())["totals"]))

    monkeypatch.setattr(module.PopulationCheckpoint, "write", spy)
    evolve(path, generations=3)
    assert written == [2, 3, 4, 4]


@pytest.mark.slow
def test_a_run_that_is_killed_loses_little(tmp_path: Path) -> None:
    path = tmp_path / "population"
    arguments = ("evolve", "mastermind", "-D", "pegs=4", "-D", "colours=4", "--population", "4", "-q")
    command = [sys.executable, "-m", "cobra", *arguments, "--patience", "100000", "--checkpoint", str(path)]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    generations = len(json.loads(path.read_text())["totals"]) - 1
    assert generations >= 1
    game = cobra.load("mastermind", {"pegs": 4, "colours": 4})
    one: dict[str, Any] = {"population": 4, "patience": None, "generations": generations + 1}
    assert same(cobra.evolve(game, **one, checkpoint=path), cobra.evolve(game, **one))


def refused(path: Path, **more: Any) -> str:
    """Return why a file is refused, and test that it is left as it was."""
    before = path.read_bytes()
    with pytest.raises(GameError) as error:
        evolve(path, generations=3, **more)
    assert path.read_bytes() == before
    start = f"the checkpoint {path} cannot be used: "
    assert str(error.value).startswith(start)
    return str(error.value).removeprefix(start)


def test_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "population"
    evolve(path, generations=1)
    assert refused(path, colours=3) == (
        "it belongs to another game, Mastermind pegs=3 colours=4; this one is Mastermind pegs=3 colours=3"
    )
    assert refused(path, seed=4) == "its seed is 3, not 4"
    assert refused(path, population=6) == "its population is 5, not 6"
    assert refused(path, islands=2) == "its number of islands is 1, not 2"


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "population"
    for content in (b"", b"nothing", b"[]", b"\xff\xfe", b'{"format": "cobra-strategy"}', b"[" * 100_000):
        path.write_bytes(content)
        assert refused(path) == "it is no checkpoint of an evolution"
    with pytest.raises(GameError, match="this is a folder"):
        evolve(tmp_path)
    with pytest.raises(GameError, match="there is no folder"):
        evolve(tmp_path / "nowhere" / "population")


def test_what_was_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "population"
    evolve(path, generations=1)
    document = json.loads(path.read_text())
    for key, value in (("totals", [[1, 1]]), ("breakers", ""), ("digest", "00"), ("breakers", 7)):
        path.write_text(json.dumps({**document, key: value}))
        assert refused(path) == "it is damaged"
    for key, value in (
        *(("totals", value) for value in (None, 1.5, [], [1], [[1]], [[1, 2, 3]], [[1, True]], [[1, -1]])),
        *(("totals", value) for value in ([[1, 2.0]], [["1", 1]], [[1, 10**400]], {"ab": 1})),
        *(("breakers", value) for value in (None, 7, [7], [[]], ["\ud800"], ["é"], ["a"])),
        ("more", 7),
    ):
        changed = {**document, key: value}
        for gone in ("breakers", "totals") if key == "more" else ("",):
            known = {name: one for name, one in changed.items() if name not in (gone, "digest")}
            path.write_text(json.dumps({**known, "digest": module._digest(known)}))  # by another program
            assert refused(path) == "it is damaged"
    path.write_text(json.dumps({**document, "cobra": "0.0.7"}))
    assert refused(path) == f"it was made by cobra 0.0.7, this is cobra {_core.__version__}"


@pytest.mark.parametrize("record", [b"", b"\0" * 4, b"\xff" * 4, b"\xff" * 12, b"\0" * 4096, b"\xff" * 61])
def test_the_core_takes_no_other_breakers(record: bytes) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 2})
    engine = cobra.engine.compile.compile_game(game).engine()
    engine.enumerate(100, 1 << 20, _core.Control())
    breakers = _core.Evolution(engine, 5, 1 << 20, _core.Control())
    breakers.begin(0, _core.Control())
    before = breakers.record()
    with pytest.raises(_core.CoreError, match="this is no record of breakers"):
        breakers.restore(record, 0, 1)
    with pytest.raises(_core.CoreError, match="this is no record of breakers"):
        breakers.admit(record)
    assert breakers.record() == before
    breakers.restore(before, 0, 0)


@pytest.mark.unix
@pytest.mark.slow
def test_ctrl_c_keeps_the_population(tmp_path: Path) -> None:
    path = tmp_path / "population"
    arguments = ("evolve", "mastermind", "--population", "4", "--json", "-q", "--checkpoint", str(path))
    process = subprocess.Popen(
        [sys.executable, "-m", "cobra", *arguments], env=environment(), stdout=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    document = json.loads(output)
    kept = json.loads(path.read_text())["totals"]
    assert (document["stopped"], document["ended"]) == ("interrupt", None)
    assert [of["best"] for of in document["history"]] == [best for best, _ in kept]
    assert document["total"] == document["history"][-1]["best"]


def test_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "population"
    evolve(path, generations=1)
    game = compile_game(cobra.load("mastermind", {"pegs": 3, "colours": COLOURS}))
    with module.PopulationCheckpoint(path, game, 3, 5, 1) as first:
        known = first.read()
        assert known is not None
        assert refused(path) == "another run has it open"
        first.write(*known)  # another file is there now, and it is locked as well
        assert refused(path) == "another run has it open"
    evolve(path, generations=2)


def test_two_runs_that_began_without_a_file(tmp_path: Path) -> None:
    path = tmp_path / "population"
    game = compile_game(cobra.load("mastermind", {"pegs": 3, "colours": COLOURS}))
    with (
        module.PopulationCheckpoint(path, game, 3, 5, 1) as first,
        module.PopulationCheckpoint(path, game, 3, 5, 1) as second,
    ):
        first.write([b"one"], [(1, 1)])
        with pytest.raises(GameError, match="another run has it open"):
            second.write([b"two"], [(2, 2)])
        assert json.loads(path.read_text())["totals"] == [[1, 1]]
