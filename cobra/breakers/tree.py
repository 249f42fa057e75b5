"""A rule in Python played against every code: asked once in each state, its answers make the tree."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from cobra.breakers.by_knowledge import ByKnowledge
from cobra.breakers.place import Cell, Course, End, Place
from cobra.engine.played import Played
from cobra.errors import GameError, StoppedError
from cobra.options import MEMORY

if TYPE_CHECKING:
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable

MOST_PLAYED: Final = 1_000
"""Who is after so many experiments where the play was before never ends."""

CoreHistory: TypeAlias = "tuple[tuple[CoreExperiment, int], ...]"
"""The experiments made with the core's numbers of their outcomes."""
Choose: TypeAlias = "Callable[[Place, CoreHistory], CoreExperiment | None]"
"""Names an experiment for a place and what was done before; None when no experiment tells its codes apart."""

_NODE_BYTES: Final = 500
"""What a node of a tree takes, about, with what waits to be played from there on."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A place that is not looked at yet, and the node and the number of its branch that lead to it."""

    cell: Cell
    made: CoreHistory = ()
    parent: int = -1
    branch: int = 0
    mark: Place | None = None
    """The place after so many experiments of those made as is the last power of two: who comes there again
    goes in a circle, which can happen where the secret moves or a state changes (Brent, 1980)."""


def play_states(
    table: CodeTable,
    choose: Choose,
    *,
    name: str = "the strategy",
    confirms: bool = True,
    memory: int = MEMORY,
) -> Played:
    """Play a rule against every code of a table and return the strategy that comes out.

    `name` stands in messages. `confirms`: where one code is left and only a hit is wanted, that is made
    without asking, in games in which only knowledge changes. `memory` bounds the tree, in bytes. A stop, by
    the time limit, Ctrl-C or for memory, leaves the figures of the codes settled. `GameError`
    when the rule names no experiment though codes are left that can be told apart, or goes on without
    learning anything.
    """
    start = time.monotonic()
    player = _Player(table, choose, name, confirms, memory)
    try:
        stopped = player.play()
    except KeyboardInterrupt:
        stopped = "interrupt"
    except StoppedError as stop:
        stopped = stop.reason
    return player.played(start, stopped)


def course_of(table: CodeTable, confirms: bool) -> Course:
    """Return the plays of the game of a table."""
    if table.game.memory is not None:
        from cobra.breakers.by_state import ByState

        return ByState(table)
    if table.game.unseen is not None:
        from cobra.breakers.by_belief import ByBelief

        return ByBelief(table)
    return ByKnowledge(table, confirms)


class _Player:
    """One run of a rule over all codes."""

    def __init__(self, table: CodeTable, choose: Choose, name: str, confirms: bool, memory: int) -> None:
        self._table = table
        self._name = name
        self._choose = choose
        self._most_nodes = memory // _NODE_BYTES
        self._course = course_of(table, confirms)
        self._experiments: list[CoreExperiment] = []
        self._branches: list[list[tuple[int, int]]] = []
        self._inseparable: list[int] = []
        self._endless = table.game.unseen is not None and table.game.unseen.endless

    def play(self) -> str | None:
        """Play until all codes are settled; return why it ended before that."""
        waiting = [_Task(self._course.begin())]
        while waiting:
            if reason := self._table.stop_reason():
                return reason
            if len(self._experiments) > self._most_nodes:
                return "memory"
            if self._endless and self._experiments:
                self._branches[0].clear()  # the first experiment is all that there is to say
                return "endless"
            self._table.tell(self._name, self._course.settled())
            task = waiting.pop()
            if (end := task.cell.end) is not None:
                self._settle(task, end)
                continue
            experiment = self._course.known(task.cell.place) or self._choose(task.cell.place, task.made)
            if experiment is None:
                if (end := self._course.idle(task.cell.place, gave_up=True)) is None:
                    codes = len(task.cell.place.codes)
                    left = "1 code" if codes == 1 else f"{codes:,} codes"
                    raise GameError(f"{self._name} names no experiment with {left} left")
                self._settle(task, end)
                continue
            waiting += self._split(task, experiment)
        return None

    def played(self, start: float, stopped: str | None) -> Played:
        """Return the strategy as far as it was played, begun at a time of the clock."""
        experiments, branches = self._experiments, self._branches
        tree = experiments, branches, 0 if experiments else -1
        return Played(
            figures=self._course.figures(tree, stopped is None),
            first=experiments[0] if experiments else None,
            tree=lambda: tree,
            seconds=time.monotonic() - start,
            stopped=stopped,
            inseparable=self._inseparable,
        )

    def _split(self, task: _Task, experiment: CoreExperiment) -> list[_Task]:
        place = task.cell.place
        cells = self._course.follow(place, experiment)
        if len(cells) == 1 and (end := self._course.idle(place, gave_up=False)) is not None:
            self._settle(task, end)  # the game is over, whatever is asked
            return []
        node = len(self._experiments)
        self._experiments.append(experiment)
        self._branches.append([(cell.outcome, -1) for cell in cells])
        if task.parent >= 0:
            self._branches[task.parent][task.branch] = (task.cell.outcome, node)
        number = len(task.made)
        is_back = task.mark is not None and _is_again(place, task.mark)
        if number >= MOST_PLAYED and (is_back or any(_is_again(cell.place, place) for cell in cells)):
            raise GameError(f"{self._name} goes on after {MOST_PLAYED:,} experiments")
        mark = place if number & (number - 1) == 0 else task.mark
        return [
            _Task(cell, (*task.made, (experiment, cell.outcome)), node, branch, mark)
            for branch, cell in enumerate(cells)
        ]

    def _settle(self, task: _Task, end: End) -> None:
        together = list(end.together)
        if together and (not self._inseparable or together < self._inseparable):
            self._inseparable = together
        leaf = (task.parent, task.cell.outcome if task.parent >= 0 else -1)
        self._course.settle(task.cell.place, len(task.made) + end.more, end, leaf)


def _is_again(place: Place, before: Place) -> bool:
    """Return whether a place is one where the play was before, whatever was paid on the way, and however
    likely what is possible became.
    """
    return place.codes == before.codes and place.told == before.told and place.state == before.state
