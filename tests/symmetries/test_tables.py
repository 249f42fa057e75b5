"""Published numbers of guesses that differ, and the same counted by `tests/brute_symmetry.py`.

The tables of Mastermind and Bulls and Cows are those in the documentation of fancidev/mastermind; answers are
not looked at in them. After 0456 and 4567 G. Francis (2010) has 373 and 218 instead of 363 and 180, which a
plain count of orbits confirms.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from math import comb, factorial
from typing import TypeVar

import pytest

import cobra
from cobra.analysis.symmetry import Round
from tests import brute_symmetry as by_hand

T = TypeVar("T", bound=Hashable)

THIRD = {
    "0123": 20, "0124": 107, "0132": 67, "0134": 270, "0145": 295,
    "0214": 270, "0231": 75, "0234": 501, "0245": 1045, "0456": 363,
    "1032": 39, "1034": 270, "1045": 295, "1204": 175, "1230": 59,
    "1234": 501, "1245": 1045, "1435": 541, "1456": 1012, "4567": 180,
}  # fmt: skip
"""Bulls and Cows, 4 of 10: the second guesses that differ after 0123, with the number of third guesses."""


@cache
def game(name: str, *params: tuple[str, int]) -> cobra.Game:
    return cobra.load(name, {key: str(value) for key, value in params})


def rounds(of: cobra.Game, *after: str, equivalence: str = "history") -> tuple[Round, ...]:
    report = cobra.symmetry(of, after=after, equivalences=[equivalence])
    assert report.stopped is None and not report.left_out
    assert len(report.rounds) == len(after) + 1
    for one in report.rounds:
        assert one.all is not None and sum(one.sizes) == one.all
    return report.rounds


def test_mastermind() -> None:
    of = game("mastermind")
    assert cobra.symmetry(of, equivalences=["history"]).group.order == factorial(4) * factorial(6) == 17280
    (first,) = rounds(of)
    assert dict(zip(first.canonical, first.sizes, strict=True)) == {
        "0000": 6, "0001": 120, "0011": 90, "0012": 720, "0123": 360,
    }  # fmt: skip
    counts = {guess: rounds(of, guess)[-1].count for guess in first.canonical}
    assert counts == {"0000": 12, "0001": 53, "0011": 39, "0012": 130, "0123": 57}


@pytest.mark.thorough
def test_bulls_and_cows() -> None:
    of = game("bulls-and-cows")
    report = cobra.symmetry(of, after=["0123"], equivalences=["history"])
    assert report.group.order == factorial(4) * factorial(10) == 87_091_200
    first, second = report.rounds
    assert (first.canonical, first.sizes, second.canonical) == (("0123",), (5040,), tuple(THIRD))
    expected = by_hand.next_guesses(4, 10, True, [(0, 1, 2, 3)])
    assert {
        tuple(map(int, g)): size for g, size in zip(second.canonical, second.sizes, strict=True)
    } == expected


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("second", THIRD)
def test_third_guesses_of_bulls_and_cows(second: str) -> None:
    third = rounds(game("bulls-and-cows"), "0123", second)[-1]
    assert third.count == THIRD[second]
    expected = by_hand.next_guesses(4, 10, True, [(0, 1, 2, 3), tuple(map(int, second))])
    found = {tuple(map(int, g)): size for g, size in zip(third.canonical, third.sizes, strict=True)}
    assert found == expected


@pytest.mark.slow
def test_first_weighings_of_four_and_of_twelve_coins() -> None:
    (four,) = rounds(game("counterfeit-coin", ("coins", 4)))
    assert (four.canonical, four.sizes) == (("1 | 2", "12 | 34"), (6, 3))
    of = game("counterfeit-coin", ("coins", 12))
    report = cobra.symmetry(of, equivalences=["history"])
    assert report.group.order == 2 * factorial(12)
    (twelve,) = report.rounds
    # of 12 coins m against m; 4 against 4 is ½ · C(12, 4) · C(8, 4) (Klimoš 2014)
    assert twelve.sizes == tuple(comb(12, m) * comb(12 - m, m) // 2 for m in range(1, 7))
    assert twelve.sizes[3] == 17325
    assert twelve.sizes == tuple(by_hand.first_weighings(12).values())


def shown(weighing: by_hand.Weighing) -> str:
    return " | ".join("".join(map(str, sorted(pan))) for pan in weighing)


@pytest.mark.thorough
@pytest.mark.parametrize("coins", [4, 5, 6])
def test_second_weighings(coins: int) -> None:
    of = game("counterfeit-coin", ("coins", coins))
    codes = [(coin, heavy) for coin in range(1, coins + 1) for heavy in (True, False)]
    for first in by_hand.first_weighings(coins):
        second = rounds(of, shown(first))[-1]
        found = dict(zip(second.canonical, second.sizes, strict=True))
        assert found == {shown(w): size for w, size in by_hand.next_weighings(coins, first, None).items()}
        for answer in {by_hand.tilt(first, coin) for coin in codes}:
            after = f"{shown(first)}={answer}"
            second = rounds(of, after)[-1]
            found = dict(zip(second.canonical, second.sizes, strict=True))
            assert found == {
                shown(w): size for w, size in by_hand.next_weighings(coins, first, answer).items()
            }
            second = rounds(of, after, equivalence="knowledge")[-1]
            found = dict(zip(second.canonical, second.sizes, strict=True))
            left = [coin for coin in codes if by_hand.tilt(first, coin) == answer]
            assert found == {
                shown(w): size for w, size in by_hand.weighings_by_knowledge(coins, left).items()
            }


@pytest.mark.slow
def test_second_weighings_of_twelve_coins() -> None:
    of = game("counterfeit-coin", ("coins", 12))
    second = rounds(of, "1 2 3 4 | 5 6 7 8")[-1]
    assert second.count == len(by_hand.second_weighings(12, 4)) == 110


# Games with so many experiments that they are generated class by class and never listed.


def firsts(things: Iterable[T], invariant: Callable[[T], object]) -> dict[T, int]:
    """Return the first of all things with the same invariant, with their number."""
    first: dict[object, T] = {}
    sizes: dict[T, int] = {}
    for thing in things:
        head = first.setdefault(invariant(thing), thing)
        sizes[head] = sizes.get(head, 0) + 1
    return sizes


@pytest.mark.thorough
@pytest.mark.parametrize("guess", ["0000", "0011", "0123"])
def test_mastermind_with_ten_colours(guess: str) -> None:
    second = rounds(game("mastermind", ("colours", 10)), guess)[-1]
    found = {tuple(map(int, g)): size for g, size in zip(second.canonical, second.sizes, strict=True)}
    assert found == by_hand.next_guesses(4, 10, False, [tuple(map(int, guess))])


@pytest.mark.parametrize("made", [(), ("0000000005",), ("0000011111", "0000000122")])
def test_bags_of_gold(made: tuple[str, ...]) -> None:
    """Bags of which the same numbers of coins were taken are interchangeable."""
    last = rounds(game("bags-of-gold"), *made)[-1]
    taken = [tuple(map(int, take)) for take in made]
    columns = list(zip(*taken, strict=True)) if taken else [()] * 10
    expected = firsts(filter(any, takes(10, 5)), lambda take: tuple(sorted(zip(columns, take, strict=True))))
    assert dict(zip(last.canonical, last.sizes, strict=True)) == {
        "".join(map(str, take)): size for take, size in expected.items()
    }


def takes(bags: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take coins of bags, at most so many, in order."""
    if bags == 0:
        yield ()
        return
    for head in range(most + 1):
        for tail in takes(bags - 1, most - head):
            yield head, *tail


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("made", [(), ((0, 0, 0, 0),), ((0, 5, 5, 6),)])
def test_decimalisation(made: tuple[tuple[int, ...], ...]) -> None:
    """Of each place only the sizes of the sets named and of what they share counts, and places are alike."""
    sets = [set(s) for size in (1, 2) for s in combinations(range(5), size)]
    text = ["".join(map(str, sorted(s))) for s in sets]
    last = rounds(game("decimalisation"), *(", ".join(text[i] for i in query) for query in made))[-1]

    def invariant(query: tuple[int, ...]) -> object:
        places = [[sets[q[i]] for q in (query, *made)] for i in range(4)]
        return tuple(sorted((tuple(map(len, named)), len(set.intersection(*named))) for named in places))

    expected = firsts(product(range(15), repeat=4), invariant)
    assert dict(zip(last.canonical, last.sizes, strict=True)) == {
        ", ".join(text[i] for i in query): size for query, size in expected.items()
    }
