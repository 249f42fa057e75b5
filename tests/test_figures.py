"""Averages as decimals: equal numbers print equal, different ones different, bounds are true as printed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.figures import MOST_PLACES, PLACES, Decimals, decimal

NUMBERS = st.builds(Fraction, st.integers(0, 40_000), st.integers(1, 5_000))


def test_an_end_that_is_attained_is_the_figure_beside_it() -> None:
    attained = Fraction(695744, 100_000)
    decimals = Decimals([attained], [Fraction(69, 10)])
    assert decimals.figure(attained) == "6.9574"  # the interval beside it said 6.9575
    assert decimals.at_least(Fraction(69, 10)) == "6.9000"


def test_a_bound_that_is_attained_prints_as_the_figure() -> None:
    optimum = Fraction(206, 64)
    assert Decimals([optimum], [optimum]).at_least(optimum) == "3.2188"  # alone it is rounded down
    assert Decimals([], [optimum]).at_least(optimum) == "3.2187"


def test_there_are_more_decimals_where_different_numbers_would_be_equal() -> None:
    close = [Fraction(183775, 32768), Fraction(183776, 32768)]
    decimals = Decimals(close)
    assert [decimals.figure(one) for one in close] == ["5.60837", "5.60840"]
    assert Decimals([Fraction(1, 3)], [Fraction(33333, 100_000)]).figure(Fraction(1, 3)) == "0.333333"
    nearly = [Fraction(1), 1 + Fraction(1, 10**MOST_PLACES * 3)]
    assert {Decimals(nearly).figure(one) for one in nearly} == {"1." + "0" * MOST_PLACES}


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Fraction(5625, 1296), "4.3403"),
        (Fraction(0), "0.0000"),
        (Fraction(-1, 3), "-0.3333"),
        (Fraction(21, 32), "0.6562"),  # halves to the even digit, as Python has them
        (Fraction(12345678), "12,345,678.0000"),
    ],
)
def test_a_figure_alone(number: Fraction, shown: str) -> None:
    assert decimal(number) == shown


@pytest.mark.thorough
@given(st.lists(NUMBERS, max_size=6), st.lists(NUMBERS, max_size=3))
def test_no_table_contradicts_itself(figures: list[Fraction], bounds: list[Fraction]) -> None:
    decimals = Decimals(figures, bounds)
    printed = {one: decimals.figure(one) for one in figures}
    below = {one: decimals.at_least(one) for one in bounds}
    if decimals.places < MOST_PLACES:
        both = printed | below
        assert len(set(both.values())) == len(both)
    for one, text in printed.items():
        assert abs(Fraction(text.replace(",", "")) - one) <= Fraction(1, 2 * 10**PLACES)
        assert all(
            Fraction(other.replace(",", "")) <= Fraction(text.replace(",", ""))
            for bound, other in below.items()
            if bound <= one
        )
    for one, text in below.items():
        assert one in printed or Fraction(text.replace(",", "")) <= one
