"""Optimal values of the literature: every one of `cobra/published/` and of the formulas below."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from cobra.analysis.reproduce.claims import load_claimed
from tests.optimal.solve import Solver
from tests.test_known_values import ENTRIES

OBJECTIVES = {
    "total": "average",
    "worst": "worst",
    "both": "worst-average",
    "reverse": "average-worst",
    "nodes": "nodes",
}


def cases(own: bool = True) -> list[Any]:
    """Return game, parameters, objective, side conditions and value of each figure, the slow ones marked.

    Without `own` those are left out that nobody but cobra has found.
    """
    found = []
    for game, entry in ENTRIES:
        if entry["what"] == "optimum" and (own or entry["source"] != "cobra"):
            marks = [pytest.mark.slow] if "speed" in entry else []
            limits = entry.get("max_depth"), entry.get("consistent", False)
            figures = {"average": None} if entry.get("impossible") else {}
            for field, objective in OBJECTIVES.items():
                if field in entry:
                    value = entry[field]
                    figures[objective] = tuple(value) if isinstance(value, list) else (value,)
            for objective, value in figures.items():
                settings = [f"{name}={value}" for name, value in entry["params"].items()]
                settings += [f"max_depth={limits[0]}"] * (limits[0] is not None) + ["consistent"] * limits[1]
                name = " ".join([game, *settings, objective])
                params = tuple(entry["params"].items())
                found.append(pytest.param(game, params, objective, limits, value, id=name, marks=marks))
    return found


@lru_cache(maxsize=16)
def solver(game: str, params: tuple[tuple[str, int | str], ...]) -> Solver:
    return Solver(load_claimed(game, dict(params)))


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("game", "params", "objective", "limits", "value"), cases())
def test_published(
    game: str, params: Any, objective: str, limits: Any, value: tuple[int, ...] | None
) -> None:
    assert solver(game, params).optimum(objective, *limits) == value


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("objective", "value"), [("average", (5625,)), ("worst-average", (5, 5626))])
def test_rising_goals_find_the_same(objective: str, value: tuple[int, ...], threads: int) -> None:
    game = solver("mastermind", ())
    assert game.optimum(objective, budget=1, threads=threads) == value


@pytest.mark.parametrize("colours", range(3, 11))
def test_two_pegs(colours: int) -> None:
    # Chen and Lin 2004, two papers: with and without repetition; the first formula fails for two colours.
    c, odd = colours, colours % 2
    repeated = solver("mastermind", (("pegs", 2), ("colours", c)))
    assert repeated.optimum("average") == (
        (8 * c**3 + 51 * c**2 - (80 * c - 69 if odd else 74 * c - 48)) // 24,
    )
    assert repeated.optimum("worst") == (c // 2 + 2,)
    different = solver("bulls-and-cows", (("places", 2), ("digits", c)))
    assert different.optimum("average") == (
        (4 * c**3 + 21 * c**2 - (82 * c - 105 if odd else 76 * c - 72)) // 12,
    )
    assert different.optimum("worst") == ((c + 1) // 2 + 1,)


@pytest.mark.parametrize("colours", range(5, 9))
def test_worst_case_of_three_pegs(colours: int) -> None:
    # Jäger and Peczarski 2009, theorem 1.
    assert solver("mastermind", (("pegs", 3), ("colours", colours))).optimum("worst") == (
        (colours - 1) // 3 + 4,
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 31, 32, 50])
def test_halving_is_best(n: int) -> None:
    # A binary search tree whose levels are full but the last (Knuth, volume 3, section 6.2.1).
    levels = n.bit_length()
    total = sum(depth * 2 ** (depth - 1) for depth in range(1, levels)) + levels * (n - 2 ** (levels - 1) + 1)
    halving = solver("higher-lower", (("n", n),))
    assert halving.optimum("average-worst") == (total, levels)
    assert halving.optimum("nodes") == (levels, n)


@pytest.mark.parametrize("coins", range(1, 15))
def test_one_light_coin_takes_a_ternary_search(coins: int) -> None:
    weighings = next(w for w in range(9) if 3**w >= coins)
    assert solver("light-coins", (("coins", coins),)).optimum("worst") == (weighings,)


@pytest.mark.parametrize("coins", range(3, 15))
def test_the_odd_coin(coins: int) -> None:
    # Dyson 1946: w weighings do for (3^w - 3) / 2 coins, and for one more with a genuine one.
    for genuine in (0, 1):
        weighings = next(w for w in range(9) if (3**w - 3) // 2 + genuine >= coins)
        game = solver("counterfeit-coin", (("coins", coins), ("genuine", genuine)))
        assert game.optimum("worst", source="computed") == (weighings,)
