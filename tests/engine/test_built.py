"""What is said where the core, which is compiled, is not there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import cobra

pytestmark = pytest.mark.thorough

HOW = (
    ". In a checkout, pip install --editable . builds it, with Rust and a C compiler; "
    "installed, pip install --force-reinstall cobra-games brings it again"
)
PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"


@pytest.fixture
def unbuilt(tmp_path: Path) -> Path:
    """Return the folder of a cobra without its core."""
    there = Path(cobra.__file__).parent
    shutil.copytree(there, tmp_path / "cobra", ignore=shutil.ignore_patterns("_core.*", "__pycache__", "web"))
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )


def test_a_command_without_the_core_says_how_it_is_built(unbuilt: Path) -> None:
    missing = f"the core of cobra has not been built for Python {PYTHON}: there is no _core in "
    done = run(unbuilt, "-m", "cobra", "info", "mastermind")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"error: {missing}{(unbuilt / 'cobra').resolve()}{HOW}\n"
    assert run(unbuilt, "-m", "cobra", "games").returncode == 0, "what needs no core goes on without it"


def test_python_without_the_core_says_how_it_is_built(unbuilt: Path) -> None:
    code = (
        "import pickle, cobra\n"
        "cobra.load('mastermind')\n"
        "try:\n    cobra.analyze\n"
        "except cobra.CobraError as error:\n"
        "    print(type(pickle.loads(pickle.dumps(error))).__name__, error)"
    )
    done = run(unbuilt, "-c", code)
    assert done.stderr == ""
    assert re.fullmatch(
        rf"CoreMissingError the core of cobra has not been built .* in .*{re.escape(HOW)}\n", done.stdout
    )


def test_a_core_that_is_no_library_of_this_system(unbuilt: Path) -> None:
    (unbuilt / "cobra" / f"_core{EXTENSION_SUFFIXES[0]}").write_text("none")
    done = run(unbuilt, "-m", "cobra", "check", "mastermind")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        rf"error: the core of cobra in .* cannot be loaded: .+{re.escape(HOW)}\n", done.stderr
    )
