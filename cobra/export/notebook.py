"""Games, strategies and results as a notebook shows them: small tables, and the picture of a strategy.

`html` and `svg` are what `_repr_html_` and `_repr_svg_` of `cobra.shown` return. They are quick: a strategy
whose codes take long to be played has no picture there, and `cobra.export_strategy` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from cobra.analysis.analyze import Analysis
from cobra.analysis.compare import Comparison
from cobra.analysis.made_least import leaves_losing_out
from cobra.analysis.optimal import Result
from cobra.analysis.row import Row
from cobra.budget import until
from cobra.drawings.svg import Pictures
from cobra.errors import CobraError
from cobra.export.drawing import fitted, text
from cobra.export.write import export_lines
from cobra.figures import Decimals, decimal, exact, percent
from cobra.interval import Interval
from cobra.lengths import Figures
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import ExperimentType, Game, Observed, Slot
from cobra.model.memory import paid_in, show_state
from cobra.model.spaces import assignments
from cobra.model.unseen import draws, show_noise
from cobra.strategy.strategy import Strategy

_LONG: Final = 80
"""Longer lists are cut off."""
_TYPES: Final = 8
"""So many types of experiments are described."""
_LENGTHS: Final = 24
"""So many lengths of a distribution are shown."""
_MOST_PLAYED: Final = 100_000
"""A picture is drawn when the plays of all codes together take at most so many experiments."""
_PATIENCE: Final = 2.0
"""Seconds that playing all codes may take."""
_FIGURES: Final = ("first", "worst", "average")
_MORE: Final = ("experiments", "lengths")
"""What is said of a strategy in a table of several, before what is lost and paid and behind it."""
_PAID: Final = ("most cost", "mean cost")
_UNPAID: Final = ("of these costs", "without what losing costs")
_ENDINGS: Final = {
    "hit": "when a final outcome is seen",
    "identify": "when it is known what is to be known, or nothing tells apart what is left",
    "core": "when one code is left, and confirmed",
}


def html(shown: object) -> str | None:
    """Return what a notebook shows of an object: its `_repr_html_`."""
    match shown:
        case Game():
            return game_html(shown)
        case Strategy():
            return strategy_html(shown)
        case Result():
            return result_html(shown)
        case Analysis():
            return analysis_html(shown)
        case Comparison():
            return comparison_html(shown)
    return None


def svg(shown: object) -> str | None:
    """Return the picture that a notebook shows of an object: its `_repr_svg_`."""
    match shown:
        case Strategy():
            return strategy_svg(shown)
        case Result():
            return result_svg(shown)
    return None


def game_html(game: Game) -> str:
    """Return the parameters, the secret, the experiments and the end of a game as a table."""
    rows = [("secret", family) for family in _families(slot for slot in game.codes.slots if not slot.aux)]
    rows += [("experiment", _experiment(type_)) for type_ in game.experiments[:_TYPES]]
    if len(game.experiments) > _TYPES:
        rows.append(("", f"and {len(game.experiments) - _TYPES} more"))
    rows.append(("over", _ENDINGS[game.ending]))
    rows += _changes(game)
    return _table(_title(game), (), rows) + _example(game)


def _changes(game: Game) -> Iterator[tuple[str, str]]:
    """Yield what changes in a game beside what is known, and what is paid."""
    memory, unseen = game.memory, game.unseen
    if memory is not None:
        if memory.start:
            yield "state", f"{fitted(show_state(memory, memory.start), _LONG)} at the beginning"
        if memory.loses:
            paid = "" if memory.loss is None else f", which costs {exact(memory.loss)}"
            yield "lost", f"plays can be lost{paid}"
        if memory.priced:
            yield "cost", "experiments have prices"
    if unseen is not None:
        if unseen.lies:
            yield "lies", f"{unseen.lies} at most"
        if unseen.noise:
            yield "noise", f"an answer is wrong with the chance {show_noise(unseen)}"
        if draws(game):
            yield "chances", "what is observed is drawn"
        if unseen.moves:
            yield "moves", ", ".join(game.codes.slots[move.slot].name for move in unseen.moves)


def _example(game: Game) -> str:
    """Return the picture of the first experiment that has one; nothing where finding it takes long."""
    pictures = Pictures(game)
    try:
        with until(_PATIENCE):
            for number, type_ in enumerate(game.experiments[:_TYPES] if pictures.sheet else ()):
                first = next(assignments(game.dag, type_.space, of_experiments=True), None)
                picture = None if first is None else pictures.experiment((number, first))
                if picture is not None:
                    return picture.file()
    except CobraError:
        pass
    return ""


def strategy_html(strategy: Strategy) -> str:
    """Return the figures of a strategy as a table, with its picture below."""
    figures = strategy.figures
    rows = [
        ("strategy", strategy.name),
        *_objective(strategy.game, strategy.objective, strategy.intervals, figures.weight, strategy.proved),
        ("codes", f"{figures.codes:,}"),
        ("worst", str(figures.worst)),
        ("average", f"{figures.total}/{figures.weight} = {decimal(figures.average)}"),
        *_lost_and_paid(figures, paid_in(strategy.game), Decimals()),
        *([_UNPAID] if leaves_losing_out(strategy.game, strategy.objective) else []),
        ("lengths", _lengths(figures.distribution)),
        ("experiments", f"{figures.nodes:,}"),
    ]
    return _table(_title(strategy.game), (), rows) + (strategy_svg(strategy) or "")


def strategy_svg(strategy: Strategy) -> str | None:
    """Return the picture of a strategy; None when there is none that is drawn quickly."""
    played = sum(length * count for length, count in strategy.figures.distribution.items())
    if played > _MOST_PLAYED:
        return None
    try:
        return "".join(export_lines(strategy, "svg", time_limit=_PATIENCE))
    except CobraError:
        return None


def result_html(result: Result) -> str:
    """Return what was found and proved of the best strategy as a table, with its picture below."""
    row = result.row
    rows = [*_objective(result.game, result.objective, result.intervals, row.weight, result.proved)]
    if result.infeasible:
        rows = [("objective", result.objective), ("proved", "no strategy does what is demanded")]
    if row.average is not None:
        header = _header([row])
        rows += zip(header[1:-1], _cells(row, Decimals(row.averages), header)[1:-1], strict=True)
    return _table(_title(result.game), (), rows) + (result_svg(result) or "")


def result_svg(result: Result) -> str | None:
    """Return the picture of the best strategy found; None without one that is drawn quickly."""
    return None if result.strategy is None else strategy_svg(result.strategy)


def analysis_html(analysis: Analysis) -> str:
    """Return a row for each strategy."""
    header = _header(analysis.rows)
    rows = [_cells(row, analysis.decimals, header) for row in analysis.rows]
    return _table(_title(analysis.info.game), header, rows)


def comparison_html(comparison: Comparison) -> str:
    """Return a row for each strategy of each instance."""
    tables = []
    for one in comparison.instances:
        title = " ".join([one.instance.name, *_settings(one.parameters.items())])
        if one.analysis is None:
            tables.append(_table(title, (), [("", one.error or "stopped")]))
        else:
            header = _header(one.analysis.rows)
            rows = [_cells(row, one.analysis.decimals, header) for row in one.analysis.rows]
            tables.append(_table(title, header, rows))
    return "".join(tables)


def _header(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return what is said of these strategies in a table."""
    lost = ("lost",) if any(row.lost for row in rows) else ()
    paid = _PAID if any(row.costs is not None for row in rows) else ()
    return ("strategy", *_FIGURES, *lost, *paid, *_MORE, "")


def _cells(row: Row, decimals: Decimals, header: Sequence[str]) -> tuple[str, ...]:
    """Return the figures of a strategy, those of a stopped one as far as they are known."""
    said = {"strategy": row.name, "first": fitted(row.first or "-", _LONG)}
    if row.infeasible:
        said |= {"": "proved: there is no such strategy"}
    elif row.average is None:
        said |= {"worst": f"≥ {row.worst}" if row.worst else "?", "average": "?"}
        said |= {"": f"stopped with {row.settled:,} of {row.codes:,} codes settled"}
    else:
        said |= {"worst": str(row.worst)}
        said |= {"average": f"{row.total}/{row.weight} = {decimals.figure(row.average)}"}
        said |= {"lost": f"{row.lost:,}", **dict(_lost_and_paid(row.figures, row.unit, decimals))}
        said |= {"": "nobody can do better" if row.optimal else ""}
    if row.repeats is not None:
        said |= {"worst": str(row.repeats.worst), "average": row.repeats.show(decimals)}
        ranged = f"{row.repeats.ranged(decimals)}, ±: 95 % confidence"
        said |= {"": f"{ranged}; all but worst and average is of the first"}
    if not row.infeasible:
        said |= {"experiments": f"{row.nodes:,}", "lengths": _lengths(row.distribution)}
    return tuple(said.get(name, "-") for name in header)


def _lost_and_paid(figures: Figures, unit: Fraction | None, decimals: Decimals) -> Iterator[tuple[str, str]]:
    """Yield how many codes are lost, and what is paid, where any are and anything is."""
    if figures.lost:
        yield "lost", f"{figures.lost:,}"
    if figures.lost_weight:
        yield "won", f"{percent(1 - figures.chance_lost)} of all plays = {1 - figures.chance_lost}"
    costs = figures.costs(unit)
    if costs is not None:
        most, mean = costs
        yield from zip(_PAID, (exact(most), decimals.figure(mean)), strict=True)


def _objective(
    game: Game, objective: str | None, intervals: Sequence[Interval], weight: int, proved: bool
) -> Iterator[tuple[str, str]]:
    if objective is not None:
        yield "objective", objective
        by_chance, unit = game.unseen is not None, paid_in(game)
        shown = ", ".join(one.show(weight, by_chance=by_chance, unit=unit) for one in intervals)
        yield ("proved" if proved else "proved so far"), shown


def _lengths(distribution: Mapping[int, int]) -> str:
    shown = [f"{length}:{count}" for length, count in distribution.items()]
    return " ".join(shown if len(shown) <= _LENGTHS else [*shown[: _LENGTHS - 2], "…", shown[-1]])


def _title(game: Game) -> str:
    return " ".join([game.name, *_settings(game.arguments)])


def _settings(arguments: Iterable[tuple[str, int | str]]) -> Iterator[str]:
    return (f"{name}={value}" for name, value in arguments)


def _families(slots: Iterable[Slot]) -> Iterator[str]:
    """Yield each family of slots with what can stand in one."""
    for _, members in groupby(slots, key=lambda slot: slot.family):
        family = list(members)
        first, last = family[0], family[-1]
        yield f"{first.name}{f' … {last.name}' if len(family) > 1 else ''}: {_values(first)}"


def _values(slot: Slot) -> str:
    symbols = fitted(" ".join(map(str, slot.symbols)), _LONG)
    if slot.kind == "bool":
        return "yes or no"
    if slot.kind == "symbol":
        return f"one of {symbols}"
    least = "" if slot.size_min == slot.size_max else f"{slot.size_min} to "
    return f"{least}{slot.size_max} of {symbols}"


def _experiment(type_: ExperimentType) -> str:
    """Return the label of a type, its parameters and its outcomes."""
    parameters = "; ".join(_families(slot for slot in type_.space.slots if not slot.state))
    components = components_of(type_.answer)
    if len(components) == 1:
        digits = range(min(component_size(components[0]), _LONG))
        said = ", ".join(show_value(component_value(components[0], digit)) for digit in digits)
    else:
        template = type_.answer.template if isinstance(type_.answer, Observed) else None
        said = (template or "several values").replace("{}", "…")
    return f"{type_.label}({parameters}) → {fitted(said, _LONG)}"


def _table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are shown as they are."""
    head = "".join(f"<th>{text(cell)}</th>" for cell in header)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{text(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f'<table><caption style="text-align:left">{text(title)}</caption>'
        f"{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"
    )
