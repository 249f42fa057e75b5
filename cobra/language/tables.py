"""Tables in CSV files: wide, a row for each name with a cell in every column, or long, a line for each cell.

In both a cell is found by the name of its row and the name of its column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final

from cobra.budget import poll
from cobra.errors import GameError

LONG: Final = ("code", "experiment", "answer")
"""The header, in any letter case, of a table whose lines are row, column and cell."""

_LOOK: Final = 255
"""The budget is looked at after so many records, less one, a power of two."""
_WHOLE: Final = re.compile("-?[0-9]{1,9}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")

Cell = int | Fraction | str


@dataclass(frozen=True)
class FileTable:
    """A CSV file with a header, of named rows and columns.

    `cells` maps each column to its values by row. A column holds whole numbers if every cell of it is one,
    exact fractions if every cell is a whole number or a decimal, else words.
    """

    path: Path
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[str, Mapping[str, Cell]] = field(repr=False)


def table_of(path: Path, text: str) -> FileTable:
    """Return a CSV text with a header as a table; `GameError` when rows or columns are missing, repeated or
    uneven.

    `path` is what messages call the text.
    """
    records = _records(path, text)
    header = next(records, (0, []))[1]
    table = None
    if tuple(name.casefold() for name in header) == LONG:
        table = _long(path, records)
    elif len(header) > 1:
        table = _wide(path, header, list(records))
    if table is None or not table.rows:
        raise GameError(
            f"{path}: a table needs a header, at least two columns and at least one row below the header"
        )
    return table


def _records(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that are not empty, all as long as the first, each with its number."""
    length = 0
    try:
        for number, record in enumerate(csv.reader(io.StringIO(text), strict=True), 1):
            # what stands on several lines could be shown on one, but not be typed as it is shown
            cells = [cell.strip().replace("\n", " ") for cell in record]
            if not any(cells):
                continue
            if not number & _LOOK:
                poll("reading the game")
            length = length or len(cells)
            if len(cells) != length:
                raise GameError(f"{path}: record {number} has {len(cells)} cells, the header has {length}")
            yield number, cells
    except csv.Error as error:
        raise GameError(f"{path}: not a proper CSV table: {error}") from None


def _wide(path: Path, header: Sequence[str], records: Sequence[tuple[int, list[str]]]) -> FileTable:
    columns = tuple(header[1:])
    rows = tuple(record[0] for _, record in records)
    _check_names(path, "column", columns)
    repeated = ""
    if len(header) == len(LONG):
        repeated = f"; if each line is a code, an experiment and an answer, its header is {','.join(LONG)}"
    _check_names(path, "row", rows, repeated)
    cells: dict[str, dict[str, Cell]] = {}
    for place, column in enumerate(columns, 1):
        values = _values([record[place] for _, record in records])
        cells[column] = dict(zip(rows, values, strict=True))
    return FileTable(path, rows, columns, cells)


def _long(path: Path, records: Iterable[tuple[int, list[str]]]) -> FileTable:
    texts: dict[str, dict[str, str]] = {}  # by column, then by row
    rows: dict[str, None] = {}
    for number, (row, column, text) in records:
        if not row or not column:
            raise GameError(f"{path}: record {number} names no {'experiment' if row else 'code'}")
        column_texts = texts.setdefault(column, {})
        if row in column_texts:
            message = f'record {number} is another answer of the code "{row}" to "{column}"'
            raise GameError(f"{path}: {message}")
        column_texts[row] = text
        rows[row] = None
    for column, column_texts in texts.items():
        if len(column_texts) < len(rows):
            row = next(one for one in rows if one not in column_texts)
            raise GameError(f'{path}: the code "{row}" has no answer to "{column}"')
    cells: dict[str, dict[str, Cell]] = {}
    for column, column_texts in texts.items():
        values = _values(list(column_texts.values()))
        cells[column] = dict(zip(column_texts, values, strict=True))
    return FileTable(path, tuple(rows), tuple(texts), cells)


def _values(texts: Sequence[str]) -> Sequence[Cell]:
    """Return the cells of a column."""
    different = set(texts)
    if all(is_whole(text) for text in different):
        return [int(text) for text in texts]
    if all(is_number(text) for text in different):
        numbers = {text: Fraction(text) for text in different}
        return [numbers[text] for text in texts]
    return texts


def is_whole(text: str) -> bool:
    """Return whether a cell holds a whole number, of at most nine digits."""
    return _WHOLE.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Return whether a cell holds a whole number or a decimal, of at most nine digits before and after its
    point."""
    return _NUMBER.fullmatch(text) is not None


def _check_names(path: Path, what: str, names: tuple[str, ...], repeated: str = "") -> None:
    seen: set[str] = set()
    for name in names:
        if not name:
            raise GameError(f"{path}: a {what} of the table has no name")
        if name in seen:
            raise GameError(f'{path}: the {what} "{name}" is there twice{repeated}')
        seen.add(name)
