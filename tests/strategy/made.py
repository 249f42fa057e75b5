"""Strategies for the tests."""

from __future__ import annotations

from typing import Any

import cobra
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings, Strategy

SMALL: dict[str, dict[str, int | str]] = {
    "bags-of-gold": {"bags": 4, "capacity": 3},
    "black-box": {"size": 3, "atoms": 2},
    "black-pegs": {"pegs": 3, "colours": 3},
    "bulls-and-cows": {"places": 3, "digits": 5},
    "counterfeit-coin": {"coins": 6},
    "counterfeit-coin-only": {"coins": 5},
    "decimalisation": {"places": 2, "digits": 4},
    "higher-lower": {"n": 20},
    "liar-comparisons": {"numbers": 16},
    "light-coins": {"coins": 6},
    "mastermind": {"pegs": 3, "colours": 3},
    "mastermind-colour": {"pegs": 3, "colours": 2},
    "mastermind-lie": {"pegs": 2, "colours": 3},
    "mastermind-position": {"pegs": 3, "colours": 2},
    "odd-coins": {"coins": 5},
    "quordle": {"boards": 2},
    "sorting": {"n": 4},
}
"""Parameters of games of the library that are large without."""


def one_step(game: Game, name: str = "exp-models", **more: Any) -> Strategy:
    """Return a one-step strategy of the core for a game."""
    given = {"ties": "final,first", "consistent": False, "seed": 0, **more}
    table = CodeTable(game, Run(), MEMORY, Limits())
    result = table.greedy(name, threads=1, memory=MEMORY, **given)
    assert result.stopped is None
    return strategy_of(table, result, name, Settings(**given))


def mastermind(pegs: int = 3, colours: int = 3) -> Strategy:
    """Return a strategy for a small game of Mastermind."""
    return one_step(cobra.load("mastermind", {"pegs": pegs, "colours": colours}))
