"""The plays of a game with a state, prices or plays that are lost, as the core says what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cobra.breakers.counted import CountedPlays
from cobra.breakers.place import Cell, End, Leaf, Place
from cobra.lengths import Figures
from cobra.model.memory import price_unit, start_of

if TYPE_CHECKING:
    from cobra.engine.played import CoreTree
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable

_LOST: Final = ("lost", "stuck")
"""How plays are over, in the words of the core, that are lost."""


class ByState(CountedPlays):
    """Plays that depend on the codes left and the state; `paid` is what a play has cost by then.

    Also who knows the code may have to choose how to say it, and at what price, so nothing is made without
    asking; where nothing can be found out any more, plays are over by then.
    """

    def __init__(self, table: CodeTable) -> None:
        super().__init__(table)
        memory = table.game.memory
        loss = None if memory is None else memory.loss
        self._loss = 0 if loss is None else int(loss / price_unit(table.game))
        self._lost = 0
        self._lost_weight = 0
        self._price_total = 0
        self._price_worst = 0

    def begin(self) -> Cell:
        """Return how plays begin: with all codes, in the first state."""
        start = Place(list(range(self._table.codes)), start_of(self._table.game))
        return self._cells(start, None)[0]

    def follow(self, place: Place, experiment: CoreExperiment) -> list[Cell]:
        """Return what an experiment, made in the state of the place, makes of it, ascending by outcome."""
        return sorted(self._cells(place, experiment), key=lambda cell: cell.outcome)

    def _cells(self, place: Place, experiment: CoreExperiment | None) -> list[Cell]:
        cells = []
        for outcome, codes, state, price, end in self._table.followed(experiment, place.codes, place.state):
            after = Place(codes, tuple(state), place.paid + price)
            cells.append(Cell(outcome, after, None if end is None else self._end(codes, end)))
        return cells

    def _end(self, codes: list[int], end: str) -> End:
        pair = self._table.inseparable_pair(codes) if end == "inseparable" else None
        return End(lost=end in _LOST, together=pair or ())

    def settle(self, place: Place, length: int, end: End, leaf: Leaf) -> None:
        """Note that plays are over after so many experiments, with what they cost."""
        super().settle(place, length, end, leaf)
        price = place.paid + (self._loss if end.lost else 0)
        self._lost += len(place.codes) if end.lost else 0
        self._lost_weight += self._weight(place) if end.lost else 0
        self._price_total += price * self._weight(place)
        self._price_worst = max(self._price_worst, price)

    def figures(self, tree: CoreTree, finished: bool) -> Figures:
        """Return what all plays noted come to."""
        return replace(
            super().figures(tree, finished),
            lost=self._lost,
            lost_weight=self._lost_weight if self._lost_weight != self._lost else 0,
            price_total=self._price_total,
            price_worst=self._price_worst,
        )
