"""What every experiment of a game tells apart, as a matrix of numbers.

A static strategy is a set of columns of a table: a line for each code, a column for each experiment, its
outcomes in it. The experiments of the set tell two codes apart when one of them answers them differently.
Codes that no experiment tells apart are one line here, and experiments that cut the codes into the same cells
one column.

Where answers may be lies a pair has to be told apart by several askings, `times` of them, some of which may
be of one experiment: `pairs.py` says why. One final answer that tells it apart is enough, as it is no lie, so
`final` says where answers are final, and columns that differ there are different.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cobra.analysis.static.beside import Beside, Flags, Prices, Units
from cobra.analysis.static.meant import lies_of
from cobra.analysis.static.pairs import Numbers, Pairs, pairs_of
from cobra.engine.program import CoreExperiment
from cobra.engine.table import CodeTable
from cobra.errors import LimitError
from cobra.model.game import Game
from cobra.model.unseen import asks_any_set

_EXPERIMENT_BYTES: Final = 500
_LINE_BYTES: Final = 16
"""Memory for an experiment beside its outcomes, and for an outcome and what is made of it, with room to
spare."""
_PAIR_BYTES: Final = 1
"""Memory for what an experiment tells of a pair of codes."""
_TOGETHER: Final = 1 << 18
"""So many outcomes are worked on at once."""
_MOST_OUTCOME: Final = 1 << 63
"""The numbers of an array are below."""


@dataclass(frozen=True)
class Columns:
    """The lines and columns of the table. Columns without two different outcomes are left out."""

    lines: list[list[int]]
    """The numbers of the codes of each line: one, or several that are inseparable."""
    goals: Numbers
    """A number for each line; lines need not be told apart that have the same. Shape (lines,)."""
    outcomes: Numbers
    """The outcomes, by column and line, numbered 0, 1, … in each column as they first occur. Shape (columns,
    lines)."""
    experiments: list[CoreExperiment]
    """For each column the first experiment that answers so."""
    place: dict[bytes, int] = field(repr=False)
    """Where a column stands, by its `key`."""
    times: int = 1
    """How many answers have to tell two lines apart; more than 1 where answers may be lies."""
    final: NDArray[np.bool_] | None = None
    """Which outcomes are final, by column and line; None where that makes no difference."""
    prices: Prices | None = None
    """What the columns cost, where the game has prices."""

    @property
    def count(self) -> int:
        """Return the number of columns."""
        return len(self.experiments)

    def apart(self, one: int, other: int) -> Numbers:
        """Return the columns that tell two lines apart."""
        return np.flatnonzero(self.outcomes[:, one] != self.outcomes[:, other]).astype(np.int32)

    def for_sure(self, one: int, other: int) -> Numbers:
        """Return the columns that tell two lines apart by an answer that is no lie, whatever may be one."""
        if self.final is None:
            return np.empty(0, np.int32)
        apart = self.apart(one, other)
        sure: Numbers = apart[self.final[apart, one] | self.final[apart, other]]
        return sure

    def price_of(self, column: int) -> int:
        """Return what choosing a column takes of what may be chosen: 1, or its price."""
        return 1 if self.prices is None else int(self.prices.joint[column])

    @cached_property
    def least_price(self) -> int:
        """Return the least price of a column."""
        return 1 if self.prices is None else int(self.prices.joint.min(initial=1 << 62))

    def beside(self, lines: NDArray[np.intp]) -> Sequence[Flags | Units | None]:
        """Return for each column what `Beside` says of some lines."""
        if self.prices is not None:
            return list(self.prices.each[:, lines])
        return [None] * self.count if self.final is None else list(self.final[:, lines])

    @cached_property
    def pairs(self) -> Pairs:
        """Return the pairs that have to be told apart, where one column is not enough for that."""
        return pairs_of(self.goals, self.outcomes, self.final, self.times)

    @cached_property
    def branching(self) -> int:
        """Return the most outcomes of a column; 1 without columns."""
        return int(self.outcomes.max(initial=0)) + 1


def columns_of(
    table: CodeTable, memory: int, tick: Callable[[int, int], None], game: Game | None = None
) -> Columns:
    """List what every experiment of a game answers to every code.

    `table` is that of its `meant.asked`; without `game` that is the game itself. `LimitError` ("memory") when
    that takes more than `memory` bytes, ("experiments") for more than the limit. `tick` hears how many of how
    many experiments are done, now and then, and may raise what ends the work.
    """
    needed = sum(_counts(table)) * bytes_each(table, game or table.game)
    if needed > memory:
        raise LimitError("memory", needed, memory, "listing what every experiment tells apart")
    listed, _ = table.representatives(("none",), (), at_most=table.limits.experiments, memory=memory)
    return columns_for(table, [experiment for experiment, _ in listed], tick, game)


def bytes_each(table: CodeTable, game: Game) -> int:
    """Return the memory for an experiment with what it answers to every code, in bytes."""
    pairs = table.codes * (table.codes - 1) // 2 if lies_of(game) else 0
    return _EXPERIMENT_BYTES + _LINE_BYTES * table.codes + _PAIR_BYTES * pairs


def columns_for(
    table: CodeTable,
    experiments: Sequence[CoreExperiment],
    tick: Callable[[int, int], None],
    game: Game | None = None,
) -> Columns:
    """Return what some experiments tell apart; the other arguments as for `columns_of`."""
    game = game or table.game
    lines = [[code] for code in range(table.codes)] if asks_any_set(game) else _lines(table)
    beside = Beside(table, game, lines)
    firsts = [codes[0] for codes in lines]
    rows: list[Numbers] = []
    others: list[Flags | Units | None] = []
    different: list[CoreExperiment] = []
    place: dict[bytes, int] = {}
    step = max(1, _TOGETHER // len(lines))
    for start in range(0, len(experiments), step):
        some = experiments[start : start + step]
        outcomes = []
        for number, experiment in enumerate(some):
            if number % 64 == 0:
                tick(start + number, len(experiments))
            outcomes.append(_fitting(table.engine.partition(experiment, firsts)))
        numbered = canonical(np.array(outcomes, np.int64))
        for experiment, row, other in zip(some, numbered, beside.of(some), strict=True):
            if row.any() and place.setdefault(key(row, other), len(rows)) == len(rows):
                rows.append(row)
                different.append(experiment)
                others.append(other)
    shape = len(rows), len(lines)
    return Columns(
        lines,
        _goals(table, lines),
        np.array(rows, np.int32).reshape(shape),
        different,
        place,
        2 * lies_of(game) + 1,
        np.array(others, np.bool_).reshape(shape) if beside.needs_final else None,
        beside.prices(np.array(others, np.int64).reshape(shape)) if beside.priced else None,
    )


def _fitting(outcomes: list[int]) -> list[int]:
    """Return outcomes by numbers that fit into an array: an answer of many parts has outcomes beyond it."""
    if max(outcomes, default=0) < _MOST_OUTCOME:
        return outcomes
    numbers: dict[int, int] = {}
    return [numbers.setdefault(outcome, len(numbers)) for outcome in outcomes]


def key(outcomes: Numbers, other: Flags | Units | None) -> bytes:
    """Return what tells a column from others: its outcomes, and what `Beside` says."""
    return outcomes.tobytes() + (b"" if other is None else other.tobytes())


def _counts(table: CodeTable) -> list[int]:
    counts = table.experiments()
    if None in counts:
        limit = table.limits.experiments
        raise LimitError("experiments", limit + 1, limit, "listing what every experiment tells apart")
    return [count for count in counts if count is not None]


def goals_of(table: CodeTable) -> int:
    """Return how many goals are to be told apart; codes count once that no experiment tells apart."""
    return len(set(_goals(table, _lines(table)).tolist()))


def _lines(table: CodeTable) -> list[list[int]]:
    """Return the classes of codes that no experiment tells apart, most often of one code, in order."""
    classes = {codes[0]: codes for codes in table.inseparable()}
    others = {code for codes in classes.values() for code in codes[1:]}
    return [classes.get(code, [code]) for code in range(table.codes) if code not in others]


def _goals(table: CodeTable, lines: Sequence[Sequence[int]]) -> Numbers:
    """Number the goals of the lines; a line of inseparable codes with different goals has one of its own."""
    of_codes = table.goals()
    numbers: dict[tuple[bool, object], int] = {}
    goals = []
    for line, codes in enumerate(lines):
        own = {of_codes[code] for code in codes}
        goal: tuple[bool, object] = (True, own.pop()) if len(own) == 1 else (False, line)
        goals.append(numbers.setdefault(goal, len(numbers)))
    return np.array(goals, np.int32)


def canonical(rows: NDArray[np.int64]) -> Numbers:
    """Number the values of each row 0, 1, … as they first occur; equal partitions become equal rows."""
    places = np.arange(rows.shape[1])
    order = np.argsort(rows, axis=1, kind="stable")
    ordered = np.take_along_axis(rows, order, 1)
    starts = np.zeros_like(order)
    starts[:, 1:] = np.where(ordered[:, 1:] != ordered[:, :-1], places[1:], 0)
    starts = np.maximum.accumulate(starts, axis=1)
    first = np.empty_like(order)  # the place of the first equal value
    np.put_along_axis(first, order, np.take_along_axis(order, starts, 1), 1)
    rank = np.cumsum(first == places, axis=1, dtype=np.int32) - 1
    numbered: Numbers = np.take_along_axis(rank, first, 1).astype(np.int32)
    return numbered
