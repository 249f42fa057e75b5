"""The table of all codes in the core: every question the analysis asks, in the words of the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cobra import _core
from cobra.analysis.compile import CoreExperiment, compile_game, from_core
from cobra.analysis.run import Run
from cobra.errors import LimitError
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue
from cobra.model.game import Component, ExperimentType, Game, Observed, Space, Sum
from cobra.model.show import Experiment, Notation

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

    def first_experiments(self, memory: int) -> list[CoreExperiment] | None:
        """Return the experiments that differ at the start, None when there are too many to list.

        Where the symmetries of the game cannot be used, those of interchangeable symbols are.
        """
        try:
            found, _ = self.representatives(("history",), (), at_most=FIRST_EXPERIMENTS, memory=memory)
        except LimitError:
            return self._run.call(
                "listing the first experiments",
                lambda control: self.engine.first_experiments(FIRST_EXPERIMENTS, control),
            )
        return [experiment for experiment, _ in found]

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
        equivalences: Sequence[str] | None = None,
        threads: int,
        memory: int,
    ) -> _core.GreedyResult:
        """Play a one-step strategy against every code; `equivalences` None chooses from state to state."""
        return self._run.call(
            strategy,
            lambda control: self.engine.greedy(
                strategy,
                ties,
                consistent,
                seed,
                threads,
                memory,
                None if equivalences is None else list(equivalences),
                control,
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

    def inseparable(self) -> list[list[int]]:
        """Return the classes of codes that answer all experiments alike, by their first codes."""
        firsts = self._run.call(
            "finding codes that no experiment tells apart", lambda control: self.engine.inseparable(control)
        )
        classes: dict[int, list[int]] = {}
        for code, first in enumerate(firsts):
            classes.setdefault(first, []).append(code)
        return list(classes.values())

    def representatives(
        self,
        equivalences: Sequence[str],
        after: Sequence[tuple[CoreExperiment, int | None]],
        *,
        at_most: int,
        memory: int,
    ) -> tuple[list[tuple[CoreExperiment, int]], int]:
        """Return the canonical experiments of a chain of equivalences, each with the size of its class, and
        the number of all experiments.

        `after` are the experiments made, with the core's outcome numbers or None; with None among them only
        `none` and `history` are allowed. `LimitError` for more than `at_most` canonical experiments.
        """
        return self._run.call(
            f"finding the experiments that differ by {','.join(equivalences)}",
            lambda control: self.engine.representatives(
                list(equivalences), list(after), at_most, memory, control
            ),
        )

    def parse_experiment(self, text: str) -> Experiment:
        """Read an experiment as it is printed."""
        return self._notation.parse_experiment(text)

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
        goals, weights = self.goals(), self.weights()
        weight_of: Counter[object] = Counter()
        for goal, weight in zip(goals, weights, strict=True):
            weight_of[goal] += weight
        return Counter(weight_of.values())

    def weights(self) -> list[int]:
        """Return the weight of each code."""
        if self.game.weight is None:
            return [1] * self.codes
        return [int(value) for (value,) in self._reveal((Sum(self.game.weight),))]

    def goals(self) -> Sequence[object]:
        """Return what is to be known of each code: its goal, the code itself without one."""
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
