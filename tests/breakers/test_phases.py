"""Pen, field and pasture plays as described, finds every code, and costs what docs/phases.md says."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from cobra.breakers.phases import SETS, Gap, Guess, arrange_pen, phases
from cobra.breakers.phases_memory import answer_to

CODES = list(permutations(range(16), 4))


def digits(text: str) -> Guess:
    return tuple(int(digit, 16) for digit in text)


def text(guess: Guess) -> str:
    return "".join(f"{digit:X}" for digit in guess)


def guesses(code: str) -> str:
    """Return all guesses of the play against a code."""
    player = phases()
    made = [next(player)]
    while made[-1] != digits(code):
        made.append(player.send(answer_to(made[-1], digits(code))))
    return " ".join(map(text, made))


def test_the_sets_hold_all_digits_and_each_is_every_fifth_of_the_one_before() -> None:
    rows = [[digit for guess in guesses for digit in guess] for guesses in SETS]
    assert [sorted(row) for row in rows] == [list(range(16))] * 4
    for row, following in zip(rows, [*rows[1:], rows[0]], strict=True):
        assert following == [row[(5 * i + 4) % 16] for i in range(16)]


def test_the_typical_example() -> None:
    """Field 0123, pen 4567, pasture CDEF; 0567 is better than 4567, so the pasture is next."""
    assert guesses("75C0") == (
        "0123 4567 89AB CDEF "  # the fourth, too
        "0567 "  # up: 0 is in, 4 is not, and no bovine is left in the field
        "0C67 0D67 "  # C for 5 is no change; D for C is worse, so C is in and comes back
        "0CE7 0CF7 0C57 "  # the second unknown for 6, the third, and past the end the first
        "C057 57C0 75C0"  # no change: rotated; then two bulls more
    )


def test_the_best_case_example() -> None:
    """Pen 0123 and field 4567 have all bovines, so two guesses are enough."""
    assert guesses("3601") == "0123 4567 4123 0523 0163 1063 6310 3610 3601"


def test_the_worst_case_example() -> None:
    """The answers described, 1 1 1 1, are not those of 83AD; with them the second set is next."""
    player = phases()
    made = [next(player), *map(player.send, ((0, 1), (0, 1), (1, 0), (0, 1)))]
    for _ in range(4):
        made.append(player.send(answer_to(made[-1], digits("83AD"))))
    assert " ".join(map(text, made)) == "0123 4567 89AB CDEF 49E3 8D27 C16B 05AF 4D27"
    assert guesses("83AD").startswith("0123 4567 89AB CDEF 09AB")
    assert guesses("27DB") == (
        "0123 4567 89AB CDEF 49E3 8D27 C16B CD27 1D27 6D27 BD27 DB27 27DB"  # one bovine in each guess
    )


@pytest.mark.parametrize(
    ("code", "length"), [("0123", 1), ("4567", 2), ("CDEF", 4), ("1023", 2), ("FEDC", 7)]
)
def test_four_bovines_at_once(code: str, length: int) -> None:
    assert len(guesses(code).split()) == length


def goes_round(start: Guess) -> bool:
    """Return whether phase 3 as described never makes 0123 of an arrangement."""
    pen, mode, bulls, seen = list(start), -1, sum(answer_to(start, (0, 1, 2, 3))[:1]), set()
    while bulls < 4:
        if (state := (tuple(pen), mode, bulls)) in seen:
            return True
        seen.add(state)
        mode = max(mode, 0)
        swap = mode, (mode + 1) % 4
        guess = list(pen)
        guess[swap[0]], guess[swap[1]] = pen[swap[1]], pen[swap[0]]
        gain = answer_to(tuple(guess), (0, 1, 2, 3))[0] - bulls
        if gain == 0:
            pen, mode = guess[2:] + guess[:2], -1
            bulls = answer_to(tuple(pen), (0, 1, 2, 3))[0]
        else:
            pen, bulls = (guess, bulls + gain) if gain > 0 else (pen, bulls)
            mode = (mode + abs(gain)) % 4
    return False


def test_phase_3_goes_round_for_a_third_of_the_arrangements() -> None:
    code = (0, 1, 2, 3)
    rounds = {}
    for start in list(permutations(range(4)))[1:]:
        noted: list[Gap] = []
        player = arrange_pen(list(start), answer_to(start, code)[0], noted.append)
        made = [next(player)]
        while made[-1] != code:
            made.append(player.send(answer_to(made[-1], code)))
        assert (Gap.OPPOSITE in noted) == goes_round(start)
        rounds[start] = len(made), noted
    assert sum(noted == [Gap.OPPOSITE] for _, noted in rounds.values()) == 8
    lengths = Counter(length for length, _ in rounds.values())
    assert sorted(lengths.items()) == [(1, 1), (2, 5), (3, 5), (4, 4), (5, 1), (6, 2), (7, 1), (8, 4)]


@pytest.mark.slow
def test_every_code_is_found() -> None:
    """What the description says nothing of is counted by codes: they say how far it goes by itself."""
    lengths: Counter[int] = Counter()
    gaps: Counter[frozenset[Gap]] = Counter()
    longest: list[str] = []
    repeats: Counter[bool] = Counter()
    for code in CODES:
        noted: set[Gap] = set()
        player = phases(noted.add)
        made = [next(player)]
        while made[-1] != code:
            made.append(player.send(answer_to(made[-1], code)))
        lengths[len(made)] += 1
        gaps[frozenset(noted)] += 1
        repeats[Gap.OPPOSITE in noted] += len(made) - len(set(made))
        if len(made) == 36:
            longest.append(text(code))
    assert repeats == {True: 10_920, False: 0}
    assert lengths.total() == len(CODES) == 43_680
    assert sum(length * count for length, count in lengths.items()) == 615_448
    assert longest == ["37BF", "3B7F", "73BF", "B37F"]
    assert max(lengths) == 36
    of = {gap: sum(count for noted, count in gaps.items() if gap in noted) for gap in Gap}
    assert of == {Gap.PAST_THE_END: 14_856, Gap.NO_PEN: 192, Gap.OPPOSITE: 14_560}
    endless = sum(count for noted, count in gaps.items() if noted & {Gap.NO_PEN, Gap.OPPOSITE})
    assert (endless, gaps[frozenset()]) == (14_688, 19_120)
