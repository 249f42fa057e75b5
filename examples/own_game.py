"""A game of your own, written as text: find the spy among six guests by asking who was in which room."""

from __future__ import annotations

import cobra

GAME = """
game "The spy"
alphabet guest = 1..6
secret spy : guest

# A butler remembers whether the spy was among three guests he saw, and then also whether with an even number.
experiment ask(seen : set(3) of guest)
  observe if spy in seen then (if spy % 2 = 0 then "yes, an even one" else "yes, an odd one") else "no"
"""


def main() -> None:
    """Check the game, then print what is known of it and how the strategies fare."""
    game = cobra.load_text(GAME, name="spy.cb")
    print("well-formed:", not cobra.check(game).problems)
    known = cobra.info(game)
    print(f"{known.codes} codes, {known.experiments} experiments")
    for row in cobra.analyze(game, ["max-models", "parts"]).rows:
        print(f"{row.name}: first ask {row.first}, worst {row.worst}, average {row.average}")


if __name__ == "__main__":
    main()
