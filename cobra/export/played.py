"""A strategy with the codes that are left at each place of its tree: what every format shows."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from cobra.budget import Progress
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue, outcome_number, show_outcome
from cobra.model.unseen import demand_nothing_unseen
from cobra.options import MEMORY
from cobra.strategy.check.replay import Replay
from cobra.strategy.check.verify import play
from cobra.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Place:
    """What is left after some experiments of a strategy and their outcomes."""

    node: int
    """The node that makes the next experiment, -1 when the play is over."""
    start: int
    stop: int
    """The codes that are left are those of `Played.order` from `start` to `stop`."""
    length: int
    """Experiments of the play so far; at its end all that count."""
    outcome: OutcomeValue
    """The last outcome, empty at the start."""
    final: bool
    """Whether the play ended with a final outcome."""

    @property
    def count(self) -> int:
        """Return the number of codes that are left, at least one."""
        return self.stop - self.start


class PlayedStrategy:
    """A strategy through which every code was played.

    It is verified on the way: `GameError` when its tree is wrong. `StoppedError` after `time_limit` seconds;
    `LimitError` when listing the codes takes more steps than the limit `codes`, or playing them more than
    `memory` bytes.
    """

    def __init__(
        self,
        strategy: Strategy,
        *,
        memory: int = MEMORY,
        time_limit: float | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        demand_nothing_unseen(strategy.game, "an export of a strategy")
        replay, figures = play(
            strategy, memory=memory, time_limit=time_limit, limits=limits or Limits(), progress=progress
        )
        assert isinstance(replay, Replay)
        if figures is None:
            raise GameError(
                f"the strategy does not fit its game: {replay.problems[0]}\n"
                "`cobra verify` names everything that is wrong with it"
            )
        notation = replay.meaning.notation
        self.strategy = strategy
        self.figures = figures
        """What the strategy needs, computed anew."""
        self.codes = [notation.code(code) for code in replay.meaning.codes]
        """The codes as shown, in the order of the game."""
        self.goals = replay.meaning.shown_goals()
        """What is to be found out of each code, such as `zebra = Japanese`; nothing without goals."""
        self.weights = replay.meaning.weights
        """The weights of the codes; 1 each in a game without."""
        self.order = array("q", bytes(8 * len(self.codes)))
        """The numbers of the codes, in the order of the leaves of the tree."""
        self.positions: list[Place] = []
        """The position at which each node makes its experiment."""
        self.branches: list[list[tuple[str, Place]]] = []
        """For each node its outcomes, as shown and in their order, and what is left after each."""
        self.root = self._arrange(replay)
        self._experiments = {asked: notation.experiment(asked) for asked in set(strategy.experiments)}

    @property
    def title(self) -> str:
        """Return the game, its parameters and the strategy, on a line."""
        game = self.strategy.game
        return " ".join([game.name, *(f"{name}={value}" for name, value in game.arguments)]) + (
            f", {self.strategy.name}"
        )

    def experiment(self, node: int) -> str:
        """Return the experiment of a node, as shown."""
        return self._experiments[self.strategy.experiments[node]]

    def hits(self, node: int) -> bool:
        """Return whether the code that a node asks for is among those left: a final outcome says so."""
        return any(self.is_hit(node, position) for _, position in self.branches[node])

    def other(self, node: int) -> list[tuple[str, Place]]:
        """Return the outcomes of a node but for the final one of the code that it asks for."""
        return [branch for branch in self.branches[node] if not self.is_hit(node, branch[1])]

    def is_hit(self, node: int, position: Place) -> bool:
        """Return whether an outcome of a node says that its experiment was the code."""
        return position.final and self.codes[self.order[position.start]] == self.experiment(node)

    def left(self, position: Place) -> list[str]:
        """Return the codes that are left, as shown, in the order of the game."""
        return [self.codes[code] for code in sorted(self.order[position.start : position.stop])]

    def found(self, position: Place) -> str:
        """Return what is found out at a position of a game with goals, such as `zebra = Japanese`.

        Nothing while that is open, and where the secret itself is asked for.
        """
        codes = self.order[position.start : position.stop]
        first = self.goals[codes[0]]
        return first if all(self.goals[code] == first for code in codes) else ""

    def end(self, position: Place, most: int) -> list[str]:
        """Return what there is to say of a position where the play is over: what was found out, in a game
        with goals, else the codes left, the first `most` of them and how many more."""
        if found := self.found(position):
            return [found]
        codes = self.left(position)
        return [*codes[:most], *([f"… {len(codes) - most} more"] if len(codes) > most else [])]

    def walk(self) -> Iterator[tuple[str, Place] | None]:
        """Yield every position with the outcome it comes after ("" at the start), depth first.

        What follows a position comes right after it, and then None; after one where the play is over nothing
        comes, not even None.
        """
        yield "", self.root
        inside = [iter(self.branches[self.root.node])] if self.root.node >= 0 else []
        while inside:
            step = next(inside[-1], None)
            yield step
            if step is None:
                inside.pop()
            elif step[1].node >= 0:
                inside.append(iter(self.branches[step[1].node]))

    def _arrange(self, replay: Replay) -> Place:
        """Give every position its codes; nodes come before those that follow them."""
        strategy, types = self.strategy, self.strategy.game.experiments
        ends = {(end.node, end.outcome): end for end in replay.ends}
        if strategy.root < 0:
            end = ends[-1, None]
            self.order = array("q", end.codes)
            return Place(-1, 0, len(end.codes), end.length, (), end.final)
        counts = array("q", bytes(8 * len(strategy.experiments)))
        for node in reversed(range(len(counts))):
            counts[node] = sum(
                counts[child] if child >= 0 else len(ends[node, values].codes)
                for values, child in strategy.branches[node].items()
            )
        self.positions = positions = [Place(strategy.root, 0, len(self.order), 0, (), False)] * len(counts)
        shown: dict[tuple[int, object], tuple[int, str]] = {}
        for node, branches in enumerate(strategy.branches):
            number = strategy.experiments[node][0]
            for values in branches:
                if (number, values) not in shown:
                    answer = types[number].answer
                    shown[number, values] = outcome_number(answer, values), show_outcome(answer, values)
            at = positions[node].start
            after: list[tuple[str, Place]] = []
            for values, child in sorted(branches.items(), key=lambda branch: shown[number, branch[0]]):
                if child >= 0:
                    position = Place(child, at, at + counts[child], positions[node].length + 1, values, False)
                    positions[child] = position
                else:
                    end = ends[node, values]
                    position = Place(-1, at, at + len(end.codes), end.length, values, end.final)
                    self.order[position.start : position.stop] = array("q", end.codes)
                at = position.stop
                after.append((shown[number, values][1], position))
            self.branches.append(after)
        return positions[strategy.root]
