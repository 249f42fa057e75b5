"""What a game says of its codes and of the plays against them, by its formulas.

The codes are listed by `codes.py`; answers, final outcomes, goals and weights are formulas, evaluated by
`parallel.py`. Nothing is taken from the core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from cobra.errors import GameError, LimitError
from cobra.model.answers import OutcomeValue, component_lits, components_of
from cobra.model.dag import Lit
from cobra.model.game import Assignment, Component, Experiment, Game, Outcomes, Sum, fills, true_propositions
from cobra.model.goals import goal_line, goals_of
from cobra.model.memory import follow_components
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.model.spaces import allows
from cobra.strategy.check.codes import codes
from cobra.strategy.check.parallel import (
    Bits,
    OutcomeError,
    ParallelFormulas,
    Values,
    chunks,
    places,
    transposed,
)

Answer: TypeAlias = tuple[OutcomeValue, bool, OutcomeValue]
"""An outcome, whether it is final, and the values of what follows from it: nothing without memory."""

_BYTES: Final = 500
_BYTES_OF_SLOT: Final = 16
"""Memory for a code and its play, and for each of its slots, with room to spare."""


class Meaning:
    """The codes of a game with their weights and goals, and their answers to experiments.

    Making it lists the codes: `LimitError` when that takes more steps than the limit `codes`, or playing all
    of them more than `memory` bytes. `tick` is called now and then, and may raise what ends the work.
    """

    def __init__(self, game: Game, limit: int, memory: int, tick: Callable[[], None]) -> None:
        self.game = game
        self.notation = Notation(game)
        self.tick = tick
        each = _BYTES + _BYTES_OF_SLOT * len(game.codes.slots)
        self.codes: list[Assignment] = []
        for code in codes(game, limit, tick):
            self.codes.append(code)
            if len(self.codes) * each > memory:
                raise LimitError("memory", len(self.codes) * each, memory, "playing every code")
        if not self.codes:
            raise GameError("the game has no code")
        self._knows_finals = knows_finals(game)
        self._askers: dict[int, _Asker] = {}
        self._known: dict[Experiment, tuple[int, ...] | None] = {}
        self._true = [tuple(true_propositions(game.codes, code)) for code in self.codes]
        self.weights = [1] * len(self.codes)
        if game.weight is not None:
            self.weights = [int(weight) for (weight,) in self._reveal((Sum(game.weight),))]
        self._goals = self._reveal(game.goal) if game.goal else []
        self.goals: Sequence[object] = self._goals or range(len(self.codes))
        """What is to be known of each code."""

    def shown_goals(self) -> list[str]:
        """Return what is found out of each code, such as `zebra = Japanese`; nothing without goals."""
        goals = goals_of(self.game)
        shown = {values: goal_line(goals, values) for values in set(self._goals)}
        return [shown[values] for values in self._goals] or [""] * len(self.codes)

    def allows(self, experiment: Experiment) -> bool:
        """Return whether this is an experiment of the game."""
        return self._parameters(experiment) is not None

    def _parameters(self, experiment: Experiment) -> tuple[int, ...] | None:
        """Return the true propositions of an experiment's parameters, None when the game does not have it."""
        if experiment not in self._known:
            self._known[experiment] = None
            type_, assignment = experiment
            if 0 <= type_ < len(self.game.experiments):
                space = self.game.experiments[type_].space
                if fills(space, assignment) and allows(self.game.dag, space, assignment, of_experiments=True):
                    self._known[experiment] = tuple(true_propositions(space, assignment))
        return self._known[experiment]

    def answers(self, plays: Sequence[tuple[Experiment, int]]) -> list[Answer]:
        """Return the outcome of each play, an experiment on the code of a number, whether it is final, and
        what follows from it.

        `GameError` when the game does not say what the outcome is.
        """
        by_type: dict[int, list[int]] = {}
        for place, ((type_, _), _) in enumerate(plays):
            by_type.setdefault(type_, []).append(place)
        answers: list[Answer] = [((), False, ())] * len(plays)
        for type_, numbers in by_type.items():
            asker = self._asker(type_)
            for some in chunks(numbers):
                self.tick()
                chosen = [plays[place] for place in some]
                for place, answer in zip(some, self._ask(asker, chosen), strict=True):
                    answers[place] = answer
        return answers

    def _asker(self, type_: int) -> _Asker:
        if type_ not in self._askers:
            of = self.game.experiments[type_]
            finals: list[Lit] = []
            if self._knows_finals and of.final is not None:
                finals = [of.final]
            elif self._knows_finals and isinstance(of.answer, Outcomes):
                finals = [outcome.formula for outcome in of.answer.outcomes if outcome.final]
            components = components_of(of.answer)
            follow = follow_components(self.game, of)
            formulas = self._formulas((*components, *follow), finals)
            self._askers[type_] = _Asker(components, follow, finals, formulas)
        return self._askers[type_]

    def _ask(self, asker: _Asker, plays: Sequence[tuple[Experiment, int]]) -> list[Answer]:
        parameters = transposed(self._parameters(experiment) or () for experiment, _ in plays)
        variables = transposed(self._true[code] for _, code in plays)
        values = asker.formulas.evaluate(variables, parameters, (1 << len(plays)) - 1)
        final = 0
        for lit in asker.finals:
            final |= values.holds(lit)
        answers: list[Answer] = [((), False, ())] * len(plays)

        def shown(play: int) -> str:
            experiment, code = plays[play]
            asked = self.notation.experiment(experiment)
            return f"the answer to {asked} of {self.notation.code(self.codes[code])}"

        for outcome, bits in _cells(values, asker.components, shown):
            for part, is_final in ((bits & final, True), (bits & ~final, False)):
                for place in places(part):
                    answers[place] = outcome, is_final, ()
        if asker.follow:
            for follow, bits in _cells(values, asker.follow, shown):
                for place in places(bits):
                    answers[place] = (*answers[place][:2], follow)
        return answers

    def _reveal(self, components: Sequence[Component]) -> list[OutcomeValue]:
        """Return the values of components for each code."""
        formulas = self._formulas(components, ())
        revealed: list[OutcomeValue] = []
        for some in chunks(range(len(self.codes))):
            self.tick()
            known: list[OutcomeValue] = [()] * len(some)
            variables = transposed(self._true[code] for code in some)
            held = formulas.evaluate(variables, {}, (1 << len(some)) - 1)

            def shown(place: int, some: Sequence[int] = some) -> str:
                return f"the goal of {self.notation.code(self.codes[some[place]])}"

            for values, bits in _cells(held, components, shown):
                for place in places(bits):
                    known[place] = values
            revealed += known
        return revealed

    def _formulas(self, components: Sequence[Component], others: Sequence[Lit]) -> ParallelFormulas:
        lits = [lit for component in components for lit in component_lits(component)]
        return ParallelFormulas(self.game.dag, [*lits, *others])


@dataclass(frozen=True, slots=True)
class _Asker:
    """A type of experiment: what is answered, what makes an outcome final, and all formulas of these."""

    components: tuple[Component, ...]
    follow: tuple[Component, ...]
    """What follows from its experiments, in a game with memory; see `follow_components`."""
    finals: list[Lit]
    formulas: ParallelFormulas


def _cells(
    values: Values, components: Sequence[Component], shown: Callable[[int], str]
) -> list[tuple[OutcomeValue, Bits]]:
    """Return the tuples of values that components take, each with its plays; `shown` says what a play is."""
    try:
        return values.cells(components)
    except OutcomeError as error:
        raise GameError(f"the game does not say what {shown(error.play)} is: {error}") from None
