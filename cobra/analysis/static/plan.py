"""A plan: experiments fixed in advance, made whatever the answers are, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.strategy.check.meaning import Meaning

Row: TypeAlias = tuple[OutcomeValue, ...]
"""The answers to all experiments of a plan."""


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

    @property
    def proved(self) -> bool:
        """Return whether no plan has fewer experiments."""
        return self.lower == len(self.experiments)

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


def answered(plan: Plan, meaning: Meaning) -> tuple[dict[Row, list[int]], list[frozenset[int]]]:
    """Return the numbers of the codes for each row of true answers, by the meaning of the game.

    Beside it the places of the answers of each code that are final.
    """
    rows: list[list[OutcomeValue]] = [[] for _ in meaning.codes]
    finals: list[list[int]] = [[] for _ in meaning.codes]
    for place, experiment in enumerate(plan.experiments):
        answers = meaning.answers([(experiment, code) for code in range(len(rows))])
        for code, (outcome, final, _) in enumerate(answers):
            rows[code].append(outcome)
            if final:
                finals[code].append(place)
    cells: dict[Row, list[int]] = {}
    for code, row in enumerate(rows):
        cells.setdefault(tuple(row), []).append(code)
    return cells, [frozenset(places) for places in finals]


def shown(plan: Plan, meaning: Meaning, rows: Mapping[Row, Sequence[int]]) -> Iterator[Cell]:
    """Yield rows of answers and their codes as text, in the order of the rows' first codes."""
    types = [plan.game.experiments[type_].answer for type_, _ in plan.experiments]
    for row, codes in rows.items():
        answers = (show_outcome(answer, outcome) for answer, outcome in zip(types, row, strict=True))
        yield Cell(tuple(answers), tuple(meaning.notation.code(meaning.codes[code]) for code in codes))
