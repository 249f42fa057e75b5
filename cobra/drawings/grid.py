"""A board of rows and columns of which a cell is chosen."""

from __future__ import annotations

from typing import Final

from cobra.drawings.board import CELL, Item, Target, lines, marked, middle, number, whole
from cobra.drawings.glyphs import label, written
from cobra.drawings.kind import Kind, first_digit, parameters, unknowns
from cobra.drawings.sheet import MOST_ITEMS, Plan, Sheet, TooLarge
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import ExperimentType, Game

_MOST: Final = 20
"""Rows and columns at most."""
_LONG: Final = 64
_EDGE: Final = 16
"""Room for the numbers of rows and columns."""


def _fits(_: Game, type_: ExperimentType) -> bool:
    own = parameters(type_.space)
    return len(own) == 2 and all(whole(one) for one in own)


def _board(sheet: Sheet, rows: int, columns: int) -> list[Item]:
    """Return the lines of a board with the numbers of its rows and columns."""
    if max(rows, columns) > _MOST:
        raise TooLarge
    shapes = lines(columns, rows, _EDGE, _EDGE)
    shapes += [number(one, middle(one, _EDGE), _EDGE // 2) for one in range(1, columns + 1)]
    shapes += [number(one, _EDGE // 2, middle(one, _EDGE)) for one in range(1, rows + 1)]
    return [(sheet.glyph(*shapes), 0, 0)]


def _drawn(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan:
    row, column = parameters(type_.space)
    rows, columns = len(row.slot.symbols), len(column.slot.symbols)
    items = _board(sheet, rows, columns)
    x = sheet.look(column.variable, [middle(one, _EDGE) for one in range(1, columns + 1)])
    y = sheet.look(row.variable, [middle(one, _EDGE) for one in range(1, rows + 1)])
    half = CELL // 2 - 1
    items.append((sheet.glyph(("rect", "chosen", -half, -half, 2 * half, 2 * half, 2)), x, y))
    type_number = game.experiments.index(type_)
    targets: list[Target] = [
        (_EDGE + CELL * j, _EDGE + CELL * i, CELL, CELL, type_number, [i, j])
        for i in range(rows)
        for j in range(columns)
    ]
    return Plan(_EDGE + CELL * columns + 2, _EDGE + CELL * rows + 2, items, targets)


def _experiment(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return _drawn(game, sheet, type_)


def _answer(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    """Return the board with the first letter of the answer in the cell, and the answer's shape."""
    components = components_of(type_.answer)
    if len(components) != 1 or component_size(components[0]) > _LONG:
        return None
    plan = _drawn(game, sheet, type_)
    values = [show_value(component_value(components[0], i)) for i in range(component_size(components[0]))]
    glyphs = [_mark(sheet, text) for text in values]
    _, x, y = plan.items[-1][:3]
    assert not isinstance(x, str) and not isinstance(y, str)
    plan.items.append((sheet.look(first_digit(type_), glyphs), x, y))
    return Plan(plan.width, plan.height, plan.items, whole=True)


def _mark(sheet: Sheet, text: str) -> int:
    """Return a cross for a hit, a dot for a miss, a filled cell for a ship that is sunk, else the text."""
    words = text.lower()
    if "sunk" in words:
        return sheet.glyph(
            ("rect", "sunk", -8, -8, 16, 16, 2), ("path", "cross light", "M-4 -4l8 8m0 -8l-8 8")
        )
    if words in ("hit", "yes"):
        return sheet.glyph(("path", "cross", "M-5 -5l10 10m0 -10l-10 10"))
    if words in ("miss", "no"):
        return sheet.glyph(("circle", "dot", 0, 0, 3))
    return sheet.glyph(written("in", label(text)[:3], 10))


def _code(game: Game, sheet: Sheet) -> Plan | None:
    """Return the cells of a code that tells of each, or those where a row and a column are, with arrows where
    something is true (down) or false (to the right) of these.
    """
    cells = marked(game, sheet, sheet.glyph(("circle", "atom", 0, 0, 6)), columns_first=False)
    if cells is not None:
        return cells
    found = unknowns(game)
    places: dict[tuple[object, ...], list[int]] = {}
    for place, one in enumerate(found):
        places.setdefault(one.slot.index, []).append(place)
    if len(places) > MOST_ITEMS - 50 or not all(
        _is_place([found[i].slot.kind for i in group]) for group in places.values()
    ):
        return None
    if not all(whole(found[i]) for group in places.values() for i in group[:2]):
        return None
    first = next(iter(places.values()))
    rows, columns = (len(found[i].slot.symbols) for i in first[:2])
    items = _board(sheet, rows, columns)
    for row, column, *rest in places.values():
        x = sheet.look(found[column].variable, [middle(one, _EDGE) for one in range(1, columns + 1)])
        y = sheet.look(found[row].variable, [middle(one, _EDGE) for one in range(1, rows + 1)])
        items.append((sheet.glyph(("circle", "atom", 0, 0, 7)), x, y))
        for truth in rest:
            down = sheet.glyph(("path", "arrow light", "M-4 -3h8l-4 7z"))
            right = sheet.glyph(("path", "arrow light", "M-3 -4v8l7 -4z"))
            items.append((sheet.look(found[truth].variable, [right, down]), x, y))
    return Plan(_EDGE + CELL * columns + 2, _EDGE + CELL * rows + 2, items)


def _is_place(kinds: list[str]) -> bool:
    return kinds in (["symbol", "symbol"], ["symbol", "symbol", "bool"])


GRID = Kind(
    "grid",
    "A board of rows and columns: the cell asked about, a cross for a hit, a dot for a miss.",
    "two parameters, a row and a column, that are whole numbers from 1 on",
    _fits,
    _experiment,
    _answer,
    _code,
)
