"""Experiments that are just as good: equal ones are one class, and so is what symmetry carries along.

In games with memory, lies or moves the core counts them as its strategies compare them, one by one: what is
lost counts there, how likely an answer is, or how many lies are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cobra.breakers.core import named_strategy
from cobra.errors import LimitError, StoppedError
from cobra.model.game import Experiment
from cobra.options import DEFAULT_TIES
from cobra.play.parts import Split
from cobra.play.position import Position
from cobra.play.split import score

_PART: Final = 1 / 8
"""The part of the time left that counting rivals may take: it is no more than a remark."""
_LISTED: Final = 20_000
_PAIRS: Final = 10**8
"""So many experiments that differ, and so many pairs of them and codes, are looked at, at most."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Equivalent experiments: the numbers of codes they leave, whether they can be final, and how many."""

    parts: Sequence[int]
    final: bool
    size: int


def tied(position: Position, strategy: str) -> int | None:
    """Return the number of experiments that are as good as the one a strategy takes in a position.

    In a game with memory, lies or moves. They have the same score, lose as many codes as far as one step
    shows, and, like it, can be final or cannot. None when not found out, and where a state has to be changed
    before anything can be told apart.
    """
    table, run = position.table, position.run
    assert table is not None
    score = named_strategy(strategy, table.game.weight is not None)
    try:
        with run.share(_PART):
            return table.tied(score, ties=DEFAULT_TIES, memory=position.memory)
    except (LimitError, StoppedError):
        if reason := run.stop_reason():
            raise StoppedError(reason, "counting the experiments that are as good") from None
        return None


class Rivals:
    """The experiments one may make in a position whose codes are listed, one for each class of equivalent
    ones, with their splits; nothing is known where there are too many."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def as_good(self, strategy: str, one: Split) -> int | None:
        """Return the number of experiments that are as good as one a strategy takes, None when not found out.

        They have the same score and, like it, can be final or cannot: the rule for ties goes no further.
        """
        if self._classes is None:
            return None
        wanted = _rank(strategy, [part.codes for part in one.parts], one.can_be_final)
        return sum(
            kind.size for kind in self._classes.values() if _rank(strategy, kind.parts, kind.final) == wanted
        )

    def equivalent(self, experiment: Experiment) -> int | None:
        """Return the number of experiments that symmetry makes the same as this one, None when not found out.

        The experiment must be the first of its class, as those that strategies take are.
        """
        if self._classes is None:
            return None
        found = self._classes.get(experiment)
        return None if found is None else found.size

    @cached_property
    def _classes(self) -> dict[Experiment, _Kind] | None:
        """Return each class by its first experiment."""
        table, run = self._position.table, self._position.run
        assert table is not None
        most = min(_LISTED, _PAIRS // table.codes)
        try:
            with run.share(_PART):
                found, _ = table.representatives(
                    ("knowledge",), (), at_most=most, memory=self._position.memory
                )
                splits = table.splits([experiment for experiment, _ in found])
        except (LimitError, StoppedError):
            if reason := run.stop_reason():
                raise StoppedError(reason, "counting the experiments that are as good") from None
            return None
        kinds: dict[Experiment, _Kind] = {}
        for (experiment, size), parts in zip(found, splits, strict=True):
            final = table.compiled.decoders[experiment[0]].is_final
            kinds[table.compiled.experiment(experiment)] = _Kind(
                [codes for _, codes in parts], any(final(number) for number, _ in parts), size
            )
        return kinds


def _rank(strategy: str, parts: Sequence[int], final: bool) -> tuple[bool, int, bool]:
    """Return what experiments that are equally good have in common; those that tell nothing are a kind."""
    if len(parts) < 2:  # without any where the game is ill-formed
        return False, 0, final
    return True, score(strategy, parts), final
