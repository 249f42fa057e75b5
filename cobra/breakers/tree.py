"""A rule in Python played against every code: asked once in each state, its answers make the tree."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from cobra.breakers.rules import Ending
from cobra.engine.played import Played
from cobra.errors import GameError, StoppedError
from cobra.lengths import Figures
from cobra.model.memory import demand_knowledge_only

if TYPE_CHECKING:
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable

MOST_PLAYED: Final = 1_000
"""Who asks what tells nothing after so many experiments never ends."""

CoreHistory: TypeAlias = "tuple[tuple[CoreExperiment, int], ...]"
"""The experiments made with the core's numbers of their outcomes."""
Choose: TypeAlias = "Callable[[Sequence[int], CoreHistory], CoreExperiment | None]"
"""Names an experiment for a state, the ascending numbers of the codes left, and what was done before; None
when no experiment tells its codes apart."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A state that is not over, and the node and the number of its branch that lead to it."""

    state: list[int]
    made: CoreHistory
    final: bool
    parent: int = -1
    branch: int = 0


def play_states(
    table: CodeTable, choose: Choose, *, name: str = "the strategy", confirms: bool = True
) -> Played:
    """Play a rule against every code of a table and return the strategy that comes out.

    `name` stands in messages. `confirms`: where one code is left and only a hit is wanted, that is made
    without asking. A stop, by the time limit or Ctrl-C, leaves the figures of the codes settled. `GameError`
    when the rule names no experiment though codes are left that can be told apart, or goes on without
    learning anything.
    """
    start = time.monotonic()
    player = _Player(table, choose, name, confirms)
    try:
        stopped = player.play()
    except KeyboardInterrupt:
        stopped = "interrupt"
    except StoppedError as stop:
        stopped = stop.reason
    return player.played(time.monotonic() - start, stopped)


class _Player:
    """One run of a rule over all codes."""

    def __init__(self, table: CodeTable, choose: Choose, name: str, confirms: bool) -> None:
        demand_knowledge_only(table.game, "a rule in Python")
        self._table = table
        self._name = name
        self._choose = choose
        self._hit = table.game.ending == "hit"
        self._ending = Ending(table.game)
        self._weights = table.weights()
        self._goals = table.goals()
        self._decoders = table.compiled.decoders
        self._closing = table.closing() if self._hit and confirms else None
        self._experiments: list[CoreExperiment] = []
        self._branches: list[list[tuple[int, int]]] = []
        self._lengths: Counter[int] = Counter()
        self._total = 0
        self._inseparable: list[int] = []

    def play(self) -> str | None:
        """Play until all codes are settled; return why it ended before that."""
        waiting = [_Task(list(range(self._table.codes)), (), False)]
        while waiting:
            if reason := self._table.stop_reason():
                return reason
            self._table.tell(self._name, self._lengths.total())
            task = waiting.pop()
            left = 0 if self._hit else len({self._goals[code] for code in task.state})
            if (more := self._ending.counted(left, task.final)) is not None:
                self._settle(task.state, len(task.made) + more)
                continue
            experiment = self._experiment(task)
            if experiment is None:
                self._settle(task.state, len(task.made))
                continue
            waiting += self._split(task, experiment)
        return None

    def played(self, seconds: float, stopped: str | None) -> Played:
        """Return the strategy as far as it was played."""
        experiments, branches = self._experiments, self._branches
        return Played(
            figures=Figures(
                worst=max(self._lengths, default=0),
                total=self._total,
                weight=sum(self._weights),
                codes=self._table.codes,
                distribution=dict(sorted(self._lengths.items())),
                nodes=len(experiments),
            ),
            first=experiments[0] if experiments else None,
            tree=lambda: (experiments, branches, 0 if experiments else -1),
            seconds=seconds,
            stopped=stopped,
            inseparable=self._inseparable,
        )

    def _experiment(self, task: _Task) -> CoreExperiment | None:
        state = task.state
        if self._closing is not None and len(state) == 1:
            closing = self._closing[state[0]]
            if closing is None:
                raise GameError(f"no experiment is final for the code {self._table.show_code(state[0])}")
            return closing
        experiment = self._choose(state, task.made)
        if experiment is None:
            pair = None if self._hit else self._table.inseparable_pair(state)
            if pair is None:
                left = "1 code" if len(state) == 1 else f"{len(state):,} codes"
                raise GameError(f"{self._name} names no experiment with {left} left")
            self._inseparable = pair
        return experiment

    def _split(self, task: _Task, experiment: CoreExperiment) -> list[_Task]:
        outcomes = self._table.engine.partition(experiment, task.state)
        cells: dict[int, list[int]] = {}
        for code, outcome in zip(task.state, outcomes, strict=True):
            cells.setdefault(outcome, []).append(code)
        if len(cells) == 1 and not self._hit and (pair := self._table.inseparable_pair(task.state)):
            self._inseparable = pair  # the game is over, whatever is asked
            self._settle(task.state, len(task.made))
            return []
        node = len(self._experiments)
        self._experiments.append(experiment)
        self._branches.append([])
        if task.parent >= 0:
            outcome, _ = self._branches[task.parent][task.branch]
            self._branches[task.parent][task.branch] = (outcome, node)
        if len(cells) == 1 and len(task.made) >= MOST_PLAYED:
            raise GameError(f"{self._name} goes on after {MOST_PLAYED:,} experiments")
        tasks = []
        is_final = self._decoders[experiment[0]].is_final
        for branch, outcome in enumerate(sorted(cells)):
            self._branches[node].append((outcome, -1))
            made = (*task.made, (experiment, outcome))
            tasks.append(_Task(cells[outcome], made, is_final(outcome), node, branch))
        return tasks

    def _settle(self, state: Sequence[int], length: int) -> None:
        self._lengths[length] += len(state)
        self._total += length * sum(self._weights[code] for code in state)
