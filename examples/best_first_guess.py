"""How good each kind of first guess in Mastermind is when everything after it is optimal."""

from __future__ import annotations

import cobra


def main() -> None:
    """Print the least average and the least worst case for each kind of first guess, proved."""
    game = cobra.load("mastermind", {"pegs": 3, "colours": 5})
    for guess in cobra.symmetry(game, equivalences=["history"]).rounds[0].canonical:
        average = cobra.optimal(game, "average", first=guess)
        worst = cobra.optimal(game, "worst", first=guess)
        assert average.proved
        assert worst.proved
        print(f"{guess}: average {average.row.total}/{average.row.weight}, worst {worst.row.worst}")


if __name__ == "__main__":
    main()
