"""A strategy of your own as a class: it is made once for each game, and sees what was asked and answered.

The command line takes it, too: cobra analyze mastermind -s ent-models -s examples/own_class.py:Opening
"""

from __future__ import annotations

import cobra


class Opening:
    """Ask the same two experiments first, as many people do, and then by entropy."""

    def __init__(self, game: cobra.Game) -> None:
        self.opening = {"Mastermind": ("0011", "2233")}.get(game.name, ())

    def choose(self, knowledge: cobra.Knowledge, history: cobra.History) -> str | None:
        """Name the next experiment."""
        if len(history) < len(self.opening) and knowledge.count > 2:
            return self.opening[len(history)]
        return knowledge.best("ent-models")


def main() -> None:
    """Print its row beside others, for Mastermind with 4 pegs and 6 colours."""
    for row in cobra.analyze(cobra.load("mastermind"), [Opening, "ent-models"]).rows:
        print(f"{row.name}: first {row.first}, worst {row.worst}, average {row.total}/{row.codes}")


if __name__ == "__main__":
    main()
