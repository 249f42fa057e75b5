"""Strategies side by side, over several games and sizes: greedy ones against the optimum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Any

from cobra.analysis.analyze import Analysis, analyze
from cobra.analysis.grid import Instance, Values, instances
from cobra.analysis.row import Row, lost_in_parts
from cobra.arguments import checked
from cobra.breakers.find import AnyStrategy, find_strategies
from cobra.budget import Progress, alarm, until
from cobra.cluster.cluster import AnyCluster, Cluster, joined
from cobra.cluster.work import listen
from cobra.engine.run import Run
from cobra.errors import CobraError, LanguageError, StoppedError
from cobra.figures import few, hundredths
from cobra.interval import LOST, MEASURES, TOTAL, Interval
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import (
    COMPARED_STRATEGIES,
    DEFAULT_OBJECTIVE,
    DEFAULT_SAT_SOLVER,
    DEFAULT_TIES,
    MEMORY,
    OBJECTIVES,
    OPTIMAL,
    SAT_SOLVERS,
    SECONDS,
    TIES,
    read_choice,
)
from cobra.shown import Shown
from cobra.texts import say


@dataclass(frozen=True, slots=True)
class Compared:
    """What came out of one instance: its analysis, or why there is none."""

    instance: Instance
    analysis: Analysis | None = None
    error: str | None = None
    """Why it could not be analysed, in a sentence; None when it could or was stopped."""
    stopped: str | None = None
    """Why something is missing: "time", "interrupt", "memory" or "cluster"."""

    @property
    def parameters(self) -> dict[str, int | str]:
        """Return the parameters as played, or those that were set when there is no analysis."""
        played = {} if self.analysis is None else dict(self.analysis.info.game.arguments)
        given = self.instance.shown or self.instance.settings
        files = ((name, to) for name, to in given if isinstance(played.get(name, ""), str))
        return {**played, **dict(files)}  # of two files of one name the folders are shown, too


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """All instances that were looked at, in order."""

    instances: tuple[Compared, ...]
    objective: str
    """What the row `optimal` makes least."""
    left_out: int = 0
    """Instances not looked at any more."""

    @property
    def stopped(self) -> str | None:
        """Return why something is missing, None when nothing is."""
        return next((one.stopped for one in self.instances if one.stopped), None)

    def games(self) -> list[list[Compared]]:
        """Return the instances of each game."""
        return [list(group) for _, group in groupby(self.instances, key=lambda one: one.instance.name)]


def varied(instances: Iterable[Compared]) -> tuple[list[str], dict[str, int | str]]:
    """Return the parameters with several values among some instances, and the others with their value."""
    values: dict[str, set[int | str]] = {}
    for one in instances:
        for name, value in one.parameters.items():
            values.setdefault(name, set()).add(value)
    constant = {name: next(iter(seen)) for name, seen in values.items() if len(seen) == 1}
    return [name for name in values if name not in constant], constant


@checked
def compare(
    games: str | Path | Game | Iterable[str | Path | Game],
    strategies: Iterable[AnyStrategy] = COMPARED_STRATEGIES,
    *,
    definitions: Mapping[str, Values] | None = None,
    objective: str | None = None,
    ties: str = DEFAULT_TIES,
    consistent: bool = False,
    seed: int = 0,
    repeat: int = 1,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = SECONDS,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    cluster: AnyCluster | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Analyse games with every combination of the values of their parameters.

    A value of `definitions` is one value of a parameter or several; each game takes those parameters that it
    has. `objective` is what the strategy `optimal` makes least; None as in `analyze`. `time_limit`, in
    seconds, is for each instance; Ctrl-C ends everything. With a `cluster` its workers analyse an instance
    each at a time, and `threads` 0 is one thread there. The other arguments are those of `analyze`. An
    instance that is wrong or too large is part of the result and says why. `GameError` for a game or a
    parameter that does not exist, `LimitError` for more instances than the limit `instances` allows.
    """
    breakers = [breaker or OPTIMAL for breaker in find_strategies(strategies).values()]
    if objective is not None:
        read_choice("objective", tuple(OBJECTIVES), objective)
    read_choice("rule for ties", tuple(TIES), ties)
    read_choice("SAT solver", SAT_SOLVERS, sat_solver)  # here, as each game would be said to be wrong
    limits = limits or Limits()
    listed = games if isinstance(games, Iterable) and not isinstance(games, str) else [games]
    todo = instances(listed, definitions or {}, limits)
    asked = {
        "strategies": breakers,
        "objective": objective,
        "ties": ties,
        "consistent": consistent,
        "seed": seed,
        "repeat": repeat,
        "threads": threads,
        "memory": memory,
        "time_limit": time_limit,
        "sat_solver": sat_solver,
        "limits": limits,
    }
    if cluster is not None:
        with joined(cluster) as workers:
            known = _compared_on(workers, todo, asked, progress)
            return Comparison(known, _objective(objective, known), len(todo) - len(known))
    done: list[Compared] = []
    for number, instance in enumerate(todo, 1):
        done.append(_compared(instance, asked, _labelled(progress, instance, number, len(todo))))
        if done[-1].stopped == "interrupt":
            break
    return Comparison(tuple(done), _objective(objective, done), len(todo) - len(done))


def _objective(asked: str | None, done: Sequence[Compared]) -> str:
    """Return what was made least: what was asked for, else what was chosen for the first instance."""
    chosen = (one.analysis.objective for one in done if one.analysis is not None)
    return asked or next(chosen, DEFAULT_OBJECTIVE)


def _compared(instance: Instance, asked: Mapping[str, Any], progress: Progress | None) -> Compared:
    """Return what came out of one instance; `asked` are the arguments of `analyze`."""
    try:
        with until(asked["time_limit"], asked["memory"]) as deadline, alarm(deadline):
            analysis = analyze(instance.load(asked["limits"]), progress=progress, **asked)
        return Compared(instance, analysis, stopped=analysis.stopped)
    except StoppedError as stop:
        return Compared(instance, stopped=stop.reason)
    except CobraError as error:
        return Compared(instance, error=_sentence(error))
    except KeyboardInterrupt:  # while a game was loaded, or between two calls of the core
        return Compared(instance, stopped="interrupt")


def _compared_on(
    cluster: Cluster, todo: tuple[Instance, ...], asked: Mapping[str, Any], progress: Progress | None
) -> tuple[Compared, ...]:
    """Return what came out of the instances by the workers of a cluster; not all when it was stopped."""
    asked = {**asked, "threads": asked["threads"] or 1}
    done: dict[int, Compared] = {}
    run = Run(progress=progress)
    items = ((n, (instance.carried(asked["limits"]), asked, listen)) for n, instance in enumerate(todo))
    try:
        for number, compared in cluster.results(run, "comparing", _compared, items):
            done[number] = replace(compared, instance=todo[number])
    except (StoppedError, KeyboardInterrupt) as stop:
        reason = stop.reason if isinstance(stop, StoppedError) else "interrupt"
        missing = [number for number in range(len(todo)) if number not in done]
        done |= {number: Compared(todo[number], stopped=reason) for number in missing[:1]}
    return tuple(done[number] for number in sorted(done))


def figures(row: Row, objective: str) -> tuple[int | Fraction, ...] | None:
    """Return what an objective compares rows by, the least is best; None when not all codes are settled.

    Of a strategy that was repeated it is the mean of the totals, and the longest play of all runs; with
    prices, which only the first run has, what that one pays.
    """
    if row.average is None:
        return None
    known: dict[str, int | Fraction] = {measure: row.figure(measure) for measure in MEASURES[objective]}
    if row.repeats is not None and row.unit is None:
        known |= {TOTAL: row.repeats.mean * row.weight, "worst": row.repeats.worst}
    return tuple(known[measure] for measure in MEASURES[objective])


def rank(row: Row, objective: str) -> tuple[int | Fraction, ...] | None:
    """Return what rows are ordered by, the least is best: what is lost, unless that has a cost, then what
    `figures` says.
    """
    found = figures(row, objective)
    return None if found is None else (row.losses, *found)


def best_greedy(analysis: Analysis) -> Row | None:
    """Return the best strategy but for `optimal`, the first of equal ones; None when none is finished."""
    known = ((rank(row, analysis.objective), row) for row in analysis.rows if row.name != OPTIMAL)
    finished = [(found, row) for found, row in known if found is not None]
    return min(finished, key=lambda pair: pair[0])[1] if finished else None


def optimum(analysis: Analysis) -> Row | None:
    """Return the row of the strategy `optimal`, None when it was not asked for."""
    return next((row for row in analysis.rows if row.name == OPTIMAL), None)


def excess(row: Row, analysis: Analysis) -> tuple[int | Fraction, Interval] | None:
    """Return the first figure of a row that is above what is proved for it, and the interval of the optimum.

    None for an optimal row, one that is not finished, and without a search for the optimum.
    """
    best, own = optimum(analysis), figures(row, analysis.objective)
    pairs = zip(own, best.intervals, strict=False) if best is not None and own is not None else ()
    return next(((figure, interval) for figure, interval in pairs if figure > interval.lower), None)


def losing_more(row: Row, analysis: Analysis) -> int | Fraction | None:
    """Return how much more a row loses than what is proved of the least, by weight or chance.

    None without a search for the optimum, or when the row is not finished.
    """
    best = optimum(analysis)
    least = None if best is None else least_lost(best)
    if row.average is None or least is None:
        return None
    return max(0, row.losses - least.lower)


def least_lost(best: Row) -> Interval | None:
    """Return what a search proved of the least weight, or chance, that has to be lost; None for nothing, and
    where losing has a cost, which alone is searched then.
    """
    if best.fined:
        return None
    if best.losing is not None:
        return best.losing
    return Interval(LOST, best.figure(LOST), best.figure(LOST)) if best.intervals else None


def ratio(row: Row, analysis: Analysis) -> tuple[Fraction, Fraction | None] | None:
    """Return proved bounds of what the objective makes least, of a row divided by the optimum.

    They are equal when the optimum is proved; the upper one is None when nothing is proved. None without an
    optimal strategy, when the row is not finished and when it loses more.
    """
    best, own = optimum(analysis), figures(row, analysis.objective)
    if best is None or not best.intervals or own is None or losing_more(row, analysis):
        return None
    if own[0] == 0:  # every play is over before it begins
        return Fraction(1), Fraction(1)
    lower, upper = best.intervals[0].lower, best.intervals[0].upper
    least = own[0] if upper is None else min(own[0], upper)  # the search may know nothing as good yet
    return Fraction(own[0], least), Fraction(own[0], lower) if lower else None


def above_optimal(row: Row, analysis: Analysis) -> str:
    """Return how far a strategy is above the optimum, as far as that is known, as text.

    What is lost comes first: of a strategy that loses more nothing else is compared.
    """
    best = optimum(analysis)
    if best is not None and (lost := losing_more(row, analysis)):
        counted = hundredths(Fraction(lost, row.weight)) if lost_in_parts(analysis.rows) else few(lost)
        return f"{'' if best.losing is None else '≤ '}+{counted} {say(LOST)}"
    found = excess(row, analysis)
    if found is None:
        return "0" if row.optimal else "?"
    figure, interval = found
    more = figure - interval.lower
    if interval.measure != TOTAL:
        return f"{'' if interval.closed else '≤ '}+{more:,} {say(interval.measure)}"
    if interval.lower == 0:
        return "?"
    per_cent = Fraction(100 * more, interval.lower)
    if interval.closed:
        return f"+{max(float(per_cent), 0.01):.2f} %"  # little is not nothing
    return f"≤ +{ceil(100 * per_cent) / 100:.2f} %"


def _labelled(progress: Progress | None, instance: Instance, number: int, count: int) -> Progress | None:
    """Return a progress callback that says which instance it is about."""
    if progress is None:
        return None
    where = f"{number}/{count} {instance.label}"

    def report(what: str, done: int, total: int) -> None:
        progress(f"{where}: {what}", done, total)

    return report


def _sentence(error: CobraError) -> str:
    """Return a message as one line, of several mistakes the first."""
    if isinstance(error, LanguageError) and error.diagnostics:
        first = error.diagnostics[0]
        more = len(error.diagnostics) - 1
        place = (
            f"{first.span.file}:{first.span.line}: "
            if first.kind != "parameter out of range" and first.span
            else ""
        )
        return (
            f"{place}{first.message}"
            + (f"; {first.hint}" if first.hint else "")
            + (f" (and {more} more)" if more else "")
        )
    return "; ".join(str(error).splitlines())
