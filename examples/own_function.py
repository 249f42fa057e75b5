"""A strategy of your own as a function: of the codes left it asks the one with the most outcomes.

The command line takes it, too: cobra analyze mastermind -s parts -s examples/own_function.py:careful
"""

from __future__ import annotations

import cobra


def careful(knowledge: cobra.Knowledge) -> str:
    """Ask the code left with the most outcomes; of several the one whose largest part is least."""
    splits = knowledge.splits(knowledge.codes)
    ranked = zip(splits, knowledge.codes, strict=True)
    return min(ranked, key=lambda one: (-len(one[0]), max(one[0].values()), one[1]))[1]


def main() -> None:
    """Print its row beside others, for Mastermind with 4 pegs and 6 colours."""
    for row in cobra.analyze(cobra.load("mastermind"), [careful, "consistent(parts)", "parts"]).rows:
        print(f"{row.name}: first {row.first}, worst {row.worst}, average {row.total}/{row.codes}")


if __name__ == "__main__":
    main()
