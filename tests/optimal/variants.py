"""Games of the literature that differ from those of the library: their texts, made from the library's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cobra
from cobra.language.load import library, load_text

FILES = Path(__file__).parent.parent / "data" / "games"

_BLACK_HIT = ("  observe black\n", "  observe black\n  final black = pegs\n")
_DISTINCT = (
    ("code[1..pegs] : colour", "code[1..pegs] : distinct colour"),
    ("g[1..pegs] : colour", "g[1..pegs] : distinct colour"),
)
_HIT = ('black, both - black as "{}B{}W"\n', 'black, both - black as "{}B{}W"\n  final black = pegs\n')
_MARKS = """  let elsewhere(i) = any(j in 1..places : code[j] = g[i])
  observe for i in 1..places : if code[i] = g[i] then "G" else if elsewhere(i) then "Y" else "-"
"""

VARIANTS = {
    "mastermind-identify": ("mastermind", (("  final black = pegs\n", ""),)),
    "bulls-and-cows-identify": ("bulls-and-cows", (("  final bulls = places\n", ""),)),
    "black-pegs-hit": ("black-pegs", (_BLACK_HIT,)),
    "black-pegs-distinct-hit": ("black-pegs", (_BLACK_HIT, *_DISTINCT)),
    "mastermind-colour-hit": ("mastermind-colour", (_HIT,)),
    "mastermind-position-hit": ("mastermind-position", (_HIT,)),
    # every place marked as in Wordle
    "marked-digits": (
        "bulls-and-cows",
        (('  observe bulls, cows as "{}B{}C"\n  final bulls = places\n', _MARKS),),
    ),
    # any number of coins may be light
    "light-coins-unknown": ("light-coins", (("constraint", "# constraint"),)),
    # there may be no odd coin
    "counterfeit-coin-or-none": (
        "counterfeit-coin",
        (
            ("secret odd : 1..coins", "secret odd : 0..coins"),
            ("variable heavy", "variable heavy constraint odd = 0 -> heavy"),
        ),
    ),
    # at most one coin of each bag
    "bags-of-gold-single": ("bags-of-gold", (("take[bag] : 0..capacity", "take[bag] : 0..1"),)),
}
"""Name: the game of the library, and pieces of its text with what stands in their place."""


def load(game: str, params: dict[str, Any]) -> cobra.Game:
    """Return a game of the library, of a file, or a variant."""
    if game.endswith(".cb"):
        return cobra.load(FILES / game, params)
    if game not in VARIANTS:
        return cobra.load(game, params)
    origin, changes = VARIANTS[game]
    path = library()[origin]
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{game}: {old!r} stands {text.count(old)} times in {path.name}"
        text = text.replace(old, new)
    return load_text(text, game, params, folder=path.parent)
