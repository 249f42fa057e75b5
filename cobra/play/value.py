"""What a position is worth, and an experiment in it: the further experiments when the play goes on well.

How it goes on is said by a reference: `optimal`, by nobody better on average, or a strategy. The value of a
position is the average of the values of what an experiment of the reference can lead to, plus one for it.
In a game with memory it is the mean cost of what is still to come: prices take the place of numbers, and what
losing costs is added. Where losing has no cost, and a code is lost, there is no such number.
Where answers may be lies, or the secret moves, and nobody says how likely that is, it is the worst case: the
greatest of the values of what an experiment can lead to, plus one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cobra.breakers.core import named_strategy
from cobra.breakers.rules import Ending
from cobra.engine.made import Made
from cobra.errors import LimitError, StoppedError
from cobra.interval import LOST
from cobra.model.game import Experiment
from cobra.model.memory import price_unit
from cobra.options import DEFAULT_TIES, OPTIMAL, UNSEEN_OBJECTIVE
from cobra.play.position import Position
from cobra.play.split import split


@dataclass(frozen=True, slots=True)
class Worth:
    """Further experiments: Σ weight · number of them over all codes left, and Σ weight.

    In a game with memory Σ weight · cost; both are multiples of that, so that they are whole. Where the worst
    case counts it is `total`, and `weight` is 1.
    """

    total: int
    weight: int
    first: Experiment | None = None
    """The experiment to go on with, None when the game is over but for one that only confirms."""
    lost: int = 0
    """Codes that are lost, in a game in which that has no cost, or for which a strategy gives up because the
    secret moves: then `total` says nothing."""
    lost_weight: int = 0
    """Σ weight of those; their number when they have no weights."""

    @property
    def loses(self) -> bool:
        """Return whether `total` says nothing."""
        return self.lost > 0

    @property
    def expected(self) -> Fraction:
        """Return the expected number of further experiments, or their expected cost, exactly."""
        return Fraction(self.total, self.weight)


def value_of(
    position: Position, reference: str, first: Experiment | None = None, *, threads: int = 1
) -> Worth | None:
    """Return what a position is worth by a reference, the name of a strategy; with `first` it begins so.

    Any experiment may be the first, also one that tells nothing. None when the codes left are not listed, and
    when the value was not found (for `optimal`: proved) in the time and memory of the position.
    """
    table = position.table
    if table is None or not position.codes:
        return None
    if position.game.unseen is not None:
        if position.over:
            return Worth(0 if first is None else 1, 1, first)  # over, and it stays over
        return _going_on(position, reference, first, threads)
    if position.game.memory is not None:
        return _cost_of(position, reference, first, threads)
    closed = _closed(position, position.final)
    if first is None:
        return Worth(0, table.weight) if closed else _going_on(position, reference, None, threads)
    parts = split(position, first).parts
    if (
        (closed and position.game.ending == "hit")  # over, and it stays over
        or (len(parts) == 1 and _closed(position, parts[0].final))
        or Ending(position.game).counted(len(set(table.goals())), False) == 0
    ):
        return Worth(table.weight, table.weight, first)
    if len(parts) > 1:
        return _going_on(position, reference, first, threads)
    after = _going_on(position, reference, None, threads)  # it tells nothing
    return None if after is None else Worth(table.weight + after.total, table.weight, first)


def _cost_of(position: Position, reference: str, first: Experiment | None, threads: int) -> Worth | None:
    """Return what a position of a game with memory is worth, by cost."""
    table = position.table
    assert table is not None
    won = position.over and not position.lost
    if first is None:
        if won or position.standing.lost:
            return _at_the_end(position)
        return _going_on(position, reference, None, threads)  # stuck or not: all count what comes of it alike
    first = position.here(first)
    parts = split(position, first).parts
    if len(parts) > 1 and not won:
        return _going_on(position, reference, first, threads)
    # over, and it stays over; or it tells nothing, but may change the state, end the play or lose it
    parts_per_one = price_unit(position.game).denominator
    total = lost = lost_weight = 0
    for part in parts:
        after = position.then(Made(first, part.outcome))
        rest = _at_the_end(position) if won else value_of(after, reference, threads=threads)
        if rest is None:
            return None
        weight = part.codes if part.weight is None else part.weight
        paid = after.standing.paid - position.standing.paid
        total += int((paid + rest.expected) * weight * parts_per_one)
        lost, lost_weight = lost + rest.lost, lost_weight + rest.lost_weight
    return Worth(total, table.weight * parts_per_one, first, lost, lost_weight)


def _at_the_end(position: Position) -> Worth:
    """Return what is still to be paid when a play of a game with memory is over: what losing costs."""
    memory, table = position.game.memory, position.table
    assert memory is not None and table is not None
    loss = memory.loss if position.lost else Fraction(0)
    if loss is None:
        return Worth(0, 1, lost=position.codes, lost_weight=table.weight)
    return Worth(loss.numerator, loss.denominator)


def _closed(position: Position, final: bool) -> bool:
    """Return whether an outcome ends the game in a position because it is final."""
    return final and Ending(position.game).counted(position.codes, final) == 0


def _going_on(position: Position, reference: str, first: Experiment | None, threads: int) -> Worth | None:
    """Return what a position is worth that no final outcome has ended."""
    table = position.table
    assert table is not None
    core = None
    if first is not None:
        core = table.compiled.core_experiment(first)
    if position.game.unseen is not None and position.game.unseen.endless:
        return None
    try:
        if reference == OPTIMAL:
            best = table.optimal(position.objective, first=core, threads=threads, memory=position.memory)
            found, settled = best.played, best.proved
            if best.infeasible:  # the secret moves, and nobody can be sure to find it
                return Worth(0, 1, first, position.codes)
            if settled and not best.found:  # the strategy is too large to be written down
                next_ = None if found.first is None else table.compiled.experiment(found.first)
                return Worth(best.intervals[0][1], 1, next_)
        else:
            found = table.greedy(
                named_strategy(reference, position.game.weight is not None),
                ties=DEFAULT_TIES,
                consistent=False,
                seed=0,
                first=core,
                threads=threads,
                memory=position.memory,
            )
            settled = found.stopped is None
    except (LimitError, StoppedError):
        return None
    if not settled:
        return None
    first = None if found.first is None else table.compiled.experiment(found.first)
    figures, memory = found.figures, position.game.memory
    if position.objective == UNSEEN_OBJECTIVE:
        return Worth(figures.worst, 1, first, figures.lost)
    if memory is None:
        return Worth(figures.total, figures.weight, first)
    weight = figures.weight * price_unit(position.game).denominator
    lost, lost_weight = (figures.lost, figures.measure(LOST)) if memory.loss is None else (0, 0)
    return Worth(figures.measure("total"), weight, first, lost, lost_weight)
