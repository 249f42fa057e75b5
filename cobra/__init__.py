"""Exact analysis of code-breaking games.

    import cobra

    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    analysis = cobra.analyze(game, ["max-models", "parts"])
    for row in analysis.rows:
        print(row.name, row.worst, row.average, row.distribution)

`load`, `load_text` and `from_table` read a game, `check` proves it well-formed, `info` sizes it up,
`symmetry` finds its symmetries and the experiments that differ. `analyze` plays strategies against all
codes, `optimal` finds one that nobody can beat, `openings` what every way to begin costs, `static_plan` the
fewest experiments that do when all are fixed in advance, `evolve` lets a strategy evolve, `compare` analyses
several games and sizes, `simulate` plays single games, `reproduce` recomputes what is published. `advise`,
`explain`, `excluded`, `contradiction` and `review` help in a game that is going on, `Session` plays one.
`write_strategy`, `read_strategy` and `verify` (`write_plan`, `read_plan`, `verify_plan`) keep
strategies in files and check them, `read_certificate` and `verify_certificate` check proofs that nobody
can do better, `export_strategy` and `export_lines` write them as pictures, pages and tables, `expand`
writes the game in the core language, `format_game` in the style of the library. `Cluster` is for work on many
machines. Everything that can go wrong is a `CobraError`, but for what your own `progress` raises.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cobra.errors import CobraError, GameError, LanguageError, LimitError
from cobra.limits import Limits
from cobra.shown import Shower, register

if TYPE_CHECKING:
    from cobra.analysis.analyze import Analysis, analyze
    from cobra.analysis.bounds import Bounds
    from cobra.analysis.check import Check, check
    from cobra.analysis.compare import Compared, Comparison, compare
    from cobra.analysis.evolve.evolve import Evolution, evolve
    from cobra.analysis.info import Info, info
    from cobra.analysis.openings.find import Openings, openings
    from cobra.analysis.openings.opening import Opening
    from cobra.analysis.optimal import Result, optimal
    from cobra.analysis.reproduce.reproduce import Reproduction, reproduce
    from cobra.analysis.row import Row
    from cobra.analysis.static.files import read_plan, write_plan
    from cobra.analysis.static.find import StaticResult, static_plan
    from cobra.analysis.static.plan import Plan, PlanCost
    from cobra.analysis.static.verify import PlanVerification, verify_plan
    from cobra.analysis.symmetry import Round, SymmetryReport, symmetry
    from cobra.breakers.knowledge import History, Knowledge
    from cobra.certificate.beliefs.file import BeliefsFile
    from cobra.certificate.beliefs.verify import BeliefsVerification
    from cobra.certificate.chances.file import ChancesFile
    from cobra.certificate.chances.verify import ChancesVerification
    from cobra.certificate.file import CertificateFile
    from cobra.certificate.read import read_certificate, verify_certificate
    from cobra.certificate.situations.file import SituationsFile
    from cobra.certificate.situations.verify import SituationsVerification
    from cobra.certificate.verify import CertificateVerification
    from cobra.cluster.cluster import Cluster
    from cobra.errors import StoppedError
    from cobra.export.write import export_lines, export_strategy
    from cobra.interval import Interval
    from cobra.language.expand import expand
    from cobra.language.formatting import format_game
    from cobra.language.from_table import from_table
    from cobra.language.load import load, load_text
    from cobra.model.game import Experiment, Game
    from cobra.play.advise import Advice, advise
    from cobra.play.against import Excluded
    from cobra.play.contradiction import Contradiction, contradiction
    from cobra.play.excluded import excluded
    from cobra.play.explain import Explanation, explain
    from cobra.play.read import read_history
    from cobra.play.review import Review, review
    from cobra.play.session import Session
    from cobra.play.simulate import Play, Simulation, simulate
    from cobra.play.suggestion import Suggestion
    from cobra.strategy.check.verify import Verification, verify
    from cobra.strategy.read import read_strategy
    from cobra.strategy.strategy import Strategy
    from cobra.strategy.write import write_strategy

__all__ = [
    "Advice",
    "Analysis",
    "BeliefsFile",
    "BeliefsVerification",
    "Bounds",
    "CertificateFile",
    "CertificateVerification",
    "ChancesFile",
    "ChancesVerification",
    "Check",
    "Cluster",
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
    "Opening",
    "Openings",
    "Plan",
    "PlanCost",
    "PlanVerification",
    "Play",
    "Reproduction",
    "Result",
    "Review",
    "Round",
    "Row",
    "Session",
    "Simulation",
    "SituationsFile",
    "SituationsVerification",
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
    "format_game",
    "from_table",
    "info",
    "load",
    "load_text",
    "openings",
    "optimal",
    "read_certificate",
    "read_history",
    "read_plan",
    "read_strategy",
    "reproduce",
    "review",
    "simulate",
    "static_plan",
    "symmetry",
    "verify",
    "verify_certificate",
    "verify_plan",
    "write_plan",
    "write_strategy",
]

_HOME = {
    "Advice": "cobra.play.advise",
    "Analysis": "cobra.analysis.analyze",
    "Bounds": "cobra.analysis.bounds",
    "BeliefsFile": "cobra.certificate.beliefs.file",
    "BeliefsVerification": "cobra.certificate.beliefs.verify",
    "CertificateFile": "cobra.certificate.file",
    "CertificateVerification": "cobra.certificate.verify",
    "ChancesFile": "cobra.certificate.chances.file",
    "ChancesVerification": "cobra.certificate.chances.verify",
    "SituationsFile": "cobra.certificate.situations.file",
    "SituationsVerification": "cobra.certificate.situations.verify",
    "Check": "cobra.analysis.check",
    "Cluster": "cobra.cluster.cluster",
    "Compared": "cobra.analysis.compare",
    "Comparison": "cobra.analysis.compare",
    "Contradiction": "cobra.play.contradiction",
    "Evolution": "cobra.analysis.evolve.evolve",
    "Excluded": "cobra.play.against",
    "Experiment": "cobra.model.game",
    "Explanation": "cobra.play.explain",
    "Game": "cobra.model.game",
    "History": "cobra.breakers.knowledge",
    "Info": "cobra.analysis.info",
    "Interval": "cobra.interval",
    "Opening": "cobra.analysis.openings.opening",
    "Openings": "cobra.analysis.openings.find",
    "Plan": "cobra.analysis.static.plan",
    "PlanCost": "cobra.analysis.static.plan",
    "PlanVerification": "cobra.analysis.static.verify",
    "Knowledge": "cobra.breakers.knowledge",
    "Play": "cobra.play.simulate",
    "Reproduction": "cobra.analysis.reproduce.reproduce",
    "Result": "cobra.analysis.optimal",
    "Review": "cobra.play.review",
    "Round": "cobra.analysis.symmetry",
    "Row": "cobra.analysis.row",
    "Session": "cobra.play.session",
    "Simulation": "cobra.play.simulate",
    "StaticResult": "cobra.analysis.static.find",
    "StoppedError": "cobra.errors",
    "Strategy": "cobra.strategy.strategy",
    "Suggestion": "cobra.play.suggestion",
    "SymmetryReport": "cobra.analysis.symmetry",
    "Verification": "cobra.strategy.check.verify",
    "advise": "cobra.play.advise",
    "analyze": "cobra.analysis.analyze",
    "check": "cobra.analysis.check",
    "compare": "cobra.analysis.compare",
    "contradiction": "cobra.play.contradiction",
    "evolve": "cobra.analysis.evolve.evolve",
    "excluded": "cobra.play.excluded",
    "expand": "cobra.language.expand",
    "format_game": "cobra.language.formatting",
    "explain": "cobra.play.explain",
    "export_lines": "cobra.export.write",
    "export_strategy": "cobra.export.write",
    "info": "cobra.analysis.info",
    "from_table": "cobra.language.from_table",
    "load": "cobra.language.load",
    "load_text": "cobra.language.load",
    "openings": "cobra.analysis.openings.find",
    "optimal": "cobra.analysis.optimal",
    "read_certificate": "cobra.certificate.read",
    "read_history": "cobra.play.read",
    "read_plan": "cobra.analysis.static.files",
    "read_strategy": "cobra.strategy.read",
    "reproduce": "cobra.analysis.reproduce.reproduce",
    "review": "cobra.play.review",
    "simulate": "cobra.play.simulate",
    "static_plan": "cobra.analysis.static.find",
    "symmetry": "cobra.analysis.symmetry",
    "verify": "cobra.strategy.check.verify",
    "verify_certificate": "cobra.certificate.read",
    "verify_plan": "cobra.analysis.static.verify",
    "write_plan": "cobra.analysis.static.files",
    "write_strategy": "cobra.strategy.write",
}
"""Where the names live that are imported when first used: the command `cobra --help` needs none of them."""


def _shower() -> Shower:
    """Return what makes what notebooks show of objects."""
    from cobra.export import notebook

    return notebook


register(_shower)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'cobra' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
