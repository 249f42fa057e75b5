"""Answers as the core has them: cheaper sums, from which the given ones follow."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.language.load import load_text
from cobra.model.dag import Lin, make_lin
from cobra.model.simplify import _reduce_sums, core_answers
from tests.random_cases import random_cases

VARIABLES = 6
WEIGHTS = st.one_of(st.integers(-4, 4), st.integers(-(1 << 29), 1 << 29), st.sampled_from((65536, 1 << 28)))


@st.composite
def lins(draw: st.DrawFn) -> Lin:
    terms = st.tuples(WEIGHTS, st.integers(2, 2 * VARIABLES + 1))
    return make_lin(draw(WEIGHTS), draw(st.lists(terms, max_size=VARIABLES)))


def width(lin: Lin) -> int:
    return lin.high - lin.low


def value(lin: Lin, truth: list[bool]) -> int:
    return lin.constant + sum(weight for weight, lit in lin.terms if truth[lit >> 1] != bool(lit & 1))


@pytest.mark.thorough
@random_cases(300)
@given(st.lists(lins(), min_size=1, max_size=5), st.integers(0, 1 << 30))
def test_given_sums_follow_and_none_grows(given_sums: list[Lin], seed: int) -> None:
    reduced, combination = _reduce_sums(given_sums)
    assert all(width(new) <= width(old) for new, old in zip(reduced, given_sums, strict=True))
    random = Random(seed)
    for _ in range(10):
        truth = [random.random() < 0.5 for _ in range(VARIABLES + 1)]
        for old, factors in zip(given_sums, combination, strict=True):
            assert value(old, truth) == sum(f * value(reduced[i], truth) for i, f in factors.items())


@pytest.mark.parametrize("factor", [1, 65536, 1 << 29])
def test_wide_sums_are_reduced_at_once(factor: int) -> None:
    given_sums = [make_lin(0, [(1, 6)]), make_lin(0, [(factor, 2), (factor, 6)])]
    reduced, _ = _reduce_sums(given_sums)  # with factors of one only it took as many steps as the factor says
    assert [width(lin) for lin in reduced] == [1, factor]


def test_black_and_white_become_black_and_both() -> None:
    black = make_lin(0, [(1, 2), (1, 4)])
    white = make_lin(0, [(1, 6), (1, 8), (1, 10), (-1, 2), (-1, 4)])
    reduced, combination = _reduce_sums([black, white])
    assert reduced == [black, make_lin(0, [(1, 6), (1, 8), (1, 10)])]
    assert combination == [{0: 1}, {1: 1, 0: -1}]


def test_a_game_with_wide_answers_is_read_at_once() -> None:
    text = "variable a[1..9] experiment g() observe count(a[1], a[2]), 536870912 * count(a[1]) + count(a[3])"
    (answer,) = core_answers(load_text(text))
    assert len(answer.components) == 2
