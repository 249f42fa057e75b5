"""The plays of a game in which nothing but knowledge changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cobra.breakers.counted import CountedPlays
from cobra.breakers.place import Cell, End, Place
from cobra.breakers.rules import Ending
from cobra.errors import GameError

if TYPE_CHECKING:
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable


class ByKnowledge(CountedPlays):
    """Plays that depend on the codes left alone. `confirms`: where one code is left and only a hit is wanted,
    that is made without asking.
    """

    def __init__(self, table: CodeTable, confirms: bool) -> None:
        super().__init__(table)
        self._hit = table.game.ending == "hit"
        self._ending = Ending(table.game)
        self._goals = table.goals()
        self._closing = table.closing() if self._hit and confirms else None

    def begin(self) -> Cell:
        """Return how plays begin: with all codes."""
        return self._cell(-1, list(range(self._table.codes)), False)

    def follow(self, place: Place, experiment: CoreExperiment) -> list[Cell]:
        """Return what an experiment makes of a place, ascending by outcome."""
        codes = list(place.codes)
        cells: dict[int, list[int]] = {}
        for code, outcome in zip(codes, self._table.engine.partition(experiment, codes), strict=True):
            cells.setdefault(outcome, []).append(code)
        is_final = self._table.compiled.decoders[experiment[0]].is_final
        return [self._cell(outcome, cells[outcome], is_final(outcome)) for outcome in sorted(cells)]

    def _cell(self, outcome: int, codes: list[int], final: bool) -> Cell:
        left = 0 if self._hit else len({self._goals[code] for code in codes})
        more = self._ending.counted(left, final)
        return Cell(outcome, Place(codes), None if more is None else End(more=more))

    def known(self, place: Place) -> CoreExperiment | None:
        """Return what hits the one code that is left."""
        if self._closing is None or len(place.codes) > 1:
            return None
        closing = self._closing[place.codes[0]]
        if closing is None:
            raise GameError(f"no experiment is final for the code {self._table.show_code(place.codes[0])}")
        return closing

    def idle(self, place: Place, gave_up: bool) -> End | None:
        """Return that plays are over where no experiment tells the codes left apart."""
        pair = None if self._hit else self._table.inseparable_pair(place.codes)
        return None if pair is None else End(together=pair)
