"""Cards with a line for each of their values, and comparisons of two of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.drawings.glyphs import colour, label, written
from cobra.drawings.kind import Kind, Parameter, families, first_digit, parameters, unknowns
from cobra.drawings.sheet import MOST_ITEMS, Field, Plan, Shape, Sheet, TooLarge
from cobra.model.answers import component_size, component_value, components_of, show_value
from cobra.model.game import ExperimentType, Game, Symbol

_WIDTH: Final = 34
_GAP: Final = 8
_LINE: Final = 20
_SIGN: Final = 28
_LONG: Final = 4
_MOST_LINES: Final = 6

Item = tuple[Field, Field, Field]


def _cards(found: Sequence[Parameter]) -> list[list[Parameter]]:
    """Return the values card by card: those that agree in all indices but the last are on one card."""
    cards: dict[tuple[object, ...], list[Parameter]] = {}
    for one in found:
        cards.setdefault((one.slot.family, *one.slot.index[:-1]), []).append(one)
    return list(cards.values())


def _fits(game: Game, type_: ExperimentType) -> bool:
    """Return whether all parameters are values on cards, in a game whose secret is cards, too."""
    secret = unknowns(game)
    return all(
        own and all(one.slot.kind == "symbol" and one.slot.index for one in own)
        for own in (secret, parameters(type_.space))
    )


def _card(sheet: Sheet, values: Sequence[Parameter], left: int, known: frozenset[Symbol]) -> list[Item]:
    """Return a card; what is no value of the secret is left open on it."""
    if len(values) > _MOST_LINES:
        raise TooLarge
    height = _LINE * len(values) + 8
    items: list[Item] = [
        (sheet.glyph(("rect", "card", 1 - _WIDTH // 2, 1, _WIDTH - 2, height - 2, 4)), left + _WIDTH // 2, 0)
    ]
    for line, one in enumerate(values):
        glyphs = [
            _value(sheet, line, symbol, place) if symbol in known else None
            for place, symbol in enumerate(one.slot.symbols)
        ]
        nothing = sheet.glyph(("path", "line", "M-6 0h12"))
        shown = [nothing if glyph is None else glyph for glyph in glyphs]
        items.append(
            (sheet.look(one.variable, shown, nothing), left + _WIDTH // 2, 4 + _LINE // 2 + _LINE * line)
        )
    return items


def _value(sheet: Sheet, line: int, symbol: Symbol, place: int) -> int:
    """Return a value: plain in the first line, in a coloured shape in the others, another one in each."""
    text, kind = label(symbol), colour(symbol, place)
    outlines: tuple[Shape, ...] = (
        ("rect", f"peg {kind}", -12, -9, 24, 18, 9),
        ("path", f"peg {kind}", "M0 -10l12 10l-12 10l-12 -10z"),
        ("rect", f"peg {kind}", -12, -9, 24, 18, 2),
    )
    if line == 0:
        return sheet.glyph(written("in", text, 16))
    return sheet.glyph(outlines[(line - 1) % len(outlines)], written(f"in {kind}", text, 12))


def _known(game: Game) -> frozenset[Symbol]:
    return frozenset(symbol for slot in game.codes.slots for symbol in slot.symbols)


def _row(game: Game, sheet: Sheet, found: Sequence[Parameter], gap: int) -> Plan:
    """Return cards side by side, with a gap between families."""
    if len(found) * 2 > MOST_ITEMS:
        raise TooLarge
    items: list[Item] = []
    left = height = 0
    for family in families(found):
        left += gap if left else 0
        for values in _cards(family):
            items += _card(sheet, values, left, _known(game))
            left += _WIDTH + _GAP
            height = max(height, _LINE * len(values) + 8)
        left -= _GAP
    return Plan(left, height, [*items])


def _experiment(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    return _row(game, sheet, parameters(type_.space), _SIGN)


def _answer(game: Game, sheet: Sheet, type_: ExperimentType) -> Plan | None:
    """Return two cards with the sign that is answered between them; None for other answers."""
    components, own = components_of(type_.answer), parameters(type_.space)
    pair = [_cards(family) for family in families(own)]
    if len(components) != 1 or [len(cards) for cards in pair] != [1, 1] or component_size(components[0]) > 16:
        return None
    values = [
        show_value(component_value(components[0], digit)) for digit in range(component_size(components[0]))
    ]
    if any(len(value) > _LONG for value in values):
        return None
    plan = _row(game, sheet, own, _SIGN)
    signs = [sheet.glyph(written("in", {"<=": "≤", ">=": "≥"}.get(value, value), 18)) for value in values]
    plan.items.append((sheet.look(first_digit(type_), signs), _WIDTH + _SIGN // 2, plan.height // 2))
    return Plan(plan.width, plan.height, plan.items, whole=True)


def _code(game: Game, sheet: Sheet) -> Plan | None:
    return _row(game, sheet, unknowns(game), _GAP)


CARDS = Kind(
    "cards",
    "Cards with a value in each line; two descriptions of cards with the answer between them.",
    "parameters that are values on cards, as those of the secret are",
    _fits,
    _experiment,
    _answer,
    _code,
)
