"""Every value of static games that was published, or found by others, with what is proved about it.

The guess that confirms the code is not counted. Mastermind: Goddard 2003; black pegs: Jäger and Drewes 2018
and 2022 (arXiv:2210.04652); two colours, the metric dimension of hypercubes: OEIS A303735; coins: Dyson 1946,
Born, Hurkens and Woeginger 2003. The values for few colours were found by complete search.
"""

from __future__ import annotations

import pytest

import cobra

BLACK_PEGS_WITHOUT_REPETITION = """
game "Black pegs, no repetition"
param pegs    = 2 in 1..6
param colours = 3 in pegs..10
alphabet colour = 0..colours-1
secret code[1..pegs] : distinct colour
experiment guess(g[1..pegs] : distinct colour)
  observe count(i in 1..pegs : code[i] = g[i])
"""

MASTERMIND = {2: (2, 2, 3, 4, 4, 5), 3: (2, 3, 3, 4, 5), 4: (3, 3, 4)}
"""By pegs, for 2, 3, … colours; so the others, from the first number of colours that they have."""
BLACK_PEGS = {2: (2, 3, 4, 6, 7, 8), 3: (3, 4, 6, 7)}
TWO_COLOURS = (1, 2, 3, 4, 4, 5, 6, 6)
"""Black pegs, for 1, 2, … pegs."""
NO_REPETITION = {2: (2, 4, 5, 6, 8), 3: (4, 4, 6, 7)}
BOTH_NO_REPETITION = (2, 2, 3)

VALUES = [
    *(
        ("mastermind", {"pegs": pegs, "colours": colours}, least)
        for pegs, values in MASTERMIND.items()
        for colours, least in enumerate(values, start=2)
    ),
    *(
        ("black-pegs", {"pegs": pegs, "colours": colours}, least)
        for pegs, values in BLACK_PEGS.items()
        for colours, least in enumerate(values, start=2)
    ),
    *(("black-pegs", {"pegs": pegs, "colours": 2}, least) for pegs, least in enumerate(TWO_COLOURS, start=1)),
    *(
        ("no repetition", {"pegs": pegs, "colours": colours}, least)
        for pegs, values in NO_REPETITION.items()
        for colours, least in enumerate(values, start=3)
    ),
    *(
        ("bulls-and-cows", {"places": 2, "digits": digits}, least)
        for digits, least in enumerate(BOTH_NO_REPETITION, start=3)
    ),
    ("counterfeit-coin", {"coins": 3}, 2),
    ("counterfeit-coin", {"coins": 4}, 3),
    ("counterfeit-coin", {"coins": 12}, 3),
    ("counterfeit-coin", {"coins": 4, "genuine": 1}, 2),
    ("counterfeit-coin", {"coins": 5, "genuine": 1}, 3),
    ("counterfeit-coin-only", {"coins": 4}, 2),
    ("counterfeit-coin-only", {"coins": 5}, 3),
]
SLOW = [
    ("black-pegs", {"pegs": 9, "colours": 2}, 7),
    ("black-pegs", {"pegs": 10, "colours": 2}, 7),
    ("black-pegs", {"pegs": 2, "colours": 9}, 11),
    ("black-pegs", {"pegs": 3, "colours": 6}, 9),
    ("counterfeit-coin", {"coins": 13}, 4),
    ("counterfeit-coin", {"coins": 13, "genuine": 1}, 3),
    ("counterfeit-coin-only", {"coins": 13}, 3),
    ("counterfeit-coin-only", {"coins": 13, "genuine": 1}, 3),
]


def game_of(name: str, parameters: dict[str, int]) -> cobra.Game:
    if name == "no repetition":
        return cobra.load_text(BLACK_PEGS_WITHOUT_REPETITION, name, parameters)
    return cobra.load(name, parameters)


@pytest.mark.parametrize(
    ("name", "parameters", "least"), [*VALUES, *(pytest.param(*one, marks=pytest.mark.slow) for one in SLOW)]
)
def test_published(name: str, parameters: dict[str, int], least: int) -> None:
    result = cobra.static_plan(game_of(name, parameters))
    assert (len(result.plan.experiments), result.plan.lower) == (least, least)
    assert cobra.verify_plan(result.plan).problems == ()
