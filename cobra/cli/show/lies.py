"""Lies as text: how many were told, how many must have been."""

from __future__ import annotations

from typing import Final

from cobra.cli.show.text import number, table
from cobra.model.game import Game
from cobra.model.unseen import draws
from cobra.play.too_many_lies import TooManyLies

_CASES: Final = 12
"""So many cases are printed; the JSON has them all."""


def unseen_words(game: Game) -> str:
    """Return what happens unseen, `1 answer may be a lie, hole moves`; nothing where all is seen."""
    if game.unseen is None:
        return ""
    lies = game.unseen.lies
    words = [] if not lies else ["1 answer may be a lie" if lies == 1 else f"{lies} answers may be lies"]
    words += ["any answer may be a lie"] if game.unseen.any_lies else []
    words += ["answers are drawn by chance"] if draws(game) else []
    moving = [game.codes.slots[move.slot].name for move in game.unseen.moves]
    words += [f"{' and '.join(moving)} {'moves' if len(moving) == 1 else 'move'}"] if moving else []
    return ", ".join(words)


def lies_words(lies: int) -> str:
    """Return that so many answers were lies."""
    return {0: "no answer was a lie", 1: "1 answer was a lie"}.get(lies, f"{lies} answers were lies")


def allowed_words(found: TooManyLies) -> str:
    """Return with how many lies no code gives the answers."""
    if not found.allowed:
        return ""
    return " with at most 1 lie" if found.allowed == 1 else f" with at most {found.allowed} lies"


def needed_lines(found: TooManyLies, whole: bool) -> list[str]:
    """Return with how many lies a code is possible, and which answers they could be; `whole`: all cases."""
    if found.needed is None and not found.allowed:
        return []
    if found.needed is None:
        return [
            "",
            "However many answers were lies, no code is possible: a final outcome is never a lie, and a lie",
            "is an answer that some code gives.",
        ]
    lies = lies_words(found.needed)
    if not found.allowed:
        lies = "1 answer was wrong" if found.needed == 1 else f"{found.needed} answers were wrong"
    shown = found.cases if whole else found.cases[:_CASES]
    rows = [(", ".join(map(str, one.lies)), number(one.codes), one.code) for one in shown]
    lines = ["", f"Possible if {lies}:", *table(("answers", "codes left then", "such as"), rows, right=(1,))]
    if len(found.cases) > len(shown):
        lines.append(f"… and {len(found.cases) - len(shown):,} more (--all)")
    return lines
