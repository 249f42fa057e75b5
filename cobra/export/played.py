"""A strategy with the codes that are left at each place of its tree: what every format shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from cobra.budget import Progress
from cobra.errors import GameError
from cobra.export.place import Place, PlacesByAnswers, PlacesByBeliefs
from cobra.limits import Limits
from cobra.model.unseen import Belief, counts_by_lies
from cobra.options import MEMORY
from cobra.strategy.check.beliefs import Chances
from cobra.strategy.check.replay import Replay
from cobra.strategy.check.verify import play
from cobra.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Play:
    """What may be answered to a strategy as long as the secret is one code at the start."""

    steps: tuple[tuple[str, str], ...]
    """Experiments and outcomes, as shown."""
    place: Place
    """Where they lead."""
    left: Belief
    """What the secret may be by then, with the fewest lies told."""
    chances: Chances | None
    """How likely each of these is, where answers are wrong by chance."""


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
        replay, figures = play(
            strategy, memory=memory, time_limit=time_limit, limits=limits or Limits(), progress=progress
        )
        if figures is None:
            raise GameError(
                f"the strategy does not fit its game: {replay.problems.found[0]}\n"
                "`cobra verify` names everything that is wrong with it"
            )
        notation = replay.meaning.notation
        self.strategy = strategy
        self.figures = figures
        """What the strategy needs, computed anew."""
        self.assignments = replay.meaning.codes
        """The codes in the order of the game."""
        self.codes = [notation.code(code) for code in replay.meaning.codes]
        """The codes as shown, in the order of the game."""
        self.goals = replay.meaning.shown_goals()
        """What is to be found out of each code, such as `zebra = Japanese`; nothing without goals."""
        self.weights = replay.meaning.weights
        """The weights of the codes; 1 each in a game without."""
        self._places = (
            PlacesByAnswers(strategy, replay)
            if isinstance(replay, Replay)
            else PlacesByBeliefs(strategy, replay, memory)
        )
        self._replay = None if isinstance(replay, Replay) else replay
        self.order, self.positions = self._places.order, self._places.positions
        self.branches, self.root = self._places.branches, self._places.root
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

    def lies(self, position: Place) -> list[int]:
        """Return for each of the codes left the fewest lies told; nothing in a game in which all is seen."""
        return list(self._places.told[position.start : position.stop])

    def believed(self, position: Place) -> tuple[int, ...]:
        """Return how many codes are left with no lie told, with one, and so on; one number without lies."""
        return counts_by_lies(self.lies(position)) or (position.count,)

    def amount(self, position: Place) -> str:
        """Return how many codes are left as text, `8`, or by lies told, `4+4`."""
        return "+".join(f"{count:,}" for count in self.believed(position))

    def plays(self, code: int) -> Iterator[Play]:
        """Yield the plays that may come against a code where something happens unseen."""
        assert self._replay is not None
        noise = self.root.chance is not None
        waiting: list[Play] = [Play((), self.root, {code: 0}, {(code, 0): Fraction(1)} if noise else None)]
        while waiting:
            play = waiting.pop()
            node = play.place.node
            if node < 0:
                yield play
                continue
            cells = {values: cell for (values, _), cell in self._replay.cells(node, play.left).items()}
            parts = None if play.chances is None else self._replay.likely(node, play.chances)
            waiting += [
                Play(
                    (*play.steps, (self.experiment(node), shown)),
                    place,
                    cells[place.outcome],
                    None if parts is None else parts[place.outcome],
                )
                for shown, place in reversed(self.branches[node])
                if place.outcome in cells
            ]

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
