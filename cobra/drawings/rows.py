"""Symbols in a row: what pegs and tiles have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from cobra.drawings.glyphs import CELL, cell
from cobra.drawings.kind import Parameter, families
from cobra.drawings.sheet import MOST_ITEMS, Field, Plan, Sheet, TooLarge
from cobra.model.game import Symbol

GAP: Final = 14
"""Between families that stand side by side."""
Glyph = Callable[[Sheet, Symbol, int, int], int]
"""Makes the glyph of a symbol, from its place among the symbols and the width."""


def row(
    sheet: Sheet, found: Sequence[Parameter], glyph: Glyph, still_open: Callable[[Sheet, int], int]
) -> Plan | None:
    """Return symbols side by side, family by family, in lines where a family has two indices.

    None when some hold no symbol; `TooLarge` when there are very many.
    """
    if not found or any(one.slot.kind != "symbol" for one in found):
        return None
    if len(found) > MOST_ITEMS:
        raise TooLarge
    items: list[tuple[Field, Field, Field]] = []
    widest, top = 0, 0
    left = 0
    for family in families(found):
        wide = max(cell(one.slot.symbols) for one in family)
        lines = [list(line) for _, line in groupby(family, key=lambda one: one.slot.index[:-1])]
        if len(lines) > 1 and left:
            left, top = 0, top + CELL + 2
        for number, line in enumerate(lines):
            if number:
                left, top = 0, top + CELL + 2
            for one in line:
                glyphs = [glyph(sheet, symbol, place, wide) for place, symbol in enumerate(one.slot.symbols)]
                look = sheet.look(one.variable, glyphs, still_open(sheet, wide))
                items.append((look, left + wide // 2, top + CELL // 2))
                left += wide
            widest = max(widest, left)
        left += GAP
    return Plan(widest, top + CELL, [*items])
