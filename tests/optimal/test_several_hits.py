"""Experiments that hit several codes, each by an outcome of its own: no bound may take them for one."""

from __future__ import annotations

import pytest

from cobra.language.load import load_text
from tests.optimal.solve import Solver

PAIRS = """
secret x : 1..6
experiment apart(i : 1..64)
  observe x = 1, x = 2, x
  final x <= 2
experiment pairs()
  observe x = 1, x = 2, (x - 1) / 2
  final x <= 2
experiment two(i : 1..5)
  observe x = i, x = i + 1
  final x = i | x = i + 1
"""
"""Those that tell all codes apart come first, and fill the line of experiments that is looked at first."""


@pytest.mark.parametrize("source", ["table", "computed"])
def test_one_experiment_may_be_the_last_of_two_plays(source: str) -> None:
    assert Solver(load_text(PAIRS)).optimum("nodes", source=source) == (2, 3)
