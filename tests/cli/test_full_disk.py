"""A disk that is full: what was found is told all the same, and what could not be kept is said."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cobra.analysis.checkpoint import Checkpoint
from tests.cli.runner import environment, run, run_json

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

GAME = ("mastermind", "-D", "pegs=3", "-D", "colours=4")


def run_with_files_of(most: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command that can write no file of more bytes, as if the disk were full then.

    Python leaves compiled modules cut off there, which nobody could import any more: it is to write none.
    """
    return subprocess.run(
        [sys.executable, "-m", "cobra", *arguments],
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )


def test_analyze_prints_its_table(tmp_path: Path) -> None:
    result = run_with_files_of(4096, "analyze", *GAME, "-s", "max-models,parts", "-o", str(tmp_path))
    assert result.returncode == 1
    assert "216/64 = 3.3750" in result.stdout
    assert "208/64 = 3.2500" in result.stdout
    assert result.stderr == f"error: cannot write {tmp_path / 'max-models.json'}: File too large\n"
    assert list(tmp_path.iterdir()) == []


def test_optimal_goes_on_without_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Checkpoint._open

    def full(self: Checkpoint) -> None:
        opened(self)
        self._database.execute("PRAGMA query_only = 1")

    monkeypatch.setattr(Checkpoint, "_open", full)
    path = tmp_path / "facts"
    arguments = ("optimal", "bulls-and-cows", "-D", "digits=7", "--json")
    result = run(*arguments, "--checkpoint", str(path))
    assert result.exit_code == 0
    assert result.stderr == (
        f"warning: not all that was proved is kept: the checkpoint {path} cannot be used: "
        "it cannot be written\n"
    )
    assert json.loads(result.stdout)["total"] == run_json(*arguments[:-1])["total"]


def test_evolve_goes_on_without_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "population"
    arguments = ("evolve", *GAME, "--generations", "3", "--checkpoint", str(path))
    result = run_with_files_of(100, *arguments)
    assert result.returncode == 0
    assert "generation" in result.stdout
    assert f"warning: the last generations are not kept: cannot write {path}: File too large" in result.stderr
    assert list(tmp_path.iterdir()) == []
