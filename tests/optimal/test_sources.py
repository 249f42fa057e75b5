"""The optimum does not depend on where experiments come from: a table of all outcomes, or made on demand."""

from __future__ import annotations

from typing import Any

import pytest

import cobra
from tests import oracle
from tests.optimal.solve import Solver
from tests.oracle import OBJECTIVES

GAMES: list[tuple[str, dict[str, int]]] = [
    ("mastermind", {"pegs": 3, "colours": 3}),
    ("black-pegs", {"pegs": 2, "colours": 4}),
    ("bulls-and-cows", {"places": 2, "digits": 4}),
    ("counterfeit-coin", {"coins": 5}),
    ("counterfeit-coin", {"coins": 4, "genuine": 1}),
    ("counterfeit-coin-only", {"coins": 5}),
    ("light-coins", {"coins": 5, "fakes": 2}),
    ("odd-coins", {"coins": 4, "fakes": 2}),
    ("code-777", {"cards": 2, "attributes": 1, "values": 3}),
    ("bags-of-gold", {"bags": 4, "capacity": 3}),
    ("decimalisation", {"places": 2, "digits": 3}),
    ("sorting", {"n": 3}),
]

COINS = """
game "Coins"
param coins = 6
alphabet coin = 1..coins
secret odd : coin
{rest}
experiment weigh(left : set(m) of coin, right : set(m) of coin) for m in 1..2
  where disjoint(left, right) & min(left) < min(right)
  outcome "left"  : odd in left
  outcome "right" : odd in right
  outcome "even"  : !(odd in left | odd in right)
"""
"""Coins are interchangeable in experiments and answers; `rest` says which are not."""


def values(game: cobra.Game, objective: str) -> set[Any]:
    """Return the values found with every source, with and without symmetry."""
    solver = Solver(game)
    switches = [
        {"source": source, "symmetry": symmetry}
        for source in ("table", "computed")
        for symmetry in (True, False)
    ]
    return {solver.optimum(objective, **switch) for switch in switches}


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("name", "params"), GAMES, ids=[f"{name}-{i}" for i, (name, _) in enumerate(GAMES)])
def test_both_sources_find_the_same(name: str, params: dict[str, int], objective: str) -> None:
    assert len(values(cobra.load(name, params), objective)) == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rest",
    [
        "",
        "weight if odd = 6 then 10 else 1",
        "weight if odd < 3 then 1 else 7",
        "goal odd > 3",
        "goal odd = 1 | odd = 2 | odd = 4",
    ],
)
def test_interchangeable_coins_of_unequal_weight_or_goal(rest: str) -> None:
    game = cobra.load_text(COINS.format(rest=rest))
    for objective in OBJECTIVES:
        assert values(game, objective) == {oracle.optimum(game, objective)}


@pytest.mark.parametrize(
    "goal", ["", "goal x > 2", "goal x = 1 | hidden & x = 2", "goal hidden", "weight x * x"]
)
def test_codes_left_together(goal: str) -> None:
    # No experiment shows `hidden`: a play may leave both codes of a number together, and those of one goal.
    game = cobra.load_text(
        f"""game "Left together"
        secret x : 1..4
        variable hidden
        {goal}
        experiment ask(c : 1..3)
          observe x <= c
        experiment odd()
          observe x % 2"""
    )
    for objective in OBJECTIVES:
        assert values(game, objective) == {oracle.optimum(game, objective)}


def test_codes_left_together_by_a_final_outcome() -> None:
    # A confirmation is counted for a code that is alone, not for the two that cannot be told apart.
    lines = ["VARIABLES x, y, hidden", "CONSTRAINT x | !hidden", "ALPHABET '1'"]
    lines += ['EXPERIMENT "x" 0', 'OUTCOME "yes" x', 'OUTCOMEX "no" !x']
    lines += ['EXPERIMENT "y" 0', 'OUTCOME "yes" y', 'OUTCOMEX "no" !y']
    game = cobra.load_text("\n".join(lines))
    for objective in OBJECTIVES:
        assert values(game, objective) == {oracle.optimum(game, objective)}
