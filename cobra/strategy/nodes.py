"""The tree in a strategy file: only the places of its nodes are kept until the game is known."""

from __future__ import annotations

from array import array
from functools import partial
from typing import Any

from cobra.budget import poll
from cobra.errors import GameError
from cobra.model.answers import OutcomeValue, parse_outcome
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.printable import printable
from cobra.sat.outcomes import outcomes_written
from cobra.strategy.scanner import Scanner


class NodeList:
    """The nodes as they stand in a file; mistakes name the node, its place and the way to it."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._places = array("q")
        self._parents = array("q")

    def scan(self) -> None:
        """Pass over the list that comes next."""
        for place in self._scanner.elements():
            poll("reading the strategy")
            self._places.append(place)
            self._scanner.value()

    def read(self, game: Game) -> tuple[list[Experiment], list[dict[OutcomeValue, int]]]:
        """Return the experiments and branches of the nodes.

        Every node but the first must follow exactly one node, which comes before it.
        """
        notation = Notation(game)
        known: dict[str, Experiment] = {}
        outcomes: dict[tuple[int, str], OutcomeValue] = {}
        experiments: list[Experiment] = []
        branches: list[dict[OutcomeValue, int]] = []
        self._parents = array("q", [-1]) * len(self._places)
        for number in range(len(self._places)):
            poll("reading the strategy")
            if number and self._parents[number] < 0:
                raise self._wrong(number, "nothing leads to this node")
            text, leads = self._node(number)
            try:
                if text not in known:
                    known[text] = notation.parse_in_some_state(text)
                experiment = known[text]
                for outcome in leads:
                    if (experiment[0], outcome) not in outcomes:
                        answer = game.experiments[experiment[0]].answer
                        occurring = partial(outcomes_written, game, experiment[0])
                        outcomes[experiment[0], outcome] = parse_outcome(answer, outcome, occurring)
            except GameError as error:
                raise self._wrong(number, str(error)) from None
            experiments.append(experiment)
            branches.append(
                {
                    outcomes[experiment[0], outcome]: self._lead(number, outcome, child)
                    for outcome, child in leads.items()
                }
            )
        return experiments, branches

    def _node(self, number: int) -> tuple[str, dict[str, Any]]:
        value = self._scanner.value_at(self._places[number])
        if not isinstance(value, dict) or value.keys() != {"experiment", "outcomes"}:
            raise self._wrong(number, "an object with the keys 'experiment' and 'outcomes' was expected")
        experiment, outcomes = value["experiment"], value["outcomes"]
        if not isinstance(experiment, str):
            raise self._wrong(number, "the experiment must be a text")
        if not isinstance(outcomes, dict) or not outcomes:
            raise self._wrong(number, "the outcomes must be an object with at least one member")
        return experiment, outcomes

    def _lead(self, number: int, outcome: str, child: Any) -> int:
        """Return the node that follows an outcome of a node, -1 for none, and note that it does."""
        if child is None:
            return -1
        if not isinstance(child, int) or isinstance(child, bool):
            raise self._wrong(number, f"{outcome} must lead to the number of a node, or to null")
        problem = ""
        if child < 0:
            problem = "but nodes count from 0"
        elif child >= len(self._parents):
            problem = f"but the last one is {len(self._parents) - 1}"
        elif child <= number:
            problem = "but only nodes further down may follow"
        elif self._parents[child] >= 0:
            problem = f"to which node {self._parents[child]} leads already"
        if problem:
            raise self._wrong(number, f"{outcome} leads to node {child}, {problem}")
        self._parents[child] = number
        return child

    def _wrong(self, number: int, message: str) -> GameError:
        told = printable(f"node {number}{self._way(number)}: {message}")
        return self._scanner.error(told, self._places[number])

    def _way(self, number: int) -> str:
        """Return the experiments and outcomes that lead to a node."""
        steps: list[str] = []
        while (parent := self._parents[number]) >= 0:
            experiment, leads = self._node(parent)
            steps.append(f"{experiment} → {next(text for text, child in leads.items() if child == number)}")
            number = parent
        return f" (after {', '.join(reversed(steps))})" if steps else ""
