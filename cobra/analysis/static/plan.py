"""A plan: experiments fixed in advance, made whatever the answers are, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.game import Experiment, Game
from cobra.model.memory import followed, price_unit
from cobra.model.show import Notation
from cobra.strategy.check.meaning import Meaning

Row: TypeAlias = tuple[OutcomeValue, ...]
"""The answers to all experiments of a plan."""


@dataclass(frozen=True, slots=True)
class PlanCost:
    """What all experiments of a plan cost together."""

    worst: Fraction
    """For the code for which that is the most."""
    average: Fraction
    """Over all codes, by weight."""
    lower: Fraction
    """No plan costs less in the worst case; a proved bound."""
    proved: bool
    """Whether no plan costs less in the worst case, or as much and less on average, or has fewer experiments
    at the same cost."""


@dataclass(frozen=True)
class Plan:
    """A static strategy: its answers tell all codes apart that can be told apart, or their goals.

    Where answers may be lies they do so whichever are.
    """

    game: Game
    experiments: tuple[Experiment, ...] = field(repr=False)
    lower: int
    """No plan has fewer experiments; a proved bound."""
    codes: int
    """Number of codes."""
    cells: int
    """How many different rows of answers the codes give, when all are true."""

    cost: PlanCost | None = None
    """What it costs, in a game with prices."""

    @property
    def proved(self) -> bool:
        """Return whether no plan has fewer experiments; in a game with prices, whether none is better."""
        return self.lower == len(self.experiments) if self.cost is None else self.cost.proved

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the experiments as text."""
        notation = Notation(self.game)
        return tuple(map(notation.experiment, self.experiments))


@dataclass(frozen=True, slots=True)
class Cell:
    """Codes that answer a plan alike, when all answers are true."""

    answers: tuple[str, ...]
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """What the codes of a game answer to a plan in truth, by their numbers."""

    rows: Mapping[Row, Sequence[int]]
    """The codes for each row of answers."""
    finals: Sequence[frozenset[int]]
    """For each code the places of the answers that are final."""
    paid: Sequence[Fraction]
    """For each code what the experiments cost together; 0 in a game without prices."""


def answered(plan: Plan, meaning: Meaning) -> Answered:
    """Return what every code answers to a plan, by the meaning of the game."""
    game, unit = plan.game, price_unit(plan.game)
    rows: list[list[OutcomeValue]] = [[] for _ in meaning.codes]
    finals: list[list[int]] = [[] for _ in meaning.codes]
    units = [0] * len(meaning.codes)
    for place, experiment in enumerate(plan.experiments):
        answers = meaning.answers([(experiment, code) for code in range(len(rows))])
        for code, (outcome, final, follow) in enumerate(answers):
            rows[code].append(outcome)
            if final:
                finals[code].append(place)
            if follow:
                units[code] += followed(game, game.experiments[experiment[0]], follow).price
    cells: dict[Row, list[int]] = {}
    for code, row in enumerate(rows):
        cells.setdefault(tuple(row), []).append(code)
    return Answered(cells, [frozenset(places) for places in finals], [unit * paid for paid in units])


def shown(plan: Plan, meaning: Meaning, rows: Mapping[Row, Sequence[int]]) -> Iterator[Cell]:
    """Yield rows of answers and their codes as text, in the order of the rows' first codes."""
    types = [plan.game.experiments[type_].answer for type_, _ in plan.experiments]
    for row, codes in rows.items():
        answers = (show_outcome(answer, outcome) for answer, outcome in zip(types, row, strict=True))
        yield Cell(tuple(answers), tuple(meaning.notation.code(meaning.codes[code]) for code in codes))
