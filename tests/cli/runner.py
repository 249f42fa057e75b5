"""Runs the command: in this process, or as a user does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from cobra.cli.main import cobra as command

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str | Path) -> Result:
    """Run a command in this process; nothing is a terminal."""
    result = CliRunner().invoke(command, [str(argument) for argument in arguments])
    assert "Traceback" not in result.output
    return result


def run_json(*arguments: str | Path) -> Any:
    """Run a command with --json, demand that it succeeds and prints one document and nothing else."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return json.loads(result.stdout)


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which `python -m cobra` finds this checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **more}


def start(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    """Start `python -m cobra …` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cobra", *map(str, arguments)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,
    )
