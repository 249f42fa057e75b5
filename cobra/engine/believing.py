"""What each experiment is answered where answers may be lies or the secret moves, in a game whose codes are
listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING, Final

from cobra.engine.compile import from_core
from cobra.model.answers import join_digits
from cobra.model.game import Assignment, Experiment
from cobra.model.unseen import (
    Answer,
    Answering,
    Belief,
    Likely,
    answering,
    believed,
    likely_after,
    noises_of,
    successors,
    ways_of,
)

if TYPE_CHECKING:
    from cobra.engine.table import CodeTable

_REMEMBERED: Final = 4_000_000
"""So many answers of codes to experiments are remembered."""


class Believing:
    """A game in which something happens unseen, its codes listed; what each experiment is answered."""

    def __init__(self, table: CodeTable) -> None:
        game = table.game
        assert game.unseen is not None
        self.table = table
        self.game = game
        self.unseen = game.unseen
        self.lies = game.unseen.lies
        self.moves = bool(game.unseen.moves)
        self.start: Belief = dict.fromkeys(range(table.codes), 0)
        self._answers: dict[Experiment, Answering] = {}
        self._numbers: dict[tuple[int, Answer], int] = {}

    @cached_property
    def following(self) -> Sequence[Sequence[int]] | None:
        """Return for each code those it can become; None where nothing moves."""
        codes = range(self.table.codes)
        return successors(self.game, list(map(self.assignment, codes))) if self.moves else None

    @cached_property
    def noises(self) -> Sequence[Fraction] | None:
        """Return how likely answers of each code are wrong, where that depends on the code."""
        codes = list(map(self.assignment, range(self.table.codes))) if self.unseen.noises else []
        return noises_of(self.game, codes)

    def assignment(self, code: int) -> Assignment:
        """Return a code by its number."""
        return from_core(self.table.engine.code(code))

    def answering(self, experiment: Experiment) -> Answering:
        """Return what an experiment may be answered."""
        if experiment not in self._answers:
            compiled = self.table.compiled
            core = compiled.core_experiment(experiment)
            decoder = compiled.decoders[core[0]]
            numbers = self.table.engine.partition(core, None)
            known = {number: (decoder.values(number), decoder.is_final(number)) for number in set(numbers)}
            if len(self._answers) * self.table.codes > _REMEMBERED:
                self._answers.clear()
            self._numbers |= {(core[0], answer): number for number, answer in known.items()}
            ways = ways_of(self.game.experiments[experiment[0]])
            codes = list(map(self.assignment, range(self.table.codes))) if ways else []
            truths = [known[number] for number in numbers]
            asked = answering(self.game, experiment, codes, truths, self.noises)
            if not ways:
                order = [values for _, (values, final) in sorted(known.items()) if not final]
                asked = replace(asked, possible=order)
            for place, value in enumerate(ways[0].cases.values if ways else ()):
                digits = [place, *[0] * (len(decoder.sizes) - 1)]  # the second says that it is not final
                self._numbers[core[0], ((value,), False)] = join_digits(decoder.sizes, digits)
            self._answers[experiment] = asked
        return self._answers[experiment]

    def outcome_number(self, experiment: Experiment, answer: Answer) -> int:
        """Return the core's number of an answer that the experiment can have."""
        return self._numbers[experiment[0], answer]

    def cells(self, belief: Belief, experiment: Experiment) -> dict[Answer, dict[int, int]]:
        """Return what the answers to an experiment make of a belief."""
        return believed(belief, self.answering(experiment), self.following)

    def likely_cells(
        self, likely: Likely, experiment: Experiment
    ) -> dict[Answer, dict[tuple[int, int], Fraction]]:
        """Return how likely each code with so many lies told is after each answer; all together they are as
        likely as before.
        """
        return likely_after(likely, self.answering(experiment), self.following)


def whole_parts(likely: Likely) -> dict[tuple[int, int], int]:
    """Return chances in parts of their sum, whole and without a common divisor."""
    unit = lcm(*(chance.denominator for chance in likely.values()))
    parts = {hidden: int(chance * unit) for hidden, chance in likely.items()}
    divisor = gcd(*parts.values()) or 1
    return {hidden: part // divisor for hidden, part in parts.items()}
