"""The places of a strategy's tree, and which codes are left at each."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cobra.errors import LimitError
from cobra.model.answers import OutcomeValue, outcome_number, show_outcome
from cobra.model.unseen import Belief
from cobra.strategy.check.beliefs import BeliefReplay, Chances
from cobra.strategy.check.replay import Replay
from cobra.strategy.strategy import Strategy

_BYTES: Final = 16
"""Memory for a code that is left at a place where something happens unseen."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is left after some experiments of a strategy and their outcomes."""

    node: int
    """The node that makes the next experiment, -1 when the play is over."""
    start: int
    stop: int
    """The codes that are left are those of `Places.order` from `start` to `stop`."""
    length: int
    """Experiments of the play so far; at its end all that count."""
    outcome: OutcomeValue
    """The last outcome, empty at the start."""
    final: bool
    """Whether the play ended with a final outcome."""
    chance: Fraction | None = None
    """How likely a play comes here, where answers are wrong by chance; else None."""
    lost: bool = False
    """Whether the play ended and is lost; not told where something happens unseen."""
    price: int = 0
    """What the play cost, if it ended, in units of the game; not told where something happens unseen."""

    @property
    def count(self) -> int:
        """Return the number of codes that are left, at least one."""
        return self.stop - self.start


class Places:
    """All places of a tree; nodes come before those that follow them.

    Where every code gives one answer, the codes of a place are those of the places after it, one range after
    the other. Where something happens unseen a code can be in several of them, and each place has a range of
    its own.
    """

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._shown: dict[tuple[int, OutcomeValue], tuple[int, str]] = {}
        self.order = array("q")
        """The numbers of the codes."""
        self.told = array("q")
        """For each of them the fewest lies told; nothing where all is seen."""
        self.positions: list[Place] = []
        """The place at which each node makes its experiment."""
        self.branches: list[list[tuple[str, Place]]] = []
        """For each node its outcomes, as shown and in their order, and what is left after each."""
        self.root = Place(-1, 0, 0, 0, (), False)

    def _outcomes(self, node: int) -> list[tuple[OutcomeValue, str, int]]:
        """Return the outcomes of a node in their order, as shown, and the node after each."""
        number = self._strategy.experiments[node][0]
        answer, branches = self._strategy.game.experiments[number].answer, self._strategy.branches[node]
        for values in branches:
            if (number, values) not in self._shown:
                shown = outcome_number(answer, values), show_outcome(answer, values)
                self._shown[number, values] = shown
        ordered = sorted(branches.items(), key=lambda branch: self._shown[number, branch[0]])
        return [(values, self._shown[number, values][1], child) for values, child in ordered]


class PlacesByAnswers(Places):
    """The places of a strategy in a game in which every code gives one answer."""

    def __init__(self, strategy: Strategy, replay: Replay) -> None:
        super().__init__(strategy)
        self.order = array("q", bytes(8 * len(replay.meaning.codes)))
        ends = {(end.node, end.outcome): end for end in replay.ends}
        if strategy.root < 0:
            end = ends[-1, None]
            self.order = array("q", end.codes)
            self.root = Place(
                -1, 0, len(end.codes), end.length, (), end.final, lost=end.lost, price=end.price
            )
            return
        counts = array("q", bytes(8 * len(strategy.experiments)))
        for node in reversed(range(len(counts))):
            counts[node] = sum(
                counts[child] if child >= 0 else len(ends[node, values].codes)
                for values, child in strategy.branches[node].items()
            )
        start = Place(strategy.root, 0, len(self.order), 0, (), False)
        self.positions = positions = [start] * len(counts)
        for node in range(len(counts)):
            at = positions[node].start
            after: list[tuple[str, Place]] = []
            for values, shown, child in self._outcomes(node):
                if child >= 0:
                    position = Place(child, at, at + counts[child], positions[node].length + 1, values, False)
                    positions[child] = position
                else:
                    end = ends[node, values]
                    stop = at + len(end.codes)
                    position = Place(
                        -1, at, stop, end.length, values, end.final, lost=end.lost, price=end.price
                    )
                    self.order[position.start : position.stop] = array("q", end.codes)
                at = position.stop
                after.append((shown, position))
            self.branches.append(after)
        self.root = positions[strategy.root]


class PlacesByBeliefs(Places):
    """The places of a strategy where answers may be lies or the secret moves, each with what is believed.

    `LimitError` when that takes more than `memory` bytes.
    """

    def __init__(self, strategy: Strategy, replay: BeliefReplay, memory: int) -> None:
        super().__init__(strategy)
        self._memory = memory
        noise = strategy.game.unseen is not None and strategy.game.unseen.noise is not None
        belief, chances = replay.start(), replay.chances_at_start() if noise else None
        self.root = self._place(strategy.root, belief, 0, (), False, chances)
        self.positions = [self.root] * len(strategy.experiments)
        waiting = {strategy.root: (belief, chances)}
        for node in range(len(strategy.experiments)):
            belief, chances = waiting.pop(node)
            replay.meaning.tick()
            cells = {values: (cell, final) for (values, final), cell in replay.cells(node, belief).items()}
            parts = None if chances is None else replay.likely(node, chances)
            after: list[tuple[str, Place]] = []
            for values, shown, child in self._outcomes(node):
                cell, final = cells[values]
                part = None if parts is None else parts[values]
                position = self._place(child, cell, self.positions[node].length + 1, values, final, part)
                if child >= 0:
                    self.positions[child] = position
                    waiting[child] = cell, part
                after.append((shown, position))
            self.branches.append(after)

    def _place(
        self,
        node: int,
        belief: Belief,
        length: int,
        outcome: OutcomeValue,
        final: bool,
        chances: Chances | None,
    ) -> Place:
        start, codes = len(self.order), sorted(belief)
        if (needed := (start + len(codes)) * _BYTES) > self._memory:
            raise LimitError("memory", needed, self._memory, "keeping what is believed after every answer")
        self.order.extend(codes)
        self.told.extend(belief[code] for code in codes)
        chance = None if chances is None else sum(chances.values(), Fraction(0))
        return Place(node, start, len(self.order), length, outcome, final, chance)
