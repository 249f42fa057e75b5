"""Exact counts far beyond enumeration, against closed formulas, and what happens at a limit."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import product
from math import comb, factorial

import pytest

from cobra.budget import Deadline
from cobra.errors import LimitError, TimeLimitError
from cobra.language.load import load, load_text
from cobra.sat.counting import count_codes, count_outcomes
from cobra.sat.knowledge import SatKnowledge
from tests import oracle

ALL_OF_3 = [(bool(a), bool(b), bool(c)) for a, b, c in product((0, 1), repeat=3)]
SUBSETS = """
param size = 64 in 1..1000
param chosen = 4 in 0..1000
variables x[1..size]
constraint exactly(chosen, i in 1..size : x[i])
experiment ask(i : 1..size)
  observe x[i]
"""


@pytest.mark.parametrize(("size", "chosen"), [(64, 4), (64, 32), (200, 100)])
def test_subsets(size: int, chosen: int) -> None:
    game = load_text(SUBSETS, definitions={"size": str(size), "chosen": str(chosen)})
    assert count_codes(game) == comb(size, chosen)
    assert count_codes(game, [((0, (0,)), (True,))]) == comb(size - 1, chosen - 1)
    assert count_outcomes(game, (0, (5,))) == {
        (False,): comb(size - 1, chosen),
        (True,): comb(size - 1, chosen - 1),
    }


def test_mastermind_of_twelve_pegs_and_colours() -> None:
    game = load("mastermind", {"pegs": "12", "colours": "12"})
    assert count_codes(game) == 12**12
    zeros, ones = (0, (0,) * 12), (0, (1,) * 12)
    assert count_outcomes(game, zeros) == {(b, 0): comb(12, b) * 11 ** (12 - b) for b in range(13)}
    for b in range(3):
        rest = 12 - 2 - b
        expected = factorial(12) // (2 * factorial(b) * factorial(rest)) * 10**rest
        assert count_codes(game, [(zeros, (2, 0)), (ones, (b, 0))]) == expected


def test_parts_of_mastermind_add_up() -> None:
    game = load("mastermind", {"pegs": "8", "colours": "10"})
    history = [((0, (6, 3, 1, 7, 0, 6, 6, 9)), (1, 2))]
    counts = count_outcomes(game, (0, (0, 7, 4, 3, 9, 1, 5, 0)), history)
    assert counts[0, 4] == 2156766  # found by two independent programs
    assert sum(counts.values()) == count_codes(game, history) == 11898283


@pytest.mark.parametrize("weights", [(300_000_000, 299_999_999, 299_999_998), (1, 1000, 999_999), (7, 7, 7)])
def test_values_that_are_far_apart(weights: tuple[int, ...]) -> None:
    cells = "".join(f" else if i = {i} then {weight}" for i, weight in enumerate(weights, 1))
    game = load_text(
        f"variables x[1..3] def heavy(i) = {cells[6:]} else 0 "
        "experiment ask(k : 0..1) observe sum(i in 1..3 : if x[i] then heavy(i) else 0) - 5, x[1]"
    )
    sums = Counter((sum(w for w, held in zip(weights, x, strict=True) if held) - 5, x[0]) for x in ALL_OF_3)
    found = count_outcomes(game, (0, (0,)), deadline=Deadline(20))
    assert found == sums
    assert list(found) == sorted(sums)
    after = count_outcomes(game, (0, (1,)), [((0, (0,)), (weights[2] - 5, False))])
    assert after == {(weights[2] - 5, False): sums[weights[2] - 5, False]}


def test_distinct_symbols() -> None:
    game = load("permutation", {"n": "12"})
    assert count_codes(game) == factorial(12)


def test_words() -> None:
    game = load_text("secret w[1..3] : {a b c}\nexperiment look(i : 1..3) observe w[i]")
    assert count_codes(game) == 27


def test_too_little_memory() -> None:
    game = load("permutation", {"n": "12"})
    with pytest.raises(LimitError, match="--memory") as caught:
        count_codes(game, memory=100_000)
    assert caught.value.name == "memory"


def test_too_little_time() -> None:
    game = load("mastermind", {"pegs": "12", "colours": "12"})
    with pytest.raises(TimeLimitError, match="--time-limit"):
        count_outcomes(
            game,
            (0, tuple(range(12))),
            [((0, (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)), (2, 4))],
            deadline=Deadline(0.1),
        )


SMALL = {
    "bags-of-gold": {"bags": "3", "capacity": "3"},
    "black-box": {"size": "3", "atoms": "2"},
    "black-pegs": {"pegs": "2", "colours": "4"},
    "bulls-and-cows": {"places": "2", "digits": "5"},
    "code-777": {"cards": "2", "attributes": "2", "values": "2"},
    "code-777-three": {"cards": "2", "attributes": "2", "values": "2"},
    "counterfeit-coin": {"coins": "6"},
    "counterfeit-coin-only": {"coins": "5", "genuine": "1"},
    "decimalisation": {"places": "2", "digits": "4"},
    "diagnosis": {},
    "group-testing": {"items": "5", "defective": "2"},
    "higher-lower": {"n": "9"},
    "light-coins": {"coins": "5", "fakes": "2"},
    "mastermind": {"pegs": "3", "colours": "3"},
    "mastermind-colour": {"pegs": "3", "colours": "3"},
    "mastermind-position": {"pegs": "3", "colours": "3"},
    "permutation": {"n": "4"},
    "sorting": {"n": "4"},
    "word-list": {},
    "wordle": {},
}


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", SMALL)
def test_library(name: str) -> None:
    """Both ways to answer agree: listing the codes by definition, and counting them by diagrams and SAT."""
    game = load(name, SMALL[name])
    codes = oracle.codes(game)
    assert count_codes(game) == len(codes)
    experiments = oracle.experiments(game)
    experiment = experiments[len(experiments) // 2]
    cells = oracle.partition(game, experiment, codes)
    assert count_outcomes(game, experiment) == {outcome: len(cell) for outcome, cell in cells.items()}
    outcome, cell = max(cells.items(), key=lambda item: len(item[1]))
    with SatKnowledge(game, [(experiment, outcome)]) as knowledge:
        assert sorted(knowledge.codes()) == sorted(cell)
        assert knowledge.count() == len(cell)
        assert dict(knowledge.fixed_variables()) == oracle.fixed_variables(game, cell)


LEFT_ALONE = """
from cobra.language.load import load
from cobra.sat.counting import count_outcomes
from cobra.budget import Deadline
from cobra.errors import TimeLimitError

game = load("mastermind", {"pegs": "12", "colours": "12"})
try:
    history = [((0, (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)), (2, 4))]
    count_outcomes(game, (0, tuple(range(12))), history, deadline=Deadline(0.2))
except TimeLimitError:
    print("stopped")
"""


@pytest.mark.thorough
def test_python_ends_well_while_a_count_goes_on() -> None:
    result = subprocess.run([sys.executable, "-c", LEFT_ALONE], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "stopped\n", "")
