"""Why filters are canonical: what a chain keeps is enough when each keeps the least of its classes.

A class here is a set of numbers, a filter keeps the least number of each class among those it is given; a
strategy that takes the best experiment, and of equals the first, is not disturbed by any chain of such
filters as long as experiments of one class are equally good.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.equivalence import Classes, chain, joined


def classes(experiments: int, *parts: set[int]) -> Classes:
    """Return an equivalence of the numbers below `experiments`, given by its classes of more than one."""
    return joined(experiments, [(a, b) for part in parts for a in part for b in part])


@st.composite
def chains(draw: st.DrawFn) -> tuple[int, list[Classes]]:
    """A number of experiments and one to three equivalences of them."""
    count = draw(st.integers(1, 12))
    numbers = st.integers(0, count - 1)
    pairs = st.lists(st.tuples(numbers, numbers), max_size=count)
    return count, [joined(count, draw(pairs)) for _ in range(draw(st.integers(1, 3)))]


@given(chains(), st.data())
def test_a_chain_keeps_the_choice_whatever_the_scores(
    drawn: tuple[int, list[Classes]], data: st.DataObject
) -> None:
    count, filters = drawn
    join = joined(count, [(e, of[e]) for of in filters for e in range(count)])
    score_of = data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    scores = [score_of[join[e]] for e in range(count)]
    kept = chain(count, filters)
    assert min(kept, key=lambda e: (scores[e], e)) == min(range(count), key=lambda e: (scores[e], e))


@given(chains())
def test_a_chain_keeps_the_least_of_each_class_of_the_join(drawn: tuple[int, list[Classes]]) -> None:
    count, filters = drawn
    join = joined(count, [(e, of[e]) for of in filters for e in range(count)])
    kept = chain(count, filters)
    assert set(join) <= set(kept)
    assert sum(kept.values()) == count
    for first in set(join):
        assert sum(size for e, size in kept.items() if join[e] == first) == join.count(first)


@given(chains())
def test_one_filter_keeps_one_of_each_class(drawn: tuple[int, list[Classes]]) -> None:
    count, (of, *_) = drawn
    assert set(chain(count, [of])) == set(of)
    assert chain(count, [of, of]) == chain(count, [of])


def keep_last(numbers: list[int], of: Classes) -> list[int]:
    """A filter that is not canonical: it keeps the last of each class."""
    return sorted({of[e]: e for e in numbers}.values())


def test_filters_that_keep_any_one_of_a_class_lose_the_choice() -> None:
    first, second = classes(3, {0, 1}), classes(3, {1, 2})
    assert keep_last(keep_last([0, 1, 2], first), second) == [2]
    assert list(chain(3, [first, second])) == [0, 2]
    assert list(chain(3, [second, first])) == [0]


def test_which_one_is_kept_decides_how_many_a_chain_leaves() -> None:
    # {1 2} {3} and {1} {2 3}, joined one class. Filters that keep the least element of the whole class,
    # or nothing when it is gone, leave one element; filters that keep the first they are given leave two.
    first, second = classes(3, {0, 1}), classes(3, {1, 2})
    canonical = [e for e in range(3) if first[e] == e and second[e] == e]
    assert canonical == [0]
    assert len(chain(3, [first, second])) == 2


def test_a_chain_of_canonical_filters_may_leave_more_than_one_of_a_class() -> None:
    # {1 3} {2 4} and {1} {2} {3 4}: all four are one class of the join, yet 1 and 2 are least in both
    first, second = classes(4, {0, 2}, {1, 3}), classes(4, {2, 3})
    assert len(set(joined(4, [*enumerate(first), *enumerate(second)]))) == 1
    assert [e for e in range(4) if first[e] == e and second[e] == e] == [0, 1]
    assert list(chain(4, [first, second])) == [0, 1]
