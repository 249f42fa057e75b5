"""A square board with ports on its rim, where rays enter and leave."""

from __future__ import annotations

import re
from typing import Final

from cobra.drawings.board import CELL, Target, lines, marked, middle, number, whole
from cobra.drawings.kind import Kind, first_digit, parameters
from cobra.drawings.sheet import Field, Plan, Sheet, TooLarge
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import ExperimentType, Game

_MOST: Final = 12
"""Rows and columns at most."""
_RIM: Final = 20
_INWARDS: Final = ("M-5 -4h10l-5 8z", "M4 -5v10l-8 -5z", "M-5 4h10l-5 -8z", "M-4 -5v10l8 -5z")
"""Arrows into the board from its top, right, bottom and left."""
_OUTWARDS: Final = (_INWARDS[2], _INWARDS[3], _INWARDS[0], _INWARDS[1])


def _fits(_: Game, type_: ExperimentType) -> bool:
    """Return whether a port is chosen, one of four for each row, or named by the label of a type."""
    own = parameters(type_.space)
    if not own:
        return _named(type_) is not None
    return len(own) == 1 and whole(own[0]) and len(own[0].slot.symbols) % 4 == 0


def _named(type_: ExperimentType) -> int | None:
    """Return the port of a type without parameters, as of experiments that are read one by one."""
    found = re.fullmatch(r".*\(([1-9][0-9]{0,2})\)", type_.label)
    return None if found is None else int(found[1])


def _ports(game: Game, type_: ExperimentType) -> list[tuple[int, int, list[int]]]:
    """Return all ports of a board, each with the type that chooses it and the positions of its symbols."""
    if own := parameters(type_.space):
        number = game.experiments.index(type_)
        return [(port, number, [port - 1]) for port in range(1, len(own[0].slot.symbols) + 1)]
    found = [(_named(one), number) for number, one in enumerate(game.experiments) if one.name == type_.name]
    return [(port, number, []) for port, number in found if port is not None]


def _side(port: int, size: int) -> int:
    """Return where a port is: 0 at the top, 1 right, 2 at the bottom, 3 left."""
    return (port - 1) // size


def _at(port: int, size: int) -> tuple[int, int]:
    """Return the middle of a port: they are numbered along the top and the bottom from the left, and down the
    sides.
    """
    along = middle((port - 1) % size + 1, _RIM)
    far, near = _RIM + CELL * size + _RIM // 2, _RIM // 2
    return [(along, near), (far, along), (along, far), (near, along)][_side(port, size)]


def _drawn(game: Game, sheet: Sheet, type_: ExperimentType) -> tuple[Plan, Field, Field, int]:
    """Return the board with the port that is chosen, where that is, and the size of the board."""
    ports = _ports(game, type_)
    size = -(-max(port for port, _, _ in ports) // 4)
    if size > _MOST:
        raise TooLarge
    places = {port: _at(port, size) for port in range(1, 4 * size + 1)}
    shapes = [*lines(size, size, _RIM, _RIM), *(number(port, *place) for port, place in places.items())]
    entry = {port: _round(sheet, "entry", _INWARDS[_side(port, size)]) for port in places}
    port, own = _named(type_), parameters(type_.space)
    glyph, x, y = entry.get(port or 0, 0), *places.get(port or 0, (0, 0))
    item: tuple[Field, Field, Field] = (glyph, x, y)
    if own:
        columns = [list(entry.values()), [x for x, _ in places.values()], [y for _, y in places.values()]]
        glyphs, xs, ys = (sheet.look(own[0].variable, column) for column in columns)
        item = (glyphs, xs, ys)
    half, side = CELL // 2, 2 * _RIM + CELL * size
    targets: list[Target] = [
        (places[one][0] - half, places[one][1] - half, CELL, CELL, chosen, values)
        for one, chosen, values in ports
    ]
    return Plan(side, side, [(sheet.glyph(*shapes), 0, 0), item], targets), item[1], item[2], size


def _round(sheet: Sheet, kind: str, arrow: str) -> int:
    return sheet.glyph(("circle", kind, 0, 0, 9), ("path", "arrow light", arrow))


def _experiment(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return _drawn(game, sheet, type_)[0]


def _answer(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    """Return the board with where the ray entered and left: a dashed line joins the two."""
    components = components_of(type_.answer)
    if len(components) != 1 or component_size(components[0]) > 5 * _MOST:
        return None
    plan, x, y, size = _drawn(game, sheet, type_)
    answered = first_digit(type_)
    values = [component_value(components[0], digit) for digit in range(component_size(components[0]))]
    left = [value if type(value) is int and 1 <= value <= 4 * size else None for value in values]
    places = [None if port is None else _at(port, size) for port in left]
    outwards = [
        None if port is None else _round(sheet, "exit", _OUTWARDS[_side(port, size)]) for port in left
    ]
    to_x = sheet.look(answered, [None if place is None else place[0] for place in places])
    to_y = sheet.look(answered, [None if place is None else place[1] for place in places])
    stops = [_stop(sheet, show_value(value)) for value in values]
    plan.items.append(("d-ray", x, y, to_x, to_y))
    plan.items.append((sheet.look(answered, outwards), to_x, to_y))
    shown = [stop if port is None else None for stop, port in zip(stops, left, strict=True)]
    plan.items.append((sheet.look(answered, shown), x, y))
    return Plan(plan.width, plan.height, plan.items, whole=True)


def _stop(sheet: Sheet, text: str) -> int:
    """Return what stands at a port whose ray leaves nowhere: the first letter of the answer."""
    return sheet.glyph(("circle", "stop", 0, 0, 9), ("text", "in light", 0, 0, 11, text[:1].upper()))


def _code(game: Game, sheet: Sheet) -> Plan | None:
    return marked(game, sheet, sheet.glyph(("circle", "atom", 0, 0, 6)), columns_first=True)


PORTS = Kind(
    "ports",
    "A square board with numbered ports on its rim: an arrow in where a ray enters, one out where it leaves.",
    "one parameter, a port: a whole number from 1 to four times the size of the board",
    _fits,
    _experiment,
    _answer,
    _code,
)
