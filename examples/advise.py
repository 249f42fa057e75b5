"""Help in a game of bulls and cows that is going on: what is possible, what is likely, what next."""

from __future__ import annotations

import cobra


def main() -> None:
    """Print how many codes are left after each guess, and then what two strategies would ask."""
    game = cobra.load("bulls-and-cows")
    history = cobra.read_history(game, "0123 = 1 bull 1 cow; 0456 = 0,1; 7182 = 1B1C")
    for length in range(1, len(history) + 1):
        advice = cobra.advise(game, history[:length], strategies=["parts", "optimal"])
        print(f"after {length}: {advice.codes} codes")
    assert advice.probabilities is not None
    for slot, weights in advice.probabilities.weights.items():
        likeliest = max(weights, key=lambda value: weights[value])
        print(f"{slot} is {likeliest} with probability {advice.probabilities.of(slot, likeliest)}")
    for one in advice.suggestions:
        print(f"{one.strategy}: {one.expected} experiments expected, at worst {one.worst}")


if __name__ == "__main__":
    main()
