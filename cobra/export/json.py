"""A strategy as nested JSON; docs/export.md has the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from cobra.strategy.write import figures_object

FORMAT: Final = "cobra-tree"
VERSION: Final = 1


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield the document: a position to a line, indented by what was asked before."""
    yield "{\n"
    for key, value in _head(played).items():
        yield f" {_text(key)}: {_text(value)},\n"
    yield ' "tree": '
    depth, comma = 0, ""
    for step in played.walk():
        if step is None:
            yield "}}"
            depth, comma = depth - 1, ","
            continue
        outcome, position = step
        yield f"{comma}\n{' ' * (depth + 1)}{_text(outcome)}: " if depth else ""
        yield _position(played, position)
        depth, comma = (depth + 1, "") if position.node >= 0 else (depth, ",")
    yield "\n}\n"


def _position(played: PlayedStrategy, position: Place) -> str:
    """Return a position: whole when the play is over, else up to where its first outcome comes."""
    unseen = played.strategy.game.unseen
    item: dict[str, Any] = {"left": position.count, "codes": played.left(position)}
    if unseen is not None and unseen.lies:
        item["lies"] = played.lies(position)
    if position.chance is not None:
        item["chance"] = str(position.chance)
    if position.node < 0:
        found = {"found": played.found(position) or None} if played.strategy.game.goal else {}
        return _text({**item, "length": position.length, **found})
    return _text({**item, "experiment": played.experiment(position.node)})[:-1] + ', "outcomes": {'


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _head(played: PlayedStrategy) -> dict[str, Any]:
    strategy = played.strategy
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": {"name": strategy.game.name, "params": dict(strategy.game.arguments)},
        "strategy": strategy.name,
        "objective": strategy.objective,
        "proved": strategy.proved,
        "figures": figures_object(played.figures),
    }
