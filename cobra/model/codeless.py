"""Why a game has no code: said in the words of the game that has none."""

from __future__ import annotations

from cobra.model.game import Game
from cobra.texts import say


def why_no_code(game: Game) -> str:
    """Return why there is no code, for a game that has none."""
    slots = game.codes.slots
    for group in game.codes.distinct:
        symbols = {symbol for place in group for symbol in slots[place].symbols}
        if len(symbols) < len(group):
            names = ", ".join(dict.fromkeys(slots[place].family for place in group))
            sentence = "{names} needs {n} different symbols, but there are only {given}"
            return say(sentence, names=names, n=len(group), given=len(symbols))
    return say("the constraints on the secret contradict each other")
