"""What the formulas of a game say of experiments beside their outcomes: which are final, what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.meant import lies_of
from cobra.engine.compile import from_core
from cobra.engine.program import CoreExperiment
from cobra.engine.table import CodeTable
from cobra.model.game import Game
from cobra.model.memory import followed
from cobra.strategy.check.meaning import Meaning

Flags = NDArray[np.bool_]
Units = NDArray[np.int64]


@dataclass(frozen=True)
class Prices:
    """What columns cost, in units of the game's `price_unit`."""

    each: Units
    """By column and line."""
    weights: list[int]
    """By line, of all its codes together."""

    @cached_property
    def uniform(self) -> bool:
        """Return whether no price depends on the answer."""
        return bool((self.each == self.each[:, :1]).all())

    @cached_property
    def joint(self) -> Units:
        """Return a price for each column whose sum is least for the cheapest plans, and of these the fewest.

        For prices that do not depend on the answer. A plan that needs all it has makes at least one more cell
        with each experiment, so it has fewer of them than there are lines.
        """
        lines = self.each.shape[1]
        joint: Units = self.each[:, 0] * lines + 1
        return joint


class Beside:
    """Where answers may be lies, which outcomes are final; what experiments cost in a game with prices."""

    def __init__(self, table: CodeTable, game: Game, lines: Sequence[Sequence[int]]) -> None:
        self.needs_final = lies_of(game) > 0 and table.knows_finals
        self.priced = game.memory is not None and game.memory.priced
        if self.needs_final or self.priced:
            self._game, self._compiled = game, table.compiled
            self._meaning = Meaning(game, table.limits.codes, table.memory, lambda: None)
            place = {code: number for number, code in enumerate(self._meaning.codes)}
            self._codes = [[place[from_core(table.engine.code(code))] for code in codes] for codes in lines]

    def of(self, experiments: Sequence[CoreExperiment]) -> Sequence[Flags | Units | None]:
        """Return for each experiment which lines it is final for, or what it costs, or None."""
        if not (self.needs_final or self.priced):
            return [None] * len(experiments)
        asked = [self._compiled.experiment(one) for one in experiments]
        plays = [(one, codes[0]) for one in asked for codes in self._codes]
        answers = self._meaning.answers(plays)
        shape = len(asked), len(self._codes)
        if self.needs_final:
            return list(np.array([final for _, final, _ in answers], np.bool_).reshape(shape))
        types = self._game.experiments
        prices = [
            followed(self._game, types[type_], follow).price
            for ((type_, _), _), (_, _, follow) in zip(plays, answers, strict=True)
        ]
        return list(np.array(prices, np.int64).reshape(shape))

    def prices(self, each: Units) -> Prices:
        """Return the prices of columns, given for each line."""
        return Prices(each, [sum(self._meaning.weights[code] for code in codes) for codes in self._codes])
