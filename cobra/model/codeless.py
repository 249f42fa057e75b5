"""Why a game has no code: said in the words of the game that has none."""

from __future__ import annotations

from cobra.model.game import Game


def why_no_code(game: Game) -> str:
    """Return why there is no code, for a game that has none."""
    slots = game.codes.slots
    for group in game.codes.distinct:
        symbols = {symbol for place in group for symbol in slots[place].symbols}
        if len(symbols) < len(group):
            names = ", ".join(dict.fromkeys(slots[place].family for place in group))
            return f"{names} needs {len(group)} different symbols, but there are only {len(symbols)}"
    return "the constraints on the secret contradict each other"
