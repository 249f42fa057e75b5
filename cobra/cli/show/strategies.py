"""The strategies there are, as text and as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from cobra.breakers.describe import Description
from cobra.cli.show.text import WIDTH, bold, table

_OWN = "Your own: a score such as 'min max(n)', FILE.py:NAME, program:COMMAND. See docs/own-strategies.md."


def list_text(strategies: Sequence[Description]) -> str:
    """Return a table of strategies."""
    rows = [(one.name, one.summary, one.score or "", one.source) for one in strategies]
    return "\n".join([*table(("strategy", "what it takes", "score", "source"), rows), "", _OWN])


def strategy_text(one: Description) -> str:
    """Return what is said of one strategy."""
    lines = [f"{bold(one.name)}: {one.summary}"]
    if one.definition:
        lines += ["", textwrap.fill(one.definition, WIDTH)]
    about = [("score", one.score or ""), ("source", one.source)]
    known = [f"{name}: {value}" for name, value in about if value]
    return "\n".join([*lines, *([""] if known else []), *known])


def list_json(strategies: Sequence[Description]) -> str:
    """Return the JSON document of the list."""
    return json.dumps([_object(one) for one in strategies], indent=2, ensure_ascii=False)


def strategy_json(one: Description) -> str:
    """Return the JSON document of one strategy."""
    return json.dumps(_object(one), indent=2, ensure_ascii=False)


def _object(one: Description) -> dict[str, Any]:
    return asdict(one)
