"""Games that are not well-formed, played without proof: who meets what is wrong says so."""

from __future__ import annotations

import pytest

import cobra
from cobra.errors import GameError

ALWAYS_FINAL = "  final all(i in 9..3 : code[i] = g[i])\n"
PLAIN = """
secret code[1..3] : 1..2
experiment ask(g[1..3] : 1..2)
  observe all(i in 1..3 : code[i] = g[i]), count(i in 1..3 : code[i] = g[i])
"""
LETTERS = """
secret code[1..2] : 1..4
{}experiment ask(g[1..2] : 1..4)
  observe for i in 1..2 : if code[i] = g[i] then "G" else "-"
"""
STATE = "state left = 6 in 0..6\nlost when left = 0\n"
COUNTED = "  then left = left - (if left > 0 then 1 else 0)\n"
ONES = 'experiment ones(p : 1..2)\n  observe for i in 1..3 : if code[i] = 1 then "G" else "-"\n'
PEEK = "experiment peek(p : 1..2)\n  observe code[p] = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN + ALWAYS_FINAL + ONES,
        LETTERS.format("weight code[1]\n") + ALWAYS_FINAL + PEEK,
        LETTERS.format("lies at most 1\n") + ALWAYS_FINAL + PEEK,
        LETTERS.format(STATE) + ALWAYS_FINAL + COUNTED + PEEK,
    ],
)
def test_a_final_outcome_that_leaves_several_codes(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Plays end sooner than bounds allow; assertions of the search failed before it was refused."""
    game = cobra.load_text('game "g"' + text)
    message = '^ask: "a final outcome leaves one code" does not hold'
    with pytest.raises(GameError, match=message):
        cobra.advise(game)
    for strategy in ("parts", "first", "random"):
        with pytest.raises(GameError, match=message):
            cobra.simulate(game, strategy, number=1)
    assert capfd.readouterr().err == ""
