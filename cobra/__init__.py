"""Exact analysis of code-breaking games.

    import cobra

    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    analysis = cobra.analyze(game, ["max-models", "parts"])
    for row in analysis.rows:
        print(row.name, row.worst, row.average, row.distribution)

`load`, `load_text` and `from_table` read a game, `check` proves it well-formed, `info` sizes it up,
`symmetry` finds its symmetries and the experiments that differ. `analyze` plays strategies against all
codes, `optimal` finds one that nobody can beat, `static_plan` the fewest experiments that do when all are
fixed in advance, `evolve` lets a strategy evolve, `compare` analyses several games and sizes, `simulate`
plays single games. `advise`, `explain`, `excluded`, `contradiction` and `review` help in a game that is
going on, `Session` plays one. `write_strategy`, `read_strategy` and `verify` (`write_plan`, `read_plan`,
`verify_plan`) keep strategies in files and check them, `export_strategy` and `export_lines` write them as
pictures, pages and tables, `expand` writes the game in the core language. Everything that can go wrong is
a `CobraError`.
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
    from cobra.analysis.symmetry import Round, SymmetryReport, symmetry
    from cobra.codebreakers.knowledge import History, Knowledge
    from cobra.errors import StoppedError
    from cobra.evolution.evolve import Evolution, evolve
    from cobra.export.write import export_lines, export_strategy
    from cobra.from_table import from_table
    from cobra.language.expand import expand
    from cobra.language.load import load, load_text
    from cobra.model.game import Game
    from cobra.model.show import Experiment
    from cobra.play.advise import Advice, advise
    from cobra.play.contradiction import Contradiction, contradiction
    from cobra.play.excluded import Excluded, excluded
    from cobra.play.explain import Explanation, explain
    from cobra.play.read import read_history
    from cobra.play.review import Review, review
    from cobra.play.session import Session
    from cobra.play.simulate import Play, Simulation, simulate
    from cobra.play.suggestion import Suggestion
    from cobra.static_plans.files import read_plan, write_plan
    from cobra.static_plans.find import StaticResult, static_plan
    from cobra.static_plans.plan import Plan
    from cobra.static_plans.verify import PlanVerification, verify_plan
    from cobra.strategies.interval import Interval
    from cobra.strategies.read import read_strategy
    from cobra.strategies.strategy import Strategy
    from cobra.strategies.verify import Verification, verify
    from cobra.strategies.write import write_strategy

__all__ = [
    "Advice",
    "Analysis",
    "Bounds",
    "Check",
    "CobraError",
    "Compared",
    "Comparison",
    "Contradiction",
    "Evolution",
    "Excluded",
    "Experiment",
    "Explanation",
    "Game",
    "GameError",
    "History",
    "Info",
    "Interval",
    "Knowledge",
    "LanguageError",
    "LimitError",
    "Limits",
    "Plan",
    "PlanVerification",
    "Play",
    "Result",
    "Review",
    "Round",
    "Row",
    "Session",
    "Simulation",
    "StaticResult",
    "StoppedError",
    "Strategy",
    "Suggestion",
    "SymmetryReport",
    "Verification",
    "advise",
    "analyze",
    "check",
    "compare",
    "contradiction",
    "evolve",
    "excluded",
    "expand",
    "explain",
    "export_lines",
    "export_strategy",
    "from_table",
    "info",
    "load",
    "load_text",
    "optimal",
    "read_history",
    "read_plan",
    "read_strategy",
    "review",
    "simulate",
    "static_plan",
    "symmetry",
    "verify",
    "verify_plan",
    "write_plan",
    "write_strategy",
]

_HOME = {
    "Advice": "cobra.play.advise",
    "Analysis": "cobra.analysis.analyze",
    "Bounds": "cobra.analysis.bounds",
    "Check": "cobra.analysis.check",
    "Compared": "cobra.analysis.compare",
    "Comparison": "cobra.analysis.compare",
    "Contradiction": "cobra.play.contradiction",
    "Evolution": "cobra.evolution.evolve",
    "Excluded": "cobra.play.excluded",
    "Experiment": "cobra.model.show",
    "Explanation": "cobra.play.explain",
    "Game": "cobra.model.game",
    "History": "cobra.codebreakers.knowledge",
    "Info": "cobra.analysis.info",
    "Interval": "cobra.strategies.interval",
    "Plan": "cobra.static_plans.plan",
    "PlanVerification": "cobra.static_plans.verify",
    "Knowledge": "cobra.codebreakers.knowledge",
    "Play": "cobra.play.simulate",
    "Result": "cobra.analysis.optimal",
    "Review": "cobra.play.review",
    "Round": "cobra.analysis.symmetry",
    "Row": "cobra.analysis.row",
    "Session": "cobra.play.session",
    "Simulation": "cobra.play.simulate",
    "StaticResult": "cobra.static_plans.find",
    "StoppedError": "cobra.analysis.run",
    "Strategy": "cobra.strategies.strategy",
    "Suggestion": "cobra.play.suggestion",
    "SymmetryReport": "cobra.analysis.symmetry",
    "Verification": "cobra.strategies.verify",
    "advise": "cobra.play.advise",
    "analyze": "cobra.analysis.analyze",
    "check": "cobra.analysis.check",
    "compare": "cobra.analysis.compare",
    "contradiction": "cobra.play.contradiction",
    "evolve": "cobra.evolution.evolve",
    "excluded": "cobra.play.excluded",
    "expand": "cobra.language.expand",
    "explain": "cobra.play.explain",
    "export_lines": "cobra.export.write",
    "export_strategy": "cobra.export.write",
    "info": "cobra.analysis.info",
    "from_table": "cobra.from_table",
    "load": "cobra.language.load",
    "load_text": "cobra.language.load",
    "optimal": "cobra.analysis.optimal",
    "read_history": "cobra.play.read",
    "read_plan": "cobra.static_plans.files",
    "read_strategy": "cobra.strategies.read",
    "review": "cobra.play.review",
    "simulate": "cobra.play.simulate",
    "static_plan": "cobra.static_plans.find",
    "symmetry": "cobra.analysis.symmetry",
    "verify": "cobra.strategies.verify",
    "verify_plan": "cobra.static_plans.verify",
    "write_plan": "cobra.static_plans.files",
    "write_strategy": "cobra.strategies.write",
}
"""Where the names live that are imported when first used: the command `cobra --help` needs none of them."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'cobra' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
