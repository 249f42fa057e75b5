"""A plan: experiments fixed in advance, made whatever the answers are, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.strategy.check.meaning import Meaning


@dataclass(frozen=True)
class Plan:
    """A static strategy: its answers tell all codes apart that can be told apart, or their goals."""

    game: Game
    experiments: tuple[Experiment, ...] = field(repr=False)
    lower: int
    """No plan has fewer experiments; a proved bound."""
    codes: int
    """Number of codes."""
    cells: int
    """How many different rows of answers the codes give."""

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
    """Codes that answer a plan alike."""

    answers: tuple[str, ...]
    codes: tuple[str, ...]


def answered(plan: Plan, meaning: Meaning) -> dict[tuple[OutcomeValue, ...], list[int]]:
    """Return the numbers of the codes for each row of answers, by the meaning of the game."""
    rows: list[list[OutcomeValue]] = [[] for _ in meaning.codes]
    for experiment in plan.experiments:
        answers = meaning.answers([(experiment, code) for code in range(len(rows))])
        for row, (outcome, *_) in zip(rows, answers, strict=True):
            row.append(outcome)
    cells: dict[tuple[OutcomeValue, ...], list[int]] = {}
    for code, row in enumerate(rows):
        cells.setdefault(tuple(row), []).append(code)
    return cells


def shown(
    plan: Plan, meaning: Meaning, rows: Mapping[tuple[OutcomeValue, ...], Sequence[int]]
) -> Iterator[Cell]:
    """Yield rows of answers and their codes as text, in the order of the rows' first codes."""
    types = [plan.game.experiments[type_].answer for type_, _ in plan.experiments]
    for row, codes in rows.items():
        answers = (show_outcome(answer, outcome) for answer, outcome in zip(types, row, strict=True))
        yield Cell(tuple(answers), tuple(meaning.notation.code(meaning.codes[code]) for code in codes))
