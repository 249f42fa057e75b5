"""Every value of static games of `cobra/published/`, and some more, with what is proved about it.

The guess that confirms the code is not counted. Those more: Goddard 2003, Jäger and Drewes 2018, Dyson 1946,
Born, Hurkens and Woeginger 2003.
"""

from __future__ import annotations

from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce.claims import load_claimed
from tests.test_known_values import ENTRIES, tier

COINS = [
    ("counterfeit-coin", {"coins": 4}, 3),
    ("counterfeit-coin", {"coins": 4, "genuine": 1}, 2),
    ("counterfeit-coin", {"coins": 5, "genuine": 1}, 3),
    ("counterfeit-coin-only", {"coins": 4}, 2),
    ("counterfeit-coin-only", {"coins": 5}, 3),
]
SLOW = [
    ("black-pegs", {"pegs": 2, "colours": 9}, 11),
    ("black-pegs", {"pegs": 3, "colours": 6}, 9),
    ("counterfeit-coin", {"coins": 13}, 4),
    ("counterfeit-coin", {"coins": 13, "genuine": 1}, 3),
    ("counterfeit-coin-only", {"coins": 13}, 3),
    ("counterfeit-coin-only", {"coins": 13, "genuine": 1}, 3),
]


def cases() -> list[Any]:
    published = [
        pytest.param(game, entry["params"], entry["experiments"], marks=tier(entry))
        for game, entry in ENTRIES
        if entry["what"] == "static"
    ]
    return [*published, *COINS, *(pytest.param(*one, marks=pytest.mark.slow) for one in SLOW)]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "parameters", "least"), cases())
def test_published(name: str, parameters: dict[str, int | str], least: int) -> None:
    result = cobra.static_plan(load_claimed(name, parameters))
    assert (len(result.plan.experiments), result.plan.lower) == (least, least)
    assert cobra.verify_plan(result.plan).problems == ()
