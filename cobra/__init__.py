"""Exact analysis of code-breaking games.

    import cobra

    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    analysis = cobra.analyze(game, ["max-models", "parts"])
    for row in analysis.rows:
        print(row.name, row.worst, row.average, row.distribution)

`load` and `load_text` read a game, `check` proves it well-formed, `info` sizes it up, `symmetry` finds its
symmetries and the experiments that differ, `analyze` plays strategies against all codes, `optimal` finds one
that nobody can beat, `compare` analyses several games and sizes, `write_strategy`, `read_strategy` and
`verify` keep strategies in files and check them, `expand` writes the game in the core language. Everything
that can go wrong is a `CobraError`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cobra.errors import CobraError, GameError, LanguageError, LimitError
from cobra.limits import Limits

if TYPE_CHECKING:
    from cobra.analysis.analyze import Analysis, analyze
    from cobra.analysis.bounds import Bounds
    from cobra.analysis.check import Check, check
    from cobra.analysis.compare import Compared, Comparison, compare
    from cobra.analysis.info import Info, info
    from cobra.analysis.optimal import Result, optimal
    from cobra.analysis.row import Row
    from cobra.analysis.run import StoppedError
    from cobra.analysis.symmetry import Round, SymmetryReport, symmetry
    from cobra.language.expand import expand
    from cobra.language.load import load, load_text
    from cobra.model.game import Game
    from cobra.strategies.interval import Interval
    from cobra.strategies.read import read_strategy
    from cobra.strategies.strategy import Strategy
    from cobra.strategies.verify import Verification, verify
    from cobra.strategies.write import write_strategy

__all__ = [
    "Analysis",
    "Bounds",
    "Check",
    "CobraError",
    "Compared",
    "Comparison",
    "Game",
    "GameError",
    "Info",
    "Interval",
    "LanguageError",
    "LimitError",
    "Limits",
    "Result",
    "Round",
    "Row",
    "StoppedError",
    "Strategy",
    "SymmetryReport",
    "Verification",
    "analyze",
    "check",
    "compare",
    "expand",
    "info",
    "load",
    "load_text",
    "optimal",
    "read_strategy",
    "symmetry",
    "verify",
    "write_strategy",
]

_HOME = {
    "Analysis": "cobra.analysis.analyze",
    "Bounds": "cobra.analysis.bounds",
    "Check": "cobra.analysis.check",
    "Compared": "cobra.analysis.compare",
    "Comparison": "cobra.analysis.compare",
    "Game": "cobra.model.game",
    "Info": "cobra.analysis.info",
    "Interval": "cobra.strategies.interval",
    "Result": "cobra.analysis.optimal",
    "Round": "cobra.analysis.symmetry",
    "Row": "cobra.analysis.row",
    "StoppedError": "cobra.analysis.run",
    "Strategy": "cobra.strategies.strategy",
    "SymmetryReport": "cobra.analysis.symmetry",
    "Verification": "cobra.strategies.verify",
    "analyze": "cobra.analysis.analyze",
    "check": "cobra.analysis.check",
    "compare": "cobra.analysis.compare",
    "expand": "cobra.language.expand",
    "info": "cobra.analysis.info",
    "load": "cobra.language.load",
    "load_text": "cobra.language.load",
    "optimal": "cobra.analysis.optimal",
    "read_strategy": "cobra.strategies.read",
    "symmetry": "cobra.analysis.symmetry",
    "verify": "cobra.strategies.verify",
    "write_strategy": "cobra.strategies.write",
}
"""Where the names live that are imported when first used: the command `cobra --help` needs none of them."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'cobra' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
