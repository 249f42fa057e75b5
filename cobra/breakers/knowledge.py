"""What a user's own strategy sees: the codes left, and how experiments would split them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from cobra.breakers.breaker import Breaker, How
from cobra.breakers.core import CoreBreaker
from cobra.breakers.tree import CoreHistory
from cobra.engine.made import show_made_outcome
from cobra.errors import GameError
from cobra.model.answers import show_outcome
from cobra.model.game import Experiment
from cobra.model.show import Notation
from cobra.options import DEFAULT_TIES

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable
    from cobra.language.score import CoreScore
    from cobra.model.game import Game

Find: TypeAlias = "Callable[[str], Breaker]"
"""Returns the strategy that a text names."""
History: TypeAlias = "tuple[tuple[str, str], ...]"
"""The experiments made and their outcomes, as texts."""

_EXAMPLES: Final = 5


class GameTexts:
    """A game's codes, experiments and outcomes as texts, each made once."""

    def __init__(
        self, table: CodeTable, how: How, before: Sequence[Made] = (), find: Find | None = None
    ) -> None:
        self.table = table
        self.how = how
        self._notation = Notation(table.game)
        self._codes: dict[int, str] = {}
        self._outcomes: dict[tuple[int, int], str] = {}
        self._shown: dict[str, str] = {}
        self._read: dict[str, CoreExperiment] = {}
        self._strategies: dict[str, str | CoreScore] = {}
        self._find = find
        self._before = tuple(
            (self._notation.experiment(made.experiment), show_made_outcome(table.game, made))
            for made in before
        )

    def codes(self, state: Sequence[int]) -> list[str]:
        """Return codes as texts."""
        known = self._codes
        return [
            known[code] if code in known else known.setdefault(code, self.table.show_code(code))
            for code in state
        ]

    @cached_property
    def experiments(self) -> tuple[str, ...]:
        """Return all experiments as texts, in order; `GameError` when there are too many to list."""
        most = self.how.memory // 1_000
        counts = self.table.experiments(most)
        if None in counts or sum(count or 0 for count in counts) > most:
            raise GameError("there are too many experiments to list")
        found, _ = self.table.representatives(("none",), (), at_most=most, memory=self.how.memory)
        return tuple(self.show(experiment) for experiment, _ in found)

    @cached_property
    def weights(self) -> Sequence[int]:
        """Return the weight of each code."""
        return self.table.weights()

    def show(self, experiment: CoreExperiment) -> str:
        """Return an experiment as text."""
        key = repr(experiment)  # the core's experiments are lists
        if key not in self._shown:
            text = self._shown[key] = self.table.show_experiment(experiment)
            self._read[text] = experiment
        return self._shown[key]

    def outcome(self, type_: int, number: int) -> str:
        """Return an outcome as text."""
        key = type_, number
        if key not in self._outcomes:
            answer = self.table.game.experiments[type_].answer
            values = self.table.compiled.decoders[type_].values(number)
            self._outcomes[key] = show_outcome(answer, values)
        return self._outcomes[key]

    def history(self, made: CoreHistory) -> History:
        """Return what was done before as texts."""
        return (
            *self._before,
            *((self.show(experiment), self.outcome(experiment[0], number)) for experiment, number in made),
        )

    def best(self, strategy: str, state: Sequence[int]) -> CoreExperiment | None:
        """Return what a strategy of the core takes in a state; `GameError` when it is not one of these."""
        if strategy not in self._strategies:
            breaker = None if self._find is None else self._find(strategy)
            if not isinstance(breaker, CoreBreaker):
                raise GameError(f"{strategy} compares no scores, so it has no best experiment here")
            self._strategies[strategy] = breaker.strategy(self.table.game.weight is not None)
        ties = DEFAULT_TIES if self.how.ties == "best" else self.how.ties  # that is of a whole strategy
        return self.table.choose(
            self._strategies[strategy], state, ties=ties, consistent=False, seed=self.how.seed
        )

    def examples(self) -> list[str]:
        """Return a few experiments as texts, those that differ at the start as far as that is known."""
        first = self.table.first_experiments(self.how.memory) or []
        return [self.show(experiment) for experiment in first[:_EXAMPLES]]

    def experiment(self, given: object) -> CoreExperiment:
        """Return an experiment given as text or as an `Experiment`; `GameError` when it is none."""
        text = given
        if not isinstance(text, str):
            try:
                type_, values = cast("CoreExperiment", given)
                text = self._notation.experiment(self.table.compiled.experiment((type_, values)))
            except Exception:  # whatever a user hands over
                raise GameError(f"an experiment is wanted, as text, not {shown(given)}") from None
        known = self._read.get(text)
        if known is None:
            known = self._read[text] = self.table.read_experiment(text)
        return known


class Knowledge:
    """What is known when an experiment is to be chosen."""

    def __init__(self, words: GameTexts, state: Sequence[int]) -> None:
        self._words = words
        self._state = state

    def __repr__(self) -> str:
        return f"<Knowledge: {self.count:,} codes left>"

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return self._words.table.game

    @property
    def seed(self) -> int:
        """Return the seed of everything random; `--repeat` gives each run another."""
        return self._words.how.seed

    @property
    def count(self) -> int:
        """Return the number of codes left, at least 2 unless the last one must still be hit."""
        return len(self._state)

    @cached_property
    def codes(self) -> Sequence[str]:
        """Return the codes left as texts, in order."""
        return self._words.codes(self._state)

    @property
    def experiments(self) -> Sequence[str]:
        """Return all experiments of the game as texts, in order, whatever they would tell.

        `GameError` when there are too many to list; any experiment can be named all the same.
        """
        return self._words.experiments

    @cached_property
    def weights(self) -> Sequence[int]:
        """Return the weights of the codes left, in their order; 1 each in a game without."""
        weights = self._words.weights
        return [weights[code] for code in self._state]

    @property
    def weight(self) -> int:
        """Return the weight of all codes left; their number in a game without weights."""
        return sum(self.weights)

    def weigh(self, experiments: Sequence[str | Experiment]) -> list[dict[str, int]]:
        """Return for each experiment the outcomes that can occur, with the weight of the codes left then.

        In a game without weights that is `splits`.
        """
        words = self._words
        if words.table.game.weight is None:
            return self.splits(experiments)
        found = []
        for type_, values in map(words.experiment, experiments):
            weights: dict[int, int] = {}
            numbers = words.table.engine.partition((type_, values), list(self._state))
            for number, weight in zip(numbers, self.weights, strict=True):
                weights[number] = weights.get(number, 0) + weight
            found.append({words.outcome(type_, number): weights[number] for number in sorted(weights)})
        return found

    def split(self, experiment: str | Experiment) -> dict[str, int]:
        """Return the outcomes that can occur, as texts, with the number of codes left after each.

        `GameError` when there is no such experiment.
        """
        return self.splits([experiment])[0]

    def splits(self, experiments: Sequence[str | Experiment]) -> list[dict[str, int]]:
        """Return the split of each of some experiments: much quicker than one after the other."""
        words = self._words
        core = [words.experiment(experiment) for experiment in experiments]
        outcome = words.outcome
        return [
            {outcome(type_, number): count for number, count in parts}
            for (type_, _), parts in zip(core, words.table.splits(core, self._state), strict=True)
        ]

    def best(self, strategy: str) -> str | None:
        """Return the experiment that a strategy takes here: a name such as `parts`, or a score expression.

        None when no experiment tells the codes left apart. `GameError` for a strategy that compares no
        scores.
        """
        found = self._words.best(strategy, self._state)
        return None if found is None else self._words.show(found)

    def can_be_final(self, experiment: str | Experiment) -> bool:
        """Return whether the experiment can end the game: in Mastermind, whether it can be the code."""
        core = self._words.experiment(experiment)
        is_final = self._words.table.compiled.decoders[core[0]].is_final
        (parts,) = self._words.table.splits([core], self._state)
        return any(is_final(number) for number, _ in parts)


def shown(value: object) -> str:
    """Return a value for a message, shortened."""
    try:
        text = repr(value)
    except Exception:  # of a user's class
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "…"
