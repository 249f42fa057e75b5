"""Every code played through a tree where answers may be lies or the secret moves, by the game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from cobra.budget import Deadline
from cobra.lengths import Figures
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment
from cobra.model.unseen import (
    Answer,
    Answering,
    Belief,
    answering,
    believed,
    likely_after,
    noises_of,
    successors,
)
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.problems import Problems
from cobra.strategy.check.replay import End
from cobra.strategy.check.separate import separable
from cobra.strategy.strategy import Strategy

Chances: TypeAlias = dict[tuple[int, int], Fraction]
"""How likely each code with so many lies told is, where answers are wrong by chance."""


class BeliefReplay:
    """Plays all codes, with all lies and moves, through the tree of a strategy; what is wrong with it is in
    `problems`. The length of a code is that of its longest play.
    """

    def __init__(self, strategy: Strategy, meaning: Meaning, deadline: Deadline) -> None:
        self.problems = Problems(strategy, meaning)
        self.ends: list[End] = []
        self.meaning = meaning
        self._strategy = strategy
        self._game = strategy.game
        assert strategy.game.unseen is not None
        self._unseen = strategy.game.unseen
        self._deadline = deadline
        self._following = successors(strategy.game, meaning.codes) if self._unseen.moves else None
        self._noises = noises_of(strategy.game, meaning.codes)
        self._answers: dict[Experiment, Answering] = {}
        self._given_up: set[tuple[int, OutcomeValue | None]] = set()
        self._alike: list[tuple[list[int], tuple[int, OutcomeValue | None], str]] = []
        self._asked_in_vain: list[tuple[list[int], int]] = []  # nodes whose experiment tells no codes apart

    def run(self) -> Figures | None:
        """Return the figures of the strategy, None when its tree is wrong."""
        if self._strategy.root < 0:
            self._end(-1, None, self.start(), False, 0)
        else:
            self._play(self.start())
        self._resolve()
        self.problems.find_unseen()
        return None if self.problems.found else self._figures()

    def start(self) -> dict[int, int]:
        """Return what is believed before the first experiment."""
        return dict.fromkeys(range(len(self.meaning.codes)), 0)

    def _play(self, start: Belief) -> None:
        waiting = [(self._strategy.root, start, False, 0)]
        while waiting and not self.problems.are_many():
            node, belief, final, depth = waiting.pop()
            experiment = self._strategy.experiments[node]
            if not self.meaning.allows(experiment):
                self.problems.add(node, "this is not an experiment of the game")
                continue
            if self._is_over(list(belief), final):
                self.problems.add(node, "the game is over before this experiment")
                continue
            branches = self._strategy.branches[node]
            cells = self.cells(node, belief)
            truths = self._answers_to(experiment).truths
            if self._may_be_alike and len({truths[code] for code in belief}) == 1:
                self._asked_in_vain.append((sorted(belief), node))
            occurring = {values for values, _ in cells}
            if not any(ends for _, ends in cells):
                self.problems.demand_inconsistent(node)
            for values in branches:
                if values not in occurring:
                    self.problems.add(
                        node, f"nothing that is possible is answered by {self.problems.outcome(node, values)}"
                    )
            for (values, ends), cell in cells.items():
                child = branches.get(values)
                shown = self.problems.outcome(node, values)
                if ends and (values, False) in cells:
                    self.problems.add(node, f"the outcome {shown} is final for some codes and not for others")
                if child is None:
                    self.problems.add(node, f"nothing is said of the outcome {shown}")
                elif child < 0:
                    self._end(node, values, cell, ends, depth + 1)
                elif self._exhausted(depth + 1) and not self._is_over(list(cell), ends):
                    self.problems.add(node, f"the play is lost after {shown}, but it goes on")
                elif self.problems.enter(child, node, values):
                    waiting.append((child, cell, ends, depth + 1))

    def cells(self, node: int, belief: Belief) -> dict[Answer, dict[int, int]]:
        """Return what the answers at a node make of a belief."""
        self.meaning.tick()
        return believed(belief, self._answers_to(self._strategy.experiments[node]), self._following)

    def _answers_to(self, experiment: Experiment) -> Answering:
        """Return what an experiment may be answered."""
        if experiment not in self._answers:
            codes = range(len(self.meaning.codes))
            truths = [(v, final) for v, final, _ in self.meaning.answers([(experiment, c) for c in codes])]
            self._answers[experiment] = answering(
                self._game, experiment, self.meaning.codes, truths, self._noises
            )
        return self._answers[experiment]

    def _exhausted(self, length: int) -> bool:
        """Return whether a play of so many experiments is lost unless it is over."""
        within = self._strategy.settings.within
        return within is not None and length >= within

    def _is_over(self, codes: list[int], final: bool) -> bool:
        if self._game.ending == "hit":
            return final
        return len({self.meaning.goals[code] for code in codes}) == 1

    def _end(self, node: int, values: OutcomeValue | None, cell: Belief, final: bool, length: int) -> None:
        """Note the end of plays, after an outcome of a node or before the first."""
        codes = sorted(cell)
        self.ends.append(End(node, values, codes, final, length))
        if self._is_over(codes, final):
            if final and len(codes) > 1:
                self.problems.add(node, f"the game is over, but {self.problems.left(codes)}")
            return
        within = self._strategy.settings.within is not None
        if self._following is not None or (within and self._game.ending == "hit"):
            self._given_up.add((node, values))  # it may where it would go in circles, or not win in time
            return
        after = "" if values is None else f" after {self.problems.outcome(node, values)}"
        message = f"nothing follows{after}, but the game is not over; {self.problems.left(codes)}"
        if self._game.ending == "hit":
            self.problems.add(node, message)
        else:  # it is over if nothing tells these codes apart
            self._alike.append((codes, (node, values), message))

    @property
    def _may_be_alike(self) -> bool:
        """Return whether a play is over where no experiment tells apart what is left."""
        return self._game.ending != "hit" and self._following is None

    def _resolve(self) -> None:
        states = [codes for codes, _, _ in self._alike] + [codes for codes, _ in self._asked_in_vain]
        questions = [pair for codes in states for pair in pairwise(codes)]
        apart = separable(self.meaning, questions, self._deadline)
        for codes, node in self._asked_in_vain:
            if not any(pair in apart for pair in pairwise(codes)):
                message = "the game is over before this experiment: nothing tells apart what is left"
                self.problems.add(node, message)
        for codes, place, message in self._alike:
            if any(pair in apart for pair in pairwise(codes)):
                if self._strategy.settings.within is None:
                    self.problems.add(place[0], message)
                else:
                    self._given_up.add(place)

    def _figures(self) -> Figures:
        longest = [self._longest(code) for code in range(len(self.meaning.codes))]
        lengths = [length for length, _ in longest]
        weights = self.meaning.weights
        total = Fraction(sum(length * weight for length, weight in zip(lengths, weights, strict=True)))
        lost = Fraction(0)
        if self._unseen.noise is not None:
            total, lost = self._mean()
        parts = lcm(total.denominator, lost.denominator)
        return Figures(
            max(lengths),
            int(total * parts),
            sum(weights) * parts,
            len(lengths),
            dict(sorted(Counter(lengths).items())),
            len(self._strategy.experiments),
            sum(lost for _, lost in longest),
            lost_weight=int(lost * parts),
        )

    def _longest(self, code: int) -> tuple[int, bool]:
        """Return the length of the longest play against a code, and whether the strategy gives up in one."""
        most, lost = 0, (-1, None) in self._given_up
        start: Belief = {code: 0}
        waiting = [(self._strategy.root, start, 1)] if self._strategy.root >= 0 else []
        while waiting:
            node, belief, length = waiting.pop()
            for (values, _), cell in self.cells(node, belief).items():
                child = self._strategy.branches[node][values]
                if child >= 0:
                    waiting.append((child, cell, length + 1))
                else:
                    most, lost = max(most, length), lost or (node, values) in self._given_up
        return most, lost

    def _mean(self) -> tuple[Fraction, Fraction]:
        """Return Σ weight · mean length over codes, which is how likely each node is to be met, all nodes
        together, and how likely the strategy gives up.
        """
        total, lost = Fraction(0), Fraction(0)
        waiting = [(self._strategy.root, self._weights())] if self._strategy.root >= 0 else []
        if not waiting and self._given_up:
            lost += sum(self._weights().values())
        while waiting:
            node, chances = waiting.pop()
            total += sum(chances.values())
            for values, cell in self.likely(node, chances).items():
                if (child := self._strategy.branches[node][values]) >= 0:
                    waiting.append((child, cell))
                elif (node, values) in self._given_up:
                    lost += sum(cell.values())
        return total, lost

    def _weights(self) -> Chances:
        return {(code, 0): Fraction(weight) for code, weight in enumerate(self.meaning.weights)}

    def chances_at_start(self) -> Chances:
        """Return how likely each code is before the first experiment."""
        weight = sum(self.meaning.weights)
        return {hidden: part / weight for hidden, part in self._weights().items()}

    def likely(self, node: int, chances: Chances) -> dict[OutcomeValue, Chances]:
        """Return what the answers at a node make of chances; together these are as likely as before."""
        self.meaning.tick()
        cells = likely_after(chances, self._answers_to(self._strategy.experiments[node]), self._following)
        return {values: cell for (values, _), cell in cells.items()}
