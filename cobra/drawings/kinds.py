"""The one table of kinds of drawings: a kind is a file of this folder and a line here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from cobra.drawings.balance import BALANCE
from cobra.drawings.cards import CARDS
from cobra.drawings.grid import GRID
from cobra.drawings.items import ITEMS
from cobra.drawings.kind import parameters
from cobra.drawings.line import LINE
from cobra.drawings.pegs import PEGS
from cobra.drawings.ports import PORTS
from cobra.drawings.sheet import MOST_ITEMS, Plan, Sheet, TooLarge
from cobra.drawings.tiles import TILES
from cobra.model.game import Game, Space
from cobra.nearest import nearest

KINDS: Final = {kind.name: kind for kind in (PEGS, TILES, BALANCE, GRID, PORTS, CARDS, LINE, ITEMS)}
"""All kinds by the names that stand behind `draw`."""
_MOST_SYMBOLS: Final = 4_000
"""So many symbols of all parameters of an experiment, or of a code, have glyphs."""
_MOST_TYPES: Final = 100
"""So many types of experiments are drawn; further ones are shown as texts."""


def misnamed(name: str) -> tuple[str, str] | None:
    """Return what is wrong with the name of a kind, and a hint; None when there is such a kind."""
    if name in KINDS:
        return None
    near = nearest(name, KINDS)
    hint = f"did you mean `{near}`?" if near else f"the kinds are {', '.join(KINDS)}"
    return f"there is no kind of drawing called `{name}`", hint


def unfit(name: str, game: Game) -> tuple[str, str] | None:
    """Return why a game cannot be drawn so, and a hint; None when it can.

    Experiments that had to be read one by one have no parameters; they are shown as texts and refuse no kind.
    """
    kind, types = KINDS[name], game.experiments
    if types and all(parameters(one.space) and not kind.fits(game, one) for one in types):
        return f"`draw {name}` does not fit: no experiment has {kind.needs}", f"{kind.name}: {kind.about}"
    return None


def sheet_of(game: Game) -> Sheet | None:
    """Return what the pictures of a game are made of; None where it does not say how it is drawn."""
    if game.draw is None:
        return None
    kind, sheet = KINDS[game.draw], Sheet()
    if _is_small(game.codes):
        sheet.code = _or_text(partial(kind.code, game, sheet))
    for type_ in game.experiments:
        if len(sheet.types) < _MOST_TYPES and _is_small(type_.space) and kind.fits(game, type_):
            made = [_or_text(partial(make, game, sheet, type_)) for make in (kind.experiment, kind.answer)]
            sheet.types.append((made[0], made[1]))
        else:
            sheet.types.append((None, None))
    return sheet


def _is_small(space: Space) -> bool:
    """Return whether each symbol of a space can have a glyph."""
    return sum(len(slot.symbols) for slot in space.slots) <= _MOST_SYMBOLS


def _or_text(make: Callable[[], Plan | None]) -> Plan | None:
    """Return a plan, None where it would be too large."""
    try:
        plan = make()
    except TooLarge:
        return None
    return None if plan is None or len(plan.items) > MOST_ITEMS else plan
