"""Compare the one-step strategies with the optimum on small sizes of Mastermind."""

from __future__ import annotations

import cobra
from cobra.analysis.compare import best_greedy, optimum


def main() -> None:
    """Print a line for each size: the best one-step strategy, the optimum, and how far they are apart."""
    sizes = {"pegs": [2, 3], "colours": [3, 4]}
    for one in cobra.compare("mastermind", definitions=sizes).instances:
        assert one.analysis is not None, one.error
        best, least = best_greedy(one.analysis), optimum(one.analysis)
        assert best is not None and least is not None and least.optimal
        print(
            f"{one.parameters['pegs']} pegs, {one.parameters['colours']} colours: "
            f"{best.name} {best.total}/{best.weight}, optimal {least.total}/{least.weight}, "
            f"{best.total - least.total} more"
        )


if __name__ == "__main__":
    main()
