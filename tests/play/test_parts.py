"""How an experiment splits the codes left, as it is shown."""

from __future__ import annotations

import cobra
from cobra.play.parts import Part, Split


def test_parts_of_one_outcome_are_shown_together() -> None:
    """One that is final for some codes and not for others: the game is not well-formed, but it can be shown."""
    game = cobra.load_text("secret x : 1..4 experiment g(y : 1..4) observe x > 2 final x = y")
    split = Split((0, (3,)), (Part((0,), 2, False), Part((1,), 1, False), Part((1,), 1, True)))
    assert split.outcomes(game) == ["no", "yes", "yes"]
    assert split.show(game) == {"no": 2, "yes": 2}
