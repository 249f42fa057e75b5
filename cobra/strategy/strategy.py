"""A strategy: what to ask first and after every answer, with what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cobra.interval import Interval
from cobra.lengths import Figures
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.shown import Shown


@dataclass(frozen=True, slots=True)
class Settings:
    """What the experiments were chosen by; None for what a strategy of this kind does not have."""

    ties: str | None = None
    """What decided between equal scores, of one-step strategies."""
    seed: int | None = None
    """The seed of everything random, of one-step strategies."""
    consistent: bool = False
    """Whether every experiment could be final when it is made, but for a first one that was demanded."""
    max_depth: int | None = None
    """No play may be longer."""
    first: str | None = None
    """The experiment the strategy had to begin with."""
    within: int | None = None
    """A play that takes more experiments is lost."""


@dataclass(frozen=True)
class Strategy(Shown):
    """A strategy for every code of a game.

    Node i makes `experiments[i]`; `branches[i]` leads from the outcomes that can occur to the nodes that
    follow, -1 when the play is over. Every node but the first follows one node, which has a smaller number.
    Without nodes the game is over before the first experiment.
    """

    game: Game
    name: str
    """The name of the one-step strategy, or "optimal"."""
    experiments: Sequence[Experiment] = field(repr=False)
    branches: Sequence[Mapping[OutcomeValue, int]] = field(repr=False)
    figures: Figures
    settings: Settings = Settings()
    objective: str | None = None
    """A key of `MEASURES`; None for a one-step strategy, which has none."""
    intervals: tuple[Interval, ...] = ()
    """What is proved of the objective's measures, in their order."""
    proved: bool = False
    """Whether no strategy within the settings is better by the objective; the intervals are then closed."""

    @property
    def root(self) -> int:
        """Return the number of the first node, -1 without one."""
        return 0 if self.experiments else -1
