"""Small things that pictures are put together of: pegs, tiles, coins, each with its text in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.drawings.sheet import Shape, Sheet
from cobra.model.game import Symbol
from cobra.printable import printable

COLOURS: Final = 12
"""Colours of `drawing.css`; further symbols have them again, and differ by their texts."""
_WARM: Final = ("red", "yellow", "orange", "pink", "brown", "magenta")
_COLD: Final = ("green", "blue", "purple", "black", "white", "grey", "gray", "cyan")
WORDS: Final = frozenset({*_WARM, *_COLD})
"""Symbols that have the colour they are called by."""
CELL: Final = 32
"""The room that a peg or a tile takes."""
_LONG: Final = 12
_LETTER: Final = 8
_RADIUS: Final = 14


def label(symbol: Symbol) -> str:
    """Return a symbol as it stands in a picture, cut off when it is long."""
    text = printable(str(symbol))
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def cell(symbols: Sequence[Symbol]) -> int:
    """Return the width of what holds any one of these symbols."""
    return max(CELL, *(_LETTER * len(label(symbol)) + 16 for symbol in symbols if len(label(symbol)) > 2), 0)


def colour(symbol: Symbol, place: int) -> str:
    """Return the class of a symbol's colour: that of its name, else by its place among the symbols."""
    word = str(symbol).lower()
    return f"word-{word}" if word in WORDS else f"hue-{place % COLOURS}"


def written(classes: str, text: str, size: int = 14, y: int = 0) -> Shape:
    """Return a text whose middle is at the middle of what it stands in."""
    return ("text", classes, 0, y, size if len(text) <= 2 else size - 1, text)


def peg(sheet: Sheet, symbol: Symbol, place: int, width: int) -> int:
    """Return a coloured peg with its symbol; past the last colour it has a ring, too."""
    kind, shown = colour(symbol, place), label(symbol)
    half = width // 2 - 2
    shapes: list[Shape] = [("rect", f"peg {kind}", -half, -_RADIUS, 2 * half, 2 * _RADIUS, _RADIUS)]
    if place >= COLOURS:
        shapes.append(
            ("rect", f"ring {kind}", 3 - half, 3 - _RADIUS, 2 * half - 6, 2 * _RADIUS - 6, _RADIUS - 3)
        )
    return sheet.glyph(*shapes, written(f"in {kind}", shown))


def hole(sheet: Sheet, width: int = CELL) -> int:
    """Return a place where a peg may come."""
    half = width // 2 - 2
    return sheet.glyph(("rect", "hole", -half, -_RADIUS, 2 * half, 2 * _RADIUS, _RADIUS))


def tile(sheet: Sheet, text: str, width: int, mark: str = "") -> int:
    """Return a tile with a text; `mark` is the class of a marked one, whose shape tells it apart, too."""
    half = width // 2 - 2
    corner = _RADIUS if mark == "near" else 4
    shapes: list[Shape] = [("rect", f"tile {mark}".rstrip(), -half, -_RADIUS, 2 * half, 2 * _RADIUS, corner)]
    if mark == "place":
        shapes.append(("rect", "bar", 6 - half, 9, 2 * half - 12, 2, 1))
    if text:
        shapes.append(written(f"word {mark}".rstrip(), text))
    return sheet.glyph(*shapes)


def coin(sheet: Sheet, symbol: Symbol, classes: str = "coin") -> int:
    """Return a coin with its number."""
    shown = label(symbol)
    return sheet.glyph(("circle", classes, 0, 0, 11), written("in", shown, 11 if len(shown) < 3 else 9))


def key(sheet: Sheet, kind: str) -> int:
    """Return a key peg: "full", large and black, "open", small and white, or "none"."""
    return sheet.glyph(("circle", f"key {kind}", 0, 0, {"full": 7, "open": 5}.get(kind, 2)))
