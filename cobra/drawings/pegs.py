"""Pegs of colours in a row, answered by key pegs, as on a board of Mastermind."""

from __future__ import annotations

from cobra.drawings.answers import keys, marks
from cobra.drawings.glyphs import hole, peg
from cobra.drawings.kind import Parameter, unknowns
from cobra.drawings.rows import kind_of_rows
from cobra.model.game import Game


def _is_colour(game: Game, parameter: Parameter) -> bool:
    """Return whether a parameter takes the symbols of the secret."""
    return any(
        one.slot.kind == "symbol" and one.slot.symbols == parameter.slot.symbols for one in unknowns(game)
    )


PEGS = kind_of_rows(
    "pegs",
    "Pegs of colours in a row; counts are key pegs: black for the first, small and white for the second.",
    "parameters that take the symbols of the secret",
    fits=_is_colour,
    glyph=peg,
    still_open=hole,
    answers=(keys, marks),
)
