"""What is wrong with the tree of a strategy, each mistake with the way to its place."""

from __future__ import annotations

from array import array
from typing import Final

from cobra.model.answers import OutcomeValue, components_of, show_outcome
from cobra.model.outcomes import knows_finals
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.strategy import Strategy

MOST_PROBLEMS: Final = 20
"""After so many mistakes no more are looked for."""

_UNSEEN: Final = -2


class Problems:
    """The mistakes found so far, and how plays came to the nodes."""

    def __init__(self, strategy: Strategy, meaning: Meaning) -> None:
        self.found: list[str] = []
        self._strategy = strategy
        self._meaning = meaning
        self._consistent = strategy.settings.consistent and knows_finals(strategy.game)
        self._parents = array("q", [_UNSEEN]) * len(strategy.experiments)
        if strategy.root >= 0:
            self._parents[strategy.root] = -1

    def enter(self, node: int, parent: int, values: OutcomeValue) -> bool:
        """Note that an outcome leads to a node; whether that is there and nothing else leads to it."""
        if node >= len(self._parents) or self._parents[node] != _UNSEEN:
            shown = f"{self.outcome(parent, values)} leads to node {node}"
            self.add(parent, f"{shown}, which is not there or is led to from elsewhere")
            return False
        self._parents[node] = parent
        return True

    def find_unseen(self) -> None:
        """Add a node that no play came to, if there is one and nothing else is wrong."""
        if not self.found and _UNSEEN in self._parents:
            self.add(self._parents.index(_UNSEEN), "nothing leads to this node")

    def are_many(self) -> bool:
        """Return whether no more need be looked for."""
        return len(self.found) >= MOST_PROBLEMS

    def add(self, node: int, message: str) -> None:
        """Note a mistake at a node, -1 before the first experiment."""
        if not self.are_many():
            self.found.append(f"{self._place(node)}: {message}")

    def demand_inconsistent(self, node: int) -> None:
        """Note an experiment that cannot be final, unless it may be made: where nobody says that the strategy
        is consistent, and at the beginning if it was demanded as the first.
        """
        demanded = node == self._strategy.root and self._strategy.settings.first is not None
        if self._consistent and not demanded:
            self.add(node, "no outcome can be final here, but the strategy is said to be consistent")

    def outcome(self, node: int, values: OutcomeValue) -> str:
        """Return an outcome of a node as the game shows it."""
        answer = self._strategy.game.experiments[self._strategy.experiments[node][0]].answer
        fits = len(values) == len(components_of(answer))
        return show_outcome(answer, values) if fits else repr(values)

    def left(self, codes: list[int]) -> str:
        """Return what codes are left, the first two of them."""
        shown = [self._meaning.notation.code(self._meaning.codes[code]) for code in codes[:2]]
        return (
            f"left {'is' if len(codes) == 1 else 'are'} {', '.join(shown)}{', …' if len(codes) > 2 else ''}"
        )

    def _place(self, node: int) -> str:
        """Return where a node is: its number, its experiment and what was asked and answered before."""
        if node < 0:
            return "before the first experiment"
        notation, strategy = self._meaning.notation, self._strategy
        steps: list[str] = []
        place, parent = node, self._parents[node]
        while parent >= 0:
            values = next(values for values, child in strategy.branches[parent].items() if child == place)
            asked = notation.experiment(strategy.experiments[parent])
            steps.append(f"{asked} → {self.outcome(parent, values)}")
            place, parent = parent, self._parents[parent]
        way = f" (after {', '.join(reversed(steps))})" if steps else ""
        legal = self._meaning.allows(strategy.experiments[node])
        own = f", {notation.experiment(strategy.experiments[node])}" if legal else ""
        return f"node {node}{own}{way}"
