"""Strategies compared, in one game or in every size of it that is asked for: what `cobra compare` does.

docs/serve.md says what is in the requests and the answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from cobra.amounts import values_of
from cobra.analysis.compare import (
    Compared,
    Comparison,
    above_optimal,
    compare,
    optimum,
    rank,
    ratio,
    varied,
)
from cobra.analysis.compare_csv import comparison_csv
from cobra.analysis.grid import Instance, instances
from cobra.analysis.row import Row, lost_in_parts
from cobra.budget import Progress
from cobra.errors import CobraError, LanguageError
from cobra.figures import Decimals, exact, hundredths
from cobra.options import COMPARED_STRATEGIES, OPTIMAL, SECONDS
from cobra.texts import say
from cobra.web.allowance import MOST_SIZES
from cobra.web.describe import number, stopped
from cobra.web.forms import Form, FormError, read_json
from cobra.web.long_work import figures_of, objective_of
from cobra.web.strategies import strategies_of
from cobra.web.work import Work, document
from cobra.web.wrong import wrong

_LONGEST: Final = 86_400
"""Seconds that may be asked for."""


def compare_strategies(work: Work, body: bytes) -> list[bytes]:
    """Compare strategies."""
    form = Form(read_json(body), ("kind", "game", "strategies", "objective", "sizes", "seconds"))
    strategies = strategies_of(form, COMPARED_STRATEGIES)
    file, parameters = work.games.file(form.value("game"))
    sizes = form.texts("sizes")
    if len(sizes) > MOST_SIZES:
        raise FormError(say("at most {most} parameters can have several values", most=MOST_SIZES))
    several = {name: values_of(text.strip(), f"{name}={text}"[:80]) for name, text in sizes.items()}
    todo = instances([file], {**parameters, **several}, work.limits)
    seconds = form.whole("seconds", 1, _LONGEST, _LONGEST if len(todo) == 1 else int(SECONDS))
    game = work.games.load(form.value("game"))
    objective = objective_of(form, game)
    done: list[Compared] = []
    try:
        for one in _compared(work, todo, strategies, objective, seconds):
            done += [one]
    except KeyboardInterrupt:  # between two sizes; within one it is part of the result
        if not done:
            raise
    return [document(_answer(Comparison(tuple(done), objective, len(todo) - len(done))))]


def _compared(
    work: Work, todo: tuple[Instance, ...], strategies: tuple[str, ...], objective: str, seconds: int
) -> Iterator[Compared]:
    """Yield what comes out of one instance after the other, until it is cancelled or time is over."""
    for place, instance in enumerate(todo, 1):
        left = work.run.remaining()
        if place > 1 and left is not None and left <= 0:
            return
        try:
            game = instance.load(work.limits)
        except CobraError as error:
            if len(todo) == 1:
                raise
            yield Compared(instance, error=_first_line(error))
            continue
        found = compare(
            game,
            strategies,
            objective=objective,
            threads=work.allowance.threads,
            memory=work.allowance.memory,
            time_limit=seconds if left is None else min(left, seconds),
            limits=work.limits,
            progress=_labelled(work.progress, instance, place, len(todo)),
        )
        yield replace(found.instances[0], instance=instance)
        if found.stopped == "interrupt":
            return


def _labelled(progress: Progress, instance: Instance, place: int, count: int) -> Progress:
    """Return a callback that says which of several sizes it is about."""
    if count == 1:
        return progress
    where = " ".join(f"{name}={value}" for name, value in instance.settings)
    return lambda what, done, total: progress(f"{place}/{count} {where}: {what}", done, total)


def _first_line(error: CobraError) -> str:
    if isinstance(error, LanguageError) and error.diagnostics:
        return error.diagnostics[0].message
    return str(error).partition("\n")[0]


def _answer(found: Comparison) -> dict[str, Any]:
    names, _ = varied(found.instances)
    return {
        "objective": found.objective,
        "varied": names,
        "instances": [_instance(one) for one in found.instances],
        "left_out": found.left_out,
        "stopped": stopped(found.stopped),
        "csv": comparison_csv(found),
    }


def _instance(one: Compared) -> dict[str, Any]:
    """Return one size: the figures of all strategies, or why there are none."""
    error = {"error": None} if one.error is None else wrong(one.error)
    head = {"parameters": one.parameters, **error, "stopped": stopped(one.stopped)}
    if one.analysis is None:
        return {**head, "codes": None, "bounds": None, "rows": []}
    bounds, decimals = one.analysis.info.bounds, one.analysis.decimals
    searched = optimum(one.analysis) is not None
    in_parts = lost_in_parts(one.analysis.rows)
    ranks = [rank(row, one.analysis.objective) for row in one.analysis.rows]
    least = min((found for found in ranks if found is not None), default=None)
    rows = []
    for row, found in zip(one.analysis.rows, ranks, strict=True):
        low, high = ratio(row, one.analysis) or (None, None)
        above = above_optimal(row, one.analysis) if searched and row.name != OPTIMAL else None
        rows.append(
            _row(row)
            | {"ratio": [None if end is None else float(end) for end in (low, high)]}
            | {"best": found is not None and found == least}
            | {"shown": {**_shown(row, decimals), "above": above, "lost": _lost(row) if in_parts else None}}
        )
    return {
        **head,
        "codes": number(one.analysis.info.codes),
        "bounds": None
        if bounds is None
        else {
            "worst": bounds.worst,
            "average": bounds.total / bounds.weight,
            "shown": decimals.at_least(bounds.average),
        },
        "rows": rows,
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "first": row.first,
        **figures_of(row.figures, row.average),
        "lost": row.lost,
        "cost": None if row.costs is None else float(row.costs[1]),
        "seconds": row.seconds,
        "optimal": row.optimal,
        "lower": None if row.lower is None else float(row.lower),
        "upper": None if row.upper is None else float(row.upper),
        "stopped": stopped(row.stopped),
    }


def _lost(row: Row) -> str | None:
    """Return which part of the weight is lost; None where nothing is."""
    return say("{part} lost", part=hundredths(row.part_lost)) if row.lost else None


def _shown(row: Row, decimals: Decimals) -> dict[str, str | None]:
    """Return the figures of a row as they are to be read beside those of the others.

    `lower` and `upper` are of what the optimum of `measure` is between, the first one that is not proved if
    there is one.
    """
    measure, lower, upper = None, None, None
    if row.intervals and row.unit is None:  # else intervals are of costs
        interval = next((one for one in row.intervals if not one.closed), row.intervals[0])
        measure = interval.measure
        lower, upper = interval.ends(row.weight, decimals)
    average = None if row.average is None else decimals.figure(row.average)
    cost = None
    if row.costs is not None:
        most, mean = row.costs
        cost = say("{cost}, at most {most}", cost=decimals.figure(mean), most=exact(most))
    return {"average": average, "measure": measure, "lower": lower, "upper": upper, "cost": cost}
