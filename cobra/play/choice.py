"""An experiment that could be made next, and its figures: what its answers leave, and what is to come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log2
from typing import TYPE_CHECKING, Any

from cobra.amounts import VAST
from cobra.breakers.core import named_strategy
from cobra.errors import LimitError, StoppedError
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.model.outcomes import knows_finals
from cobra.options import DEFAULT_TIES, UNSEEN_OBJECTIVE
from cobra.play.consequences import Consequence, consequences
from cobra.play.parts import Split
from cobra.play.position import Position
from cobra.play.review import FALLBACK, PATIENCE
from cobra.play.split import exact_split
from cobra.play.suggestion import Suggestion
from cobra.play.value import Worth, value_of

if TYPE_CHECKING:
    from cobra.language.score import CoreScore


@dataclass(frozen=True, slots=True)
class Choice:
    """An experiment that could be made next, and what is known of it; None: not found out."""

    experiment: str
    split: Split | None
    weights: tuple[int, ...] | None
    """Σ weight of the codes of each part of the split."""
    can_be_code: bool | None
    """Whether a final outcome can occur; None also in a game without final outcomes."""
    expected: Fraction | None
    """Further experiments expected, this one among them; in a game with prices their cost."""
    worst: int | None = None
    """The most further experiments, where answers may be lies, or the secret moves, and nobody says how
    likely that is."""
    lost: int | None = None
    """Codes lost, in a game in which that has no cost, or never found for sure as the secret moves."""
    part_lost: Fraction | None = None
    """Which part of the weight of the codes left these have, where codes have weights."""
    answers: tuple[Consequence, ...] = ()
    """What each answer leaves in a game with memory, lies or moves."""

    @property
    def left(self) -> Fraction | None:
        """Return the number of codes that are left after it on average."""
        if self.answers:
            chances = [one.codes * one.chance for one in self.answers if one.chance is not None]
            return sum(chances, Fraction(0)) if chances else None
        if self.split is None or self.weights is None:
            return None
        parts = zip(self.split.parts, self.weights, strict=True)
        return Fraction(sum(part.codes * weight for part, weight in parts), sum(self.weights))

    @property
    def entropy(self) -> float | None:
        """Return what the answer tells on average, in bits."""
        if self.weights is None:
            return None
        whole = sum(self.weights)
        if whole >= VAST:  # beyond what a quotient of whole numbers may be
            return sum(weight / whole * (log2(whole) - log2(weight)) for weight in self.weights if weight)
        return sum(weight / whole * log2(whole / weight) for weight in self.weights if weight)

    def document(self, game: Game) -> dict[str, Any]:
        """Return what is known of it for JSON."""
        return {
            "experiment": self.experiment,
            "split": None if self.split is None else self.split.show(game),
            "largest": None if self.split is None else self.split.largest,
            "left": None if self.left is None else float(self.left) if self.left < VAST else round(self.left),
            "entropy": self.entropy,
            "can_be_code": self.can_be_code,
            "expected": None if self.expected is None else float(self.expected),
            **({"worst": self.worst, "lost": self.lost} if self.answers else {}),
            **({"answers": [one.document(game) for one in self.answers]} if self.answers else {}),
        }


class Choices:
    """Finds the figures of experiments in one position, by one reference."""

    def __init__(self, position: Position, name: str, threads: int, proved: Suggestion | None) -> None:
        self._position = position
        self._name = name
        self._threads = threads
        self._proved = proved
        """What is proved to be best already."""
        self._knows_finals = knows_finals(position.game)
        self._is_apart = position.game.memory is not None or position.game.unseen is not None
        """Whether a strategy takes long to be played, as its plays go by more than what is known."""

    def value(self, first: Experiment | None) -> Worth | None:
        """Return what the position is worth, or beginning with an experiment; None when not found quickly.

        Where the best is proved already all the time there is may be taken for others.
        """
        run = self._position.run
        patience = PATIENCE[self._name] if self._proved is None else inf
        with run.at_most(patience), run.share(1 / 2 if self._is_apart else 1):
            return value_of(self._position, self._name, first, threads=self._threads)

    def first(self) -> Experiment | None:
        """Return what the reference, a strategy, takes where its plays take too long; None: not found out.

        Only where what its answers leave says more than how many codes.
        """
        if not self._is_apart or self._position.table is None:
            return None
        strategy = named_strategy(self._name, self._position.game.weight is not None)
        with self._position.run.share(1 / 2):
            return self._begins_with(strategy)

    def choice(self, experiment: Experiment) -> Choice:
        """Return an experiment with its figures."""
        position = self._position
        experiment = position.here(experiment)
        answers: tuple[Consequence, ...] = ()
        try:
            found = exact_split(position, experiment, inf)  # asked for, so it may take all the time
            if found is not None:
                answers = consequences(position, found)
        except StoppedError:
            found = None
        shown = position.notation.experiment(experiment)
        lost: int | None = None
        whole: Fraction | None = None
        weight = 0
        if self._proved is not None and self._proved.experiment == shown:
            weight, whole = self._proved.value
            lost = self._proved.lost or 0 if weight else 0
        elif (worth := self.value(experiment)) is not None:
            lost, weight, whole = worth.lost, worth.lost_weight, worth.expected
        if lost:
            whole = None  # it says nothing
        by_worst = position.objective == UNSEEN_OBJECTIVE
        return Choice(
            experiment=shown,
            split=found,
            weights=None if found is None or position.game.unseen is not None else self._weights(found),
            can_be_code=found.can_be_final if found is not None and self._knows_finals else None,
            expected=None if by_worst else whole,
            worst=int(whole) if by_worst and whole is not None else None,
            lost=lost,
            part_lost=self._part_lost(lost, weight),
            answers=answers,
        )

    def _part_lost(self, lost: int | None, weight: int) -> Fraction | None:
        """Return which part of the weight left is lost; None where that says no more than how many codes."""
        table, game = self._position.table, self._position.game
        if lost is None or table is None or game.weight is None or game.unseen is not None:
            return None
        return Fraction(weight, table.weight)

    def rival(self) -> Experiment | None:
        """Return, of the experiments that can be the code, the first that leaves fewest codes at worst.

        Only this one is chosen: after it there may be nothing to do for who makes no others.
        """
        table = self._position.table
        assert table is not None  # else nothing is known to be best, and nobody asks
        try:
            with self._position.run.at_most(PATIENCE[FALLBACK]):
                found = table.choose(
                    "max-models",
                    range(table.codes),
                    ties=DEFAULT_TIES,
                    seed=0,
                    memory=self._position.memory,
                    consistent=True,
                )
        except (LimitError, StoppedError):
            return None
        return None if found is None else table.compiled.experiment(found)

    def _begins_with(self, strategy: str | CoreScore) -> Experiment | None:
        """Return what a one-step strategy begins with; None for nothing, or when there is no time for it."""
        table = self._position.table
        assert table is not None  # else nothing is known to be best, and nobody asks
        try:
            found = table.greedy(
                strategy,
                ties=DEFAULT_TIES,
                consistent=False,
                seed=0,
                threads=self._threads,
                memory=self._position.memory,
            )
        except (LimitError, StoppedError):
            return None
        return None if found.first is None else table.compiled.experiment(found.first)

    def _weights(self, found: Split) -> tuple[int, ...] | None:
        """Return the weight of each part of a split."""
        position = self._position
        if position.game.weight is None:
            return tuple(part.codes for part in found.parts)
        left = position.left
        if left is None:
            return None
        core = left.core(found.experiment)
        decoder = left.table.compiled.decoders[core[0]]
        sums: Counter[OutcomeValue] = Counter()
        for number, weight in zip(left.outcomes(core), left.weights(), strict=True):
            sums[decoder.values(number)] += weight
        return tuple(sums[part.outcome] for part in found.parts)
