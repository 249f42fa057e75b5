"""Every strategy and the optimum of a small game, by brute force; nothing here uses cobra."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Code = Any
Experiment = Any
STRATEGIES = ("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first")


@dataclass(frozen=True)
class Game:
    """`final(experiment, answer)` is for games that end by a hit, `goal(code)` for the others.

    `propositions(code)` is the set of propositions true of a code, `weight(code)` its prior.
    """

    codes: list[Code]
    experiments: list[Experiment]
    answer: Callable[[Experiment, Code], Hashable]
    propositions: Callable[[Code], frozenset[Hashable]]
    final: Callable[[Experiment, Hashable], bool] | None = None
    goal: Callable[[Code], Hashable] = lambda code: code
    weight: Callable[[Code], int] = lambda code: 1


@dataclass
class Lengths:
    """How many experiments each code takes: number of codes by length, and the sum by weight."""

    total: int = 0
    distribution: Counter[int] = field(default_factory=Counter)
    first: Experiment = None

    @property
    def worst(self) -> int:
        return max(self.distribution)


class Search:
    """One game with the answers to all experiments in a table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        numbers: dict[Hashable, int] = {}
        self.table: list[list[int]] = []
        self.finals: list[frozenset[int]] = []
        for experiment in game.experiments:
            answers = [game.answer(experiment, code) for code in game.codes]
            self.table.append([numbers.setdefault(answer, len(numbers)) for answer in answers])
            hits = {numbers[a] for a in set(answers) if game.final is not None and game.final(experiment, a)}
            self.finals.append(frozenset(hits))
        self.goals = [game.goal(code) for code in game.codes]
        self.weights = [game.weight(code) for code in game.codes]
        self.true = [game.propositions(code) for code in game.codes]
        self.variables = frozenset[Hashable]().union(*self.true)

    def parts(self, experiment: int, state: Sequence[int]) -> dict[int, list[int]]:
        row = self.table[experiment]
        parts: dict[int, list[int]] = defaultdict(list)
        for code in state:
            parts[row[code]].append(code)
        return parts

    def known(self, state: Sequence[int]) -> bool:
        """Return whether an "identify" game is over by knowledge."""
        return self.game.final is None and len({self.goals[code] for code in state}) == 1

    # The strategies. A smaller score is better.

    def score(self, strategy: str, parts: dict[int, list[int]]) -> int:
        sizes = [len(part) for part in parts.values()]
        weights = [sum(self.weights[code] for code in part) for part in parts.values()]
        if strategy == "max-models":
            return max(sizes)
        if strategy == "exp-models":
            return sum(w * w for w in weights)
        if strategy == "ent-models":
            return math.prod(int(w**w) for w in weights)
        if strategy == "parts":
            return -len(sizes)
        if strategy == "min-fixed":
            return -min(self.fixed(part) for part in parts.values())
        if strategy == "exp-fixed":
            return -sum(w * self.fixed(part) for w, part in zip(weights, parts.values(), strict=True))
        raise ValueError(strategy)

    def fixed(self, codes: Sequence[int]) -> int:
        sets = [self.true[code] for code in codes]
        always = frozenset[Hashable].intersection(*sets)
        ever = frozenset[Hashable]().union(*sets)
        return len(always) + len(self.variables) - len(ever)

    def choose(self, strategy: str, ties: str, consistent: bool, state: Sequence[int]) -> int | None:
        best: tuple[Any, ...] | None = None
        chosen = None
        for experiment in range(len(self.table)):
            parts = self.parts(experiment, state)
            hit = any(answer in self.finals[experiment] for answer in parts)
            if (len(state) > 1 and len(parts) == 1) or (not hit and (consistent or len(state) == 1)):
                continue
            if len(state) == 1:
                return experiment
            if strategy == "first":
                rank: tuple[Any, ...] = (not hit,)
            else:
                rank = (self.score(strategy, parts), ties == "final,first" and not hit)
            if best is None or rank < best:
                best, chosen = rank, experiment
        return chosen

    def greedy(self, strategy: str, ties: str = "final,first", consistent: bool = False) -> Lengths:
        lengths = Lengths()
        stack = [(list(range(len(self.game.codes))), 0)]
        while stack:
            state, depth = stack.pop()
            experiment = None if self.known(state) else self.choose(strategy, ties, consistent, state)
            if experiment is None:
                lengths.distribution[depth] += len(state)
                lengths.total += depth * sum(self.weights[code] for code in state)
                continue
            if depth == 0:
                lengths.first = self.game.experiments[experiment]
            for answer, part in self.parts(experiment, state).items():
                if answer in self.finals[experiment]:
                    lengths.distribution[depth + 1] += len(part)
                    lengths.total += (depth + 1) * sum(self.weights[code] for code in part)
                else:
                    stack.append((part, depth + 1))
        return lengths

    # The optimum, by trying everything; a state is a tuple of codes.

    def optimum(self, worst: bool) -> int:
        """Return the least total (weighted), or with `worst` the least worst case."""
        join = max if worst else sum

        @cache
        def best(state: tuple[int, ...]) -> int:
            if self.known(state):
                return 0
            here = 1 if worst else sum(self.weights[code] for code in state)
            if len(state) == 1:
                return here
            found = None
            seen = set()
            for experiment in range(len(self.table)):
                parts = self.parts(experiment, state)
                if len(parts) == 1:
                    continue
                left = tuple(
                    sorted(
                        tuple(part) for answer, part in parts.items() if answer not in self.finals[experiment]
                    )
                )
                if left in seen:
                    continue
                seen.add(left)
                value = here + join([best(part) for part in left] or [0])
                found = value if found is None else min(found, value)
            return 0 if found is None else found

        return best(tuple(range(len(self.game.codes))))

    def classes(self) -> int:
        """Return the number of classes of codes that no experiment tells apart."""
        return len({tuple(row[code] for row in self.table) for code in range(len(self.game.codes))})


def report(search: Search, optimum: bool = True) -> Iterable[str]:
    """Yield the figures of a game, one line each."""
    game = search.game
    yield f"codes {len(game.codes)}, experiments {len(game.experiments)}, classes {search.classes()}"
    for ties in ("final,first", "first"):
        for strategy in STRATEGIES:
            found = search.greedy(strategy, ties)
            figures = f"total {found.total} worst {found.worst} {dict(sorted(found.distribution.items()))}"
            yield f"{strategy:11} {ties:12} {figures} first {found.first}"
    if optimum:
        yield f"optimum total {search.optimum(worst=False)}"
        yield f"optimum worst {search.optimum(worst=True)}"
