"""What the page shows of games in which answers may be lies, or the secret moves."""

from __future__ import annotations

from typing import Final

from cobra.model.game import Game
from cobra.play.begin import position_after
from cobra.play.beliefs import lies_told, lies_told_words, told_words
from cobra.play.believed_position import BelievedPosition
from cobra.play.codemakers import keeper
from cobra.play.contradiction import Contradiction
from cobra.play.liars import Liar
from cobra.play.position import Position
from cobra.play.standing import standing_words
from cobra.play.too_many_lies import TooManyLies
from cobra.texts import say
from cobra.web.work import Work

LIAR: Final = "liar "
"""What stands before the seed and the code of one who may lie, where it is kept."""


def standing_of(position: Position) -> str:
    """Return how a play stands: the state and what was paid, or the lies that were told.

    Which answers were lies is known where all codes left say the same, and have not moved.
    """
    if not isinstance(position, BelievedPosition):
        return standing_words(position.game, position.standing)
    if not position.beliefs.lies or not position.codes:
        return ""
    if position.over and not position.beliefs.moves:
        courses = position.beliefs.courses(position.history)
        lies, *others = {courses[code].lies for code in position.belief}
        if not others:
            return lies_told_words([place + 1 for place in lies])
    return told_words(lies_told(position.belief))


def needed_words(found: Contradiction) -> str | None:
    """Return how many answers must be lies, a sentence; None where none may be one."""
    if not isinstance(found, TooManyLies) or not found.allowed:
        return None
    if found.needed is None:
        return say("However many answers were lies, no code is possible.")
    return say(
        "At most {allowed} {allowed:answer|answers} may be a lie; a code is possible with {needed}.",
        allowed=found.allowed,
        needed=found.needed,
    )


def kept_liar(liar: Liar) -> str:
    """Return what is kept of one who may lie."""
    return f"{LIAR}{liar.seed} {liar.shown}"


def liar_of(work: Work, game: Game, kept: str) -> Liar:
    """Return who was kept so."""
    seed, _, shown = kept.removeprefix(LIAR).partition(" ")
    start = position_after(game, run=work.run, memory=work.allowance.memory, limits=work.limits)
    liar = keeper(start, shown, start.notation.parse_code(shown), int(seed))
    assert isinstance(liar, Liar)
    return liar
