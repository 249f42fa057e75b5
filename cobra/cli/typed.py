"""Advice in a game that is typed in as it goes on: an experiment and its answer a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from cobra.cli.show.explain import Explained, Questions
from cobra.engine.made import Made, changed, without
from cobra.errors import CobraError, GameError
from cobra.model.game import Game
from cobra.play.read import read_answer, read_history
from cobra.play.standing import replayed

HELP: Final = """\
An experiment and its answer, such as 0011 = 1B1W    what happened next
undo, undo N                                         take back the last one, or number N
edit N ANSWER, edit N EXPERIMENT = ANSWER            correct number N
list                                                 all codes left
explain, mine EXPERIMENT                             why the best is best, and against yours
why CODE                                             which answers exclude a code
review                                               look back at the moves made
quit                                                 end"""
_EDIT: Final = re.compile(r"edit\s+([0-9]{1,6})\s+(.+)")
_UNDO: Final = re.compile(r"undo\s+([0-9]{1,6})")
_ASK: Final = re.compile(r"(mine|why)\s+(.+)")

Answer = Callable[[tuple[Made, ...], Questions], Explained]
"""Answers questions after a history."""
Tell = Callable[[tuple[Made, ...], bool], None]
"""Prints advice after a history; with True all codes left are listed."""


def converse(
    game: Game, read: Callable[[], str | None], tell: Tell, answer: Answer, say: Callable[[str], None]
) -> None:
    """Read lines until there are no more (None) or one is `quit`, and tell advice after each.

    A line that cannot be read changes nothing; `say` is given what is wrong with it, and answers.
    """
    history: tuple[Made, ...] = ()
    tell(history, False)
    while (line := read()) is not None:
        line = line.strip()
        if line in ("quit", "exit"):
            return
        if line in ("help", "?"):
            say(HELP)
        elif line == "list":
            tell(history, True)
        elif line:
            try:
                if (questions := _questions(line)) is not None:
                    say("\n".join(answer(history, questions).lines()[1:]))
                    continue
                history, _ = replayed(game, _changed(game, history, line))
                tell(history, False)
            except CobraError as error:
                say(f"{error}\n(help lists what can be typed)")


def _questions(line: str) -> Questions | None:
    """Return what a line asks, None when it is no question."""
    if line in ("explain", "review"):
        return Questions(explain=line == "explain", review=line == "review")
    if asked := _ASK.fullmatch(line):
        return Questions(mine=asked[2]) if asked[1] == "mine" else Questions(why=asked[2])
    return None


def _changed(game: Game, history: tuple[Made, ...], line: str) -> tuple[Made, ...]:
    """Return the history after a line of input; `GameError` when it means nothing."""
    if line == "undo":
        if not history:
            raise GameError("there is nothing to take back")
        return history[:-1]
    if undo := _UNDO.fullmatch(line):
        return without(history, int(undo[1]))
    if edit := _EDIT.fullmatch(line):
        number = int(edit[1])
        before, after = without(history, number)[: number - 1], history[number:]
        entries: tuple[Made, ...] = ()
        with suppress(GameError):
            entries = read_history(game, edit[2], before)
        if len(entries) == 1:
            return (*before, *entries, *after)
        # no entry; an answer can look like several, or begin as a comment does
        return changed(history, number, read_answer(game, history[number - 1].experiment, edit[2]))
    return (*history, *read_history(game, line, history))
