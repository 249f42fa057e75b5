"""The names visible at a place of a game, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cobra.language import ast
from cobra.language.problems import Problem, Unusable
from cobra.language.values import Value


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Names and what they stand for; None for a name whose definition is wrong."""

    outer: Scope | None
    names: Mapping[str, Value | None]
    function: str = ""
    """The function whose body this is, for finding recursive calls."""

    def find(self, name: ast.Name) -> Value:
        """Return the value of a name; `Unusable` when its definition is wrong."""
        scope: Scope | None = self
        while scope is not None:
            if name.text in scope.names:
                value = scope.names[name.text]
                if value is None:
                    raise Unusable
                return value
            scope = scope.outer
        raise Problem("unknown name", f"the name `{name.text}` is used before it is defined", name.span)

    def caller(self) -> str:
        """Return the name of the function whose body this scope is in, or an empty text."""
        scope: Scope | None = self
        while scope is not None and not scope.function:
            scope = scope.outer
        return scope.function if scope is not None else ""
