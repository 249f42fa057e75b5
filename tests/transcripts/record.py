"""Recorded sessions: what the commands print for a small size of every game of the library.

    python tests/transcripts/record.py [KIND …] [GAME …]

records all of `COMMANDS` anew, or those games, one file each: `cobra analyze` in GAME.txt, the other kinds in
KIND/GAME.txt.
Times and memory are masked, runs of spaces are made two, so that widths of columns do not depend on them. Of
an optimal strategy only the average is kept: there may be several.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from click.testing import CliRunner

import cobra as package
from cobra.cli.main import cobra
from cobra.engine.made import show_made
from cobra.play.simulate import Play

HERE = Path(__file__).parent

COMMANDS = {
    "bags-of-gold": "-D bags=4 -D capacity=3",
    "battleship": "-D size=4",
    "battleship-sunk": "-D size=3 -D length=2",
    "black-box": "-D size=4",
    "black-pegs": "-D pegs=3 -D colours=3",
    "bulls-and-cows": "-D places=3 -D digits=5",
    "code-777": "-D cards=2 -D values=2",
    "code-777-three": "-D cards=2 -D values=2",
    "counterfeit-coin": "-D coins=6",
    "counterfeit-coin-only": "-D coins=5 -D genuine=1",
    "decimalisation": "-D places=2",
    "diagnosis": "",
    "egg-drop": "-D floors=9",
    "fox": "",
    "group-testing": "-D items=5",
    "hangman": "-s max-models,parts,optimal",
    "hangman-lives": "-D lives=2",
    "higher-lower": "-D n=10",
    "jotto": "",
    "liar": "-D numbers=6",
    "liar-coins": "",
    "liar-comparisons": "-D numbers=8",
    "light-coins": "-D coins=6 -D fakes=2",
    "mastermind": "-D pegs=3 -D colours=4",
    "mastermind-colour": "-D pegs=3",
    "mastermind-lie": "-D pegs=2 -D colours=3",
    "mastermind-position": "-D pegs=3",
    "odd-coins": "-D coins=4",
    "permutation": "",
    "poisoned-wine": "-D bottles=6",
    "priced-search": "-D n=7",
    "quordle": "-D boards=2",
    "sorting": "-D n=4",
    "test-sequencing": "",
    "warmer-colder": "-D numbers=8",
    "word-list": "",
    "wordle": "-s max-models,parts,optimal",
    "wordle-hard": "-s max-models,parts",
}
"""Game and options of the session in GAME.txt."""

PLAYER = "max-models"
"""The strategy whose game against the adversary `models` gives what is typed in the other sessions."""


def session(game: str) -> str:
    """Run `cobra analyze` for a game, however long it takes, and return the session, masked."""
    arguments = ["analyze", game, *COMMANDS[game].split(), "--time-limit", "none"]
    return mask(_run(arguments))


def advise(game: str) -> str:
    """Return a session of `cobra advise` after an experiment, without `optimal`: there may be several."""
    made = show_made(_loaded(game), _play(game).history[0])
    asked = ["-s", "max-models,exp-models,ent-models,parts", "--time-limit", "none"]
    return mask(_run(["advise", game, *_size(game), "--history", made, *asked]))


def simulate(game: str) -> str:
    """Return a session of `cobra simulate`: every code, and one game against an adversary."""
    commands = ([], ["-o", "models", "--trace"])
    return "\n".join(mask(_run(["simulate", game, *_size(game), "-e", PLAYER, *more])) for more in commands)


def play(game: str) -> str:
    """Return two sessions of `cobra play`: first the person asks, then the computer does."""
    moves = [show_made(_loaded(game), made) for made in _play(game).history]
    experiments = [move.split(" = ")[0] for move in moves]
    answers = [move.split(" = ")[1] for move in moves]
    ask = ["hint", "list 5", "nonsense", experiments[0], "left", "undo", *experiments]
    breaks = _run(["play", game, *_size(game), "-o", "models"], ask)
    make = [answers[0], "undo", answers[0], *[line for answer in answers[1:] for line in ("hint", answer)]]
    return breaks + "\n" + _run(["play", game, *_size(game), "-e", PLAYER], [*make, "quit"])


SMALLER = {"black-box": "-D size=3 -D atoms=2"}
"""Sizes of the other sessions, where the graph of the game is large and made anew after each answer."""

KINDS: dict[str, Callable[[str], str]] = {"advise": advise, "simulate": simulate, "play": play}
"""The sessions in KIND/GAME.txt."""


def mask(text: str) -> str:
    """Return text without times, sizes of memory and trees of optimal strategies; two spaces for any more."""
    text = re.sub(r"\b[0-9][0-9.,]* (µs|ms|s|min|h)\b", "(time)", text)
    text = re.sub(r"\b[0-9][0-9.,]* [KMG]iB\b", "(size)", text)
    text = re.sub(r"^optimal .* (\d+/\d+ = \S+) .*$", r"optimal  (tree)  \1", text, flags=re.MULTILINE)
    return re.sub(r" {2,}", "  ", text)


def _size(game: str) -> list[str]:
    """Return the options that set parameters."""
    options = SMALLER.get(game, COMMANDS[game])
    return options.split() if options.startswith("-D") else []


@cache
def _loaded(game: str) -> package.Game:
    return package.load(game, dict(word.split("=") for word in _size(game) if word != "-D"))


@cache
def _play(game: str) -> Play:
    """Return a whole game, the same each time."""
    return package.simulate(_loaded(game), PLAYER, "models", trace=True).plays[0]


def _run(arguments: list[str], lines: list[str] | None = None) -> str:
    """Return a command as typed and what it prints; `lines` are piped in."""
    typed = None if lines is None else "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(cobra, arguments, input=typed)
    assert result.exit_code == 0, result.output
    return f"$ cobra {shlex.join(arguments)}\n" + result.stdout


def record(asked: set[str]) -> None:
    """Write the sessions of some kinds and games, of all where none is named."""
    kinds = {"analyze": session, **KINDS}
    if unknown := asked - kinds.keys() - COMMANDS.keys():
        sys.exit(f"neither a kind of session nor a game of COMMANDS: {', '.join(sorted(unknown))}")
    for kind in asked & kinds.keys() or kinds:
        folder = HERE if kind == "analyze" else HERE / kind
        folder.mkdir(exist_ok=True)
        for name in asked & COMMANDS.keys() or COMMANDS:
            (folder / f"{name}.txt").write_text(kinds[kind](name), encoding="utf-8")


if __name__ == "__main__":
    record(set(sys.argv[1:]))
