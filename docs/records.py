"""Makes the table of docs/records.md: `python docs/records.py` searches all again, with names of games those.

Each row of the page holds its command; that is run, on one thread, and the row is made of what it prints.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from cobra.figures import decimal

PAGE: Final = Path(__file__).parent / "records.md"
COMMAND: Final = re.compile(r"^\| ([^|]+) \| `cobra (optimal [^`]+)` \|.*$", re.MULTILINE)
"""A row: what the game is called, and its command."""


def row(name: str, command: str, found: dict[str, Any]) -> str:
    """Return the row of a game, of what its command printed."""
    lengths = " ".join(f"{length}:{number:,}" for length, number in found["distribution"].items())
    looked = found["statistics"]
    cells = (
        name,
        f"`cobra {command}`",
        f"**{found['total']:,}**",
        decimal(Fraction(found["total"], found["codes"])),
        str(found["worst"]),
        f"`{found['first']}`",
        lengths,
        f"{looked['expanded']:,}",
        f"{looked['scanned']:,}",
        f"{looked['memory'] / 2**20:,.0f} MiB",
    )
    return f"| {' | '.join(cells)} |"


def search(command: str) -> dict[str, Any]:
    """Return what a command prints as JSON, on one thread."""
    done = subprocess.run(
        [sys.executable, "-m", "cobra", *command.split(), "--threads", "1", "--json", "--quiet"],
        stdout=subprocess.PIPE,
        check=True,
        env=os.environ | {"COBRA_CLUSTER": ""},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["proved"], command
    return found


def main(names: list[str]) -> None:
    """Write the rows of the games named so anew, or all."""

    def made(match: re.Match[str]) -> str:
        name, command = match.groups()
        if names and name not in names:
            return match[0]
        print(name, file=sys.stderr)
        return row(name, command, search(command))

    PAGE.write_text(COMMAND.sub(made, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
