"""How experiments split codes that are listed: the number of codes for each outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from cobra.engine.program import CoreExperiment
from cobra.engine.table import CodeTable
from cobra.model.answers import OutcomeValue, outcome_number, show_outcome
from cobra.model.game import Experiment, Game

if TYPE_CHECKING:
    from cobra.play.left import CodesLeft


@dataclass(frozen=True, slots=True)
class Part:
    """An outcome that can occur, and the number of codes left then."""

    outcome: OutcomeValue
    codes: int
    final: bool
    """Whether the outcome is final, in a game that knows final outcomes."""
    weight: int | None = None
    """Σ weight of these codes; None where they have no weights, or are not listed."""
    told: tuple[int, ...] = ()
    """Where answers may be lies how many of these codes there are with no lie told, with one, and so on."""


@dataclass(frozen=True, slots=True)
class Split:
    """How an experiment splits the codes left: one part for each outcome that can occur, in their order."""

    experiment: Experiment
    parts: tuple[Part, ...]

    @property
    def codes(self) -> int:
        """Return the number of codes split."""
        return sum(part.codes for part in self.parts)

    @property
    def largest(self) -> int:
        """Return the number of codes of the largest part."""
        return max((part.codes for part in self.parts), default=0)

    @property
    def can_be_final(self) -> bool:
        """Return whether a final outcome can occur: the experiment can be the code."""
        return any(part.final for part in self.parts)

    def outcomes(self, game: Game) -> list[str]:
        """Return the outcome of each part as text; equal ones if a game does not decide which are final."""
        answer = game.experiments[self.experiment[0]].answer
        return [show_outcome(answer, part.outcome) for part in self.parts]

    def show(self, game: Game) -> dict[str, int]:
        """Return the number of codes by outcome as text."""
        found: dict[str, int] = {}
        for outcome, part in zip(self.outcomes(game), self.parts, strict=True):
            found[outcome] = found.get(outcome, 0) + part.codes
        return found


def listed_splits(left: CodesLeft, experiments: Sequence[Experiment]) -> list[Split]:
    """Return how each of some experiments splits codes that are listed."""
    core = [left.core(experiment) for experiment in experiments]
    found = left.table.splits(core, left.state)
    return [
        _decoded(left.table, experiment, parts, weight)
        for experiment, parts, weight in zip(experiments, found, _weights(left, core), strict=True)
    ]


def _weights(left: CodesLeft, experiments: Sequence[CoreExperiment]) -> Iterator[Counter[int] | None]:
    """Yield for each experiment the weights of the codes by outcome number; None where they have none."""
    if left.table.game.weight is None:
        yield from repeat(None, len(experiments))
        return
    weights = left.weights()
    for experiment in experiments:
        found: Counter[int] = Counter()
        for number, weight in zip(left.outcomes(experiment), weights, strict=True):
            found[number] += weight
        yield found


def _decoded(
    table: CodeTable,
    experiment: Experiment,
    found: Iterable[tuple[int, int]],
    weights: Mapping[int, int] | None,
) -> Split:
    decoder = table.compiled.decoders[experiment[0]]
    answer = table.game.experiments[experiment[0]].answer
    parts = [
        Part(
            decoder.values(number),
            codes,
            decoder.is_final(number),
            None if weights is None else weights[number],
        )
        for number, codes in found
    ]
    return Split(experiment, tuple(sorted(parts, key=lambda part: outcome_number(answer, part.outcome))))
