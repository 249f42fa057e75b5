"""How a game says that it is drawn, and whether that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cobra.drawings.kinds import unfit
from cobra.language import ast
from cobra.language.problems import Problem
from cobra.model.game import Game


def drawn(game: Game, statements: Sequence[ast.Statement], report: Callable[[Problem], None]) -> Game:
    """Return a game with the kind of its pictures; one that does not fit it is reported."""
    for statement in statements:
        if isinstance(statement, ast.Draw):
            wrong = unfit(statement.kind.text, game)
            if wrong is not None:
                report(Problem("drawing does not fit", wrong[0], statement.kind.span, wrong[1]))
                return game
            return replace(game, draw=statement.kind.text)
    return game
