"""What the core hands out beyond this folder: its version, the types of its results, its populations, and
what spreads a search.

Everything else of `cobra._core` stays behind `compile.py`, `table.py`, `run.py` and `automorphisms.py`.
"""

from __future__ import annotations

from typing import Final

from cobra._core import (
    FACT_BYTES,
    Control,
    CoreError,
    CountedSearch,
    Evolution,
    Exchange,
    OptimalResult,
    Solver,
    __version__,
)

__all__ = [
    "COBRA_VERSION",
    "FACT_BYTES",
    "Control",
    "CoreError",
    "CountedSearch",
    "Evolution",
    "Exchange",
    "OptimalResult",
    "Solver",
]

COBRA_VERSION: Final = __version__
"""The version of cobra, as the compiled core has it."""
