"""Coins on the pans of a balance, which tilts to what is answered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from cobra.drawings.glyphs import CELL, coin
from cobra.drawings.kind import Kind, Parameter, families, first_digit, parameters, unknowns
from cobra.drawings.sheet import MOST_ITEMS, Field, Plan, Sheet, TooLarge
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import ExperimentType, Game

_COIN: Final = 24
_ROW: Final = 4
"""Coins side by side on a pan."""
_RIM: Final = 8
"""How much wider a pan is than what is on it."""
_TILT: Final = 8
"""So far a pan goes up or down."""
_SIGNS: Final = {-1: ">", 0: "=", 1: "<"}
"""Which pan is heavier, by `tilt`."""
_MOST: Final = 16
"""Coins on a pan at most."""
_IN_A_ROW: Final = 12
"""Coins of a code side by side."""

Item = tuple[Field, Field, Field]


def _fits(_: Game, type_: ExperimentType) -> bool:
    """Return whether two sets of the same symbols are weighed against each other, or two single ones."""
    own = [one.slot for one in parameters(type_.space)]
    if len(own) != 2 or own[0].symbols != own[1].symbols:
        return False
    return all(slot.kind == "set" for slot in own) or all(
        slot.kind == "symbol" and not slot.index for slot in own
    )


def _experiment(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return _weighing(sheet, type_, None)


def _answer(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    components = components_of(type_.answer)
    if len(components) != 1 or component_size(components[0]) > _MOST:
        return None
    values = [component_value(components[0], digit) for digit in range(component_size(components[0]))]
    tilts = [tilt(show_value(value)) for value in values]
    return None if None in tilts else _weighing(sheet, type_, [one or 0 for one in tilts])


def tilt(answer: str) -> int | None:
    """Return which pan goes down: -1 the left one, 1 the right one, 0 neither; None: it does not say."""
    text = answer.lower()
    if text in ("<", ">"):
        return 1 if text == "<" else -1
    side = ("left" in text) - ("right" in text)
    if side:
        return side if "light" in text else -side
    return 0 if any(word in text for word in ("balance", "equal", "same", "level", "even", "=")) else None


def _weighing(sheet: Sheet, type_: ExperimentType, tilts: Sequence[int] | None) -> Plan:
    """Return a balance with its coins; `tilts` says for each answer which pan goes down."""
    own, answered = parameters(type_.space), first_digit(type_)
    most = max(one.variables for one in own)
    if most > _MOST:
        raise TooLarge
    pan = _COIN * (1 if most == 1 and own[0].slot.kind == "symbol" else _ROW) + _RIM
    middle = pan + 12
    pile = _COIN * (-(-most // _ROW))  # as high as the coins on a pan are
    level = pile + _TILT + 2
    items: list[tuple[Field, Field, Field] | tuple[str, Field, Field, Field, Field]] = []
    ends: list[Field] = []
    for side, one in zip((-1, 1), own, strict=True):
        heights = [level + side * _TILT * one_tilt for one_tilt in tilts or (0,)]
        lower = partial(_moved, sheet, answered, heights)
        x = middle + side * (middle - pan // 2 - 2)
        ends.append(lower(6))
        items.append((sheet.glyph(("path", "pan", f"M{-pan // 2} 0h{pan}l-10 8h{20 - pan}z")), x, lower(0)))
        coins = [coin(sheet, symbol) for symbol in one.slot.symbols]
        start = x - (pan - _RIM - _COIN) // 2
        for place in range(one.variables):
            column, line = place % _ROW, place // _ROW
            look = sheet.look(one.variable + place, coins)
            items.append((look, start + _COIN * column, lower(-_COIN // 2 - _COIN * line)))
    items.append(("d-beam", pan // 2 + 2, ends[0], 2 * middle - pan // 2 - 2, ends[1]))
    items.append((sheet.glyph(("path", "post", "M0 0l-9 22h18z")), middle, level + 6))
    if tilts is not None:
        signs = [sheet.glyph(("text", "in", 0, 0, 15, _SIGNS[one])) for one in tilts]
        items.append((sheet.look(answered, signs), middle, level - 12))
    return Plan(2 * middle, level + 30, items, whole=tilts is not None)


def _moved(sheet: Sheet, answered: int, heights: Sequence[int], by: int) -> Field:
    """Return how far down something stands that is on a pan, or below it: by the answer, if it matters."""
    return heights[0] + by if len(heights) == 1 else sheet.look(answered, [height + by for height in heights])


def _code(game: Game, sheet: Sheet) -> Plan | None:
    """Return the coins in a row with the odd ones marked, and an arrow for what is true or false of all.

    None for an order of all of them, in which none is odd.
    """
    found = unknowns(game)
    if len(found) > 1 and all(
        one.slot.kind == "symbol" and len(one.slot.symbols) == len(found) for one in found
    ):
        return None
    items: list[Item] = []
    left = top = 0
    for family in families(found):
        if len(family) > MOST_ITEMS:
            raise TooLarge
        drawn = _symbol(sheet, family) if family[0].slot.kind == "symbol" else _truths(sheet, family)
        for number, (look, wide) in enumerate(drawn):
            if number and number % _IN_A_ROW == 0:
                left, top = 0, top + CELL
            items.append((look, left + wide // 2, top + CELL // 2))
            left += wide
    width = max((x for _, x, _ in items if isinstance(x, int)), default=0) + _COIN
    return Plan(width, top + CELL, [*items])


def _symbol(sheet: Sheet, family: Sequence[Parameter]) -> list[tuple[Field, int]]:
    return [
        (
            sheet.look(one.variable, [coin(sheet, symbol, "coin odd") for symbol in one.slot.symbols]),
            _COIN + 4,
        )
        for one in family
    ]


def _truths(sheet: Sheet, family: Sequence[Parameter]) -> list[tuple[Field, int]]:
    """Return a coin for each proposition about one, marked where it holds; arrows for one about all."""
    if not family[0].slot.index:
        heavy = sheet.glyph(("path", "arrow", "M-6 -5h12l-6 11z"))
        light = sheet.glyph(("path", "arrow", "M-6 5h12l-6 -11z"))
        return [(sheet.look(one.variable, [light, heavy]), _COIN) for one in family]
    named = [(one, one.slot.index[0]) for one in family]
    return [
        (sheet.look(one.variable, [coin(sheet, name), coin(sheet, name, "coin odd")]), _COIN)
        for one, name in named
    ]


BALANCE = Kind(
    "balance",
    "Two pans with coins, which tilt to the answer; a ring marks odd coins, an arrow says heavy or light.",
    "two sets, or two, of the same things",
    _fits,
    _experiment,
    _answer,
    _code,
)
