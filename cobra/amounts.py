"""Counts as text, however large, and the whole numbers that a range stands for."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from cobra.errors import GameError
from cobra.texts import figure, say

VAST: Final = 10**24
"""Counts from here on are shown by their size."""
MOST_VALUES: Final = 10_000
"""So many values a range of a parameter may have."""


def amount(count: int) -> str:
    """Return a count with its digits grouped, or about its size when it has very many."""
    if count < VAST:
        return figure(f"{count:,}")
    # Python turns no whole number of more than 4,300 digits into a decimal one; thirty digits are plenty.
    spare = max(0, int(count.bit_length() * 0.301) - 30)
    mantissa, exponent = f"{Decimal(count // 10**spare):.2e}".split("e+")
    return f"≈{figure(mantissa)}·10^{int(exponent) + spare}"


def values_of(value: str, text: str) -> tuple[int | str, ...]:
    """Return the values of a parameter, each once: `2..4`, `2,4,6` and `2..4,6` are several, a word is one.

    `text` is what `GameError` names where something in it is wrong.
    """
    if not re.fullmatch(r"-?[0-9][-0-9., ]*", value):  # a word: the name of a file, or what the game refuses
        return (value,)
    numbers: dict[int, None] = {}
    for part in value.split(","):
        match = re.fullmatch(r"(-?[0-9]{1,9})(?:\.\.(-?[0-9]{1,9}))?", part.strip())
        if match is None:
            sentence = "{text}: write a whole number, a range such as 2..4 or a list such as 2,4,6"
            raise GameError(say(sentence, text=repr(text)))
        low, high = int(match[1]), int(match[2] or match[1])
        if not low <= high < low + MOST_VALUES:
            if low > high:
                sentence = "{text}: the range {range} is empty"
            else:
                sentence = "{text}: the range {range} has more than {most} values"
            raise GameError(say(sentence, text=repr(text), range=f"{low}..{high}", most=MOST_VALUES))
        numbers |= dict.fromkeys(range(low, high + 1))
    return tuple(numbers)
