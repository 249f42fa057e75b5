"""What the five kinds of first guess in Mastermind tell: their parts, by the meaning of the game.

The figures are those of the literature: 1122 has the smallest largest part, 1123 the least expected size.
"""

from __future__ import annotations

from fractions import Fraction

import cobra
from cobra.model.outcomes import partition
from cobra.model.show import parse_experiment
from cobra.model.spaces import codes


def main() -> None:
    """Print parts, largest part and expected size for each kind of first guess."""
    game = cobra.load("mastermind")
    every = codes(game)
    for guess in ("0000", "0001", "0011", "0012", "0123"):
        parts = partition(game, parse_experiment(game, guess), every)
        sizes = sorted((len(part) for part in parts.values()), reverse=True)
        expected = Fraction(sum(size * size for size in sizes), len(every))
        print(f"{guess}: {len(sizes)} parts, largest {sizes[0]}, expected size {float(expected):.1f}")


if __name__ == "__main__":
    main()
