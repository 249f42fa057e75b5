"""What a game asks for, when that is less than the secret: its goals, as they are written and shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobra.model.answers import OutcomeValue, show_outcome, show_value
from cobra.model.game import Cases, Component, Game, Observed
from cobra.model.show import quoted


@dataclass(frozen=True, slots=True)
class Goal:
    """One value after `goal`: its text, and its components, several of a vector."""

    text: str
    components: tuple[Component, ...]
    is_vector: bool

    def show(self, values: OutcomeValue) -> str:
        """Return the values of its components as an answer shows them; words in quotes where two look alike.

        Of outcomes it is proved that different ones look different, of what is found out it is not.
        """
        if self._is_ambiguous:
            return " ".join(quoted(one) if isinstance(one, str) else show_value(one) for one in values)
        shape = tuple(range(len(self.components)))
        return show_outcome(Observed(self.components, (shape,) if self.is_vector else shape), values)

    @property
    def _is_ambiguous(self) -> bool:
        """Return whether two values could look alike: words with spaces in a row, or a number and a word."""
        for component in self.components:
            shown = [show_value(value) for value in component.values] if isinstance(component, Cases) else []
            if len(set(shown)) < len(shown) or (
                self.is_vector and any(one.split() != [one] for one in shown)
            ):
                return True
        return False


def goals_of(game: Game) -> tuple[Goal, ...]:
    """Return the goals of a game in order, none where the secret itself is asked for."""
    found, start = [], 0
    for text, number in game.goal_texts or [("goal", None)] * len(game.goal):
        components = game.goal[start : start + (number or 1)]
        found.append(Goal(text, components, is_vector=number is not None))
        start += len(components)
    return tuple(found)


def show_goals(goals: Sequence[Goal], values: OutcomeValue) -> list[tuple[str, str]]:
    """Return the text and the value of each goal, of the values of all components of all goals."""
    found, start = [], 0
    for goal in goals:
        end = start + len(goal.components)
        found.append((goal.text, goal.show(values[start:end])))
        start = end
    return found


def goal_line(goals: Sequence[Goal], values: OutcomeValue) -> str:
    """Return what is found out when the goals have these values, such as `zebra = Japanese`."""
    return ", ".join(f"{text} = {value}" for text, value in show_goals(goals, values))
