"""Plain-text building blocks: tables, aligned pairs, wrapped lists, numbers; bold on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final

import click

WIDTH: Final = 100


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
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def number(count: int | None) -> str:
    """Return a number with its digits grouped, or a question mark."""
    return "?" if count is None else f"{count:,}"


def duration(seconds: float) -> str:
    """Return a time in ms or s."""
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def size(count: int) -> str:
    """Return a number of bytes in the largest unit that leaves a whole part."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count} {unit}"
        count //= 1024
    return f"{count:,} GiB"
