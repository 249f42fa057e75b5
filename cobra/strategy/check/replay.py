"""Every code played through a tree by the meaning of the game, level by level."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from cobra.budget import Deadline
from cobra.lengths import Figures
from cobra.model.answers import OutcomeValue, components_of, show_outcome
from cobra.model.outcomes import knows_finals
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.separate import separable
from cobra.strategy.strategy import Strategy

MOST_PROBLEMS: Final = 20
"""After so many mistakes no more are looked for."""

_UNSEEN: Final = -2

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


class Replay:
    """Plays all codes through the tree of a strategy; what is wrong with it is in `problems`."""

    def __init__(self, strategy: Strategy, meaning: Meaning, deadline: Deadline) -> None:
        self.problems: list[str] = []
        self.ends: list[End] = []
        self._strategy = strategy
        self._game = strategy.game
        self.meaning = meaning
        self._deadline = deadline
        self._knows_finals = knows_finals(strategy.game)
        self._parents = array("q", [_UNSEEN]) * len(strategy.experiments)
        self._questions: list[tuple[_State, bool, int, str]] = []
        self._distribution: Counter[int] = Counter()
        self._total = 0

    def run(self) -> Figures | None:
        """Return the figures of the strategy, None when its tree is wrong."""
        everything = list(range(len(self.meaning.codes)))
        level: dict[int, tuple[_State, bool]] = {}
        if self._strategy.root < 0:
            self._end(-1, everything, False, 0)
        else:
            self._parents[self._strategy.root] = -1
            level[self._strategy.root] = everything, False
        depth = 0
        while level and len(self.problems) < MOST_PROBLEMS:
            depth += 1
            level = self._step(level, depth)
        self._resolve()
        if not self.problems and _UNSEEN in self._parents:
            self._wrong(self._parents.index(_UNSEEN), "nothing leads to this node")
        if self.problems:
            return None
        return Figures(
            max(self._distribution),
            self._total,
            sum(self.meaning.weights),
            len(self.meaning.codes),
            dict(sorted(self._distribution.items())),
            len(self._strategy.experiments),
        )

    def _step(self, level: dict[int, tuple[_State, bool]], depth: int) -> dict[int, tuple[_State, bool]]:
        """Make the experiments of the nodes of a level; return the next level."""
        sound = [node for node, (state, final) in level.items() if self._may_ask(node, state, final)]
        experiments = self._strategy.experiments
        plays = [(experiments[node], code) for node in sound for code in level[node][0]]
        answers = iter(self.meaning.answers(plays))
        further: dict[int, tuple[_State, bool]] = {}
        for node in sound:
            state = level[node][0]
            cells: dict[tuple[OutcomeValue, bool], _State] = {}
            for code, answer in zip(state, islice(answers, len(state)), strict=True):
                cells.setdefault(answer, []).append(code)
            self._judge(node, state, cells)
            branches = self._strategy.branches[node]
            for (values, final), cell in cells.items():
                child = branches.get(values)
                if child is None:
                    self._wrong(node, f"nothing is said of the outcome {self._outcome(node, values)}")
                elif child < 0:
                    self._end(node, cell, final, depth, values)
                elif child >= len(self._parents) or self._parents[child] != _UNSEEN:
                    shown = f"{self._outcome(node, values)} leads to node {child}"
                    self._wrong(node, f"{shown}, which is not there or is led to from elsewhere")
                else:
                    self._parents[child] = node
                    further[child] = cell, final
        return further

    def _may_ask(self, node: int, state: _State, final: bool) -> bool:
        if not self.meaning.allows(self._strategy.experiments[node]):
            self._wrong(node, "this is not an experiment of the game")
            return False
        if self._is_over(state, final):
            self._wrong(node, "the game is over before this experiment")
            return False
        return True

    def _judge(self, node: int, state: _State, cells: dict[tuple[OutcomeValue, bool], _State]) -> None:
        """Check what is said of the outcomes of a node against those that occur."""
        occurring = {values for values, _ in cells}
        for values, final in cells:
            if final and (values, False) in cells:
                shown = self._outcome(node, values)
                self._wrong(node, f"the outcome {shown} is final for some codes and not for others")
        for values in self._strategy.branches[node]:
            if values not in occurring:
                self._wrong(node, f"no code that is left gives the outcome {self._outcome(node, values)}")
        if len(occurring) == 1 and self._game.ending != "hit":
            message = "the game is over before this experiment: nothing tells apart what is left"
            self._questions.append((state, False, node, message))
        finals = any(final for _, final in cells)
        if self._strategy.settings.consistent and self._knows_finals and not finals:
            self._wrong(node, "no outcome can be final here, but the strategy is said to be consistent")

    def _end(
        self, node: int, state: _State, final: bool, depth: int, values: OutcomeValue | None = None
    ) -> None:
        """Note the end of the plays of some codes, after an outcome of a node or before the first."""
        over = self._is_over(state, final)
        if not over or (final and self._game.ending == "hit" and len(state) > 1):
            after = "" if values is None else f" after {self._outcome(node, values)}"
            message = f"nothing follows{after}, but the game is not over; left {self._some(state)}"
            if over:
                self._wrong(node, f"the game is over{after}, but left {self._some(state)}")
            elif self._game.ending == "hit":
                self._wrong(node, message)
            else:  # it is over if nothing tells these codes apart
                self._questions.append((state, True, node, message))
        confirmed = final or self._game.ending != "core" or not self._knows_finals or len(state) > 1
        length = depth if confirmed else depth + 1
        self._distribution[length] += len(state)
        self._total += length * sum(self.meaning.weights[code] for code in state)
        self.ends.append(End(node, values, state, final, length))

    def _some(self, state: _State) -> str:
        codes = [self.meaning.notation.code(self.meaning.codes[code]) for code in state[:2]]
        return f"{'is' if len(state) == 1 else 'are'} {', '.join(codes)}{', …' if len(state) > 2 else ''}"

    def _is_over(self, state: _State, final: bool) -> bool:
        """Return whether the game is over when `state` is left; inseparable codes aside."""
        if self._game.ending == "hit":
            return final
        goal = self.meaning.goals[state[0]]
        return all(self.meaning.goals[code] == goal for code in state)

    def _resolve(self) -> None:
        """Report the states in which codes are told apart, or are not, against what the tree takes them for.

        Being inseparable is an equivalence, so neighbours are enough.
        """
        questions = [pair for state, _, _, _ in self._questions for pair in pairwise(state)]
        apart = separable(self.meaning, questions, self._deadline)
        for state, wrong, node, message in self._questions:
            if any(pair in apart for pair in pairwise(state)) == wrong:
                self._wrong(node, message)

    def _outcome(self, node: int, values: OutcomeValue) -> str:
        answer = self._game.experiments[self._strategy.experiments[node][0]].answer
        fits = len(values) == len(components_of(answer))
        return show_outcome(answer, values) if fits else repr(values)

    def _wrong(self, node: int, message: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"{self._place(node)}: {message}")

    def _place(self, node: int) -> str:
        """Return where a node is: its number, its experiment and what was asked and answered before."""
        if node < 0:
            return "before the first experiment"
        notation, strategy = self.meaning.notation, self._strategy
        steps: list[str] = []
        place, parent = node, self._parents[node]
        while parent >= 0:
            values = next(values for values, child in strategy.branches[parent].items() if child == place)
            asked = notation.experiment(strategy.experiments[parent])
            steps.append(f"{asked} → {self._outcome(parent, values)}")
            place, parent = parent, self._parents[parent]
        way = f" (after {', '.join(reversed(steps))})" if steps else ""
        legal = self.meaning.allows(strategy.experiments[node])
        own = f", {notation.experiment(strategy.experiments[node])}" if legal else ""
        return f"node {node}{own}{way}"
