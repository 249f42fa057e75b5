"""What is no mistake but hardly meant: comparisons with what is never there, and what looks like a clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cobra.language import ast
from cobra.language.values import Bag, CaseMap, show_symbol
from cobra.model.game import Symbol
from cobra.nearest import nearest

_OF_THE_GAME: Final[dict[type[ast.Statement], str]] = {
    ast.Constraint: "constraint",
    ast.Weight: "weight",
    ast.Goal: "goal",
    ast.Lost: "lost when",
    ast.Lies: "lies at most",
    ast.Noise: "noise",
    ast.Move: "move",
}
"""Statements that say something and define no name."""


class Comparisons:
    """The numbers and words that are written where a name is compared with them, and whether it ever is one.

    A place may be evaluated several times, as in a function: it is enough that it is one of them once.
    """

    def __init__(self) -> None:
        self._never: dict[tuple[int, int], str | None] = {}

    def note(self, written: ast.Expression, name: ast.Expression, value: object) -> None:
        """Take notice of a name that has a value and is compared with what is written."""
        if isinstance(name, ast.Index):
            name = name.name
        if not isinstance(written, ast.Integer | ast.Text) or not isinstance(name, ast.Name):
            return
        symbol: Symbol = written.value if isinstance(written, ast.Integer) else written.text
        words: list[str] = []
        if isinstance(value, Bag):
            possible = isinstance(symbol, int) and value.lin.low <= symbol <= value.lin.high
        elif isinstance(value, CaseMap) and (value.constant is None or value.constant == symbol):
            possible = any(one == symbol for one, _ in value.items)
            words = [one for one, _ in value.items if isinstance(one, str)]
        else:  # a constant may be another one in another size or member of a family
            return
        place = (written.span.line, written.span.column)
        if possible:
            self._never[place] = None
        elif place not in self._never:
            near = nearest(symbol, words) if isinstance(symbol, str) else None
            self._never[place] = (
                f"`{name.text}` is never {show_symbol(symbol)}, with which it is compared in line {place[0]}"
                + (f"; did you mean {show_symbol(near)}?" if near else "")
            )

    def warnings(self) -> Iterator[str]:
        """Yield a warning for each place where a name never is what is written, in order."""
        for _, sentence in sorted(self._never.items()):
            if sentence is not None:
                yield sentence


def like_clauses(statements: Sequence[ast.Statement]) -> Iterator[str]:
    """Yield a warning for each statement of the whole game that is indented like a clause of an experiment.

    Where there is one experiment only, the whole game is what is meant.
    """
    if sum(isinstance(statement, ast.Experiment) for statement in statements) < 2:
        return
    above: ast.Experiment | None = None
    for statement in statements:
        if isinstance(statement, ast.Experiment):
            above = statement
        elif above is not None and not _indented(statement, above):
            above = None
        elif above is not None and (word := _OF_THE_GAME.get(type(statement))) is not None:
            yield (
                f"`{word}` (line {statement.span.line}) is said of the whole game, "
                f"not of the experiment `{above.name.text}` alone"
            )


def _indented(statement: ast.Statement, above: ast.Experiment) -> bool:
    return statement.span.line > above.span.line and statement.span.column > above.span.column
