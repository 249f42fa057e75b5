"""Strategy trees of the core as the oracle has them."""

from __future__ import annotations

from cobra.engine.compile import CompiledGame
from cobra.engine.program import CoreExperiment
from tests.oracle.strategies import Tree


def tree_of(
    compiled: CompiledGame, core: tuple[list[CoreExperiment], list[list[tuple[int, int]]], int]
) -> Tree:
    """Return a strategy tree of the core as one of the model."""
    experiments, branches, root = core
    types = [type_ for type_, _ in experiments]
    return Tree(
        [compiled.experiment(experiment) for experiment in experiments],
        [
            {compiled.decoders[type_].values(number): child for number, child in node}
            for type_, node in zip(types, branches, strict=True)
        ],
        root,
    )
