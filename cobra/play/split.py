"""How experiments split the codes left: the number of codes for each outcome, and scores made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, Final

from cobra.errors import LimitError, StoppedError, TimeLimitError
from cobra.model.after import plug_in
from cobra.model.answers import OutcomeValue
from cobra.model.dag import Lit
from cobra.model.game import Experiment, ExperimentType, Outcomes
from cobra.model.outcomes import knows_finals
from cobra.play.parts import Part, Split

if TYPE_CHECKING:
    from cobra.play.position import Position

_SECONDS: Final = 1.0
"""So long an exact split of codes that are not listed may take."""
SCORED: Final = ("max-models", "exp-models", "ent-models", "parts")
"""The strategies that look at nothing but the numbers of codes left, or their weights."""
BY_WEIGHT: Final = ("exp-models", "ent-models")
"""Those that look at weights, where codes have any."""


def split(position: Position, experiment: Experiment) -> Split:
    """Return how an experiment splits the codes left of a position whose codes are listed."""
    return splits(position, [experiment])[0]


def splits(position: Position, experiments: Sequence[Experiment]) -> Sequence[Split]:
    """Return how each of some experiments splits the codes left of a position whose codes are listed."""
    return position.splits(experiments)


def exact_split(position: Position, experiment: Experiment, seconds: float = _SECONDS) -> Split | None:
    """Return how an experiment splits all codes left, None when that takes longer than so many seconds.

    Where the codes are not listed they are counted by decision diagrams.
    """
    if position.left is not None:
        return split(position, experiment)
    from cobra.sat.draws import EVEN_NODES  # here: slow to import, and most games are listed

    counter, run = position.counter, position.run
    if counter is None:
        return None
    try:
        if counter.nodes(position.deadline()) > EVEN_NODES:
            return None
        with run.at_most(seconds):
            counts = counter.split(experiment, position.deadline())
    except (TimeLimitError, LimitError):
        if reason := run.stop_reason():
            raise StoppedError(reason, "counting the codes for each outcome") from None
        return None
    finals = final_outcomes(position, experiment)
    return Split(experiment, tuple(Part(outcome, n, outcome in finals) for outcome, n in counts.items()))


def final_outcomes(position: Position, experiment: Experiment) -> set[OutcomeValue]:
    """Return the final outcomes that codes left give to an experiment, found by SAT."""
    from cobra.sat.knowledge import SatKnowledge  # here: slow to import, and most games are listed

    game = position.after
    formulas = plug_in(game, experiment, final_formulas(game.experiments[experiment[0]]))
    if not formulas or not knows_finals(game):
        return set()
    constraints = (*game.codes.constraints, game.dag.disj(formulas))
    game = replace(game, codes=replace(game.codes, constraints=constraints))
    try:
        with SatKnowledge(game, deadline=position.deadline()) as knowledge:
            return set(knowledge.outcomes(experiment))
    except TimeLimitError:
        raise StoppedError("time", "finding the final outcomes") from None


def final_formulas(type_: ExperimentType) -> list[Lit]:
    """Return formulas of which one holds when the outcome is final; none where no outcome is."""
    if type_.final is not None:
        return [type_.final]
    if isinstance(type_.answer, Outcomes):
        return [outcome.formula for outcome in type_.answer.outcomes if outcome.final]
    return []


def score_parts(strategy: str, parts: Iterable[Part]) -> int:
    """Return what a strategy of `SCORED` makes small, of the parts of a split."""
    by_weight = strategy in BY_WEIGHT
    return score(
        strategy, [part.codes if part.weight is None or not by_weight else part.weight for part in parts]
    )


def score(strategy: str, sizes: Iterable[int]) -> int:
    """Return what a strategy of `SCORED` makes small, of the numbers of codes left, exactly as the core does.

    With a single outcome there is nothing to score; nobody asks for that experiment.
    """
    if strategy == "max-models":
        return max(sizes)
    if strategy == "exp-models":
        return sum(n * n for n in sizes)
    if strategy == "parts":
        return -sum(1 for _ in sizes)
    return sum(n * _logarithm(n) for n in sizes)


@lru_cache(maxsize=1 << 16)
def _logarithm(n: int) -> int:
    """Return log2 n in fixed point, made of the rounded logarithms of its prime factors.

    Equal products of sizes to their own power so have equal entropies.
    """
    logarithm, factor = 0, 2
    while factor * factor <= n:
        while n % factor == 0:
            logarithm += _of_prime(factor)
            n //= factor
        factor += 1
    return logarithm + (_of_prime(n) if n > 1 else 0)


def _of_prime(prime: int) -> int:
    return round(log2(prime) * (1 << 32))
