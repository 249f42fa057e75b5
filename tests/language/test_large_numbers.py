"""Numbers that are too large are mistakes with a place; numbers just small enough are not."""

from __future__ import annotations

import pytest

import cobra
from cobra.errors import LanguageError
from cobra.language.load import load_text

ASK = "experiment g(i : 1..3) observe x[i]"


def mistake(text: str) -> tuple[str, int, str]:
    """Return kind, line and message of the only mistake."""
    with pytest.raises(LanguageError) as caught:
        load_text(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    return diagnostic.kind, diagnostic.span.line, diagnostic.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("weight 999999999 * 9", "a weight may be up to 1,073,741,824, but this may be 8,999,999,991"),
        (
            "weight 999999999 * 999999999 * 999999999",
            "this number is too large; numbers may be up to 1,000,000,000,000,000,000",
        ),
        (
            "weight 1 + 999999999 * count(i in 1..3 : x[i])",
            "the values of this number are 2,999,999,997 apart; at most 1,073,741,824 is possible",
        ),
        (
            "constraint (if x[1] then 999999999 * 9 else 1) + 9 * count(x[2], x[3]) < count(x[1])",
            "the values of this number are 8,999,999,990 apart; at most 1,073,741,824 is possible",
        ),
    ],
)
def test_a_number_too_large_is_shown_where_it_is(line: str, message: str) -> None:
    assert mistake(f"variables x[1..3]\n{line}\n{ASK}") == ("number too large", 2, message)


def test_squares_of_squares_end() -> None:
    calls = "f(" * 20 + "3" + ")" * 20
    kind, line, message = mistake(f"def f(x) = x * x\nvariables x[1..3]\nweight {calls}\n{ASK}")
    assert (kind, line) == ("number too large", 1)
    assert message == "this number is too large; numbers may be up to 1,000,000,000,000,000,000"


def test_the_largest_weights_and_observed_values_work() -> None:
    game = load_text(f"variables x[1..3]\nweight if x[1] then 536870912 * 2 else 1\n{ASK}")
    (row,) = cobra.analyze(game, ["max-models"]).rows
    assert row.total == 3 * row.weight == 3 * 4 * (2**30 + 1)
    far = "536870912 * 2 * count(x[i]) + 999999999 * 999999999"
    game = load_text(f"variables x[1..3]\nexperiment g(i : 1..3) observe {far}")
    (row,) = cobra.analyze(game, ["parts"]).rows
    assert (row.total, row.worst) == (24, 3)


def test_a_goal_far_from_zero_works() -> None:
    far = "999999999 * 999999999 + count(i in 1..3 : x[i])"
    game = load_text(f"variables x[1..3]\ngoal {far}\n{ASK}")
    (row,) = cobra.analyze(game, ["parts"]).rows
    assert (row.codes, row.worst) == (8, 3)
