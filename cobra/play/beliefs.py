"""What answers make of what is believed, in one game whose codes are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cobra.amounts import amount
from cobra.engine.believing import Believing, whole_parts
from cobra.engine.made import Made
from cobra.model.answers import OutcomeValue, outcome_number
from cobra.model.game import Assignment, Experiment
from cobra.model.unseen import Belief, counts_by_lies
from cobra.play.parts import Part, Split
from cobra.texts import say


@dataclass(frozen=True, slots=True)
class Course:
    """How a play can have gone that leads to a code, with as few lies as possible."""

    lies: tuple[int, ...]
    """The answers that were lies, from 0."""
    codes: tuple[int, ...]
    """The code at each answer; nothing where the secret does not move."""


class Beliefs(Believing):
    """A game in progress in which something happens unseen, its codes listed."""

    def number(self, code: Assignment) -> int:
        """Return the number of a code."""
        return next(number for number in range(self.table.codes) if self.assignment(number) == code)

    def after(self, belief: Belief, made: Made) -> tuple[dict[int, int], bool]:
        """Return what an answer makes of a belief, and whether it is final; nothing when it cannot come.

        Of a word that the lists of the game do not have an answer may be final for some codes alone. Then it
        is not known to be.
        """
        cells = self.cells(belief, made.experiment)
        left = {
            final: cells[made.outcome, final] for final in (True, False) if (made.outcome, final) in cells
        }
        return _together(left.values()), list(left) == [True]

    def unheard(self, belief: Belief, experiment: Experiment) -> Belief:
        """Return what is believed after an experiment whose answer is not heard."""
        return _together(self.cells(belief, experiment).values())

    def split(self, belief: Belief, experiment: Experiment) -> Split:
        """Return the outcomes that can come, with how many codes each leaves, which overlap."""
        answer = self.game.experiments[experiment[0]].answer
        cells = self.cells(belief, experiment).items()
        parts = [
            Part(values, len(cell), final, None, lies_told(cell) if self.lies else ())
            for (values, final), cell in cells
        ]
        return Split(experiment, tuple(sorted(parts, key=lambda part: outcome_number(answer, part.outcome))))

    def courses(self, history: Sequence[Made]) -> dict[int, Course]:
        """Return for each code that may be the secret after these answers, were any number of them lies, how
        that can be.
        """
        courses = {code: Course((), ()) for code in range(self.table.codes)}
        for place, made in enumerate(history):
            asked = self.answering(made.experiment)
            further: dict[int, Course] = {}
            for code, course in courses.items():
                lies, final = course.lies, asked.truths[code][1]
                lie = asked.is_lie(code, made.outcome)
                if lie is None:
                    continue
                if lie:
                    lies = (*lies, place)
                if final or self.following is None:
                    reached: Sequence[int] = (code,)
                else:
                    reached = self.following[code]
                then = Course(lies, (*course.codes, code) if self.moves else ())
                for one in reached:
                    if one not in further or len(lies) < len(further[one].lies):
                        further[one] = then
            courses = further
        return courses

    def likely_at_start(self) -> dict[tuple[int, int], int] | None:
        """Return how likely each code is at the beginning, in parts of the sum; None where it is not known
        how often answers are wrong.
        """
        if self.unseen.noise is None:
            return None
        return {(code, 0): weight for code, weight in enumerate(self.table.weights())}

    def likely_then(self, likely: Mapping[tuple[int, int], int], made: Made) -> dict[tuple[int, int], int]:
        """Return how likely each code is with so many lies told after one more answer, in parts of the sum;
        nothing when it cannot come.
        """
        before = {hidden: Fraction(part) for hidden, part in likely.items()}
        after: dict[tuple[int, int], Fraction] = {}
        for (values, _), cell in self.likely_cells(before, made.experiment).items():
            for hidden, chance in cell.items() if values == made.outcome else ():
                after[hidden] = after.get(hidden, Fraction(0)) + chance
        return whole_parts(after)

    def shares(
        self, likely: Mapping[tuple[int, int], int], experiment: Experiment
    ) -> dict[OutcomeValue, Fraction]:
        """Return how likely each answer to an experiment is; `likely`: how likely hidden states are."""
        asked = self.answering(experiment)
        shares: dict[OutcomeValue, Fraction] = {}
        for (code, told), chance in likely.items():
            for (values, _), _, part in asked.says(code, told):
                shares[values] = shares.get(values, Fraction(0)) + chance * part
        whole = sum(likely.values())
        return {values: share / whole for values, share in shares.items()}

    def truth(self, experiment: Experiment, code: int) -> OutcomeValue:
        """Return what a code answers in truth."""
        return self.answering(experiment).truths[code][0]


def _together(beliefs: Iterable[Belief]) -> dict[int, int]:
    """Return what is believed where one of some beliefs is true."""
    fewest: dict[int, int] = {}
    for belief in beliefs:
        for code, told in belief.items():
            fewest[code] = min(told, fewest.get(code, told))
    return fewest


def lies_told(belief: Belief) -> tuple[int, ...]:
    """Return how many codes are possible with no lie told, with one, and so on; nothing without a code."""
    return counts_by_lies(list(belief.values()))


def told_words(told: Sequence[int]) -> str:
    """Return how many codes are possible by lies told, `3 if no answer was a lie, 5 if 1 was`.

    Nothing where no lie can have been told.
    """
    if len(told) < 2:
        return ""
    return ", ".join(_told(lies, amount(codes)) for lies, codes in enumerate(told) if codes)


def _told(lies: int, codes: str) -> str:
    if not lies:
        return say("{codes} if no answer was a lie", codes=codes)
    return say("{codes} if {lies} {lies:was|were}", codes=codes, lies=lies)


def lies_told_words(lies: Sequence[int]) -> str:
    """Return which answers were lies, by their numbers."""
    *most, last = map(str, lies or ("",))
    if not last:
        return say("no answer was a lie")
    if not most:
        return say("answer {last} was a lie", last=last)
    return say("answers {most} and {last} were lies", most=", ".join(most), last=last)
