"""What formulas are made of: sums over the symbols of two slots at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cobra.symmetries.parts import at_least

PLACES = 12
weighted = st.tuples(st.integers(1, 40), st.integers(-(1 << PLACES), (1 << PLACES) - 1))


def test_exact_places() -> None:
    # Weights 1, 2 and 3 at the places of the masks: sums 0 to 6 but for 1 + 2, which is 3 as well.
    masks = [(1, 0b10101010), (2, 0b11001100), (3, 0b11110000)]
    assert [at_least(need, masks, 255) for need in range(8)] == [
        0b11111111,
        0b11111110,
        0b11111100,
        0b11111000,
        0b11100000,
        0b11000000,
        0b10000000,
        0,
    ]
    assert at_least(0, [], 7) == 7
    assert at_least(1, [], 7) == 0
    assert at_least(9, masks, 255) == 0  # more than the digits of any sum


@given(st.integers(0, 99), st.lists(weighted, max_size=8))
def test_places_that_reach_the_sum(need: int, masks: list[tuple[int, int]]) -> None:
    sums = [sum(weight for weight, mask in masks if mask >> place & 1) for place in range(PLACES)]
    expected = [reached >= need for reached in sums]
    found = at_least(need, masks, (1 << PLACES) - 1)
    assert [bool(found >> place & 1) for place in range(PLACES)] == expected
    assert found >> PLACES == 0
