"""Decimals are exact: each weight is in the ratio that fractions of Python have."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.errors import LanguageError
from cobra.language.load import load_text
from tests import oracle
from tests.random_cases import random_cases

GAME = "secret s : 0..3 variable v experiment g() observe s, v weight "


def weights(expression: str) -> list[int]:
    """Return the weights of the codes: s from 0 to 3, v true before false."""
    game = load_text(GAME + expression)
    return [oracle.weight_of(game, code) for code in oracle.codes(game)]


def codes() -> list[tuple[int, bool]]:
    return [(s, v) for s in range(4) for v in (True, False)]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0.5", [1] * 8),
        ("2.50", [1] * 8),
        ("if v then 0.3 else 0.7", [3, 7] * 4),
        ("if v then 0.25 else 1", [1, 4] * 4),
        ("if s = 0 then 0.1 else if s = 1 then 0.25 else 1", [2, 2, 5, 5, 20, 20, 20, 20]),
        ("0.5 * s + 0.5", [1, 1, 2, 2, 3, 3, 4, 4]),
        ("1.5 - 0.25 * s", [6, 6, 5, 5, 4, 4, 3, 3]),
        ("(s + 1) / 2.5", [1, 1, 2, 2, 3, 3, 4, 4]),
        ("1.0 / 3 + s", [1, 1, 4, 4, 7, 7, 10, 10]),
        ("max(0.5 * s, 1, 0.75)", [2, 2, 2, 2, 2, 2, 3, 3]),
        ("min(0.5, s + 1) + sum(i in 1..3, i != 2 : 0.1 * i)", [1] * 8),
        ("if 0.5 * s >= 1.0 then 3 else 2", [2, 2, 2, 2, 3, 3, 3, 3]),
        ("if 0.5 * s = 1.0 then 3 else 2", [2, 2, 2, 2, 3, 3, 2, 2]),
        ("-(-0.2) + 0.3 * count(v)", [5, 2] * 4),
        ("1 / 2 + 1", [1] * 8),
        ("4", [4] * 8),
        ("s / 2 * 0.5 + 1", [2, 2, 2, 2, 3, 3, 3, 3]),
        ("1 / 2 * 0.5 + s + 1", [1, 1, 2, 2, 3, 3, 4, 4]),
        ("s % 2 * 0.5 + 1", [2, 2, 3, 3] * 2),
        ("3 * 0.5 / 2 + s / 2 * 2", [3, 3, 3, 3, 11, 11, 11, 11]),
        ("7 % 4 / 2 / 0.5 + s", [2, 2, 3, 3, 4, 4, 5, 5]),
    ],
)
def test_weights(expression: str, expected: list[int]) -> None:
    assert weights(expression) == expected


NUMBERS = st.one_of(
    st.integers(0, 12).map(str),
    st.tuples(st.integers(0, 30), st.integers(0, 999), st.integers(1, 3)).map(
        lambda parts: f"{parts[0]}.{str(parts[1])[: parts[2]]}"
    ),
    st.sampled_from(["s", "(s + 1)", "(if v then 1.5 else s)", "(if v then 2 else 0.125)"]),
)


@pytest.mark.parametrize(
    "value",
    [
        'if s = 1 then 0.5 else "far"',
        'if s = 1 then "far" else 0.5',
        'if s = 1 then 2 else if s = 2 then "far" else 0.5',
        'if s = 1 then 0.5 else if s = 2 then "far" else 2',
    ],
)
def test_a_branch_is_of_numbers_only(value: str) -> None:
    text = f"secret s : 1..3 experiment g() observe {value}"
    with pytest.raises(LanguageError) as caught:
        load_text(text)
    (mistake,) = caught.value.diagnostics
    assert mistake.message == "a number is needed here, but this is a word"
    assert mistake.span is not None and mistake.span.column == text.index('"far"') + 1


def value(expression: str, s: int, v: bool) -> Fraction:
    """Return an expression over numbers, `+`, `*` and choices, evaluated with fractions."""
    text = expression.replace("if v then 1.5 else s", "1.5 if v else s")
    text = text.replace("if v then 2 else 0.125", "2 if v else 0.125")
    out = re.sub(r"[0-9]+(\.[0-9]+)?", lambda number: f"F('{number[0]}')", text)
    result = eval(out, {"F": Fraction, "s": s, "v": v})  # the texts are made above
    assert isinstance(result, Fraction | int)
    return Fraction(result)


@random_cases(150)
@given(st.lists(NUMBERS, min_size=1, max_size=4), st.lists(st.sampled_from("+*"), min_size=4, max_size=4))
def test_sums_and_products(numbers: list[str], operators: list[str]) -> None:
    parts = [numbers[0]]
    for operator, number in zip(operators, numbers[1:], strict=False):
        parts += [operator, number]
    expression = f"1.5 + {' '.join(parts)}"
    expected = [value(expression, s, v) for s, v in codes()]
    try:
        found = weights(expression)
    except LanguageError as error:
        assert re.search(r"at most 1,073,741,824 is possible|a weight may be up to 1,073,741,824", str(error))
        digits = sum(len(fraction) for fraction in re.findall(r"\.([0-9]+)", expression))
        assert max(expected) * 10**digits > 1_073_741_824
        return
    assert [Fraction(one, found[0]) for one in found] == [one / expected[0] for one in expected]


def test_an_answer_is_calculated_from_left_to_right() -> None:
    """`/` of whole numbers rounds down and the parameter divides, whatever decimal comes behind them."""
    text = "secret s : 1..3 experiment g(x : 1..2) observe s / x * 0.5, s % x * 0.5"
    game = load_text(text)
    found = [oracle.outcome(game, at, code) for at in oracle.experiments(game) for code in oracle.codes(game)]
    assert found == [("0.5", "0"), ("1", "0"), ("1.5", "0"), ("0", "0.5"), ("0.5", "0"), ("0.5", "0.5")]


def test_figures_do_not_depend_on_the_scale() -> None:
    one = cobra.analyze(load_text(GAME + "if v then 0.3 else 0.7"), ["parts"]).rows[0]
    other = cobra.analyze(load_text(GAME + "if v then 3 else 7"), ["parts"]).rows[0]
    assert (one.average, one.total, one.weight) == (other.average, other.total, other.weight)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("secret s : 1..3 experiment g() observe abs(0.5 * s)", "this is a decimal"),
        ("secret s[1..3] : 1..3 experiment g() observe s[1.5]", "this is a decimal"),
        ("secret s : 1..2.5 experiment g() observe s", "this is a decimal"),
        (
            "secret s : 1..3 weight 0.5 % 2 experiment g() observe s",
            "`%` is of whole numbers, not of decimals",
        ),
        (
            "secret s : 1..3 weight 2 * 0.5 % 2 experiment g() observe s",
            "`%` is of whole numbers, not of decimals",
        ),
        (
            "secret s : 1..3 weight 0.5 / s experiment g() observe s",
            "what a decimal is divided by must be one number",
        ),
        ("secret s : 1..3 weight 1 / 0.0 experiment g() observe s", "a divisor must be positive"),
        (
            "secret s : 1..3 weight 0.5 * s - 0.5 experiment g() observe s",
            "a weight must be positive, but this may be 0.0",
        ),
        (
            "secret s : 1..3 weight 0.1 - 0.5 * s experiment g() observe s",
            "a weight must be positive, but this may be -1.4",
        ),
        ("secret s : 1..3 weight 1.2.3 experiment g() observe s", "`.` means nothing here"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(text)
    assert message in caught.value.diagnostics[0].message


def test_a_range_is_no_decimal() -> None:
    assert len(oracle.codes(load_text("secret s : 1..3 experiment g() observe s"))) == 3
