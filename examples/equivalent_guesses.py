"""How many second guesses of Mastermind differ, for each of the first guesses that differ.

Two guesses are the same when permuting positions and colours carries one to the other and leaves the guesses
made before as they are.
"""

from __future__ import annotations

import cobra


def main() -> None:
    """Print each kind of first guess, how many guesses are of the kind, and the number of second guesses."""
    game = cobra.load("mastermind")
    start = cobra.symmetry(game, equivalences=["history"])
    print(f"{start.group.order:,} symmetries")
    first = start.rounds[0]
    for guess, size in zip(first.canonical, first.sizes, strict=True):
        second = cobra.symmetry(game, after=[guess], equivalences=["history"]).rounds[-1]
        print(f"{guess}: one of {size}, then {second.count} of {second.all:,} second guesses differ")


if __name__ == "__main__":
    main()
