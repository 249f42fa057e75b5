"""Pictures of how many experiments strategies take: a row for each, a cell for each length of a play.

A cell is the darker the more codes it stands for, and their number is in it; a mark below shows the average.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

INK: Final = "#333333"
BLUE: Final = (0, 114, 178)
"""The colour of a cell that stands for all codes."""
ORANGE: Final = "#D55E00"
"""The colour of the averages."""
MOST: Final = 14
"""So many lengths have a column of their own; the last column stands for all that follow."""
NAMES, CELL, ROW, TOP = 190, 42, 24, 74
"""Widths of the names and of a cell, heights of a row and of what is above the rows."""


@dataclass(frozen=True)
class Lengths:
    """How many experiments a strategy takes."""

    name: str
    average: float
    distribution: Mapping[int, int]
    """The number of codes by length."""


def picture(title: str, rows: Sequence[Lengths]) -> str:
    """Return the SVG picture of some strategies, in the order given."""
    low = min(min(row.distribution) for row in rows)
    high = min(max(max(row.distribution) for row in rows), low + MOST - 1)
    width = NAMES + CELL * (high - low + 1) + 80
    height = TOP + ROW * len(rows) + 16
    parts = [f'<rect width="{width}" height="{height}" fill="white"/>', _text(10, 24, title, 15, bold=True)]
    parts.append(_text(NAMES, 46, "experiments, and the number of codes that take so many", 11))
    beyond = any(max(row.distribution) > high for row in rows)
    for length in range(low, high + 1):
        label = f"{length}…" if beyond and length == high else str(length)
        parts.append(_text(_middle(length, low), TOP - 8, label, 12, "middle", bold=True))
    parts.append(_text(width - 10, TOP - 8, "average", 12, "end", bold=True))
    for place, row in enumerate(rows):
        parts += _row(row, TOP + ROW * place, low, high, width)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "\n".join([head, f"<title>{escape(title)}</title>", *parts, "</svg>\n"])


def _row(row: Lengths, top: int, low: int, high: int, width: int) -> list[str]:
    parts = [_text(NAMES - 10, top + 16, row.name, 12, "end")]
    codes = sum(row.distribution.values())
    for length in range(low, high + 1):
        counted = (count for own, count in row.distribution.items() if min(own, high) == length)
        if count := sum(counted):
            share = (count / codes) ** 0.5  # few are seen, too
            colour = "#" + "".join(f"{round(255 - share * (255 - part)):02x}" for part in BLUE)
            place = f'x="{NAMES + CELL * (length - low)}" y="{top + 1}" width="{CELL - 2}" height="{ROW - 2}"'
            parts.append(f'<rect {place} fill="{colour}"/>')
            ink = "white" if share > 0.6 else INK
            parts.append(_text(_middle(length, low), top + 16, f"{count:,}", 11, "middle", ink))
    at = _middle(min(row.average, high + 0.4), low)
    parts.append(f'<rect x="{at - 1.5:.1f}" y="{top + ROW - 6}" width="3" height="6" fill="{ORANGE}"/>')
    parts.append(_text(width - 10, top + 16, f"{row.average:.4f}", 12, "end"))
    return parts


def _middle(length: float, low: int) -> float:
    """Return where the middle of a column is, or what is between two."""
    return NAMES + CELL * (length - low) + CELL / 2 - 1


def _text(
    x: float, y: float, text: str, size: int, anchor: str = "start", fill: str = INK, *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text {where} fill="{fill}"{weight}>{escape(text)}</text>'
