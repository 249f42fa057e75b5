"""A strategy of your own in a game with a state: two eggs, thrown from floors that are ever closer together.

The command line takes it, too: cobra analyze egg-drop -s examples/own_memory.py:closer --objective worst
"""

from __future__ import annotations

import cobra


def closer(knowledge: cobra.Knowledge) -> str:
    """With the last egg go up floor by floor; before that so far that it is no worse when it breaks."""
    lowest, floors = int(knowledge.codes[0]), knowledge.count - 1
    step = 1
    while knowledge.state["left"] != 1 and step * (step + 1) // 2 < floors:
        step += 1
    return str(lowest + min(step, floors))


def main() -> None:
    """Print its worst case beside that of the best strategy, for 2 eggs and 100 floors."""
    game = cobra.load("egg-drop")
    for row in cobra.analyze(game, [closer, "max-models", "optimal"], objective="worst").rows:
        print(f"{row.name}: first {row.first}, worst {row.worst}, lost {row.lost}")


if __name__ == "__main__":
    main()
