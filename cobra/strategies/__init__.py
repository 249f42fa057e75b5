"""Strategies as objects and as files, and the check that one of them does what it says."""

from cobra.strategies.interval import Interval
from cobra.strategies.read import read_strategy
from cobra.strategies.strategy import Figures, Settings, Strategy, strategy_of
from cobra.strategies.write import write_strategy

__all__ = [
    "Figures",
    "Interval",
    "Settings",
    "Strategy",
    "read_strategy",
    "strategy_of",
    "write_strategy",
]
