"""Strategies as objects and as files, and the check that one of them does what it says."""

from cobra.interval import Interval
from cobra.strategy.made import strategy_of
from cobra.strategy.read import read_strategy
from cobra.strategy.strategy import Figures, Settings, Strategy
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
