"""The table of all codes in the core: every question the analysis asks, in the words of the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cobra import _core
from cobra.analysis.compile import CoreExperiment, compile_game, from_core
from cobra.analysis.run import Run
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue
from cobra.model.game import Component, ExperimentType, Game, Observed, Space, Sum
from cobra.model.show import Notation

FIRST_EXPERIMENTS: Final = 1_000_000
"""So many non-equivalent first experiments are looked at, at most."""


class Table:
    """A game whose codes are listed in the core. Making it lists them: `LimitError` for too many."""

    def __init__(self, game: Game, run: Run, memory: int, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self.compiled = compile_game(game)
        self.engine = self.compiled.engine()
        self._run = run
        self.codes = run.call(
            "listing the codes", lambda control: self.engine.enumerate(limits.codes, memory, control)
        )
        self._notation = Notation(game)

    def experiments(self, at_most: int | None = None) -> list[int | None]:
        """Return the number of experiments of each type, counted one by one; None for too many.

        That is for more than `at_most`, or than the limit `experiments`.
        """
        most = self.limits.experiments if at_most is None else at_most
        return self._run.call(
            "counting the experiments", lambda control: self.engine.count_experiments(most, control)
        )

    def first_experiments(self) -> list[CoreExperiment] | None:
        """Return the experiments that differ at the start, None when there are too many to list."""
        return self._run.call(
            "listing the first experiments",
            lambda control: self.engine.first_experiments(FIRST_EXPERIMENTS, control),
        )

    def branching(self) -> int:
        """Return the largest number of satisfiable outcomes of an experiment."""
        return self._run.call(
            "finding the largest branching", lambda control: self.engine.largest_branching(control)
        )

    def greedy(
        self,
        strategy: str,
        *,
        ties: str,
        consistent: bool,
        seed: int,
        threads: int,
        memory: int,
    ) -> _core.GreedyResult:
        """Play a one-step strategy against every code."""
        return self._run.call(
            strategy,
            lambda control: self.engine.greedy(
                strategy, ties, consistent, seed, threads, memory, True, control
            ),
        )

    def final_outcomes(self, experiments: list[CoreExperiment]) -> tuple[int, int]:
        """Return the most final and the most other outcomes that one of these experiments can have."""
        finals = others = 0
        for experiment in experiments:
            decoder = self.compiled.decoders[experiment[0]]
            outcomes = set(self.engine.partition(experiment, None))
            final = sum(map(decoder.is_final, outcomes))
            finals, others = max(finals, final), max(others, len(outcomes) - final)
        return finals, others

    def leaves(self, result: _core.GreedyResult) -> list[list[int]]:
        """Return the sets of codes left at the ends of the plays of a strategy."""
        experiments, children, root = result.tree()
        leaves = []
        stack = [(root, list(range(self.codes)))]
        while stack:
            node, codes = stack.pop()
            if node < 0:
                leaves.append(codes)
                continue
            parts: dict[int, list[int]] = {}
            for code, outcome in zip(codes, self.engine.partition(experiments[node], codes), strict=True):
                parts.setdefault(outcome, []).append(code)
            stack += [(child, parts[outcome]) for outcome, child in children[node]]
        return leaves

    def show_code(self, index: int) -> str:
        """Return a code as text."""
        return self._notation.code(from_core(self.engine.code(index)))

    def show_experiment(self, experiment: CoreExperiment) -> str:
        """Return an experiment as text."""
        return self._notation.experiment(self.compiled.experiment(experiment))

    def class_weights(self) -> Counter[int]:
        """Return how many goals (codes, without a goal) have each weight, the sum of their codes' weights."""
        if not self.game.goal and self.game.weight is None:
            return Counter({1: self.codes})
        goals, weights = self._goals(), self.weights()
        weight_of: Counter[object] = Counter()
        for goal, weight in zip(goals, weights, strict=True):
            weight_of[goal] += weight
        return Counter(weight_of.values())

    def weights(self) -> list[int]:
        """Return the weight of each code."""
        if self.game.weight is None:
            return [1] * self.codes
        return [int(value) for (value,) in self._reveal((Sum(self.game.weight),))]

    def _goals(self) -> Sequence[object]:
        return self._reveal(self.game.goal) if self.game.goal else range(self.codes)

    def _reveal(self, components: tuple[Component, ...]) -> list[OutcomeValue]:
        """Return the values of components for each code, by an experiment in a game made for it."""
        answer = Observed(components, tuple(range(len(components))))
        reveal = replace(
            self.game,
            experiments=(ExperimentType("reveal", "reveal", Space(()), answer),),
            ending="identify",
            goal=(),
            weight=None,
        )
        table = Table(reveal, self._run, 1 << 62, self.limits)
        decoder = table.compiled.decoders[0]
        return [decoder.values(number) for number in table.engine.partition((0, []), None)]
