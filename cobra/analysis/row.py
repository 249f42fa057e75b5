"""One strategy of an analysis: its figures over all codes, and what is proved about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from cobra.analysis.bounds import Bounds
from cobra.analysis.repeat import Repeats
from cobra.engine.core import OptimalResult
from cobra.engine.played import Played
from cobra.engine.table import CodeTable
from cobra.interval import LOST, MEASURES, TOTAL, Interval
from cobra.lengths import Figures
from cobra.options import OPTIMAL


@dataclass(frozen=True, slots=True)
class Row:
    """One strategy, its figures and what an analysis says of it; the figures can be read off the row, too."""

    name: str
    first: str | None
    """The first experiment; None when the game is over, or the strategy was stopped, before it."""
    figures: Figures
    """When it was stopped, `worst`, `total` and `distribution` are of the codes settled."""
    seconds: float
    """Time of the core."""
    symmetry_seconds: float
    """Time of the core for finding equivalent experiments, the sum over its threads."""
    stopped: str | None
    """None, or why it is not complete: "time", "interrupt" or "memory". A search that was stopped may have
    settled all codes: then the figures are those of the best strategy found."""
    repeats: Repeats | None = None
    """All runs of a strategy that draws by chance, when several were asked for; the other figures are those
    of the first."""
    inseparable: tuple[str, str] | None = None
    """Two codes left together at the end of a play because no experiment tells them apart."""
    undecided: tuple[str, str] | None = None
    """What is to be found out of these two, when their goals are different: such as `zebra = Japanese`."""
    all_ties: bool | None = None
    """With ties "best", whether all orders of tied experiments were looked at: then no order is better. Else
    the figures are those of the best order found. None with other ties."""
    optimal: bool = False
    """Whether it is proved that no strategy is better, in the sense of the objective of the analysis."""
    unit: Fraction | None = None
    """What prices are counted in; None in a game without prices."""
    intervals: tuple[Interval, ...] = ()
    """Of a search for an optimal strategy: what is proved, of the first measure of the objective and, once
    that interval is closed, of the second given the first."""
    fined: bool = False
    """Whether losing has a cost: it is among what is paid then, and nothing else is compared of it."""
    losing: Interval | None = None
    """What a search that was stopped proved of the weight of codes lost, where the objective is another one:
    the measures are those of strategies that lose as little. None also where nothing has to be lost."""

    @property
    def worst(self) -> int:
        """Return the longest play; of a stopped strategy the longest so far."""
        return self.figures.worst

    @property
    def lost(self) -> int:
        """Return the number of codes whose plays are lost, in a game in which they can be."""
        return self.figures.lost

    @property
    def runs(self) -> tuple[Figures, ...]:
        """Return the figures of all runs, of most strategies one."""
        return (self.figures,) if self.repeats is None else self.repeats.figures

    @property
    def mean_lost(self) -> int | Fraction:
        """Return the number of codes whose plays are lost, of several runs on average."""
        return self.lost if self.repeats is None else self.repeats.lost

    @property
    def mean_lost_weight(self) -> int | Fraction:
        """Return what is lost by weight or chance, of several runs on average."""
        return self.figure(LOST) if self.repeats is None else self.repeats.lost_weight

    @property
    def losses(self) -> int | Fraction:
        """Return what strategies are compared by first: what is lost, unless that has a cost."""
        return 0 if self.fined else self.mean_lost_weight

    @property
    def part_lost(self) -> Fraction:
        """Return what is lost as a part of the weight, when all codes are settled."""
        return Fraction(self.mean_lost_weight, self.weight or 1)

    @property
    def costs(self) -> tuple[Fraction, Fraction] | None:
        """Return the greatest cost of a play and the average cost.

        None in a game without prices, or when not all codes were settled.
        """
        return None if self.average is None else self.figures.costs(self.unit)

    @property
    def total(self) -> int:
        """Return Σ weight · length over the codes settled, an exact integer."""
        return self.figures.total

    @property
    def weight(self) -> int:
        """Return Σ weight over all codes; their number when they have no weights."""
        return self.figures.weight

    @property
    def codes(self) -> int:
        """Return the number of codes."""
        return self.figures.codes

    @property
    def distribution(self) -> Mapping[int, int]:
        """Return the number of codes settled by length of play."""
        return self.figures.distribution

    @property
    def nodes(self) -> int:
        """Return the number of experiments in the strategy's tree."""
        return self.figures.nodes

    @property
    def settled(self) -> int:
        """Return the number of codes whose plays had come to their end: all, when a strategy is known."""
        return self.figures.settled

    @property
    def average(self) -> Fraction | None:
        """Return the exact average length, None when not all codes were settled."""
        return self.figures.average if self.weight and self.settled == self.codes else None

    @property
    def lower(self) -> Fraction | None:
        """Return what the first measure of the objective is proved not to be below, a total as an average and
        what is lost by chance as a chance.

        None for one-step strategies.
        """
        return self._end(self.intervals[0].lower) if self.intervals else None

    @property
    def upper(self) -> Fraction | None:
        """Return the least that a strategy of the analysis attains; None also when none is known."""
        return self._end(self.intervals[0].upper) if self.intervals else None

    @property
    def averages(self) -> list[Fraction]:
        """Return the averages that stand in its row and are attained."""
        ends = [interval.upper for interval in self.intervals if interval.measure == TOTAL]
        found = [self.average, *(None if end is None else Fraction(end, self.weight or 1) for end in ends)]
        if self.repeats is not None:
            found += [self.repeats.mean, self.repeats.least, self.repeats.greatest]
        return [average for average in found if average is not None]

    @property
    def lower_averages(self) -> list[Fraction]:
        """Return the averages in its row that nothing is below."""
        ends = [interval.lower for interval in self.intervals if interval.measure == TOTAL]
        return [Fraction(end, self.weight or 1) for end in ends if end]

    def _end(self, value: int | None) -> Fraction | None:
        if value is None:
            return None
        scale = 1 if self.unit is None else self.unit
        is_part = self.intervals[0].is_part(by_chance=self.figures.lost_weight > 0)
        return value * Fraction(scale, (self.weight or 1) if is_part else 1)

    def in_parts(self, weight: int) -> Row:
        """Return the same with another multiple of the weight."""
        if weight == self.weight or not self.weight:
            return self
        factor = weight // self.weight
        intervals = tuple([interval.times(factor) for interval in self.intervals])
        repeats = self.repeats and self.repeats.in_parts(weight)
        return replace(self, figures=self.figures.in_parts(weight), intervals=intervals, repeats=repeats)

    def attains(self, objective: str, intervals: Sequence[Interval]) -> bool:
        """Return whether no strategy is better, by intervals proved for an objective; of no run."""
        return (
            self.average is not None
            and len(intervals) == len(MEASURES[objective])
            and all(one.lower == run.measure(one.measure) for one in intervals for run in self.runs)
        )

    def figure(self, measure: str) -> int:
        """Return the strategy's value of a measure: "total", "worst" or "nodes"."""
        return self.figures.measure(measure)

    def narrowed(self, objective: str, others: Sequence[Row], bounds: Bounds | None) -> Row:
        """Return the row of a search with its first interval as narrow as others and bounds make it.

        A search that was stopped before it knew anything has one then, too.
        """
        if self.infeasible or bounds is None:
            return self
        bounds = bounds.in_parts(self.weight or bounds.weight)
        first, *rest = self.intervals or (Interval(MEASURES[objective][0], 0, None),)
        lower = max(first.lower, bounds.total if first.measure == TOTAL else bounds.worst)
        attained = [first.upper, *(row.figure(first.measure) for row in others)]
        upper = min((figure for figure in attained if figure is not None), default=None)
        intervals = (replace(first, lower=lower, upper=upper), *rest)
        return replace(self, figures=replace(self.figures, weight=bounds.weight), intervals=intervals)

    @property
    def infeasible(self) -> bool:
        """Return whether it is proved that no strategy does what was demanded."""
        return self.stopped is None and self.settled < self.codes and not self.intervals

    @property
    def undrawn(self) -> bool:
        """Return whether a search knows the least value, but its strategy is too large to be written down."""
        return (
            self.settled < self.codes and bool(self.intervals) and all(one.closed for one in self.intervals)
        )


def lost_in_parts(rows: Iterable[Row]) -> bool:
    """Return whether what rows lose is compared by weight or chance, so that their codes do not count it."""
    return any(run.lost_weight for row in rows for run in row.runs)


def in_one_unit(rows: Mapping[str, Row]) -> dict[str, Row]:
    """Return rows whose totals can be compared: where answers are wrong by chance each has own parts."""
    weight = lcm(*(run.weight for row in rows.values() for run in row.runs if run.weight))
    return {name: row.in_parts(weight) for name, row in rows.items()}


def intervals_of(result: OptimalResult, objective: str) -> tuple[Interval, ...]:
    """Return what a search proved of the least values; of strategies that there are not there is none."""
    if result.infeasible:
        return ()
    found = (Interval(measure, lower, upper) for measure, lower, upper in result.intervals)
    return tuple(one for one in found if one.measure in MEASURES[objective])


def losing_of(result: OptimalResult, objective: str) -> Interval | None:
    """Return what a search that was stopped proved of the weight of codes lost beside its objective."""
    found = (Interval(measure, lower, upper) for measure, lower, upper in result.intervals)
    return next((one for one in found if one.measure == LOST and LOST not in MEASURES[objective]), None)


def optimal_row(result: OptimalResult, table: CodeTable, objective: str) -> Row:
    """Return the row of a search, with what it proved."""
    intervals, losing = intervals_of(result, objective), losing_of(result, objective)
    row = row_of(OPTIMAL, result.played, table)
    if not result.found:
        worst = result.intervals[0][1] if result.proved and not result.infeasible else row.worst
        unknown = replace(row.figures, worst=worst, codes=table.codes, weight=table.weight, distribution={})
        return replace(row, figures=unknown, intervals=intervals, losing=losing)
    return replace(row, optimal=result.proved, intervals=intervals, losing=losing)


def row_of(name: str, result: Played, table: CodeTable) -> Row:
    """Return the row of a strategy played against all codes."""
    pair, undecided = table.show_pair(result.inseparable)
    memory = table.game.memory
    return Row(
        name=name,
        first=None if result.first is None else table.show_experiment(result.first),
        figures=result.figures,
        seconds=result.seconds,
        symmetry_seconds=result.symmetry_seconds,
        stopped=result.stopped,
        inseparable=pair,
        undecided=undecided,
        all_ties=result.all_ties,
        unit=table.price_unit,
        fined=memory is not None and memory.loss is not None,
    )


def row_not_started(name: str, codes: int, reason: str | None) -> Row:
    """Return the row of a strategy that there was no time for."""
    return Row(
        name=name,
        first=None,
        figures=Figures(worst=0, total=0, weight=0, codes=codes, distribution={}, nodes=0),
        seconds=0.0,
        symmetry_seconds=0.0,
        stopped=reason,
    )
