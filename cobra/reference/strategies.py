"""One-step strategies, the optimum of tiny games, and the checker of any strategy, by definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from cobra.errors import GameError, LimitError
from cobra.model.answers import OutcomeValue
from cobra.model.game import Game
from cobra.reference.outcomes import fixed_variables, goal_value, is_final, knows_finals, outcome, weight_of
from cobra.reference.spaces import MAX_STEPS, Code, Experiment, codes, experiments

STRATEGIES = ("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first")
"""The one-step strategies of the reference: all but `random`, which depends on a generator."""


@dataclass(frozen=True)
class Tree:
    """A strategy: node i makes `experiments[i]`; `branches[i]` leads from outcomes to nodes, -1 when over.

    `root` is -1 when the game is over before the first experiment.
    """

    experiments: list[Experiment]
    branches: list[dict[OutcomeValue, int]]
    root: int


@dataclass(frozen=True)
class Plan:
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


@dataclass(frozen=True)
class _Split:
    """An experiment on a state: the codes of each outcome, and the outcomes that are final."""

    experiment: Experiment
    cells: dict[OutcomeValue, list[Code]]
    finals: frozenset[OutcomeValue]


class _Table:
    """Every answer of a small game, looked up instead of evaluated again and again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes = codes(game)
        if not self.codes:
            raise GameError("the game has no code")
        self.experiments = experiments(game)
        if len(self.codes) * len(self.experiments) > MAX_STEPS:
            needed = len(self.codes) * len(self.experiments)
            raise LimitError("codes", needed, MAX_STEPS, "the reference evaluator, made for tiny games")
        self.knows_finals = knows_finals(game)
        self._answers = {e: {c: outcome(game, e, c) for c in self.codes} for e in self.experiments}
        self._finals = {e: {c for c in self.codes if is_final(game, e, c)} for e in self.experiments}
        self.goals = {c: goal_value(game, c) for c in self.codes}
        self.weights = {c: weight_of(game, c) for c in self.codes}

    def split(self, experiment: Experiment, state: Sequence[Code]) -> _Split:
        cells: dict[OutcomeValue, list[Code]] = {}
        for code in state:
            cells.setdefault(self._answers[experiment][code], []).append(code)
        finals = self._finals[experiment]
        return _Split(experiment, cells, frozenset(o for o, cell in cells.items() if cell[0] in finals))

    def is_over(self, state: Sequence[Code], seen_final: bool) -> bool:
        """Return whether a play is over when `state` is left, inseparable codes aside."""
        if self.game.ending == "hit":
            return seen_final
        return len({self.goals[code] for code in state}) == 1

    def extra(self, state: Sequence[Code], seen_final: bool) -> int:
        """Return what is still counted when the play is over: 1 after a non-final outcome of a core game."""
        return int(self.game.ending == "core" and self.knows_finals and len(state) == 1 and not seen_final)


def greedy(game: Game, strategy: str, ties: str = "final,first", consistent: bool = False) -> Plan:
    """Play a one-step strategy against every code.

    `ties` is "final,first" or "first"; see docs for their meaning.
    """
    table = _Table(game)
    tree = Tree([], [], 0)
    root = -1
    waiting: list[tuple[list[Code], bool, int, OutcomeValue]] = [(table.codes, False, -1, ())]
    while waiting:
        state, seen_final, parent, answer = waiting.pop()
        node = -1
        chosen = (
            None if table.is_over(state, seen_final) else _choose(table, state, strategy, ties, consistent)
        )
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


def _choose(
    table: _Table, state: Sequence[Code], strategy: str, ties: str, consistent: bool
) -> _Split | None:
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
    scores = [_score(table.game, strategy, split) for split in useful]
    best = [split for split, score in zip(useful, scores, strict=True) if score == min(scores)]
    if ties == "final,first":
        return next((split for split in best if split.finals), best[0])
    return best[0]


def _score(game: Game, strategy: str, split: _Split) -> int:
    """Return what the strategy makes smallest, exactly: the entropy is the product of n to the n."""
    cells = list(split.cells.values())
    sizes = [len(cell) for cell in cells]
    if strategy == "max-models":
        return max(sizes)
    if strategy == "exp-models":
        return sum(n * n for n in sizes)
    if strategy == "ent-models":
        return prod(n**n for n in sizes)
    if strategy == "parts":
        return -len(sizes)
    fixed = [len(fixed_variables(game, cell)) for cell in cells]
    if strategy == "min-fixed":
        return -min(fixed)
    if strategy == "exp-fixed":
        return -sum(n * f for n, f in zip(sizes, fixed, strict=True))
    raise GameError(f"there is no strategy called {strategy!r}; the strategies are {', '.join(STRATEGIES)}")


def replay(game: Game, tree: Tree) -> Plan:
    """Play a tree against every code by the definition and return its figures: the checker of any strategy.

    `GameError` when an outcome that occurs has no branch, when the tree goes on after the end of the
    game, or stops before it.
    """
    table = _Table(game)
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
    return Plan(tree, max(distribution), total, weight, dict(sorted(distribution.items())))


def optimum(game: Game, objective: str = "average") -> int:
    """Return the least `total` ("average") or `worst` ("worst") of all strategies: memoised minimax over
    sets.
    """
    table = _Table(game)
    average = objective == "average"
    position = {code: i for i, code in enumerate(table.codes)}
    known: dict[frozenset[int], int] = {}

    def weight(state: Sequence[Code]) -> int:
        return sum(table.weights[code] for code in state) if average else 1

    def value(state: Sequence[Code], seen_final: bool) -> int:
        if table.is_over(state, seen_final):
            return table.extra(state, seen_final) * weight(state)
        key = frozenset(position[code] for code in state)
        if key not in known:
            splits = [table.split(experiment, state) for experiment in table.experiments]
            useful = {
                frozenset((frozenset(cell), o in s.finals) for o, cell in s.cells.items())
                for s in splits
                if len(s.cells) > 1 or (game.ending == "hit" and s.finals)
            }
            results = []
            for cells in useful:
                parts = [value(sorted(cell), final) for cell, final in cells]
                results.append(weight(state) + (sum(parts) if average else max(parts)))
            known[key] = min(results, default=0)
        return known[key]

    return value(table.codes, False)
