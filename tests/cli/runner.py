"""Runs the command: in this process, or as a user does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from contextlib import suppress
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


class OnTerminal:
    """`python -m cobra …` with its messages on a terminal: what it draws there says what it is doing."""

    def __init__(self, *arguments: str | Path) -> None:
        import pty  # Windows has none

        self._main, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cobra", *map(str, arguments)],
            env=environment(TERM="xterm", COLUMNS="80"),
            stdout=subprocess.PIPE,
            stderr=terminal,
        )
        os.close(terminal)
        self.drawn = b""

    def wait_for(self, pattern: str) -> None:
        """Read the terminal until what a regular expression is about stands there."""
        while not re.search(pattern.encode(), self.drawn):
            self.drawn += os.read(self._main, 4096)

    def finish(self) -> tuple[int, str]:
        """Wait for the end; return the exit status and what went to standard output."""
        reader = threading.Thread(target=self._drain)
        reader.start()
        out, _ = self.process.communicate(timeout=60)
        reader.join(60)
        os.close(self._main)
        assert b"Traceback" not in self.drawn
        return self.process.returncode, out.decode()

    def _drain(self) -> None:
        """Read the terminal until its other end is closed."""
        with suppress(OSError):
            while more := os.read(self._main, 4096):
                self.drawn += more
