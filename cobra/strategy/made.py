"""What was played in the core as a strategy of the model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.engine.played import Played
from cobra.engine.table import CodeTable
from cobra.errors import LimitError
from cobra.interval import Interval
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment
from cobra.strategy.strategy import Settings, Strategy

_NODE_BYTES: Final = 900
"""What a node takes, about, with that of the core it is made from: measured where answers may be lies."""


def strategy_of(
    table: CodeTable,
    result: Played,
    name: str,
    settings: Settings,
    *,
    objective: str | None = None,
    intervals: tuple[Interval, ...] = (),
    proved: bool = False,
) -> Strategy:
    """Return what was played as a strategy of the model; the result must be of a whole strategy.

    `LimitError` where it takes more memory than there is: with lies or a state it can have far more nodes
    than there are codes.
    """
    needed = result.figures.nodes * _NODE_BYTES
    if needed > table.memory:
        raise LimitError("memory", needed, table.memory, "the nodes of a strategy")
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
    return Strategy(
        table.game, name, experiments, branches, result.figures, settings, objective, intervals, proved
    )


def _preorder(branches: Sequence[Sequence[tuple[int, int]]], root: int) -> list[int]:
    """Return the nodes of a tree, each before what follows it."""
    order: list[int] = []
    waiting = [root] if root >= 0 else []
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += [child for _, child in reversed(branches[node]) if child >= 0]
    return order
