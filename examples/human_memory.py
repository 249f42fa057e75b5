"""What memory is worth in the middle of a game of bulls and cows with 16 digits.

A person who plays by the plan `phases` has made three guesses. How many more does it take on average if only
the last answer is remembered, or all of them, or if everything that follows from them is known?
"""

from __future__ import annotations

import cobra

HISTORY = "0 1 2 3 = 0B1C; 4 5 6 7 = 1B1C; 8 9 10 11 = 0B0C"
STRATEGIES = [
    "phases",
    "phases(shortcut)",
    "phases(no-repeats)",
    "phases(arrange)",
    "phases(deduce)",
    "first",
    "ent-models",
]


def main() -> None:
    """Print the next guess, the expected number of guesses and the most for each strategy."""
    game = cobra.load("bulls-and-cows", {"digits": 16})
    advice = cobra.advise(game, HISTORY, strategies=STRATEGIES, time_limit=None)
    print(f"{advice.codes} codes are left")
    for suggestion in advice.suggestions:
        expected = float(suggestion.expected or 0)
        print(f"{suggestion.strategy}: {suggestion.experiment}, {expected:.2f}, at worst {suggestion.worst}")


if __name__ == "__main__":
    main()
