"""Splits of some codes only, where there are too many to split them all: an estimate, and said to be one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from cobra.errors import LimitError, TimeLimitError
from cobra.model.answers import component_lits, components_of, outcome_number
from cobra.model.game import Assignment, Experiment, Game, true_propositions
from cobra.model.outcomes import weight_of
from cobra.play.parts import Part, Split
from cobra.play.split import final_formulas
from cobra.strategy.check.parallel import ParallelFormulas, transposed

if TYPE_CHECKING:
    from cobra.play.position import Position

SAMPLE: Final = 400
"""Codes drawn at random that stand for all."""
CONFIDENCE: Final = 1.96
"""Standard deviations on both sides of a mean that 95 % of all samples do not leave."""


def margin(size: int) -> float:
    """Return how far a share in so many codes drawn at random is from that in all codes, at most.

    It is half the 95 % confidence interval of a share of one half; others are nearer.
    """
    return CONFIDENCE * sqrt(1 / 4 / size)


class Sample:
    """Some codes of a game, all of them asked at once by its formulas."""

    def __init__(self, game: Game, codes: Sequence[Assignment]) -> None:
        self._game = game
        self._all = (1 << len(codes)) - 1
        self._heavy: dict[int, int] = {}
        """The codes of each weight, where codes have weights: each is drawn as often as any other, and counts
        by its own."""
        for place, code in enumerate(codes if game.weight is not None else ()):
            weight = weight_of(game, code)
            self._heavy[weight] = self._heavy.get(weight, 0) | 1 << place
        self._variables = transposed(true_propositions(game.codes, code) for code in codes)
        self._formulas: dict[int, ParallelFormulas] = {}

    def split(self, experiment: Experiment) -> Split:
        """Return how an experiment splits the codes."""
        type_ = self._game.experiments[experiment[0]]
        components, finals = components_of(type_.answer), final_formulas(type_)
        if experiment[0] not in self._formulas:
            lits = [lit for component in components for lit in component_lits(component)]
            self._formulas[experiment[0]] = ParallelFormulas(self._game.dag, [*lits, *finals])
        parameters = dict.fromkeys(true_propositions(type_.space, experiment[1]), self._all)
        values = self._formulas[experiment[0]].evaluate(self._variables, parameters, self._all)
        final = 0
        for lit in finals:
            final |= values.holds(lit)
        parts = [
            Part(outcome, bits.bit_count(), bool(bits & final), self._weight(bits))
            for outcome, bits in values.cells(components)
        ]
        parts.sort(key=lambda part: outcome_number(type_.answer, part.outcome))
        return Split(experiment, tuple(parts))

    def _weight(self, bits: int) -> int | None:
        """Return the weight of some of the codes, None where codes have none."""
        if self._game.weight is None:
            return None
        return sum(weight * (bits & codes).bit_count() for weight, codes in self._heavy.items())


def sampled_split(position: Position, experiment: Experiment, random: Random) -> Split | None:
    """Return how an experiment splits a sample of the codes left, None where none can be drawn in time."""
    if position.counter is None:
        return None
    try:
        codes = position.counter.draw(SAMPLE, random, position.deadline())
    except (TimeLimitError, LimitError):
        return None
    return Sample(position.game, codes).split(experiment)
