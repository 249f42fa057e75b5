"""Letters, digits or words on tiles, marked by the answers where these mark each of them."""

from __future__ import annotations

from cobra.drawings.answers import keys, marks
from cobra.drawings.glyphs import label, tile
from cobra.drawings.rows import kind_of_rows
from cobra.drawings.sheet import Sheet
from cobra.model.game import Symbol


def _tile(sheet: Sheet, symbol: Symbol, place: int, width: int) -> int:
    return tile(sheet, label(symbol), width)


def _empty(sheet: Sheet, width: int) -> int:
    return tile(sheet, "", width)


TILES = kind_of_rows(
    "tiles",
    "Letters or digits on tiles; G, Y and - colour and shape them, counts are key pegs as for `pegs`.",
    "parameters that are one symbol each",
    fits=lambda game, parameter: True,
    glyph=_tile,
    still_open=_empty,
    answers=(marks, keys),
)
