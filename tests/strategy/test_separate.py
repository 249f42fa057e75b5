"""Which pairs of codes an experiment tells apart: only experiments of the game count."""

from __future__ import annotations

import pytest

from cobra.budget import Deadline
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.separate import Pair, separable

ASKED = """game "Some numbers may be asked about"
secret x : 1..4
experiment ask(g : 1..4)
  where {}
  observe x = g
"""
PAIRS: list[Pair] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.parametrize(
    ("allowed", "together"),
    [("g < 5", []), ("g = 1 | g = 4", [(1, 2)]), ("g > 3", [(0, 1), (0, 2), (1, 2)]), ("g > 4", PAIRS)],
)
def test_an_experiment_that_is_not_allowed_tells_nothing_apart(allowed: str, together: list[Pair]) -> None:
    meaning = Meaning(load_text(ASKED.format(allowed)), Limits().codes, 1 << 20, lambda: None)
    told = separable(meaning, PAIRS, Deadline(None, None))
    assert told == set(PAIRS) - set(together)
