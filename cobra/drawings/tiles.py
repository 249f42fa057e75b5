"""Letters, digits or words on tiles, marked by the answers where these mark each of them."""

from __future__ import annotations

from cobra.drawings.answers import keys, marks
from cobra.drawings.glyphs import label, tile
from cobra.drawings.kind import Kind, parameters
from cobra.drawings.rows import row
from cobra.drawings.sheet import Plan, Sheet
from cobra.model.game import ExperimentType, Game, Symbol


def _fits(_: Game, type_: ExperimentType) -> bool:
    own = parameters(type_.space)
    return bool(own) and all(one.slot.kind == "symbol" for one in own)


def _tile(sheet: Sheet, symbol: Symbol, place: int, width: int) -> int:
    return tile(sheet, label(symbol), width)


def _empty(sheet: Sheet, width: int) -> int:
    return tile(sheet, "", width)


def _experiment(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return row(sheet, parameters(type_.space), _tile, _empty)


def _answer(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return marks(sheet, type_) or keys(sheet, type_)


def _code(game: Game, sheet: Sheet) -> Plan | None:
    return row(sheet, [one for one in parameters(game.codes) if not one.slot.aux], _tile, _empty)


TILES = Kind(
    "tiles",
    "Letters or digits on tiles; G, Y and - colour and shape them, counts are key pegs as for `pegs`.",
    "parameters that are one symbol each",
    _fits,
    _experiment,
    _answer,
    _code,
)
