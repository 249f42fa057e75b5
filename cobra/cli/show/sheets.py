"""Tables with a heading and remarks: as text, broken between columns where too wide, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, TypeAlias

from cobra.cli.show.text import WIDTH, bold, table

_INDENT: Final = "  "


Line: TypeAlias = tuple[tuple[str, ...], tuple[str, ...] | str]
"""Keys, and a cell for each column, or a sentence that says why there are none."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a heading and remarks."""

    heading: str
    keys: tuple[str, ...] = ()
    """Names of the first columns, which say what a row is about; repeated where the table is broken."""
    columns: tuple[str, ...] = ()
    """Names of the other columns; without any there is no table, but a heading and remarks."""
    rows: Sequence[Line] = ()
    remarks: Sequence[str] = ()
    left: tuple[str, ...] = ()
    """Names of keys and columns that are aligned to the left."""
    tail: int = 1
    """So many of the last columns are not torn apart where the table is broken."""


def sheet_text(sheet: Sheet) -> str:
    """Return a sheet as lines of at most 100 characters, unless a single column is wider."""
    lines = [bold(sheet.heading)]
    first, *others = _parts(sheet)
    lines += _lines(sheet, first, sheet.rows) if sheet.columns else []
    for part in others:
        lines += ["", *_lines(sheet, part, [row for row in sheet.rows if not isinstance(row[1], str)])]
    for remark in sheet.remarks:
        lines += wrap(remark, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return "\n".join(lines)


def _parts(sheet: Sheet) -> list[list[int]]:
    """Return the columns of each part that fits the width."""
    cells = [cells for _, cells in sheet.rows if not isinstance(cells, str)]
    widths = [2 + max(map(len, column)) for column in zip(sheet.columns, *cells, strict=True)]
    parts: list[list[int]] = [[]]
    room = left = WIDTH - len(_INDENT) - _margin(sheet) + 2
    for column, width in enumerate(widths):
        last = column == len(widths) - sheet.tail
        if parts[-1] and left < (sum(widths[column:]) if last else width):
            parts.append([])
            left = room
        parts[-1].append(column)
        left -= width
    return parts


def _margin(sheet: Sheet) -> int:
    """Return the width of the keys with the space behind each."""
    columns = zip(sheet.keys, *(keys for keys, _ in sheet.rows), strict=True)
    return sum(2 + max(map(len, column)) for column in columns)


def _lines(sheet: Sheet, part: Sequence[int], rows: Sequence[Line]) -> list[str]:
    """Return the lines of some columns, with the keys before them."""
    header = [*sheet.keys, *(sheet.columns[column] for column in part)]
    right = [place for place, name in enumerate(header) if name not in sheet.left]
    whole = [[*keys, *(_cell(cells, column) for column in part)] for keys, cells in rows]
    margin = _margin(sheet)
    first, *others = table(header, whole, right)
    result = [first]
    for (_, cells), line in zip(rows, others, strict=True):
        if isinstance(cells, str):
            sentence = wrap(cells, max(WIDTH - len(_INDENT) - margin, 20)) or [""]
            result += [line.ljust(margin) + sentence[0], *(" " * margin + rest for rest in sentence[1:])]
        else:
            result.append(line)
    return [_INDENT + line for line in result]


def _cell(cells: tuple[str, ...] | str, column: int) -> str:
    return "" if isinstance(cells, str) else cells[column]


def sheet_markdown(sheet: Sheet) -> str:
    """Return a sheet as a heading, a table with pipes, and a list of remarks."""
    parts = [[f"**{_escaped(sheet.heading)}**"]]
    if sheet.columns:
        header = (*sheet.keys, *sheet.columns)
        rule = [":--" if name in sheet.left else "--:" for name in header]
        rows = [(*keys, *((cells,) if isinstance(cells, str) else cells)) for keys, cells in sheet.rows]
        whole = [row + ("",) * (len(header) - len(row)) for row in rows]
        parts.append(
            [_piped(map(_escaped, header)), _piped(rule), *(_piped(map(_escaped, row)) for row in whole)]
        )
    if sheet.remarks:
        parts.append([f"- {_escaped(remark)}" for remark in sheet.remarks])
    return "\n\n".join("\n".join(part) for part in parts)


def _piped(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return "".join(f"\\{character}" if character in "\\|*_`<>[]" else character for character in text)
