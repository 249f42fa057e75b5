"""Games whose symmetries exchange values of the state, or parts of it: values, with and without them."""

from __future__ import annotations

import pytest

from cobra.engine.compile import compile_game
from cobra.language.load import load_text
from tests.memory.test_symmetry import both
from tests.oracle.memory import least

GAMES = {
    "numbers in any order": (
        """
        secret x : 1..5
        state last = 0 in 0..5
        state tried[1..5] = 0 in 0..1
        experiment ask(g : 1..5)
          where g != last
          observe x = g
          final x = g
          then last = g, tried[g] = 1
          cost if tried[g] = 1 then 3 else 1
        experiment weigh(a : 1..5, b : 1..5) where a != b & tried[a] = tried[b]
          observe x = a | x = b
          then tried[a] = 1, last = b
        """,
        120,
        (15, 5, 5),
    ),
    "neighbours in a ring": (
        """
        secret x : 1..6
        state last = 0 in 0..6
        state used[1..6] = 0 in 0..1
        experiment ask(g : 1..6)
          where used[g] = 0
          observe x = g, abs(x - g) in {1 5}
          final x = g
          then last = g, used[g] = 1
          cost if last = 0 | abs(g - last) in {1 5} then 1 else 3
        """,
        2,
        (20, 5, 9),
    ),
    "halves that may be opened": (
        """
        secret x[1..2] : 1..3
        state left[1..2] = 2 in 0..2
        experiment ask(i : 1..2, g : 1..3)
          where left[i] > 0
          observe x[i] = g
          then left[i] = left[i] - 1
          cost 6 - 2 * left[i]
        experiment open(i : 1..2)
          observe x[i]
          then left[i] = 1
          cost 5
        """,
        12,
        (84, 10, 4),
    ),
    "what each hand holds": (
        """
        secret x[1..2] : 1..3
        state hand[1..2] = 0 in 0..3
        experiment ask(i : 1..2, g : 1..3)
          observe x[i] = g
          then hand[i] = g
          cost if hand[i] = 0 then 3 else if hand[i] = g then 7 else 2
        experiment swap(i : 1..2, g : 1..3) where hand[i] != 0
          observe x[3 - i] = g
          then hand[i] = 0
          cost if hand[3 - i] = g then 1 else 4
        """,
        12,
        (78, 10, 8),
    ),
    "attempts on the left and on the right": (
        """
        secret x : 1..6
        weight if x in {1 6} then 2 else 1
        state left = 2 in 0..2
        state right = 2 in 0..2
        experiment below(g : 1..6) where left > 0
          observe x < g
          then left = if x < g then left else left - 1
        experiment above(g : 1..6) where right > 0
          observe x > g
          then right = if x > g then right else right - 1
        lost when left = 0 & right = 0
        """,
        2,
        (20, 3, 5),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_values_with_and_without_symmetries(name: str) -> None:
    text, order, expected = GAMES[name]
    game = load_text(text)
    assert compile_game(game).group.order == order
    for objective, value in zip(("average", "worst", "nodes"), expected, strict=True):
        found, plain = both(game, objective)
        assert found.intervals == plain.intervals
        assert found.intervals[-1][1:] == (value, value)
    assert least(game, "total", 6) == (0, expected[0])
    assert least(game, "worst", 6) == (0, expected[1])
