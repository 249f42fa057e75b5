"""Pegs of colours in a row, answered by key pegs, as on a board of Mastermind."""

from __future__ import annotations

from cobra.drawings.answers import keys, marks
from cobra.drawings.glyphs import hole, peg
from cobra.drawings.kind import Kind, parameters
from cobra.drawings.rows import row
from cobra.drawings.sheet import Plan, Sheet
from cobra.model.game import ExperimentType, Game


def _fits(game: Game, type_: ExperimentType) -> bool:
    """Return whether all parameters take the symbols of the secret."""
    colours = {slot.symbols for slot in game.codes.slots if slot.kind == "symbol" and not slot.aux}
    own = parameters(type_.space)
    return bool(own) and all(one.slot.kind == "symbol" and one.slot.symbols in colours for one in own)


def _experiment(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return row(sheet, parameters(type_.space), peg, hole)


def _answer(_: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return keys(sheet, type_) or marks(sheet, type_)


def _code(game: Game, sheet: Sheet) -> Plan | None:
    return row(sheet, [one for one in parameters(game.codes) if not one.slot.aux], peg, hole)


PEGS = Kind(
    "pegs",
    "Pegs of colours in a row; counts are key pegs: black for the first, small and white for the second.",
    "parameters that take the symbols of the secret",
    _fits,
    _experiment,
    _answer,
    _code,
)
