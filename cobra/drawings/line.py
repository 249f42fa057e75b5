"""Numbers on a line: the one that is asked about, and on which side of it the secret is by the answer."""

from __future__ import annotations

from typing import Final

from cobra.drawings.board import CELL, Item, Target, lines, middle, number
from cobra.drawings.glyphs import written
from cobra.drawings.kind import Kind, first_digit, parameters
from cobra.drawings.sheet import Plan, Shape, Sheet
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import ExperimentType, Game

_CELLS: Final = 10
"""So many numbers are cells that can be chosen; more are a scale."""
_SCALE: Final = 120
_EDGE: Final = 14
"""Room left and right of a scale."""
_BASE: Final = 26
"""How far down the line is, below the number asked about."""
_MOST_ANSWERS: Final = 8
_LEFT: Final = ("lower", "less", "left", "smaller", "below", "broken", "<")
_RIGHT: Final = ("higher", "more", "right", "greater", "larger", "above", "whole", ">")
_HERE: Final = ("correct", "found", "fox", "hit", "yes", "=")
_NOT_HERE: Final = ("empty", "miss", "no")


def _fits(_: Game, type_: ExperimentType) -> bool:
    """Return whether one number is asked about, of several without a gap."""
    own = parameters(type_.space)
    if len(own) != 1 or own[0].slot.kind != "symbol":
        return False
    first, symbols = own[0].slot.symbols[0], list(own[0].slot.symbols)
    return isinstance(first, int) and symbols == list(range(first, first + len(symbols)))


def where(answer: str) -> str | None:
    """Return where an answer says that the secret is: "left", "right", "here" or "not here"; None: it does
    not say.
    """
    text = answer.lower()
    words = text.replace("not ", "").split()
    for side, other, names in (("left", "right", _LEFT), ("right", "left", _RIGHT)):
        if any(name in words for name in names):
            return other if text.startswith("not ") else side
    return "here" if any(name in words for name in _HERE) else "not here" if text in _NOT_HERE else None


def _drawn(game: Game, sheet: Sheet, type_: ExperimentType) -> tuple[Plan, int]:
    """Return the line with the number asked about, and how far down an answer is shown."""
    (own,) = parameters(type_.space)
    symbols = [int(one) for one in own.slot.symbols]
    items: list[Item] = []
    if len(symbols) <= _CELLS:
        shapes = lines(len(symbols), 1, 2, 2)
        xs = [middle(place + 1, 2) for place in range(len(symbols))]
        shapes += [("text", "in", x, middle(1, 2), 11, str(one)) for one, x in zip(symbols, xs, strict=True)]
        half = CELL // 2 - 1
        items.append((sheet.glyph(*shapes), 0, 0))
        chosen = sheet.glyph(("rect", "chosen", -half, -half, 2 * half, 2 * half, 2))
        items.append((chosen, sheet.look(own.variable, xs), middle(1, 2)))
        type_number = game.experiments.index(type_)
        targets: list[Target] = [
            (2 + CELL * place, 2, CELL, CELL, type_number, [place]) for place in range(len(symbols))
        ]
        return Plan(CELL * len(symbols) + 4, CELL + 12, [*items], targets), CELL + 7
    last = len(symbols) - 1
    xs = [_EDGE + _SCALE * place // last for place in range(len(symbols))]
    ends: list[Shape] = [("line", "line", xs[0], _BASE, xs[-1], _BASE)]
    for place in (0, last):
        ends.append(("line", "line", xs[place], _BASE - 4, xs[place], _BASE + 4))
        ends.append(number(symbols[place], xs[place], _BASE + 13))
    mark = ("path", "entry", f"M0 {_BASE}l-5 -9h10z")
    marks = [sheet.glyph(written("in", str(one), 15, 8), mark) for one in symbols]
    items += [(sheet.glyph(*ends), 0, 0), (sheet.look(own.variable, marks), sheet.look(own.variable, xs), 0)]
    return Plan(_SCALE + 2 * _EDGE, _BASE + 20, [*items]), _BASE


def _experiment(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return _drawn(game, sheet, type_)[0]


def _answer(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    """Return the line with its thick side, or with a dot or a cross where it was asked about; None where
    some answer says nothing of that kind.
    """
    components = components_of(type_.answer)
    if len(components) != 1 or component_size(components[0]) > _MOST_ANSWERS:
        return None
    values = range(component_size(components[0]))
    found = [where(show_value(component_value(components[0], digit))) for digit in values]
    if None in found:
        return None
    plan, y = _drawn(game, sheet, type_)
    x, answered = plan.items[1][1], first_digit(type_)
    assert not isinstance(x, str)
    ends = (
        {"left": 4, "right": plan.width - 4} if plan.targets else {"left": _EDGE, "right": plan.width - _EDGE}
    )
    plan.items.append(("d-side", x, y, sheet.look(answered, [ends.get(one or "") for one in found]), y))
    dot, cross = ("circle", "atom", 0, 0, 4), ("path", "cross", "M-4 -4l8 8m0 -8l-8 8")
    marks = {"here": sheet.glyph(dot), "not here": sheet.glyph(cross)}
    plan.items.append((sheet.look(answered, [marks.get(one or "") for one in found]), x, y))
    return Plan(plan.width, plan.height, plan.items, whole=True)


def _code(_: Game, __: Sheet) -> Plan | None:
    """Return None: in a list of numbers each is best read."""
    return None


LINE = Kind(
    "line",
    "Numbers on a line: the one asked about, and the side on which the secret is by the answer.",
    "one parameter that is a whole number",
    _fits,
    _experiment,
    _answer,
    _code,
)
