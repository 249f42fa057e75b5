"""What is found out of the goals of a game in progress: their values among the codes left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cobra.engine.table import CodeTable
from cobra.model.answers import OutcomeValue, outcome_number
from cobra.model.game import Game, Observed
from cobra.model.goals import goals_of
from cobra.play.position import Position


@dataclass(frozen=True, slots=True)
class GoalKnowledge:
    """The values a goal can still have."""

    goal: str
    """The goal as it is written in the game."""
    values: Mapping[str, int]
    """Σ weight of the codes left by the value of the goal as text, in the order of the values."""
    weight: int
    """Σ weight of all codes left; their number when they have no weights."""

    @property
    def found(self) -> str | None:
        """Return the value when there is only one, None while there are several."""
        return next(iter(self.values)) if len(self.values) == 1 else None

    def of(self, value: str) -> Fraction:
        """Return the probability of a value."""
        return Fraction(self.values.get(value, 0), self.weight)

    def document(self) -> dict[str, Any]:
        """Return it for JSON."""
        probabilities = {value: weight / self.weight for value, weight in self.values.items()}
        return {"goal": self.goal, "found": self.found, "probabilities": probabilities}


def found_goals(goals: Iterable[GoalKnowledge]) -> str:
    """Return the goals with one value left, such as `zebra = Japanese`; nothing without any."""
    return ", ".join(f"{goal.goal} = {goal.found}" for goal in goals if goal.found is not None)


def goals_known(position: Position) -> tuple[GoalKnowledge, ...]:
    """Return what is known of each goal of a position; nothing where the secret itself is asked for, and
    where the codes left are not listed, unless all is found.
    """
    left = position.left
    if left is None:
        found = position.found_goal
        return () if found is None else _by_goal(position.game, {found: position.codes})
    return goals_among(left.table, position.weights) if position.codes else ()


def goals_among(table: CodeTable, weights: Mapping[int, int]) -> tuple[GoalKnowledge, ...]:
    """Return what is known of each goal where only some codes of a table, by their numbers, are left."""
    if not table.game.goal:
        return ()
    counts: Counter[OutcomeValue] = Counter()
    for code, weight in weights.items():
        counts[table.goal_values[code]] += weight
    return _by_goal(table.game, counts)


def _by_goal(game: Game, counts: Mapping[OutcomeValue, int]) -> tuple[GoalKnowledge, ...]:
    found, start, whole = [], 0, sum(counts.values())
    for goal in goals_of(game):
        end = start + len(goal.components)
        own: Counter[OutcomeValue] = Counter()
        for values, weight in counts.items():
            own[values[start:end]] += weight
        answer = Observed(goal.components, tuple(range(len(goal.components))))
        ordered = sorted(own, key=lambda values: outcome_number(answer, values))
        found.append(GoalKnowledge(goal.text, {goal.show(values): own[values] for values in ordered}, whole))
        start = end
    return tuple(found)
