"""Counts as text, however large."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

VAST: Final = 10**24
"""Counts from here on are shown by their size."""


def amount(count: int) -> str:
    """Return a count with its digits grouped, or about its size when it has very many."""
    if count < VAST:
        return f"{count:,}"
    # Python turns no whole number of more than 4,300 digits into a decimal one; thirty digits are plenty.
    spare = max(0, int(count.bit_length() * 0.301) - 30)
    mantissa, exponent = f"{Decimal(count // 10**spare):.2e}".split("e+")
    return f"≈{mantissa}·10^{int(exponent) + spare}"
