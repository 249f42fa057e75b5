"""What a user's own strategy sees: the codes left, the state, and how experiments would split them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from cobra.breakers.breaker import Breaker, How
from cobra.breakers.by_belief import ByBelief
from cobra.breakers.core import CoreBreaker
from cobra.breakers.place import Cell, Course, Place
from cobra.breakers.tree import CoreHistory, course_of
from cobra.engine.compile import from_core
from cobra.engine.made import show_made_outcome
from cobra.errors import GameError, LimitError
from cobra.model.answers import show_outcome
from cobra.model.game import Experiment, Game, Symbol, true_propositions
from cobra.model.memory import (
    State,
    follow_components,
    followed,
    moved,
    price_parts,
    price_unit,
    start_of,
)
from cobra.model.outcomes import component_values
from cobra.model.show import Notation
from cobra.options import DEFAULT_TIES

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable
    from cobra.language.score import CoreScore

Find: TypeAlias = "Callable[[str], Breaker]"
"""Returns the strategy that a text names."""
History: TypeAlias = tuple[tuple[str, str], ...]
"""The experiments made and their outcomes, as texts."""

_EXAMPLES: Final = 5
_TOO_MANY: Final = "there are too many experiments to list"
_STATES: Final = 1_000
"""So many states of a game are remembered with how experiments are read in them."""


class GameTexts:
    """A game's codes, experiments and outcomes as texts, each made once."""

    def __init__(
        self, table: CodeTable, how: How, before: Sequence[Made] = (), find: Find | None = None
    ) -> None:
        self.table = table
        self.how = how
        self._notation = Notation(table.game)
        self._notations: dict[State, Notation] = {}
        self._experiments: dict[State, tuple[str, ...]] = {}
        self._codes: dict[int, str] = {}
        self._outcomes: dict[tuple[int, int], str] = {}
        self._shown: dict[str, str] = {}
        self._read: dict[tuple[State, str], CoreExperiment] = {}
        self._strategies: dict[str, str | CoreScore] = {}
        self._find = find
        self._before = tuple(
            (self._notation.experiment(made.experiment), show_made_outcome(table.game, made))
            for made in before
        )
        self._paid_before = sum(map(self._price, before)) if table.game.memory is not None else 0

    def _price(self, made: Made) -> int:
        """Return what an experiment made before has cost, in units; any code left tells it."""
        game, type_ = self.table.game, self.table.game.experiments[made.experiment[0]]
        code = from_core(self.table.engine.code(0))
        sides = true_propositions(game.codes, code), true_propositions(type_.space, made.experiment[1])
        values = component_values(game.dag, follow_components(game, type_), *sides)
        return followed(game, type_, values).price

    @cached_property
    def course(self) -> Course:
        """Return what experiments make of what is known."""
        return course_of(self.table, confirms=False)

    def paid(self, place: Place) -> Fraction:
        """Return what a play has cost."""
        return (self._paid_before + place.paid) * price_unit(self.table.game)

    def codes(self, state: Sequence[int]) -> list[str]:
        """Return codes as texts."""
        known = self._codes
        return [
            known[code] if code in known else known.setdefault(code, self.table.show_code(code))
            for code in state
        ]

    def experiments(self, state: State) -> tuple[str, ...]:
        """Return all experiments that can be made in a state, as texts, in order.

        `GameError` when there are too many to list.
        """
        if state not in self._experiments:
            if len(self._experiments) > _STATES:
                self._experiments.clear()
            self._experiments[state] = tuple(map(self.show, self._listed(state)))
        return self._experiments[state]

    def _listed(self, state: State) -> list[CoreExperiment]:
        most = self.how.memory // 1_000
        if self.table.game.memory is not None:
            try:
                return self.table.offered(state, most, self.how.memory)
            except LimitError:
                raise GameError(_TOO_MANY) from None
        counts = self.table.experiments(most)
        if None in counts or sum(count or 0 for count in counts) > most:
            raise GameError(_TOO_MANY)
        found, _ = self.table.representatives(("none",), (), at_most=most, memory=self.how.memory)
        return [experiment for experiment, _ in found]

    @cached_property
    def weights(self) -> Sequence[int]:
        """Return the weight of each code."""
        return self.table.weights()

    def show(self, experiment: CoreExperiment) -> str:
        """Return an experiment as text."""
        key = repr(experiment)  # the core's experiments are lists
        if key not in self._shown:
            self._shown[key] = self.table.show_experiment(experiment)
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

    def best(self, strategy: str, place: Place) -> CoreExperiment | None:
        """Return what a strategy of the core takes at a place; `GameError` when it is not one of these."""
        if strategy not in self._strategies:
            breaker = None if self._find is None else self._find(strategy)
            if not isinstance(breaker, CoreBreaker):
                raise GameError(f"{strategy} compares no scores, so it has no best experiment here")
            game = self.table.game
            self._strategies[strategy] = breaker.strategy(game.weight is not None, price_parts(game))
        ties = DEFAULT_TIES if self.how.ties == "best" else self.how.ties  # that is of a whole strategy
        belief = None
        if isinstance(self.course, ByBelief):
            belief = self.course.hidden(place)
        return self.table.choose(
            self._strategies[strategy],
            place.codes,
            ties=ties,
            seed=self.how.seed,
            memory=self.how.memory,
            standing=place.state,
            belief=belief,
            chances=place.chances,
        )

    def examples(self) -> list[str]:
        """Return a few experiments as texts, those that differ at the start as far as that is known."""
        game, memory = self.table.game, self.how.memory
        first = None
        if game.memory is not None:  # what differs would be told of all states
            with suppress(LimitError):
                first = self.table.offered(start_of(game), memory // 1_000, memory)
        if first is None:
            first = self.table.first_experiments(memory) or []
        shown: dict[str, None] = {}
        for experiment in first:
            shown[self.show(experiment)] = None
            if len(shown) == _EXAMPLES:
                break
        return list(shown)

    def experiment(self, given: object, state: State = ()) -> CoreExperiment:
        """Return an experiment given as text or as an `Experiment`, to be made in a state.

        `GameError` when it is none, or cannot be made there.
        """
        text = given
        if not isinstance(text, str):
            try:
                type_, values = cast("CoreExperiment", given)
                text = self._notation.experiment(self.table.compiled.experiment((type_, values)))
            except Exception:  # whatever a user hands over
                raise GameError(f"an experiment is wanted, as text, not {shown(given)}") from None
        known = self._read.get((state, text))
        if known is None:
            known = self._read[state, text] = self._parsed(text, state)
        return known

    def _parsed(self, text: str, state: State) -> CoreExperiment:
        if self.table.game.memory is None:
            return self.table.read_experiment(text)
        if len(self._notations) > _STATES:
            self._notations.clear()
            self._read.clear()
        if state not in self._notations:
            self._notations[state] = Notation(moved(self.table.game, state))
        experiment = self._notations[state].parse_experiment(text)
        return self.table.compiled.core_experiment(experiment)


class Knowledge:
    """What is known when an experiment is to be chosen."""

    def __init__(self, words: GameTexts, place: Place, over: str | None = None) -> None:
        self._words = words
        self._place = place
        self.over = over
        """"won" or "lost" where the play is over, which `after` may lead to; None where it goes on."""

    def __repr__(self) -> str:
        return f"<Knowledge: {self.count:,} {'code' if self.count == 1 else 'codes'} left>"

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
        return len(self._place.codes)

    @cached_property
    def codes(self) -> Sequence[str]:
        """Return the codes left as texts, in order."""
        return self._words.codes(self._place.codes)

    @property
    def experiments(self) -> Sequence[str]:
        """Return all experiments that can be made now as texts, in order, whatever they would tell.

        `GameError` when there are too many to list; any experiment can be named all the same.
        """
        return self._words.experiments(self._place.state)

    @property
    def state(self) -> Mapping[str, Symbol]:
        """Return the values of the state by name, `{"left": 2}`; nothing in a game without one."""
        memory = self.game.memory
        if memory is None:
            return {}
        pairs = zip(memory.slots, self._place.state, strict=True)
        return {slot.name: slot.symbols[place] for slot, place in pairs}

    @property
    def paid(self) -> Fraction:
        """Return what the play has cost by now, in a game with a state or prices; 0 in others.

        An experiment costs 1 where such a game names no prices.
        """
        return self._words.paid(self._place)

    @property
    def lies_left(self) -> Sequence[int]:
        """Return for each code left how many answers may still be lies if it is the secret; 0 each where none
        are, and where any number may be.
        """
        lies = 0 if self.game.unseen is None else self.game.unseen.lies
        told = self._place.told or [0] * self.count
        return [lies - one for one in told]

    @cached_property
    def weights(self) -> Sequence[int]:
        """Return the weights of the codes left, in their order; 1 each in a game without.

        Where answers are wrong by chance how likely each code is, in parts of the sum.
        """
        course = self._words.course if self._place.chances else None
        if isinstance(course, ByBelief):
            return course.weights(self._place)
        weights = self._words.weights
        return [weights[code] for code in self._place.codes]

    @property
    def weight(self) -> int:
        """Return the weight of all codes left; their number in a game without weights."""
        return sum(self.weights)

    def weigh(
        self, experiments: Sequence[str | Experiment]
    ) -> list[dict[str, int]] | list[dict[str, Fraction]]:
        """Return for each experiment the outcomes that can occur, with the weight of the codes left then.

        In a game without weights that is `splits`. Where answers are wrong by chance it is how likely each
        is, exact parts of `weight`.
        """
        words, place = self._words, self._place
        core = [words.experiment(experiment, place.state) for experiment in experiments]
        if isinstance(words.course, ByBelief) and place.chances:
            shares = [(one[0], words.course.shares(place, one)) for one in core]
            return [
                {words.outcome(type_, number): share for number, share in by_number.items()}
                for type_, by_number in shares
            ]
        if self.game.weight is None:
            return self.splits(experiments)
        weights = words.weights
        return [
            {
                words.outcome(one[0], cell.outcome): sum(weights[code] for code in cell.place.codes)
                for cell in words.course.follow(place, one)
            }
            for one in core
        ]

    def split(self, experiment: str | Experiment) -> dict[str, int]:
        """Return the outcomes that can occur, as texts, with the number of codes left after each.

        `GameError` when there is no such experiment.
        """
        return self.splits([experiment])[0]

    def splits(self, experiments: Sequence[str | Experiment]) -> list[dict[str, int]]:
        """Return the split of each of some experiments: much quicker than one after the other."""
        words, place = self._words, self._place
        core = [words.experiment(experiment, place.state) for experiment in experiments]
        outcome = words.outcome
        if self.game.unseen is not None:
            found = [(one[0], words.course.follow(place, one)) for one in core]
            return [
                {outcome(type_, cell.outcome): len(cell.place.codes) for cell in cells}
                for type_, cells in found
            ]
        return [
            {outcome(type_, number): count for number, count in parts}
            for (type_, _), parts in zip(core, words.table.splits(core, place.codes), strict=True)
        ]

    def after(self, experiment: str | Experiment) -> dict[str, Knowledge]:
        """Return the outcomes that can occur, as texts, with what is known after each.

        There `over` says whether the play is won or lost then.
        """
        words = self._words
        core = words.experiment(experiment, self._place.state)
        cells = words.course.follow(self._place, core)
        return {
            words.outcome(core[0], cell.outcome): Knowledge(words, cell.place, _over(cell)) for cell in cells
        }

    def best(self, strategy: str) -> str | None:
        """Return the experiment that a strategy takes here: a name such as `parts`, or a score expression.

        None when no experiment tells the codes left apart. `GameError` for a strategy that compares no
        scores.
        """
        found = self._words.best(strategy, self._place)
        return None if found is None else self._words.show(found)

    def can_be_final(self, experiment: str | Experiment) -> bool:
        """Return whether the experiment can end the game: in Mastermind, whether it can be the code."""
        core = self._words.experiment(experiment, self._place.state)
        is_final = self._words.table.compiled.decoders[core[0]].is_final
        (parts,) = self._words.table.splits([core], self._place.codes)
        return any(is_final(number) for number, _ in parts)


def _over(cell: Cell) -> str | None:
    """Return how plays are over with a cell."""
    if cell.end is None:
        return None
    return "lost" if cell.end.lost else "won"


def shown(value: object) -> str:
    """Return a value for a message, shortened."""
    try:
        text = repr(value)
    except Exception:  # of a user's class
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "…"
