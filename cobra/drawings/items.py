"""Things in rows: those that are chosen are filled, or it stands below each how many of it are taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.drawings.board import Item
from cobra.drawings.glyphs import label, written
from cobra.drawings.kind import Kind, Parameter, families, parameters, unknowns
from cobra.drawings.sheet import MOST_ITEMS, Field, Plan, Shape, Sheet, TooLarge
from cobra.model.game import ExperimentType, Game, Symbol

_CELL: Final = 24
_ROW: Final = 8
"""Cells side by side."""
_MOST: Final = 100
_LONG: Final = 3
"""Letters of a name at most."""
_HALF: Final = _CELL // 2 - 1


def _fits(_: Game, type_: ExperimentType) -> bool:
    """Return whether sets are chosen, or a number of each of several things."""
    own = parameters(type_.space)
    return bool(own) and (all(one.slot.kind == "set" for one in own) or _are_numbers(own))


def _are_numbers(own: Sequence[Parameter]) -> bool:
    """Return whether there is one family of whole numbers, one for each thing."""
    slots = [one.slot for one in own]
    return (
        len({slot.family for slot in slots}) == 1
        and all(slot.kind == "symbol" and len(slot.index) == 1 for slot in slots)
        and all(isinstance(symbol, int) for slot in slots for symbol in slot.symbols)
    )


def _x(place: int) -> int:
    return 2 + _CELL * (place % _ROW) + _CELL // 2


def _y(place: int, high: int = 1) -> int:
    """Return how far down the middle of a thing is, in rows so many cells high."""
    return 2 + high * _CELL * (place // _ROW) + _CELL // 2


def _things(sheet: Sheet, names: Sequence[Symbol], high: int = 1) -> tuple[int, int, int]:
    """Return the glyph of things with their names, and the width and the height that they take."""
    if len(names) > _MOST or any(len(label(name)) > _LONG for name in names):
        raise TooLarge
    shapes: list[Shape] = []
    for place, name in enumerate(names):
        x, y = _x(place), _y(place, high)
        shapes.append(("rect", "tile", x - _HALF, y - _HALF, 2 * _HALF, 2 * _HALF, 4))
        shapes.append(_name(name, x, y))
    rows = -(-len(names) // _ROW)
    return sheet.glyph(*shapes), _CELL * min(_ROW, len(names)) + 4, high * _CELL * rows + 4


def _name(name: Symbol, x: int = 0, y: int = 0, classes: str = "in") -> Shape:
    shown = label(name)
    return ("text", classes, x, y, 13 if len(shown) < _LONG else 10, shown)


def _experiment(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    own = parameters(type_.space)
    return _numbers(sheet, own) if _are_numbers(own) else _sets(sheet, own)


def _sets(sheet: Sheet, own: Sequence[Parameter]) -> Plan:
    """Return things for each set, with its members filled."""
    if sum(one.variables for one in own) > MOST_ITEMS - len(own):
        raise TooLarge
    filled = sheet.glyph(("rect", "chosen", -_HALF, -_HALF, 2 * _HALF, 2 * _HALF, 4))
    items: list[tuple[Field, Field, Field]] = []
    width = top = 0
    for one in own:
        things, wide, high = _things(sheet, one.slot.symbols)
        places = range(len(one.slot.symbols))
        items.append((things, 0, top))
        for variable in range(one.variable, one.variable + one.variables):
            x = sheet.look(variable, [_x(place) for place in places])
            items.append((filled, x, sheet.look(variable, [top + _y(place) for place in places])))
        width, top = max(width, wide), top + high
    return Plan(width, top, [*items])


def _numbers(sheet: Sheet, own: Sequence[Parameter]) -> Plan:
    """Return things with a number below each of which some are taken."""
    things, width, height = _things(sheet, [one.slot.index[0] for one in own], 2)
    items: list[Item] = [(things, 0, 0)]
    for place, one in enumerate(own):
        numbers = [sheet.glyph(written("in", str(symbol))) if symbol else None for symbol in one.slot.symbols]
        items.append((sheet.look(one.variable, numbers), _x(place), _y(place, 2) + _CELL - 1))
    return Plan(width, height, items)


def _code(game: Game, sheet: Sheet) -> Plan | None:
    """Return things with a dot in each of which something is true; None for other codes, which are read."""
    found = unknowns(game)
    if not found or len(list(families(found))) > 1:
        return None
    if any(one.slot.kind != "bool" or len(one.slot.index) != 1 for one in found):
        return None
    things, width, height = _things(sheet, [one.slot.index[0] for one in found])
    items: list[Item] = [(things, 0, 0)]
    for place, one in enumerate(found):
        true = sheet.glyph(
            ("rect", "sunk", -_HALF, -_HALF, 2 * _HALF, 2 * _HALF, 4),
            _name(one.slot.index[0], classes="light"),
        )
        items.append((sheet.look(one.variable, [None, true]), _x(place), _y(place)))
    return Plan(width, height, items)


def _answer(_: Game, __: Sheet, ___: ExperimentType) -> Plan | None:
    """Return None: an answer is a word or a number, which stands beside the picture."""
    return None


ITEMS = Kind(
    "items",
    "Things in rows: those chosen are filled, or it stands below each how many of it are taken.",
    "sets, or a whole number for each of several things",
    _fits,
    _experiment,
    _answer,
    _code,
)
