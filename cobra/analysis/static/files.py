"""Plans written as files, and read again; docs/static.md has the schema."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Final

from cobra.analysis.static.plan import Plan, PlanCost
from cobra.arguments import checked
from cobra.engine.core import COBRA_VERSION
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.show import Notation
from cobra.output import replacing
from cobra.strategy.document import Document, format_of, read_text
from cobra.strategy.read import strategy_of_text
from cobra.strategy.scanner import Scanner
from cobra.strategy.strategy import Strategy
from cobra.strategy.write import game_object

FORMAT: Final = "cobra-plan"
VERSION: Final = 1

_KEYS: Final = ("format", "version", "cobra", "game", "experiments", "codes", "cells", "lower", "proved")
_COSTS: Final = ("worst", "average", "lower")
"""The keys of `cost`, which plans of games with prices have beside."""


@checked
def write_plan(plan: Plan, path: str | Path) -> None:
    """Write a plan to a file; one that is there is replaced when the new one is complete.

    `GameError` when the file cannot be written, or when the game was not read from a text.
    """
    with replacing(Path(path)) as new:
        write_new_plan(plan, new)


def write_new_plan(plan: Plan, file: Path) -> None:
    """Write a plan to a file that takes the place of another one when it is complete."""
    document: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "cobra": COBRA_VERSION,
        "game": game_object(plan.game),
        "experiments": list(plan.texts),
        "codes": plan.codes,
        "cells": plan.cells,
        "lower": plan.lower,
        "proved": plan.proved,
    }
    if plan.cost is not None:
        costs = plan.cost.worst, plan.cost.average, plan.cost.lower
        document["cost"] = dict(zip(_COSTS, map(str, costs), strict=True))
    # half a surrogate pair, which no text should have, is written as the escape that JSON has for it
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    file.write_text(text, "utf-8", "backslashreplace", "\n")


@checked
def read_plan(path: str | Path, limits: Limits | None = None) -> Plan:
    """Return the plan of a file.

    `GameError` with the place of a mistake; `LimitError` for a file of more bytes than the limit
    `strategy-size`, or a game that is too big. Only `verify_plan` finds out whether what is said is true.
    """
    limits = limits or Limits()
    return plan_of_text(read_text(Path(path), limits), str(path), limits)


def read_written(path: str | Path, limits: Limits) -> Plan | Strategy:
    """Return the plan of a file that says it holds one, else the strategy; errors as those of `read_plan`."""
    text = read_text(Path(path), limits)
    return (plan_of_text if format_of(text) == FORMAT else strategy_of_text)(text, str(path), limits)


def plan_of_text(text: str, name: str, limits: Limits) -> Plan:
    """Return the plan of a file whose text is given, called `name` in messages; see `read_plan`."""
    scanner = Scanner(name, text)
    places: dict[str, int] = {}
    items = {}
    for key, place in scanner.members():
        places[key] = place
        items[key] = scanner.value()
    scanner.end()
    reader = Document(scanner, items, places)
    priced = "cost" in items
    reader.check_format("plan", FORMAT, VERSION, (*_KEYS, "cost") if priced else _KEYS)
    game = reader.game(limits)
    if priced != (game.memory is not None and game.memory.priced):
        raise reader.wrong("cost", "cost: what a plan costs if and only if the game has prices")
    notation = Notation(game)
    experiments = []
    for number, item in enumerate(reader.typed("experiments", items["experiments"], list, "a list")):
        path = f"experiments[{number}]"
        try:
            experiments.append(notation.parse_experiment(reader.typed(path, item, str, "a text")))
        except GameError as error:
            if str(error).startswith(name):
                raise
            raise reader.wrong(path, f"{path}: {error}") from None
    codes, cells, lower = (reader.whole(key, items[key]) for key in ("codes", "cells", "lower"))
    proved = reader.flag("proved")
    cost = _cost(reader, proved) if priced else None
    plan = Plan(game, tuple(experiments), lower, codes, cells, cost)
    if lower > len(experiments):
        raise reader.wrong("lower", f"lower: {lower} is more than the number of experiments")
    if proved != plan.proved:
        raise reader.wrong("proved", "proved: true if and only if lower is the number of experiments")
    return plan


def _cost(reader: Document, proved: bool) -> PlanCost:
    """Return what a file says a plan costs."""
    item = reader.members("cost", _COSTS)
    worst, average, lower = (_fraction(reader, f"cost.{key}", item[key]) for key in _COSTS)
    if lower > worst or (proved and lower < worst):
        raise reader.wrong("cost", "cost.lower: at most cost.worst, and as much where that is proved")
    return PlanCost(worst, average, lower, proved)


def _fraction(reader: Document, path: str, value: object) -> Fraction:
    """Return a number that is written as a text, whole or as a fraction."""
    text = reader.typed(path, value, str, "a text")
    if not re.fullmatch(r"[0-9]{1,40}(/[1-9][0-9]{0,39})?", text):
        raise reader.wrong(path, f"{path}: a number such as 7 or 13/2 was expected")
    return Fraction(text)
