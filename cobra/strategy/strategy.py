"""A strategy: what to ask first and after every answer, with what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from cobra.engine.interval import Interval
from cobra.model.answers import OutcomeValue
from cobra.model.game import Game
from cobra.model.show import Experiment

if TYPE_CHECKING:
    from cobra.breakers.breaker import Played
    from cobra.engine.table import Table


@dataclass(frozen=True, slots=True)
class Settings:
    """What the experiments were chosen by; None for what a strategy of this kind does not have."""

    ties: str | None = None
    """What decided between equal scores, of one-step strategies."""
    seed: int | None = None
    """The seed of everything random, of one-step strategies."""
    consistent: bool = False
    """Whether every experiment could be final when it is made."""
    max_depth: int | None = None
    """No play may be longer."""
    first: str | None = None
    """The experiment the strategy had to begin with."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a strategy needs, over all codes."""

    worst: int
    """Length of the longest play."""
    total: int
    """Σ weight · length, an exact integer."""
    weight: int
    """Σ weight; the number of codes when they have no weights."""
    codes: int
    """Number of codes."""
    distribution: Mapping[int, int]
    """Number of codes by length of play, in ascending order."""
    nodes: int
    """Experiments in the tree."""

    @property
    def average(self) -> Fraction:
        """Return the exact average length."""
        return Fraction(self.total, self.weight)


@dataclass(frozen=True)
class Strategy:
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

    def _repr_html_(self) -> str:
        from cobra.export.notebook import strategy_html

        return strategy_html(self)

    def _repr_svg_(self) -> str | None:
        from cobra.export.notebook import strategy_svg

        return strategy_svg(self)


def strategy_of(
    table: Table,
    result: Played,
    name: str,
    settings: Settings,
    *,
    objective: str | None = None,
    intervals: tuple[Interval, ...] = (),
    proved: bool = False,
) -> Strategy:
    """Return what was played as a strategy of the model; the result must be of a whole strategy."""
    core_experiments, core_branches, root = result.tree()
    order = _preorder(core_branches, root)
    number = dict(zip(order, range(len(order)), strict=True)) | {-1: -1}
    compiled = table.compiled
    shared: dict[Experiment, Experiment] = {}  # a tree asks the same in many places
    experiments: list[Experiment] = []
    branches: list[dict[OutcomeValue, int]] = []
    for node in order:
        experiment = compiled.experiment(core_experiments[node])
        values = compiled.decoders[experiment[0]].values
        experiments.append(shared.setdefault(experiment, experiment))
        branches.append({values(outcome): number[child] for outcome, child in core_branches[node]})
    figures = Figures(
        result.worst,
        result.total,
        result.weight,
        result.codes,
        {length: count for length, count in enumerate(result.distribution) if count},
        result.nodes,
    )
    return Strategy(table.game, name, experiments, branches, figures, settings, objective, intervals, proved)


def _preorder(branches: Sequence[Sequence[tuple[int, int]]], root: int) -> list[int]:
    """Return the nodes of a tree, each before what follows it."""
    order: list[int] = []
    waiting = [root] if root >= 0 else []
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += [child for _, child in reversed(branches[node]) if child >= 0]
    return order
