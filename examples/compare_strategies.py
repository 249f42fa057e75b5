"""Compare the one-step strategies on small sizes of Mastermind: totals and worst cases side by side."""

from __future__ import annotations

import cobra

STRATEGIES = ("max-models", "exp-models", "ent-models", "parts")
SIZES = ((2, 3), (3, 3), (3, 4), (4, 3))


def main() -> None:
    """Print a table with a row for each size and a column for each strategy."""
    print("pegs,colours  " + "  ".join(f"{name:>16}" for name in STRATEGIES))
    for pegs, colours in SIZES:
        game = cobra.load("mastermind", {"pegs": pegs, "colours": colours})
        rows = cobra.analyze(game, STRATEGIES).rows
        cells = [f"{row.total}/{row.weight}, worst {row.worst}" for row in rows]
        print(f"{pegs},{colours}           " + "  ".join(f"{cell:>16}" for cell in cells))


if __name__ == "__main__":
    main()
