"""Writing a game in the core language is stopped like everything else, without an alarm too."""

from __future__ import annotations

import pytest

import cobra
from cobra.budget import until
from cobra.errors import TimeLimitError


def test_experiments_listed_one_by_one() -> None:
    game = cobra.load("bags-of-gold", {"bags": 4, "capacity": 3})
    cobra.expand(game)
    with until(0.0), pytest.raises(TimeLimitError, match="while writing the game in the core language"):
        cobra.expand(game)
