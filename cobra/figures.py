"""Averages as decimals, so that the figures of one table never contradict each other.

An average is an exact fraction, and a table has room for some decimals of it. `Decimals` is the one rule by
which they are made, for the command line, the exports and the page:

1. A figure, what some strategy attains, is rounded to the nearest. So is the same number wherever else it
   stands in the table, as a bound or as the end of an interval: equal numbers print equal.
2. What nothing is below, and is no figure of the table, is rounded down: what is printed is true, and never
   passes a figure. The upper end of an interval is always a figure: some strategy attains it.
3. There are four decimals, and more where different numbers would print equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Final

PLACES: Final = 4
"""Decimals of an average, unless different ones would print equal."""
MOST_PLACES: Final = 12
"""Numbers that are different only after so many decimals print equal."""


class Decimals:
    """The averages of one table as texts.

    `figures` are those that are attained, `bounds` what nothing is below; None counts for nothing.
    """

    def __init__(
        self, figures: Iterable[Fraction | None] = (), bounds: Iterable[Fraction | None] = ()
    ) -> None:
        self._figures = frozenset(number for number in figures if number is not None)
        self._bounds = frozenset(number for number in bounds if number is not None) - self._figures
        possible = range(PLACES, MOST_PLACES)
        self.places = next((places for places in possible if self._is_distinct(places)), MOST_PLACES)

    def figure(self, number: Fraction) -> str:
        """Return what is attained, rounded to the nearest."""
        return _text(round(number * 10**self.places), self.places)

    def at_least(self, number: Fraction) -> str:
        """Return what nothing is below: rounded down, unless it is a figure of the table."""
        if number in self._figures:
            return self.figure(number)
        return _text(floor(number * 10**self.places), self.places)

    def _is_distinct(self, places: int) -> bool:
        """Return whether different numbers print different."""
        scale = 10**places
        units = [round(number * scale) for number in self._figures]
        units += [floor(number * scale) for number in self._bounds]
        return len(set(units)) == len(units)


def percent(probability: Fraction) -> str:
    """Return a probability in per cent; what is neither 0 nor 1 is neither `-` nor `100%`."""
    if probability in (0, 1):
        return "100%" if probability else "-"
    return f"{min(max(float(probability) * 100, 0.1), 99.9):.3g}%"


def hundredths(part: Fraction) -> str:
    """Return a part in per cent with two decimals, `13.33 %`; what is neither 0 nor 1 is not said to be."""
    if part in (0, 1):
        return f"{100 * int(part)} %"
    return f"{min(max(float(part) * 100, 0.01), 99.99):.2f} %"


def few(number: int | Fraction) -> str:
    """Return a mean of whole numbers, with two decimals where it is none: `1,200`, `1.13`."""
    return f"{number:,}" if isinstance(number, int) else f"{float(number):,.2f}".removesuffix(".00")


def decimal(number: Fraction) -> str:
    """Return a figure that stands alone."""
    return Decimals().figure(number)


def exact(value: Fraction) -> str:
    """Return a number as a decimal where it is one exactly, else as a fraction: `2.5`, `-1`, `1/3`."""
    rest, digits = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        digits = max(digits, power)
    if rest > 1 or digits == 0:
        return str(value)
    whole, part = divmod(abs(value.numerator) * 10**digits // value.denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}}"


def _text(units: int, places: int) -> str:
    whole, rest = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole:,}.{rest:0{places}}"
