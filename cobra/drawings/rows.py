"""Kinds of drawings that put symbols in a row: what pegs and tiles have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from cobra.drawings.glyphs import CELL, cell
from cobra.drawings.kind import Kind, Parameter, families, parameters, unknowns
from cobra.drawings.sheet import MOST_ITEMS, Field, Plan, Sheet, TooLarge
from cobra.model.game import ExperimentType, Game, Symbol

GAP: Final = 14
"""Between families that stand side by side."""
Glyph = Callable[[Sheet, Symbol, int, int], int]
"""Makes the glyph of a symbol, from its place among the symbols and the width."""
Open = Callable[[Sheet, int], int]
"""Makes the glyph of a place without a symbol, from the width."""
Answer = Callable[[Sheet, ExperimentType], Plan | None]


def kind_of_rows(
    name: str,
    about: str,
    needs: str,
    *,
    fits: Callable[[Game, Parameter], bool],
    glyph: Glyph,
    still_open: Open,
    answers: Sequence[Answer],
) -> Kind:
    """Return a kind that draws codes and experiments as rows of symbols.

    It fits experiments of symbols each of which `fits`; the first of `answers` that can draws an answer.
    """

    def _fits(game: Game, type_: ExperimentType) -> bool:
        own = parameters(type_.space)
        return bool(own) and all(one.slot.kind == "symbol" and fits(game, one) for one in own)

    def _experiment(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
        return _row(sheet, parameters(type_.space), glyph, still_open)

    def _answer(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
        return next(filter(None, (answer(sheet, type_) for answer in answers)), None)

    def _code(game: Game, sheet: Sheet) -> Plan | None:
        return _row(sheet, unknowns(game), glyph, still_open)

    return Kind(name, about, needs, _fits, _experiment, _answer, _code)


def _row(sheet: Sheet, found: Sequence[Parameter], glyph: Glyph, still_open: Open) -> Plan | None:
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
