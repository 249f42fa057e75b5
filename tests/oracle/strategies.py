"""One-step strategies, and the checker of any strategy, by definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from cobra.errors import GameError
from cobra.language.score import Score
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.model.spaces import Code
from tests.oracle.answers import Answers, Split, answers_of, fixed_variables
from tests.oracle.scores import Figures, keys_of

STRATEGIES = ("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first")
"""The one-step strategies of the oracle: all but `random`, which depends on a generator."""


@dataclass(frozen=True)
class Tree:
    """A strategy: node i makes `experiments[i]`; `branches[i]` leads from outcomes to nodes, -1 when over.

    `root` is -1 when the game is over before the first experiment.
    """

    experiments: list[Experiment]
    branches: list[dict[OutcomeValue, int]]
    root: int


@dataclass(frozen=True)
class Replayed:
    """A strategy and its figures: worst length, total of weight·length, number of codes by length."""

    tree: Tree
    worst: int
    total: int
    weight: int
    distribution: dict[int, int]

    @property
    def first(self) -> Experiment | None:
        """Return the first experiment, None when none is needed."""
        return self.tree.experiments[self.tree.root] if self.tree.root >= 0 else None

    @property
    def nodes(self) -> int:
        """Return the number of experiments in the tree."""
        return len(self.tree.experiments)


Rule: TypeAlias = "Callable[[Answers, Sequence[Code]], Split | None]"
"""Names what is done in a state that is not over; None when no experiment separates its codes."""


def greedy(
    game: Game, strategy: str | Score | Rule, ties: str = "final,first", consistent: bool = False
) -> Replayed:
    """Play a strategy, given by its name or score (a one-step one) or as a rule, against every code.

    `ties` is "final,first" or "first"; see docs for their meaning.
    """
    table = answers_of(game)
    tree = Tree([], [], 0)
    root = -1
    waiting: list[tuple[list[Code], bool, int, OutcomeValue]] = [(table.codes, False, -1, ())]
    while waiting:
        state, seen_final, parent, answer = waiting.pop()
        node = -1
        chosen = None
        if not table.is_over(state, seen_final):
            if callable(strategy):
                chosen = strategy(table, state)
            else:
                chosen = choose(table, state, strategy, ties, consistent)
        if chosen is not None:
            node = len(tree.experiments)
            tree.experiments.append(chosen.experiment)
            tree.branches.append({})
            waiting += [
                (cell, values in chosen.finals, node, values) for values, cell in chosen.cells.items()
            ]
        if parent < 0:
            root = node
        else:
            tree.branches[parent][answer] = node
    return replay(game, Tree(tree.experiments, tree.branches, root))


def choose(
    table: Answers, state: Sequence[Code], strategy: str | Score, ties: str, consistent: bool
) -> Split | None:
    """Return the chosen experiment, None when no experiment separates the codes."""
    splits = [table.split(experiment, state) for experiment in table.experiments]
    if table.game.ending == "hit" and len(state) == 1:
        closing = next((split for split in splits if split.finals), None)
        if closing is None:
            raise GameError("no experiment on this code has a final outcome")
        return closing
    useful = [split for split in splits if len(split.cells) > 1]
    if consistent and table.knows_finals:
        useful = [split for split in useful if split.finals]
    if not useful:
        return None
    if strategy == "first":
        return next((split for split in useful if split.finals), useful[0])
    if isinstance(strategy, str):
        by_name = [_score(table, strategy, split) for split in useful]
        best = [split for split, score in zip(useful, by_name, strict=True) if score == min(by_name)]
    else:
        keys = [keys_of(strategy, figures_of(table, split)) for split in useful]
        best = [split for split, key in zip(useful, keys, strict=True) if key == min(keys)]
    if ties == "final,first":
        return next((split for split in best if split.finals), best[0])
    return best[0]


def figures_of(table: Answers, split: Split) -> Figures:
    """Return what a score sees of a split."""
    cells = split.cells.values()
    final = [split.cells[outcome] for outcome in split.finals]
    return Figures(
        [len(cell) for cell in cells],
        [len(fixed_variables(table.game, cell)) for cell in cells],
        [table.weight(cell) for cell in cells],
        sum(map(len, final)),
        sum(map(table.weight, final)),
    )


def _score(table: Answers, strategy: str, split: Split) -> int:
    """Return what the strategy makes smallest, exactly: the entropy is the product of w to the w.

    An expectation is by the weights of the codes, which are 1 in a game without.
    """
    cells = list(split.cells.values())
    sizes, weights = [len(cell) for cell in cells], [table.weight(cell) for cell in cells]
    if strategy == "max-models":
        return max(sizes)
    if strategy == "exp-models":
        return sum(w * w for w in weights)
    if strategy == "ent-models":
        return prod(w**w for w in weights)
    if strategy == "parts":
        return -len(sizes)
    fixed = [len(fixed_variables(table.game, cell)) for cell in cells]
    if strategy == "min-fixed":
        return -min(fixed)
    if strategy == "exp-fixed":
        return -sum(w * f for w, f in zip(weights, fixed, strict=True))
    raise GameError(f"there is no strategy called {strategy!r}; the strategies are {', '.join(STRATEGIES)}")


def replay(game: Game, tree: Tree) -> Replayed:
    """Play a tree against every code by the definition and return its figures: the checker of any strategy.

    `GameError` when an outcome that occurs has no branch, when the tree goes on after the end of the
    game, or stops before it.
    """
    table = answers_of(game)
    distribution: dict[int, int] = {}
    total = 0
    waiting: list[tuple[list[Code], bool, int, int]] = [(table.codes, False, tree.root, 0)]
    while waiting:
        state, seen_final, node, depth = waiting.pop()
        over = table.is_over(state, seen_final)
        if node < 0:
            separable = any(len(table.split(e, state).cells) > 1 for e in table.experiments)
            if not over and (separable or game.ending == "hit"):
                raise GameError("the strategy stops before the game is over")
            length = depth + table.extra(state, seen_final)
            distribution[length] = distribution.get(length, 0) + len(state)
            total += length * sum(table.weights[code] for code in state)
            continue
        if over:
            raise GameError("the strategy goes on after the game is over")
        if depth >= len(tree.experiments):
            raise GameError("the strategy goes round in a circle")
        split = table.split(tree.experiments[node], state)
        if not split.cells.keys() <= tree.branches[node].keys():
            raise GameError("the strategy does not say what to do after an outcome that occurs")
        waiting += [(c, v in split.finals, tree.branches[node][v], depth + 1) for v, c in split.cells.items()]
    weight = sum(table.weights.values())
    return Replayed(tree, max(distribution), total, weight, dict(sorted(distribution.items())))
