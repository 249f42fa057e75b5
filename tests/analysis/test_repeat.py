"""Means and confidence intervals of strategies that draw by chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cobra
from cobra.analysis.repeat import Repeats, student_quantile

GAME = cobra.load("mastermind", {"pegs": 2, "colours": 4})


@pytest.mark.parametrize(
    ("degrees", "t"),  # Abramowitz and Stegun 1964, table 26.10
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (19, 2.093), (30, 2.042), (120, 1.980)],
)
def test_quantiles_of_students_distribution(degrees: int, t: float) -> None:
    assert round(student_quantile(degrees), 3) == t


def test_figures_of_runs() -> None:
    repeats = Repeats(seed=0, totals=(40, 44, 48), weight=16, worst=5)
    assert (repeats.runs, repeats.mean) == (3, Fraction(11, 4))
    assert (repeats.least, repeats.greatest) == (Fraction(5, 2), Fraction(3))
    assert repeats.margin == pytest.approx(4.302653 * 0.25 / 3**0.5)
    assert Repeats(seed=0, totals=(40,), weight=16, worst=5).margin is None


def test_runs_are_those_of_the_single_seeds() -> None:
    row = cobra.analyze(GAME, ["parts"], ties="random", repeat=5, seed=2).rows[0]
    single = [cobra.analyze(GAME, ["parts"], ties="random", seed=seed).rows[0] for seed in range(2, 7)]
    assert row.repeats is not None
    assert row.repeats.totals == tuple(one.total for one in single)
    assert row.repeats.worst == max(one.worst for one in single)
    assert row.repeats.seed == 2
    assert (row.total, row.first) == (single[0].total, single[0].first)


def test_what_draws_nothing_is_played_once_and_ones_own_each_time() -> None:
    seeds: list[int] = []

    def choose(knowledge: cobra.Knowledge) -> str | None:
        seeds.append(knowledge.seed)
        return knowledge.best("parts")

    rows = cobra.analyze(GAME, ["random", "parts", "consistent(parts)", choose], repeat=3).rows
    assert [row.repeats and row.repeats.runs for row in rows] == [3, None, None, 3]
    assert sorted(set(seeds)) == [0, 1, 2]


def test_a_stop_leaves_the_runs_that_are_complete() -> None:
    runs: set[int] = set()

    def choose(knowledge: cobra.Knowledge) -> str | None:
        runs.add(knowledge.seed)
        if knowledge.seed == 2:
            raise KeyboardInterrupt
        return knowledge.best("parts")

    row = cobra.analyze(GAME, [choose], repeat=5).rows[0]
    assert (row.stopped, row.average) == ("interrupt", Fraction(45, 16))
    assert row.repeats is not None and row.repeats.totals == (45, 45)
