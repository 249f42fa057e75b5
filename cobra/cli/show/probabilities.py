"""Probabilities as tables of text: unknowns down, values across."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from cobra.cli.show.text import WIDTH, bold, table, wrap
from cobra.figures import percent
from cobra.model.game import Game, Slot
from cobra.play.goals import GoalKnowledge
from cobra.play.probabilities import Probabilities
from cobra.play.sampled import margin

_LIKELIEST: Final = 12
"""So many values of an unknown are shown where a table would be too wide."""
_CELL: Final = 7
"""Width of a column, with the space before it."""


def probability_lines(game: Game, found: Probabilities) -> list[str]:
    """Return the probabilities of all unknowns of a secret, family by family."""
    how = f" among {drawn(found.weight)}" if found.sampled else ""
    lines = [bold(f"probabilities{how}")]
    shown = [slot for slot in game.codes.slots if not slot.aux]
    for _, members in groupby(shown, key=_together):
        group = list(members)
        if group[0].kind == "bool":
            lines += _propositions(group, found)
        else:
            lines += _symbols(group, found)
    return lines


def drawn(size: int) -> str:
    """Return how many codes stand for all, and how far their shares are from those of all, at most."""
    spread = f"± {100 * margin(size):.1f} percentage points at most, 95 % confidence"
    return f"{size:,} codes drawn at random ({spread})"


def goal_lines(goals: Sequence[GoalKnowledge]) -> list[str]:
    """Return what is found out of each goal, or how likely its values are, the likeliest where many."""
    lines = []
    for goal in goals:
        if goal.found is not None:
            lines.append(f"  found out: {goal.goal} = {goal.found}")
            continue
        shown = _LIKELIEST if len(goal.values) > _LIKELIEST + 1 else len(goal.values)
        kept = sorted(goal.values, key=lambda value: -goal.values[value])[:shown]
        words = [f"{value} {percent(goal.of(value))}" for value in goal.values if value in kept]
        more = len(goal.values) - len(words)
        first, *rest = wrap([f"asked for: {goal.goal}", *words, *([f"… {more} others"] if more else [])])
        lines += [first, *(f"  {line}" for line in rest)]
    return lines


def _together(slot: Slot) -> tuple[object, ...]:
    """Return what the unknowns of one table have in common; propositions without indices are one list."""
    return (slot.family if slot.index or slot.kind != "bool" else "", slot.kind, slot.symbols)


def _propositions(group: Sequence[Slot], found: Probabilities) -> list[str]:
    """Return how likely propositions hold: some without indices, a row of them, or a board."""
    family = group[0].family
    if len(group) == 1 or not group[0].index:
        chances = [(slot.name, percent(found.of(slot.name, "yes"))) for slot in group]
        between = "  " if len(group) == 1 else " "
        return wrap([f"{name}{between}{chance}" for name, chance in chances])
    likely = {slot.index: percent(found.of(slot.name, "yes")) for slot in group}
    rows = list(dict.fromkeys(index[0] for index in likely if len(index) == 2))
    columns = list(dict.fromkeys(index[1] for index in likely if len(index) == 2))
    if len(rows) * len(columns) == len(group) and len(columns) * _CELL < WIDTH:
        cells = [(str(row), *(likely[row, column] for column in columns)) for row in rows]
        return _table((family, *map(str, columns)), cells)
    words = [f"{','.join(map(str, index))} {chance}" for index, chance in likely.items() if chance != "-"]
    return [f"  {family}", *(f"  {line}" for line in wrap(words))]


def _symbols(group: Sequence[Slot], found: Probabilities) -> list[str]:
    """Return how likely unknowns have each value; how likely sets have each member."""
    values = [
        value
        for value in map(str, group[0].symbols)
        if any(value in found.weights[slot.name] for slot in group)
    ]
    if len(group) == 1 or len(values) * _CELL > WIDTH:
        return [line for slot in group for line in _ranked(slot, found)]
    cells = [(slot.name, *(percent(found.of(slot.name, value)) for value in values)) for slot in group]
    return _table(("", *values), cells)


def _ranked(slot: Slot, found: Probabilities) -> list[str]:
    """Return the values of one unknown in a line, in their order; of many the likeliest."""
    weights = found.weights[slot.name]
    shown = _LIKELIEST if len(weights) > _LIKELIEST + 1 else len(weights)
    kept = sorted(weights, key=lambda value: -weights[value])[:shown]
    words = [f"{value} {percent(found.of(slot.name, value))}" for value in weights if value in kept]
    more = len(weights) - len(words)
    first, *rest = wrap([slot.name, *words, *([f"… {more} others"] if more else [])])
    return [first, *(f"  {line}" for line in rest)]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {line}" for line in table(header, rows, right=range(1, len(header)))]
