"""Plain-text building blocks: titles, tables, pairs, wrapped lists, numbers; JSON; bold on a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

import click

from cobra.amounts import amount

if TYPE_CHECKING:
    from cobra.model.game import Game

WIDTH: Final = 100
_LONG: Final = 40
"""Experiments with more characters are shortened."""
_TOGETHER: Final = 10_000
"""Pieces of a JSON document that are joined at once."""
_NUMBERS: Final = re.compile(r"(?<![^\s,|])[0-9]+(?: [0-9]+){2,}(?![^\s,|=])")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Return the lines of a table; the columns `right` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    to_the_right = set(right)

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if place in to_the_right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "  ".join(padded).rstrip()

    return [bold(line(header)), *map(line, rows)]


def pairs(lines: Sequence[tuple[str, str, str]]) -> list[str]:
    """Return lines of a name, a value aligned to the right, and a remark."""
    name_width = max(len(name) for name, _, _ in lines)
    value_width = max(len(value) for _, value, _ in lines)
    return [f"  {n.ljust(name_width)}  {v.rjust(value_width)}  {rest}".rstrip() for n, v, rest in lines]


def wrap(words: Sequence[str]) -> list[str]:
    """Return lines of words, two spaces apart, since a word may hold one."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 2 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += "  " + word
    return lines


def bold(text: str) -> str:
    """Return text in bold on a terminal that wants colour, else as it is."""
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return click.style(text, bold=True) if wanted else text


def plural(count: int, noun: str) -> str:
    """Return `1 type`, `2 types`."""
    return f"{amount(count)} {nouns(count, noun)}"


def nouns(count: int | None, noun: str) -> str:
    """Return `type` for one, and `types` for any other number, or where nobody knows it."""
    return noun if count == 1 else f"{noun}s"


def number(count: int | None) -> str:
    """Return a number with its digits grouped, about its size when it has very many, or a question mark."""
    return "?" if count is None else amount(count)


def shorten(text: str) -> str:
    """Return a long experiment with runs of whole numbers as `1..33`, which is read as well."""
    return text if len(text) <= _LONG else _NUMBERS.sub(_with_runs, text)


def _with_runs(numbers: re.Match[str]) -> str:
    runs: list[list[str]] = []
    for text in numbers[0].split():
        if runs and int(text) == int(runs[-1][-1]) + 1:
            runs[-1].append(text)
        else:
            runs.append([text])
    return " ".join(f"{run[0]}..{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


def duration(seconds: float) -> str:
    """Return a time in µs, ms or s."""
    if seconds < 1e-4:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def size(count: int) -> str:
    """Return a number of bytes in the largest unit that leaves a whole part."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count} {unit}"
        count //= 1024
    return f"{count:,} GiB"


def dump(document: Mapping[str, object]) -> str:
    """Return a JSON document; whole numbers are exact, however long (Python has a limit of 4,300 digits).

    The pieces it is encoded in, a few letters each, take ten times the memory of the text, so they are joined
    on the way.
    """
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        pieces = json.JSONEncoder(indent=2).iterencode(document)
        return "".join(iter(lambda: "".join(islice(pieces, _TOGETHER)), ""))
    finally:
        sys.set_int_max_str_digits(digits)


def title(game: Game) -> str:
    """Return a game's name with its parameters as played."""
    arguments = "  ".join(f"{name}={value}" for name, value in game.arguments)
    return bold(game.name) + (f"  {arguments}" if arguments else "")
