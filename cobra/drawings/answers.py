"""Answers as pictures, for all kinds of drawings: marks, one for each place, and counted keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from cobra.drawings.glyphs import CELL, key, label, tile, written
from cobra.drawings.kind import first_digit, parameters
from cobra.drawings.sheet import Field, Plan, Sheet
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import Cases, Component, ExperimentType

Item: TypeAlias = tuple[Field, Field, Field]
MARKS: Final = {"G": "place", "Y": "near", "-": "absent", ".": "done"}
"""What marks of word games say of a letter: in its place, elsewhere, absent, or no more asked for."""
BLANK: Final = frozenset({"_", "."})
"""Marks of a place that has nothing in it."""
_LONG: Final = 2
_MOST_KEYS: Final = 16
_KEY: Final = 16
_KEYS: Final = ("full", "open")
_GAP: Final = 12


def keys(sheet: Sheet, type_: ExperimentType) -> Plan | None:
    """Return counts as key pegs, one for each place: black ones from the left, white ones from the right.

    None unless the answer is one whole number or two, which together are never more than the parameters.
    """
    counted = components_of(type_.answer)
    tops = [_top(component) for component in counted]
    places = len(parameters(type_.space))
    if not 1 <= len(counted) <= len(_KEYS) or None in tops or not 1 <= places <= _MOST_KEYS:
        return None
    first, xs = first_digit(type_), [_KEY // 2 + _KEY * place for place in range(places)]
    items: list[Item] = [(key(sheet, "none"), x, CELL // 2) for x in xs]
    for number, (component, kind) in enumerate(zip(counted, _KEYS, strict=False)):
        for before, x in enumerate(xs if number == 0 else reversed(xs)):
            glyph = key(sheet, kind)
            shown = [glyph if count > before else None for count in _numbers(component)]
            items.append((sheet.look(first + number, shown), x, CELL // 2))
    return Plan(_KEY * places, CELL, [*items])


def _top(component: Component) -> int | None:
    """Return the largest value of a component that is a whole number, None when it is something else."""
    numbers = _numbers(component)
    return max(numbers) if numbers else None


def _numbers(component: Component) -> list[int]:
    """Return the values of a component, nothing when they are not a few whole numbers."""
    if component_size(component) > 4 * _MOST_KEYS:
        return []
    values = [component_value(component, digit) for digit in range(component_size(component))]
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return numbers if len(numbers) == len(values) else []


def marks(sheet: Sheet, type_: ExperimentType) -> Plan | None:
    """Return marks as a row of tiles, in groups where an answer has spaces in it.

    Where a group has as many as there are parameters, the symbols of these stand on marks of word games. None
    unless all components are one of some short words.
    """
    cases = [component for component in components_of(type_.answer) if isinstance(component, Cases)]
    if len(cases) < max(2, len(components_of(type_.answer))):
        return None
    items: list[Item] = []
    own, left, whole = parameters(type_.space), 0, True
    for group in _groups(cases):
        lettered = len(group) == len(own) and all(one.slot.kind == "symbol" for one in own)
        for place, number in enumerate(group):
            shown = [show_value(value) for value in cases[number].values]
            if any(len(text) > _LONG for text in shown):
                return None
            at = (left + CELL // 2 + CELL * place, CELL // 2)
            lettered = lettered and MARKS.keys() >= set(shown)
            glyphs = [_mark(sheet, text, lettered) for text in shown]
            items.append((sheet.look(first_digit(type_) + number, glyphs), *at))
            if lettered:
                letters = [sheet.glyph(written("letter", label(one))) for one in own[place].slot.symbols]
                items.append((sheet.look(own[place].variable, letters), *at))
        whole = whole and lettered
        left += CELL * len(group) + _GAP
    return Plan(left - _GAP, CELL, [*items], whole=whole)


def _groups(cases: Sequence[Cases]) -> list[list[int]]:
    """Return the numbers of the components between those that are nothing but a space."""
    groups: list[list[int]] = [[]]
    for number, component in enumerate(cases):
        if component.values == (" ",):
            groups.append([])
        else:
            groups[-1].append(number)
    return [group for group in groups if group]


def _mark(sheet: Sheet, text: str, lettered: bool) -> int:
    """Return the tile of a mark, with the mark on it unless a letter will stand there."""
    mark = MARKS.get(text, "")
    return tile(sheet, "" if lettered or text in BLANK else text, CELL, mark)
