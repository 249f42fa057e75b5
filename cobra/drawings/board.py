"""A square board: its cells, and what stands in them."""

from __future__ import annotations

from typing import Final

from cobra.drawings.kind import Parameter, unknowns
from cobra.drawings.sheet import MOST_ITEMS, Field, Plan, Shape, Sheet, TooLarge
from cobra.model.game import Game

CELL: Final = 18
Item = tuple[Field, Field, Field] | tuple[str, Field, Field, Field, Field]
Target = tuple[int, int, int, int, int, list[int]]


def whole(one: Parameter) -> bool:
    """Return whether a parameter is one of the whole numbers from 1 on."""
    symbols = one.slot.symbols
    return one.slot.kind == "symbol" and list(symbols) == list(range(1, len(symbols) + 1))


def lines(columns: int, rows: int, left: int, top: int) -> list[Shape]:
    """Return the lines of a board."""
    right, bottom = left + CELL * columns, top + CELL * rows
    return [
        *(("line", "line", left, top + CELL * row, right, top + CELL * row) for row in range(rows + 1)),
        *(
            ("line", "line", left + CELL * column, top, left + CELL * column, bottom)
            for column in range(columns + 1)
        ),
    ]


def number(value: int, x: int, y: int) -> Shape:
    """Return the number of a row, a column or a port."""
    return ("text", "soft", x, y, 10, str(value))


def middle(number: int, start: int) -> int:
    """Return the middle of a row or column, counted from 1."""
    return start + CELL * (number - 1) + CELL // 2


def marked(game: Game, sheet: Sheet, glyph: int, *, columns_first: bool) -> Plan | None:
    """Return the board of a code that says for each cell whether something is in it; None for other codes."""
    found = unknowns(game)
    places = [one.slot.index for one in found]
    if not found or any(one.slot.kind != "bool" or len(one.slot.index) != 2 for one in found):
        return None
    if len(found) > MOST_ITEMS - 50:
        raise TooLarge
    numbers = [[part for part in place if isinstance(part, int) and part > 0] for place in places]
    if any(len(pair) != 2 for pair in numbers):
        return None
    cells = [(pair if columns_first else pair[::-1]) for pair in numbers]
    columns, rows = max(x for x, _ in cells), max(y for _, y in cells)
    items: list[Item] = [(sheet.glyph(*lines(columns, rows, 2, 2)), 0, 0)]
    for one, (x, y) in zip(found, cells, strict=True):
        items.append((sheet.look(one.variable, [None, glyph]), middle(x, 2), middle(y, 2)))
    return Plan(CELL * columns + 4, CELL * rows + 4, items)
