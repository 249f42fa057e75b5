"""A strategy evolves that knows nothing of the game but its experiments and which outcome wins."""

from __future__ import annotations

import cobra


def main() -> None:
    """Print how the plays became shorter, and compare the result with what thought can do."""
    game = cobra.load("mastermind", {"pegs": 4, "colours": 4})
    evolution = cobra.evolve(game, population=10, generations=60)
    for number in (0, 1, 2, 3, 10, 60):
        print(f"generation {number}: {evolution.history[number].best}")
    for row in cobra.analyze(game, ["max-models", "parts", "optimal"]).rows:
        print(f"{row.name}: {row.total}")
    assert cobra.verify(evolution.strategy).correct


if __name__ == "__main__":
    main()
