"""Every way to begin a game, with the exact cost of the best play after it, on many machines if you like."""

from __future__ import annotations

import sys

import cobra


def main(cluster: str | None = None) -> None:
    """Print the openings of the small Wordle that comes with cobra, the ten best.

    `cluster` is the address of a dask scheduler, or local:N for N processes here.
    """
    game = cobra.load("wordle")
    found = cobra.openings(game, cluster=cluster)
    for opening in found.openings[:10]:
        print(f"{opening.experiment}: {opening.total}/{found.weight}")


if __name__ == "__main__":
    main(*sys.argv[1:])
