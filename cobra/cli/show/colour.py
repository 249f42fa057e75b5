"""Colour for symbols and answers on a terminal; the text is the same with and without."""

from __future__ import annotations

import os
import re
import sys
from typing import Any, Final

import click

from cobra.engine.made import Made, show_made_outcome
from cobra.model.answers import components_of, show_value
from cobra.model.game import Cases, Experiment, Game, Slot
from cobra.model.show import Notation

_PALETTE: Final[tuple[dict[str, Any], ...]] = (
    {"fg": "bright_red"},
    {"fg": "bright_green"},
    {"fg": "bright_yellow"},
    {"fg": "bright_blue"},
    {"fg": "bright_magenta"},
    {"fg": "bright_cyan"},
    {"fg": "bright_white", "underline": True},
    {"fg": "red", "underline": True},
    {"fg": "green", "underline": True},
    {"fg": "yellow", "underline": True},
    {"fg": "blue", "underline": True},
    {"fg": "magenta", "underline": True},
)
"""Symbols in order, as long as there are no more; without underlining the first half is told apart."""
_NAMED: Final = {"red", "green", "yellow", "blue", "magenta", "cyan", "white"}
_TILES: Final[dict[str, dict[str, Any]]] = {
    "g": {"fg": "black", "bg": "green"},
    "y": {"fg": "black", "bg": "yellow"},
}
"""Letters of answers that are tiles; the others stay as they are."""


def wanted() -> bool:
    """Return whether standard output is a terminal that wants colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Painter:
    """Shows experiments, codes and answers of a game."""

    def __init__(self, game: Game, colour: bool) -> None:
        self._game = game
        self._notation = Notation(game)
        self._styles = _styles(game) if colour else {}
        self._tiles = colour
        symbols = sorted(map(re.escape, self._styles), key=len, reverse=True)
        self._symbol = re.compile("|".join(symbols)) if symbols else None

    def experiment(self, experiment: Experiment) -> str:
        """Return an experiment."""
        return self.text(self._notation.experiment(experiment))

    def text(self, text: str) -> str:
        """Return an experiment or a code that is text already."""
        if self._symbol is None:
            return text
        return self._symbol.sub(lambda found: click.style(found[0], **self._styles[found[0]]), text)

    def answer(self, made: Made) -> str:
        """Return the answer to an experiment."""
        text = show_made_outcome(self._game, made)
        components = components_of(self._game.experiments[made.experiment[0]].answer)
        values = {
            show_value(value).casefold()
            for component in components
            if isinstance(component, Cases)
            for value in component.values
        }
        if not self._tiles or not set(_TILES) <= values:
            return text
        return "".join(click.style(c, **_TILES[c.casefold()]) if c.casefold() in _TILES else c for c in text)


def _styles(game: Game) -> dict[str, dict[str, Any]]:
    """Return a style for each symbol of a game in which the same few symbols stand in several places."""
    slots: list[Slot] = [slot for slot in game.codes.slots if slot.kind == "symbol"]
    symbols = list(dict.fromkeys(str(symbol) for slot in slots for symbol in slot.symbols))
    if len(slots) < 2 or len(slots) < len(game.codes.slots) or len(symbols) > len(_PALETTE):
        return {}
    if set(symbols) <= _NAMED:
        return {symbol: {"fg": symbol} for symbol in symbols}
    if any(len(symbol) > 1 for symbol in symbols):
        return {}
    return dict(zip(symbols, _PALETTE, strict=False))
