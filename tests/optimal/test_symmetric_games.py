"""Games with much symmetry, whole and with some of it taken away: the core agrees with the oracle."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.language.load import load_text
from tests import oracle
from tests.optimal.solve import Solver
from tests.optimal.test_random_games import SWITCHES, check
from tests.oracle import OBJECTIVES
from tests.random_cases import random_cases
from tests.random_games import Names, formulas

LIBRARY: list[tuple[str, dict[str, int]]] = [
    ("bags-of-gold", {"bags": 3, "capacity": 3}),
    ("bags-of-gold", {"bags": 5, "capacity": 3, "fakes": 1}),
    ("battleship", {"size": 3, "length": 2}),
    ("black-box", {"size": 3, "atoms": 1}),
    ("black-pegs", {"pegs": 2, "colours": 3}),
    ("bulls-and-cows", {"places": 2, "digits": 4}),
    ("bulls-and-cows", {"places": 3, "digits": 3}),
    ("code-777", {"cards": 2, "attributes": 1, "values": 3}),
    ("code-777-three", {"cards": 2, "attributes": 2, "values": 2}),
    ("counterfeit-coin", {"coins": 5}),
    ("counterfeit-coin", {"coins": 4, "genuine": 1}),
    ("counterfeit-coin-only", {"coins": 5}),
    ("decimalisation", {"places": 2, "digits": 3}),
    ("diagnosis", {}),
    ("group-testing", {"items": 5, "defective": 2}),
    ("jotto", {}),
    ("light-coins", {"coins": 5, "fakes": 2}),
    ("mastermind", {"pegs": 2, "colours": 4}),
    ("mastermind", {"pegs": 3, "colours": 2}),
    ("mastermind-colour", {"pegs": 2, "colours": 3}),
    ("mastermind-position", {"pegs": 2, "colours": 3}),
    ("odd-coins", {"coins": 4, "fakes": 2}),
    ("permutation", {"n": 4}),
    ("sorting", {"n": 4}),
    ("word-list", {}),
]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), LIBRARY, ids=str)
def test_games_of_the_library(name: str, params: dict[str, int]) -> None:
    solver = Solver(cobra.load(name, params))
    for objective in ("average-worst", "worst-average", "nodes"):
        check(solver, objective, None, False)
    check(solver, "average-worst", None, False, symmetry=False)
    check(solver, "worst-average", 3, False, source="computed")
    check(solver, "average", None, True)


LARGER: list[tuple[str, dict[str, int]]] = [
    ("bags-of-gold", {"bags": 7, "capacity": 4}),
    ("black-box", {"size": 4, "atoms": 2}),
    pytest.param("bulls-and-cows", {"places": 3, "digits": 7}, marks=pytest.mark.slow),
    ("code-777-three", {}),
    ("light-coins", {"coins": 9, "fakes": 2}),
    ("mastermind", {"pegs": 4, "colours": 4}),
    ("odd-coins", {"coins": 7, "fakes": 2}),
    pytest.param("permutation", {"n": 5}, marks=pytest.mark.slow),
    ("wordle", {}),
]
"""Too large for the oracle."""


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), LARGER, ids=str)
def test_switches_change_no_value(name: str, params: dict[str, int]) -> None:
    solver = Solver(cobra.load(name, params))
    switches: list[dict[str, Any]] = [
        {"symmetry": False},
        {"source": "computed"},
        {"threads": 2},
        {"memory": 1 << 20},
    ]
    for objective in ("average-worst", "worst-average", "nodes"):
        best = solver.optimum(objective)
        assert [solver.optimum(objective, **one) for one in switches] == [best] * len(switches), objective


MASTERMIND = """game "Something is known"
secret code[1..{places}] : {distinct}1..{symbols}
constraint {known}
constraint {more}
experiment guess(g[1..{places}] : {distinct}1..{symbols})
  let black = count(i in 1..{places} : code[i] = g[i])
  let having(c, row) = count(i in 1..{places} : row[i] = c)
  let both = sum(c in 1..{symbols} : min(having(c, code), having(c, g)))
  observe black{white}
{final}"""
WEIGHINGS = """game "Something is known"
variables bit[1..{coins}]
variable lone
constraint {known}
constraint {more}
experiment weigh(left : set(m) of 1..{coins}, right : set(m) of 1..{coins}) for m in 1..{coins}/2
  where disjoint(left, right) & min(left) < min(right)
  let l = count(c in left : bit[c])
  let r = count(c in right : bit[c])
  observe if l = r then 0 else if l > r <-> lone then 1 else 2
experiment test(pool : set(1..2) of 1..{coins})
  observe any(c in pool : bit[c])"""


@st.composite
def games(draw: st.DrawFn) -> cobra.Game:
    """Mastermind of several kinds, or coins, with random knowledge of the secret."""
    if draw(st.booleans()):
        coins = draw(st.integers(3, 4))
        formula = formulas(Names(0, 2, coins, True, False, (), False), 1)
        return load_text(WEIGHINGS.format(coins=coins, known=draw(formula), more=draw(formula)))
    places, symbols = draw(st.sampled_from([(2, 2), (2, 3), (2, 4), (3, 2), (3, 3)]))
    formula = formulas(Names(places, symbols, 0, False, False, (), False), 1)
    distinct = draw(st.sampled_from(["", "distinct "])) if places <= symbols else ""
    return load_text(
        MASTERMIND.format(
            places=places,
            symbols=symbols,
            distinct=distinct,
            known=draw(formula),
            more=draw(formula),
            white=draw(st.sampled_from(["", ", both - black"])),
            final=draw(st.sampled_from(["", f"  final black = {places}"])),
        )
    )


@pytest.mark.thorough
@random_cases(60)
@given(
    games(),
    st.sampled_from(OBJECTIVES),
    st.one_of(st.none(), st.integers(1, 5)),
    st.booleans(),
    st.sampled_from(SWITCHES),
)
def test_what_is_known_takes_symmetry_away(
    game: cobra.Game, objective: str, max_depth: int | None, consistent: bool, switches: dict[str, Any]
) -> None:
    if oracle.codes(game):
        check(Solver(game), objective, max_depth, consistent, **switches)
