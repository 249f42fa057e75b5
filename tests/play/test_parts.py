"""How an experiment splits the codes left, as it is shown."""

from __future__ import annotations

import cobra
from cobra.play.parts import Part, Split


def test_parts_of_one_outcome_are_shown_together() -> None:
    """One that is final for some codes only: the game is not well-formed, but it can be shown."""
    game = cobra.load_text("secret x : 1..4 experiment g(y : 1..4) observe x - y final x = y")
    split = Split((0, (3,)), (Part((0,), 2, False), Part((1,), 1, False), Part((1,), 1, True)))
    assert split.outcomes(game) == ["0", "1", "1"]
    assert split.show(game) == {"0": 2, "1": 2}
