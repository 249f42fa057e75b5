"""Whether a code may be the secret where answers may be lies, or it moves: which answers would be lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobra.engine.made import Made, show_made_outcome
from cobra.model.show import Notation
from cobra.play.against import Against, Excluded
from cobra.play.believed_position import BelievedPosition
from cobra.play.position import Position
from cobra.texts import say


@dataclass(frozen=True, slots=True)
class Doubted(Excluded):
    """Which answers would be lies: as few as can be; `against` has them."""

    lies: int | None
    """Answers that may be lies; None: any number."""
    reached: bool
    """Whether the code is possible however many answers are lies."""

    @property
    def possible(self) -> bool:
        """Return whether the code may be the secret; where that moves, as it is now."""
        return self.reached and (self.lies is None or len(self.against) <= self.lies)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the same in words."""
        if not self.reached:
            return (say("{code} cannot be the secret, whichever answers were lies.", code=self.code),)
        if not self.against:
            return super(Doubted, self).sentences
        n = len(self.against)
        if self.possible:
            numbers = say(" and ").join(str(one.number) for one in self.against)
            sentence = "{code} is possible if {n:answer|answers} {numbers} {n:was a lie|were lies}."
            return (say(sentence, code=self.code, n=n, numbers=numbers),)
        if self.lies:
            excluded = (
                "{code} is excluded: {n} {n:answer|answers} would be {n:a lie|lies}, and at most {lies} may "
                "be."
            )
        else:
            excluded = "{code} is excluded: {n} {n:answer|answers} would be {n:a lie|lies}, and none may be."
        return (
            say(excluded, code=self.code, n=n, lies=self.lies or 0),
            *(
                say(
                    "Answer {number}: {experiment} would have been {would_be}, not {given}.",
                    **one.values,
                )
                for one in self.against
            ),
        )


def doubted(start: Position, history: Sequence[Made], code: str) -> Doubted:
    """Return which answers would be lies if a code were the secret; where it moves, as it is now.

    `start` is where the game begins.
    """
    assert isinstance(start, BelievedPosition)
    game = start.game
    notation = Notation(game)
    assignment = notation.parse_code(code)
    beliefs = start.beliefs
    number = beliefs.number(assignment)
    course = beliefs.courses(history).get(number)
    against = []
    for place in () if course is None else course.lies:
        made, then = history[place], course.codes[place] if course is not None and course.codes else number
        truth = made._replace(outcome=beliefs.truth(made.experiment, then))
        asked = notation.experiment(made.experiment)
        against.append(
            Against(place + 1, asked, show_made_outcome(game, made), show_made_outcome(game, truth))
        )
    shown = notation.code(assignment)
    lies = None if beliefs.unseen.any_lies else beliefs.lies
    return Doubted(shown, len(history), tuple(against), lies, course is not None)
