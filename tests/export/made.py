"""Strategies for the tests of exports."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cobra
from cobra.export.played import PlayedStrategy
from cobra.language.load import load_text
from cobra.model.game import Game
from tests.strategy.made import one_step

NASTY: Final = r"""
game "<b>&amp; \N {0} ⚀ 'q'"
alphabet tag = {"<script>", "a&b", "back\slash", "(x): 1*", "]]>", "ünï 🎲", "  two spaces", "=1+1,2;3"}
secret s : tag
experiment ask(g : tag)
  outcome "yes: (it) <is> \n" : s = g
  outcome "no; [not] & never" : !(s = g)
  final s = g
"""
"""A game whose words mean something in every format."""

INSEPARABLE: Final = """
game "Pairs"
secret s : 0..5
experiment half(n : 0..3)
  observe if s / 2 >= n then "high" else "low"
"""
"""A game whose plays end with two codes left."""

PAID_FOR: Final = """
game "Two asked for"
secret x : 1..6
state left = 2 in 0..2
experiment ask(g : 1..6) where left > 0
  observe x = g
  final x = g
  then left = left - 1
lost when left = 0
  cost 5
"""
"""A game of which four codes of six are lost, at a cost."""

NOISY: Final = """
game "Noisy test"
secret broken : 1..4
lies at most 1
noise 1/10
experiment test(s : set of 1..4)
  observe broken in s
"""
"""A game with answers that are wrong by chance."""

OVER: Final = """
game "Known"
secret s : 1..1
experiment ask(n : 1..1)
  observe s = n
"""
"""A game that is over before anything is asked."""

LONG: Final = {"n": 300}
"""Parameters of higher-lower with which the strategy `first` is a chain of 300 experiments."""

CORE: Final = Path(__file__).parent.parent / "data" / "cobra"
"""Games in the core language."""


def mastermind(pegs: int, colours: int) -> Game:
    """Return a game of Mastermind."""
    return cobra.load("mastermind", {"pegs": pegs, "colours": colours})


def played(game: Game | str, name: str = "exp-models") -> PlayedStrategy:
    """Return a one-step strategy through which every code of a game, or of the text of one, was played."""
    return PlayedStrategy(one_step(load_text(game) if isinstance(game, str) else game, name))


def exported(game: Game | str, to: str, name: str = "exp-models") -> str:
    """Return a one-step strategy in a format."""
    strategy = one_step(load_text(game) if isinstance(game, str) else game, name)
    return "".join(cobra.export_lines(strategy, to))
