"""Small games with a state, prices and lost plays, lies, moves and noise, which the tests draw from, too."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tests.fuzz.case import Case
from tests.memory.texts import memory_text, priced_text
from tests.unseen.texts import noisy_text, unseen_text

T = TypeVar("T")


class _Thrown:
    """Lets chance decide."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def flag(self) -> bool:
        return self._random.random() < 0.5

    def one(self, of: Sequence[T]) -> T:
        return self._random.choice(of)


def case(random: Random) -> Case:
    """Return a game of up to six codes."""
    text = memory_text if random.random() < 0.7 else priced_text
    return Case(text(_Thrown(random)))


def unseen_case(random: Random) -> Case:
    """Return a game of up to six codes with answers that may be lies or wrong by chance, or moves."""
    text = unseen_text if random.random() < 0.6 else noisy_text
    return Case(text(_Thrown(random)))
