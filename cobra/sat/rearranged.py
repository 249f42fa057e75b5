"""Experiments in another order than the game lists them: pans swapped, things compared the other way round.

Games leave out experiments that teach the same as another: `where min(left) < min(right)`, `where i < j`,
PARAMS_SORTED. People who have made one of those left out tell it as they made it, and the answer they saw is
the answer to that. The formulas of an experiment mean something in any order, but where a `where` made them
simpler (`ExperimentType.supposed`). So it is taken as it stands, once it is proved that its answer tells that
of the one which the game lists, and the other way round, and that it ends a play for the same codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice, permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING, Final

from cobra.errors import GameError, TimeLimitError
from cobra.model.answers import OutcomeValue
from cobra.model.evaluate import evaluate_all
from cobra.model.game import Assignment, Experiment, Game, Slot, true_propositions
from cobra.model.show import Notation
from cobra.model.spaces import allows
from cobra.model.unseen import ways_of
from cobra.texts import say

if TYPE_CHECKING:
    from cobra.sat.knowledge import SatKnowledge

_MOST_ORDERS: Final = 720
"""So many orders of the parameters are tried, one by one; else some that are likely."""
_MOST_OUTCOMES: Final = 64
"""Experiments with more outcomes are not proved to teach the same."""
_SECONDS: Final = 2.0
"""So long may the proof take."""


def rearranged(notation: Notation, text: str) -> tuple[Experiment, Experiment] | None:
    """Return an experiment that differs from one of the game in order only, and that one; None for any other.

    `GameError` for one that the game has in another order in which it teaches something else.
    """
    for made in notation.parse_parameters(text):
        listed = list(_listed_orders(notation.game, made))
        same = _taught_alike(notation.game, made, listed)
        if same is not None:
            return made, same
        if listed:
            raise GameError(
                say(
                    "{text} is not an experiment: the conditions on its parameters exclude it; did you mean "
                    "{near}?",
                    text=repr(text),
                    near=repr(notation.experiment(listed[0])),
                )
            )
    return None


def listed_experiment(notation: Notation, text: str) -> Experiment:
    """Return the experiment of the game that a text is, or that teaches the same in another order.

    `GameError` when there is none. In a game with memory only those count that the text is.
    """
    try:
        return notation.parse_experiment(text)
    except GameError:
        found = rearranged(notation, text) if notation.game.memory is None else None
        if found is None:
            raise
        return found[1]


def _listed_orders(game: Game, experiment: Experiment) -> Iterator[Experiment]:
    """Yield experiments of the game with the same parameters in other orders, each once."""
    number, values = experiment
    space = game.experiments[number].space
    for order in dict.fromkeys(_orders(space.slots, values)):
        if allows(game.dag, space, order, of_experiments=True):
            yield number, order


def _taught_alike(game: Game, made: Experiment, listed: Sequence[Experiment]) -> Experiment | None:
    """Return one of several experiments whose outcome tells that of another one, and the other way round, and
    which is final for the same codes.

    Whatever the code is. None, too, when that is not proved in two seconds, and where the outcome is drawn.
    """
    from cobra.budget import Deadline
    from cobra.sat.knowledge import SatKnowledge  # here: slow to import, and rarely needed

    if not listed or ways_of(game.experiments[made[0]]) or not _means_something(game, made):
        return None
    deadline = Deadline(_SECONDS)
    try:
        with SatKnowledge(game, deadline=deadline) as knowledge:
            outcomes = list(islice(knowledge.outcomes(made), _MOST_OUTCOMES + 1))
        left = [
            SatKnowledge(game, [(made, outcome)], deadline=deadline) for outcome in outcomes[:_MOST_OUTCOMES]
        ]
        with ExitStack() as stack:
            for knowledge in left:
                stack.enter_context(knowledge)
            all_codes = stack.enter_context(SatKnowledge(game, deadline=deadline))
            alike = (one for one in listed if all_codes.ends_alike(made, one) and _told(left, one))
            return next(alike, None) if len(left) == len(outcomes) else None
    except TimeLimitError:
        return None


def _means_something(game: Game, made: Experiment) -> bool:
    """Return whether an experiment that the game does not list satisfies all that its formulas suppose."""
    type_ = game.experiments[made[0]]
    return all(evaluate_all(game.dag, type_.supposed, (), true_propositions(type_.space, made[1])))


def _told(left: Sequence[SatKnowledge], experiment: Experiment) -> bool:
    """Return whether an experiment has one outcome in each of several parts of the codes, no two the same."""
    told: set[OutcomeValue] = set()
    for knowledge in left:
        found = list(islice(knowledge.outcomes(experiment), 2))
        if len(found) != 1 or found[0] in told:
            return False
        told.add(found[0])
    return True


def _orders(slots: Sequence[Slot], values: Assignment) -> Iterator[Assignment]:
    """Yield the parameters in other orders, each value in a slot that takes what its own takes."""
    alike: dict[object, list[int]] = {}
    for place, slot in enumerate(slots):
        alike.setdefault((slot.kind, slot.symbols, slot.size_min, slot.size_max), []).append(place)
    classes = list(alike.values())
    if prod(factorial(len(places)) for places in classes) <= _MOST_ORDERS:
        choices = [list(permutations([values[place] for place in places])) for places in classes]
    else:
        choices = [list(_sorted_blocks([values[place] for place in places])) for places in classes]
    for chosen in islice(product(*choices), _MOST_ORDERS):
        order = list(values)
        for places, given in zip(classes, chosen, strict=True):
            for place, value in zip(places, given, strict=True):
                order[place] = value
        yield tuple(order)


def _sorted_blocks(values: Sequence[int]) -> Iterator[Assignment]:
    """Yield values cut into blocks of one size, each block sorted, and the blocks by what they begin with."""
    for size in range(1, len(values) + 1):
        if len(values) % size == 0:
            blocks = [sorted(values[start : start + size]) for start in range(0, len(values), size)]
            yield tuple(value for block in blocks for value in block)
            yield tuple(value for block in sorted(blocks) for value in block)
