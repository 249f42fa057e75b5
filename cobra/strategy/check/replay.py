"""Every code played through a tree by the meaning of the game, level by level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from cobra.budget import Deadline
from cobra.lengths import Figures
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment
from cobra.model.memory import State, followed, in_state, price_unit, start_of
from cobra.model.outcomes import knows_finals
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.problems import Problems
from cobra.strategy.check.separate import separable
from cobra.strategy.check.stuck import is_stuck
from cobra.strategy.strategy import Strategy

_State = list[int]
"""The numbers of the codes that are left, ascending."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of the plays of some codes: after an outcome of a node, or (node -1, None) before the first."""

    node: int
    outcome: OutcomeValue | None
    codes: _State
    final: bool
    """Whether the last outcome was final."""
    length: int
    """Experiments of the play; in the core language with the one that only confirms a known code."""
    lost: bool = False
    """Whether the play is lost."""
    price: int = 0
    """What the play cost in a game with memory, in units of the game, with what losing costs."""


@dataclass(frozen=True, slots=True)
class _Here:
    """The plays that come to a node: the codes left, whether the last outcome was final, the state of the
    game, and what was paid."""

    codes: _State
    final: bool
    memory: State
    price: int


class Replay:
    """Plays all codes through the tree of a strategy; what is wrong with it is in `problems`."""

    def __init__(self, strategy: Strategy, meaning: Meaning, deadline: Deadline) -> None:
        self.problems = Problems(strategy, meaning)
        self.ends: list[End] = []
        self._strategy = strategy
        self._game = strategy.game
        self.meaning = meaning
        self._deadline = deadline
        self._knows_finals = knows_finals(strategy.game)
        self._questions: list[tuple[_State, bool, int, str]] = []
        self._given_up: list[int] = []  # ends that are lost if something tells their codes apart
        memory = strategy.game.memory
        counts = memory is not None and memory.loss is not None and strategy.objective != "won"
        self._loss = int(memory.loss / price_unit(strategy.game)) if counts and memory and memory.loss else 0
        self._lost = 0
        self._lost_weight = 0
        self._prices = [0, 0]  # the sum by weight, and the greatest
        self._distribution: Counter[int] = Counter()
        self._total = 0

    def run(self) -> Figures | None:
        """Return the figures of the strategy, None when its tree is wrong."""
        everything = list(range(len(self.meaning.codes)))
        level: dict[int, _Here] = {}
        start = _Here(everything, False, start_of(self._game), 0)
        if self._strategy.root < 0:
            self._end(-1, start, False, 0)
        else:
            level[self._strategy.root] = start
        depth = 0
        while level and not self.problems.are_many():
            depth += 1
            level = self._step(level, depth)
        self._resolve()
        self.problems.find_unseen()
        if self.problems.found:
            return None
        total, greatest = (None, None) if self._game.memory is None else self._prices
        return Figures(
            max(self._distribution),
            self._total,
            sum(self.meaning.weights),
            len(self.meaning.codes),
            dict(sorted(self._distribution.items())),
            len(self._strategy.experiments),
            self._lost,
            total,
            greatest,
            lost_weight=self._lost_weight if self._lost_weight != self._lost else 0,
        )

    def _step(self, level: dict[int, _Here], depth: int) -> dict[int, _Here]:
        """Make the experiments of the nodes of a level; return the next level."""
        sound = [node for node, here in level.items() if self._may_ask(node, here)]
        experiments = {node: self._experiment(node, level[node]) for node in sound}
        plays = [(experiments[node], code) for node in sound for code in level[node].codes]
        answers = iter(self.meaning.answers(plays))
        further: dict[int, _Here] = {}
        for node in sound:
            here = level[node]
            cells: dict[tuple[OutcomeValue, bool], _State] = {}
            follows: dict[tuple[OutcomeValue, bool], OutcomeValue] = {}
            for code, (values, final, follow) in zip(
                here.codes, islice(answers, len(here.codes)), strict=True
            ):
                cells.setdefault((values, final), []).append(code)
                if follows.setdefault((values, final), follow) != follow:
                    shown = self.problems.outcome(node, values)
                    self.problems.add(
                        node, f"what follows from the outcome {shown} is not the same for all codes"
                    )
            branches = self._strategy.branches[node]
            loses = any(self._after(node, here, here, follow)[1] for follow in follows.values())
            self._judge(node, here.codes, cells, branches, loses)
            for (values, final), cell in cells.items():
                child = branches.get(values)
                after, lost = self._after(node, here, _Here(cell, final, (), 0), follows[values, final])
                over = self._is_over(cell, final)
                lost = lost and not over
                if child is None:
                    self.problems.add(
                        node, f"nothing is said of the outcome {self.problems.outcome(node, values)}"
                    )
                elif child < 0:
                    self._end(node, after, lost, depth, values)
                elif lost or (self._exhausted(depth) and not over):
                    self.problems.add(
                        node, f"the play is lost after {self.problems.outcome(node, values)}, but it goes on"
                    )
                elif self.problems.enter(child, node, values):
                    further[child] = after
        return further

    def _experiment(self, node: int, here: _Here) -> Experiment:
        """Return the experiment of a node in the state in which it is made."""
        return in_state(self._game, self._strategy.experiments[node], here.memory)

    def _after(self, node: int, before: _Here, here: _Here, follow: OutcomeValue) -> tuple[_Here, bool]:
        """Return the plays of a cell with state and price, and whether they are lost."""
        if self._game.memory is None:
            return here, False
        type_ = self._game.experiments[self._strategy.experiments[node][0]]
        then = followed(self._game, type_, follow)
        return replace(here, memory=then.state, price=before.price + then.price), then.lost

    def _exhausted(self, depth: int) -> bool:
        """Return whether a play of so many experiments is lost unless it is over."""
        within = self._strategy.settings.within
        return within is not None and depth >= within

    def _may_ask(self, node: int, here: _Here) -> bool:
        if not self.meaning.allows(self._experiment(node, here)):
            here_ = ", or cannot be made here" if self._game.memory is not None else ""
            self.problems.add(node, f"this is not an experiment of the game{here_}")
            return False
        if self._is_over(here.codes, here.final):
            self.problems.add(node, "the game is over before this experiment")
            return False
        return True

    def _judge(
        self,
        node: int,
        state: _State,
        cells: Mapping[tuple[OutcomeValue, bool], _State],
        branches: Mapping[OutcomeValue, int],
        loses: bool,
    ) -> None:
        """Check what is said of the outcomes of a node against those that occur; `loses`: plays are lost by
        the experiment.
        """
        occurring = {values for values, _ in cells}
        for values, final in cells:
            if final and (values, False) in cells:
                shown = self.problems.outcome(node, values)
                self.problems.add(node, f"the outcome {shown} is final for some codes and not for others")
        for values in branches:
            if values not in occurring:
                self.problems.add(
                    node, f"no code that is left gives the outcome {self.problems.outcome(node, values)}"
                )
        if len(occurring) == 1 and self._game.ending != "hit" and not start_of(self._game):
            message = "the game is over before this experiment: nothing tells apart what is left"
            self._questions.append((state, False, node, message))
        finals = any(final for _, final in cells)
        silent = len(occurring) == 1 and bool(start_of(self._game)) and not loses  # it may change the state
        if not finals and not silent:
            self.problems.demand_inconsistent(node)

    def _end(
        self, node: int, here: _Here, lost: bool, depth: int, values: OutcomeValue | None = None
    ) -> None:
        """Note the end of the plays of some codes, after an outcome of a node or before the first."""
        state, final = here.codes, here.final
        over = self._is_over(state, final)
        given_up = self._strategy.objective == "won" or self._exhausted(depth)
        if not over and not lost and given_up:
            lost = True  # nobody goes on where no code can be won any more
            if self._game.ending != "hit" and not start_of(self._game):
                self._given_up.append(len(self.ends))
        if not lost and not over and start_of(self._game):
            lost = is_stuck(self.meaning, here.memory, state)
        if lost:
            pass  # nothing more is asked
        elif not over or (final and self._game.ending == "hit" and len(state) > 1):
            after = "" if values is None else f" after {self.problems.outcome(node, values)}"
            message = f"nothing follows{after}, but the game is not over; {self.problems.left(state)}"
            if over:
                self.problems.add(node, f"the game is over{after}, but {self.problems.left(state)}")
            elif self._game.ending == "hit":
                self.problems.add(node, message)
            else:  # it is over if nothing tells these codes apart
                self._questions.append((state, True, node, message))
        confirmed = final or self._game.ending != "core" or not self._knows_finals or len(state) > 1
        length = depth if confirmed else depth + 1
        self._distribution[length] += len(state)
        weight = sum(self.meaning.weights[code] for code in state)
        self._total += length * weight
        self._lost += len(state) if lost else 0
        self._lost_weight += weight if lost else 0
        price = here.price + (self._loss if lost else 0)
        self._prices = [self._prices[0] + price * weight, max(self._prices[1], price)]
        self.ends.append(End(node, values, state, final, length, lost, price))

    def _is_over(self, state: _State, final: bool) -> bool:
        """Return whether the game is over when `state` is left; inseparable codes aside."""
        if self._game.ending == "hit":
            return final
        goal = self.meaning.goals[state[0]]
        return all(self.meaning.goals[code] == goal for code in state)

    def _resolve(self) -> None:
        """Report the states in which codes are told apart, or are not, against what the tree takes them for;
        where nobody went on and nothing tells them apart the play was over, and nothing is lost.

        Being inseparable is an equivalence, so neighbours are enough.
        """
        states = [state for state, _, _, _ in self._questions]
        states += [self.ends[place].codes for place in self._given_up]
        questions = [pair for state in states for pair in pairwise(state)]
        apart = separable(self.meaning, questions, self._deadline)
        for place in self._given_up:
            end = self.ends[place]
            if not any(pair in apart for pair in pairwise(end.codes)):
                self.ends[place] = replace(end, lost=False)
                self._lost -= len(end.codes)
                self._lost_weight -= sum(self.meaning.weights[code] for code in end.codes)
        for state, wrong, node, message in self._questions:
            if any(pair in apart for pair in pairwise(state)) == wrong:
                self.problems.add(node, message)
