"""The one table of limits: what a game may need before cobra refuses it, and how to raise each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from cobra.errors import GameError, LimitError


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds, each raised by `--limit NAME=N` with `_` written `-`. Sizes are estimated before
    building."""

    file_size: int = 1 << 25
    """Bytes of one game, word or table file."""
    strategy_size: int = 1 << 28
    """Bytes of a strategy file."""
    nesting: int = 200
    """Depth of brackets and operators in an expression; calls inside calls may be ten times as deep."""
    propositions: int = 10**6
    """Propositions of the secret, and of the parameters of one experiment type."""
    values: int = 10**4
    """Different values one expression can take."""
    cells: int = 10**7
    """Cells of a table one expression may mean."""
    calls: int = 10**6
    """Calls of functions expanded."""
    formula_nodes: int = 10**7
    """Nodes of the shared formula graph."""
    experiments: int = 10**8
    """Experiments listed one by one."""
    codes: int = 2 * 10**7
    """Codes enumerated."""
    instances: int = 200
    """Games of a grid compared."""

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        from cobra.arguments import whole  # here: `import cobra` makes none and stays quick

        for field in fields(self):
            number = whole(f"the limit {field.name}", getattr(self, field.name), 1)
            object.__setattr__(self, field.name, number)

    def check(self, name: str, needed: int, what: str) -> None:
        """Raise `LimitError` when `needed` exceeds the limit called `name` (spelt as the option, with
        `-`)."""
        limit: int = getattr(self, name.replace("-", "_"))
        if needed > limit:
            raise LimitError(name, needed, limit, what)


def limit_names() -> list[str]:
    """Return the names of the limits as the option spells them."""
    return [f.name.replace("_", "-") for f in fields(Limits)]


def make_limits(overrides: Mapping[str, int]) -> Limits:
    """Return the default limits with `overrides` (names as the option spells them); `GameError` for a wrong
    one."""
    names = limit_names()
    for name, value in overrides.items():
        if name not in names:
            raise GameError(f"there is no limit called {name!r}; the limits are {', '.join(names)}")
        if value < 1:
            raise GameError(f"the limit {name} must be at least 1, not {value}")
    return Limits(**{name.replace("-", "_"): value for name, value in overrides.items()})
