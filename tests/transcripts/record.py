"""Recorded sessions: what `cobra analyze` prints for a small size of every game of the library.

    python tests/transcripts/record.py

records all of `COMMANDS` anew, one file each. Times and memory are masked, runs of spaces are made two, so
that widths of columns do not depend on them. Of an optimal strategy only the average is kept: there may be
several.
"""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from cobra.cli.main import cobra

HERE = Path(__file__).parent

COMMANDS = {
    "bags-of-gold": "-D bags=4 -D capacity=3",
    "battleship": "-D size=4",
    "black-box": "-D size=4",
    "black-pegs": "-D pegs=3 -D colours=3",
    "bulls-and-cows": "-D places=3 -D digits=5",
    "code-777": "-D cards=2 -D values=2",
    "code-777-three": "-D cards=2 -D values=2",
    "counterfeit-coin": "-D coins=6",
    "counterfeit-coin-only": "-D coins=5 -D genuine=1",
    "decimalisation": "-D places=2",
    "diagnosis": "",
    "group-testing": "-D items=5",
    "higher-lower": "-D n=10",
    "jotto": "",
    "light-coins": "-D coins=6 -D fakes=2",
    "mastermind": "-D pegs=3 -D colours=4",
    "mastermind-colour": "-D pegs=3",
    "mastermind-position": "-D pegs=3",
    "odd-coins": "-D coins=4",
    "permutation": "",
    "sorting": "-D n=4",
    "word-list": "",
    "wordle": "-s max-models,parts,optimal",
}
"""Game and options of the session in GAME.txt."""


def session(game: str) -> str:
    """Run the command of a game, however long it takes, and return the session, masked."""
    arguments = ["analyze", game, *COMMANDS[game].split(), "--time-limit", "none"]
    result = CliRunner().invoke(cobra, arguments)
    assert result.exit_code == 0, result.output
    return f"$ cobra {' '.join(arguments)}\n" + mask(result.stdout)


def mask(text: str) -> str:
    """Return text without times, sizes of memory and trees of optimal strategies; two spaces for any more."""
    text = re.sub(r"\b[0-9][0-9.,]* (µs|ms|s|min|h)\b", "(time)", text)
    text = re.sub(r"\b[0-9][0-9.,]* [KMG]iB\b", "(size)", text)
    text = re.sub(r"^optimal .* (\d+/\d+ = \S+) .*$", r"optimal  (tree)  \1", text, flags=re.MULTILINE)
    return re.sub(r" {2,}", "  ", text)


if __name__ == "__main__":
    for name in COMMANDS:
        (HERE / f"{name}.txt").write_text(session(name), encoding="utf-8")
