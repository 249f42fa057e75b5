"""Strategies of your own as scores: expressions over the split of an experiment, compared by the core."""

from __future__ import annotations

import cobra

SCORES = [
    "min max(n)",
    "min max(n) then max parts",
    "min sum(n*log2(n)) - 2*hit",
    "max parts then min sum(n^2)",
    "consistent(max parts then min sum(n^2))",
]


def main() -> None:
    """Print a row for each score, for Mastermind with 4 pegs and 6 colours."""
    for row in cobra.analyze(cobra.load("mastermind"), SCORES).rows:
        print(f"{row.name}: first {row.first}, worst {row.worst}, average {row.total}/{row.codes}")


if __name__ == "__main__":
    main()
