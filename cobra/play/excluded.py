"""Why a code is excluded: the answers it would not have given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cobra.engine.made import Made, show_made_outcome
from cobra.model.game import Game
from cobra.model.outcomes import outcome
from cobra.model.show import Notation
from cobra.play.read import read_history
from cobra.play.standing import replayed


@dataclass(frozen=True, slots=True)
class Against:
    """An answer that a code would not have given."""

    number: int
    """The experiment's number, from 1."""
    experiment: str
    given: str
    would_be: str
    """What the code would have answered."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """Which answers exclude a code."""

    code: str
    answers: int
    """Number of answers in all."""
    against: tuple[Against, ...]
    """Those that exclude the code; none when it fits them all."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the same in words."""
        if self.against:
            return tuple(
                f"{self.code} is excluded by answer {one.number}: {one.experiment} would have been "
                f"{one.would_be}, not {one.given}."
                for one in self.against
            )
        fits = {0: "nothing was asked yet", 1: "it fits the answer"}
        return (f"{self.code} is possible: {fits.get(self.answers, f'it fits all {self.answers} answers')}.",)

    def document(self) -> dict[str, Any]:
        """Return the same for JSON."""
        return {
            "code": self.code,
            "possible": not self.against,
            "against": [
                {
                    "experiment": one.number,
                    "made": one.experiment,
                    "outcome": one.given,
                    "would_be": one.would_be,
                }
                for one in self.against
            ],
        }


def excluded(game: Game, history: str | Sequence[Made], code: str) -> Excluded:
    """Return which answers of a history exclude a code, and what it would have answered instead.

    `history` is a text as `read_history` takes it, or what that returns; `code` is written as codes are
    printed. `GameError` for what is no code of the game.
    """
    made = read_history(game, history) if isinstance(history, str) else replayed(game, history)[0]
    notation = Notation(game)
    assignment = notation.parse_code(code)
    against = []
    for number, one in enumerate(made, 1):
        answer = outcome(game, one.experiment, assignment)
        if answer != one.outcome:
            against.append(
                Against(
                    number,
                    notation.experiment(one.experiment),
                    show_made_outcome(game, one),
                    show_made_outcome(game, one._replace(outcome=answer)),
                )
            )
    return Excluded(notation.code(assignment), len(made), tuple(against))
