"""What is taken for granted where an expression is evaluated, and what the expansion of a call made of it.

In `if i in s then f(i) else 0` the call is expanded under the assumption that `i` is in `s`: a branch that
contradicts it is left out, an index that only then is inside its set is no mistake. An expansion depends on
its assumption by the questions it asks alone, whether this or that contradicts it. So its value is that under
every assumption that answers them alike: `count(i in 1..5 : g[i] = l & marked(i))` expands `marked(i)` once,
and not once for each `l`.

What is given of all experiments of a type, by its `where`, is assumed everywhere. It is noted whether a
formula rests on it: then that means nothing for other parameters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cobra.language.formulas import Formulas
from cobra.model.dag import TRUE, Lit

MOST_QUESTIONS: Final = 64
"""An expansion that asks more than this is used again only under the very same assumption."""


class Assumption(NamedTuple):
    """What is assumed at some place."""

    all: Lit
    here: Lit
    """What of it was assumed since the expansion at hand began."""
    said: Lit
    """What of it is said by the expression itself, outside of all expansions; the rest is given."""


class Question(NamedTuple):
    """Whether a condition contradicts the assumption; asked by an expansion."""

    condition: Lit
    here: Lit
    """What the expansion assumed further when it asked."""
    answer: bool


Questions = dict[Question, None]
"""A set that keeps its order."""


class Assumptions:
    """The assumption at the place that is evaluated now."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self.now = Assumption(TRUE, TRUE, TRUE)
        """Set back to what it was by whoever assumed more."""
        self.rests_on_given = False
        """Whether something would be another formula without what is given; set back by whoever asks."""
        self._given: Lit = TRUE
        self._expansions = 0  # that are under way, one inside another
        self._asked: Questions | None = {}  # None: too much

    def begin(self, given: Lit) -> None:
        """Begin outside of all calls, with what is known of the experiments."""
        self.now, self._asked = Assumption(given, TRUE, TRUE), {}
        self._given, self._expansions = given, 0

    def suppose(self, condition: Lit) -> None:
        """Assume one thing more."""
        conj = self._formulas.conj
        self.now = Assumption(*[conj((assumed, condition)) for assumed in self.now])

    def exclude(self, condition: Lit) -> bool:
        """Return whether the assumption is seen to contradict a condition, or itself if that is `TRUE`."""
        answer = self._formulas.excludes(self.now.all, condition)
        self._note((Question(condition, self.now.here, answer),))
        self._rest((Question(condition, TRUE, answer),))
        return answer

    def would_answer(self, questions: Iterable[Question]) -> bool:
        """Return whether an expansion begun here would get the answers that another one got."""
        excludes, conj, assumed = self._formulas.excludes, self._formulas.conj, self.now.all
        return all(
            excludes(conj((assumed, here)), condition) == answer for condition, here, answer in questions
        )

    def used(self, questions: Iterable[Question] | None) -> None:
        """Note what the value of a call depends on that was used here: the expansion at hand does so, too."""
        self._rest(questions)
        if questions is None:
            self._asked = None
        else:
            conj, before = self._formulas.conj, self.now.here
            self._note(
                Question(condition, conj((before, here)), answer) for condition, here, answer in questions
            )

    def enter(self, assumed: Lit) -> tuple[Assumption, Questions | None]:
        """Begin an expansion; returns what `leave` needs."""
        before = self.now, self._asked
        self.now, self._asked = Assumption(assumed, TRUE, TRUE), {}
        self._expansions += 1
        return before

    def leave(self, before: tuple[Assumption, Questions | None]) -> tuple[Question, ...] | None:
        """End an expansion; returns what it asked, None if that was too much."""
        asked = self._asked
        self.now, self._asked = before
        self._expansions -= 1
        return None if asked is None else tuple(asked)

    def _rest(self, questions: Iterable[Question] | None) -> None:
        """Note whether questions get their answers by what is given only; those of expansions when used."""
        if self._given == TRUE or self._expansions or self.rests_on_given:
            return
        excludes, conj, said = self._formulas.excludes, self._formulas.conj, self.now.said
        self.rests_on_given = questions is None or any(
            answer and not excludes(conj((said, here)), condition) for condition, here, answer in questions
        )

    def _note(self, questions: Iterable[Question]) -> None:
        if self._asked is not None:
            self._asked.update(dict.fromkeys(questions))
            if len(self._asked) > MOST_QUESTIONS:
                self._asked = None
