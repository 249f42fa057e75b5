"""Exact analysis of code-breaking games.

    import cobra

    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    analysis = cobra.analyze(game, ["max-models", "parts"])
    for row in analysis.rows:
        print(row.name, row.worst, row.average, row.distribution)

`load` and `load_text` read a game, `check` proves it well-formed, `info` sizes it up, `symmetry` finds its
symmetries and the experiments that differ, `analyze` plays strategies against all codes, `expand` writes it
in the core language. Everything that can go wrong is a `CobraError`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cobra.errors import CobraError, GameError, LanguageError, LimitError
from cobra.limits import Limits

if TYPE_CHECKING:
    from cobra.analysis.analyze import Analysis, Row, analyze
    from cobra.analysis.bounds import Bounds
    from cobra.analysis.check import Check, check
    from cobra.analysis.info import Info, info
    from cobra.analysis.run import StoppedError
    from cobra.analysis.symmetry import Round, SymmetryReport, symmetry
    from cobra.language.expand import expand
    from cobra.language.load import load, load_text
    from cobra.model.game import Game

__all__ = [
    "Analysis",
    "Bounds",
    "Check",
    "CobraError",
    "Game",
    "GameError",
    "Info",
    "LanguageError",
    "LimitError",
    "Limits",
    "Round",
    "Row",
    "StoppedError",
    "SymmetryReport",
    "analyze",
    "check",
    "expand",
    "info",
    "load",
    "load_text",
    "symmetry",
]

_HOME = {
    "Analysis": "cobra.analysis.analyze",
    "Bounds": "cobra.analysis.bounds",
    "Check": "cobra.analysis.check",
    "Game": "cobra.model.game",
    "Info": "cobra.analysis.info",
    "Round": "cobra.analysis.symmetry",
    "Row": "cobra.analysis.analyze",
    "StoppedError": "cobra.analysis.run",
    "SymmetryReport": "cobra.analysis.symmetry",
    "analyze": "cobra.analysis.analyze",
    "check": "cobra.analysis.check",
    "expand": "cobra.language.expand",
    "info": "cobra.analysis.info",
    "load": "cobra.language.load",
    "load_text": "cobra.language.load",
    "symmetry": "cobra.analysis.symmetry",
}
"""Where the names live that are imported when first used: the command `cobra --help` needs none of them."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'cobra' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
