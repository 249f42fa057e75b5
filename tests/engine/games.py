"""Small games of the library, and the core's answers about them in the terms of the model."""

from __future__ import annotations

from functools import cache

from cobra._core import Control, Engine
from cobra.engine.compile import CompiledGame, compile_game
from cobra.engine.played import Played
from cobra.language.load import load
from cobra.language.score import CoreScore
from tests.oracle import Tree

MEMORY = 1 << 28

SMALL: list[tuple[str, dict[str, int]]] = [
    ("mastermind", {"pegs": 2, "colours": 4}),
    ("mastermind", {"pegs": 3, "colours": 3}),
    ("bulls-and-cows", {"places": 2, "digits": 5}),
    ("black-pegs", {"pegs": 2, "colours": 4}),
    ("mastermind-colour", {"pegs": 2, "colours": 3}),
    ("mastermind-position", {"pegs": 2, "colours": 4}),
    ("decimalisation", {"places": 2, "digits": 3}),
    ("counterfeit-coin", {"coins": 6}),
    ("counterfeit-coin", {"coins": 4, "genuine": 1}),
    ("counterfeit-coin-only", {"coins": 5}),
    ("light-coins", {"coins": 5, "fakes": 2}),
    ("bags-of-gold", {"bags": 3, "capacity": 3}),
    ("code-777", {"cards": 2, "attributes": 2, "values": 2}),
    ("group-testing", {"items": 5, "defective": 2}),
    ("permutation", {"n": 4}),
    ("sorting", {"n": 3}),
    ("higher-lower", {"n": 9}),
    ("battleship", {"size": 3, "length": 2}),
]


@cache
def compiled(name: str, *params: tuple[str, int]) -> tuple[CompiledGame, Engine]:
    """Return a game of the library and an engine that has listed its codes."""
    game = compile_game(load(name, {key: str(value) for key, value in params}))
    engine = game.engine()
    engine.enumerate(10**6, MEMORY, Control())
    return game, engine


def greedy(
    engine: Engine,
    strategy: str | CoreScore,
    ties: str = "final,first",
    *,
    consistent: bool = False,
    seed: int = 0,
    threads: int = 1,
    symmetry: bool = True,
) -> Played:
    """Run a strategy to its end: a name, which counts codes unweighed, or a score as the core reads it."""
    result = engine.greedy(
        strategy, ties, consistent, seed, threads, MEMORY, None if symmetry else [], Control(120.0)
    )
    assert result.stopped is None
    return result


def model_tree(game: CompiledGame, result: Played) -> Tree:
    """Return the tree in the terms of the model."""
    experiments, branches, root = result.tree()
    return Tree(
        [game.experiment(experiment) for experiment in experiments],
        [
            {game.decoders[experiment[0]].values(number): child for number, child in branch}
            for experiment, branch in zip(experiments, branches, strict=True)
        ],
        root,
    )
