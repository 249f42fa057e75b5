"""A strategy: a tree of experiments with its figures, as an object and as a file.

`check/` plays it by the meaning of the game and says whether it does what is said of it.
"""

from cobra.interval import Interval
from cobra.lengths import Figures
from cobra.strategy.made import strategy_of
from cobra.strategy.read import read_strategy
from cobra.strategy.strategy import Settings, Strategy
from cobra.strategy.write import write_strategy

__all__ = [
    "Figures",
    "Interval",
    "Settings",
    "Strategy",
    "read_strategy",
    "strategy_of",
    "write_strategy",
]
