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

PRICED = [
    "min sum(n*log2(n))",
    "max (total*log2(total) - sum(n*log2(n)))/cost",
    "min sum(n*log2(n)) + total*cost/8",
]
"""Scores for a game with prices: what is learnt, by what is paid for it, and with it."""


def main() -> None:
    """Print a row for each score, for Mastermind with 4 pegs and 6 colours and for a search with prices."""
    for row in cobra.analyze(cobra.load("mastermind"), SCORES).rows:
        print(f"{row.name}: first {row.first}, worst {row.worst}, average {row.total}/{row.codes}")
    for row in cobra.analyze(cobra.load("priced-search"), PRICED).rows:
        if row.costs is not None:
            print(f"{row.name}: first {row.first}, costs at most {row.costs[0]}, on average {row.costs[1]}")


if __name__ == "__main__":
    main()
