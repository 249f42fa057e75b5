"""What experiments drawn at random tell apart, where there are too many to list them all."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns, bytes_each, columns_for
from cobra.budget import Deadline
from cobra.engine.program import CoreExperiment
from cobra.engine.table import CodeTable
from cobra.model.after import experiments_as_codes
from cobra.model.game import Game
from cobra.sat.counting import CodeCounter

_MOST: Final = 3000
_LEAST: Final = 100
"""So many experiments are drawn, at most; with room for fewer it is of no use."""


def drawn_columns(
    table: CodeTable,
    memory: int,
    random: Random,
    deadline: Deadline,
    tick: Callable[[int, int], None],
    game: Game,
) -> Columns | None:
    """Return what some experiments tell apart, equally many of each type.

    None when not all codes are told apart that an experiment of the game tells apart. `memory` is in bytes;
    `tick` and `game` as for `columns_of`; `TimeLimitError` at the deadline.
    """
    number = min(_MOST, memory // bytes_each(table, game))
    if number < _LEAST:
        return None
    types = table.game.experiments
    experiments: list[CoreExperiment] = []
    for place, type_ in enumerate(types):
        counter = CodeCounter(experiments_as_codes(table.game, type_), memory=memory)
        drawn = counter.draw(-(-number // len(types)), random, deadline)
        experiments += [table.compiled.core_experiment((place, values)) for values in dict.fromkeys(drawn)]
    columns = columns_for(table, experiments, tick, game)
    cells = Cells(columns)
    for column in range(columns.count):
        if not cells.together(1):
            break
        cells = cells.cut(column)
    return None if cells.together(1) else columns
