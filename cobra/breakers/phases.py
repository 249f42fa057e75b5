"""Pen, field and pasture: a breaker for bulls and cows with four of sixteen digits, and little memory.

Described by the author of a game against a computer that guesses in three phases (name and year unknown). A
*bovine* is a digit of the secret, be it a bull or a cow; a *goat* is a digit that is not in it. Of the past
only the last guess and answer count, besides the guesses kept as pen, field and pasture, a mark for each
digit, and a few counters.

Phase 1 makes the guesses of `SETS`, one set of four after the other, until the guesses of a set hold all
four bovines: the *pen* has two or more, the *field* and, if needed, the *pasture* the others. Phase 2 swaps
unknown digits of the pen with unknown digits of the field, then of the pasture, until the pen has four
bovines. Phase 3 swaps neighbours in the pen (*modes*: places 1-2, 2-3, 3-4, 4-1) until all are bulls.

The description is followed to the letter. Where it leaves something open:

1. The pen is the first of the guesses with the most bovines, if these are two or more; the others that have
   bovines are field and pasture in their order. So of 2 and 2 bovines the first guess is the pen.
2. A set is left as soon as its guesses hold four bovines. Otherwise its fourth guess is made, too, though its
   bovines are known; the description mentions this shortcut and does not take it.
3. With four bovines in one guess phase 2 is skipped. A play is over at four bulls in every phase.
4. Goats found in phase 1 are not used: a set with a guess of goats, as the description notes, is not left for
   the next one.
5. When the pasture takes the place of the field, the field's number of bovines is 1 again, and the marks of
   the digits stay. "Which unknown" goes back to 0 after an increase and only then, as written; past the last
   unknown digit of the field it goes on from the first (`Gap.PAST_THE_END`).
6. Phase 3 begins with the bulls of the last guess. "Bulls stay the same" does not undo the swap before it
   rotates; the bulls of the rotated guess are what the swap of mode 0 is compared with.

Where it would not come to an end:

7. 192 codes (048C, 068E, 159D, 179F, 24AC, 26AE, 35BD, 37BF in any order) have one bovine in every guess of
   every set, and a fifth set made by the same rule is the first one. Then the guesses of the last set are
   pen, field, pasture and a second pasture (`Gap.NO_PEN`).
8. With two bulls that are not neighbours every mode loses a bull, and phase 3 goes round for ever: from 8 of
   the 24 arrangements, so for a third of the codes. When four swaps in a row have lost a bull each, the
   digits of places 1 and 3 are swapped, and if these were right, those of 2 and 4 (`Gap.OPPOSITE`). Until
   then nothing differs from the description, whose next swap is the first of the same round.

With these two changes every code is found; docs/phases.md has the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

Guess: TypeAlias = tuple[int, ...]
"""Four different digits, 0 to 15."""
Answer: TypeAlias = tuple[int, int]
"""Bulls and cows."""
Guesses: TypeAlias = Generator[Guess, Answer, None]
"""Yields guesses and is sent the answers; who is told of four bulls does not go on."""

PLACES: Final = 4
DIGITS: Final = 16


class Gap(Enum):
    """Where the description says nothing, or goes round for ever, and something had to be decided."""

    PAST_THE_END = "'which unknown' is past the last unknown digit of the field"
    NO_PEN = "every guess of every set has one bovine"
    OPPOSITE = "each of the four swaps has lost a bull"


Note: TypeAlias = Callable[[Gap], None]
"""Is told of each gap that a play meets."""


@dataclass(frozen=True, slots=True)
class Herd:
    """A guess that is kept, and the number of its bovines."""

    digits: Guess
    bovines: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What phase 1 finds: guesses that hold all four bovines together."""

    pen: Herd
    others: tuple[Herd, ...]
    """Field and pasture; none when all bovines are in the pen."""
    bulls: int
    """Those of the last guess."""


SETS: Final = tuple(
    tuple(tuple(int(digit, 16) for digit in guess) for guess in guesses.split())
    for guesses in (
        "0123 4567 89AB CDEF",
        "49E3 8D27 C16B 05AF",
        "81A3 C5E7 092B 4D6F",
        "C963 0DA7 41EB 852F",
    )
)
"""The guesses of phase 1: every set is every fifth digit of the set before it, going round."""


def ignore(gap: Gap) -> None:
    """Take no note of a gap."""


def phases(note: Note = ignore) -> Guesses:
    """Yield the guesses of the breaker as described."""
    kept = yield from find_pen(note)
    pen, bulls = yield from fill_pen(kept, note)
    yield from arrange_pen(pen, bulls, note)


def find_pen(note: Note = ignore, *, shortcut: bool = False) -> Generator[Guess, Answer, Kept]:
    """Make the guesses of phase 1.

    With `shortcut` the fourth guess of a set is not made where the answers to the others leave one number of
    bovines; where they had none at all, its bulls are unknown, so it is made.
    """
    bulls = 0
    herds: list[Herd] = []
    for guesses in SETS:
        herds = []
        for guess in guesses:
            found = sum(herd.bovines for herd in herds)
            if shortcut and guess == guesses[-1] and found:
                bovines = PLACES - found
            else:
                bulls, cows = yield guess
                bovines = bulls + cows
            if bovines:
                herds.append(Herd(guess, bovines))
            if found + bovines == PLACES:
                break
        if len(herds) < PLACES:
            break
    else:
        note(Gap.NO_PEN)
    pen = max(herds, key=lambda herd: herd.bovines)
    return Kept(pen, tuple(herd for herd in herds if herd is not pen), bulls)


def fill_pen(kept: Kept, note: Note = ignore) -> Generator[Guess, Answer, tuple[list[int], int]]:
    """Make the guesses of phase 2; return the pen with its four bovines, and the bulls of the last guess."""
    pen, bovines, bulls = list(kept.pen.digits), kept.pen.bovines, kept.bulls
    fields = iter(kept.others)
    field: list[int] = []
    left = 0  # bovines in the field
    known: set[int] = set()
    which = 0
    while bovines < PLACES:
        if not left:
            herd = next(fields)
            field, left = list(herd.digits), herd.bovines
        ours = next(place for place, digit in enumerate(pen) if digit not in known)
        unknown = [place for place, digit in enumerate(field) if digit not in known]
        if which >= len(unknown):
            note(Gap.PAST_THE_END)
        theirs = unknown[which % len(unknown)]
        pen[ours], field[theirs] = field[theirs], pen[ours]
        bulls, cows = yield tuple(pen)
        now = bulls + cows
        if now == bovines:
            which += 1
            continue
        known |= {pen[ours], field[theirs]}
        if now > bovines:
            bovines, left, which = now, left - 1, 0
        else:
            pen[ours], field[theirs] = field[theirs], pen[ours]
    return pen, bulls


def arrange_pen(pen: list[int], bulls: int, note: Note = ignore) -> Guesses:
    """Make the guesses of phase 3: swap neighbours until the pen, which has four bovines, has four bulls."""
    while True:
        mode = losses = 0
        while losses < 4:
            _swap(pen, mode, (mode + 1) % PLACES)
            now, _ = yield tuple(pen)
            gain, losses = now - bulls, losses + 1 if now == bulls - 1 else 0
            if not gain:
                break
            if gain > 0:
                bulls = now
            else:
                _swap(pen, mode, (mode + 1) % PLACES)
            mode = (mode + abs(gain)) % PLACES
        else:
            note(Gap.OPPOSITE)
            yield from _swap_opposite(pen)
        pen = pen[2:] + pen[:2]
        bulls, _ = yield tuple(pen)


def _swap_opposite(pen: list[int]) -> Guesses:
    """Swap two opposite digits, then instead the others: one of the two guesses has four bulls."""
    for place in range(2):
        swapped = list(pen)
        _swap(swapped, place, place + 2)
        yield tuple(swapped)


def _swap(pen: list[int], one: int, other: int) -> None:
    pen[one], pen[other] = pen[other], pen[one]
