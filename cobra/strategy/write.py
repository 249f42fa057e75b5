"""Strategies written as files; docs/strategy-files.md has the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

from cobra.arguments import checked
from cobra.engine.core import COBRA_VERSION
from cobra.errors import GameError
from cobra.lengths import Figures
from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.output import replacing
from cobra.strategy.strategy import Strategy

FORMAT: Final = "cobra-strategy"
VERSION: Final = 1
_LONGEST: Final = 80
"""Names of files are cut after so many characters."""


def file_names(strategies: Iterable[str]) -> dict[str, str]:
    """Return for each strategy the name of its file: its own with nothing but letters, digits, - . and _.

    No two are the same, even where upper and lower case are.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for strategy in strategies:
        stem = re.sub(r"[^A-Za-z0-9.-]+", "_", strategy).strip("._")[:_LONGEST] or "strategy"
        numbered = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        names[strategy] = next(name for name in numbered if name.lower() not in taken)
        taken.add(names[strategy].lower())
    return {strategy: f"{name}.json" for strategy, name in names.items()}


@checked
def write_strategy(strategy: Strategy, path: str | Path) -> None:
    """Write a strategy to a file; one that is there is replaced when the new one is complete.

    A line at a time is made, so the memory needed does not grow with the tree. `GameError` when the file
    cannot be written, or when the game was not read from a text.
    """
    with replacing(Path(path)) as new:
        write_new(strategy, new)


def write_new(strategy: Strategy, file: Path) -> None:
    """Write a strategy to a file that takes the place of another one when it is complete."""
    # half a surrogate pair, which no text should have, is written as the escape that JSON has for it
    with file.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.writelines(strategy_lines(strategy))


def strategy_lines(strategy: Strategy) -> Iterator[str]:
    """Yield the text of a strategy file; `GameError` when the game was not read from a text."""
    yield "{\n"
    for key, value in _head(strategy).items():
        yield f" {_text(key)}: {_text(value)},\n"
    yield ' "tree": ['
    comma = "\n"
    for node in _nodes(strategy):
        yield f"{comma}  {node}"
        comma = ",\n"
    yield "\n ]\n}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _head(strategy: Strategy) -> dict[str, Any]:
    settings = strategy.settings
    return {
        "format": FORMAT,
        "version": VERSION,
        "cobra": COBRA_VERSION,
        "game": game_object(strategy.game),
        "strategy": strategy.name,
        "objective": strategy.objective,
        "settings": {
            "ties": settings.ties,
            "seed": settings.seed,
            "consistent": settings.consistent,
            "max_depth": settings.max_depth,
            "first": settings.first,
            **({} if settings.within is None else {"within": settings.within}),
        },
        "figures": figures_object(strategy.figures),
        "intervals": [
            {"measure": interval.measure, "lower": interval.lower, "upper": interval.upper}
            for interval in strategy.intervals
        ],
        "proved": strategy.proved,
    }


def figures_object(figures: Figures) -> dict[str, Any]:
    """Return figures as they stand in JSON documents."""
    return {
        "worst": figures.worst,
        "total": figures.total,
        "weight": figures.weight,
        "codes": figures.codes,
        "average": str(figures.average),
        "distribution": {str(length): count for length, count in figures.distribution.items()},
        "nodes": figures.nodes,
        **({} if figures.price_total is None and not figures.lost else _of_memory(figures)),
        **({"lost_weight": figures.lost_weight} if figures.lost_weight else {}),
    }


def _of_memory(figures: Figures) -> dict[str, Any]:
    return {
        "lost": figures.lost,
        "price_total": figures.price_total,
        "price_worst": figures.price_worst,
    }


def game_object(game: Game) -> dict[str, Any]:
    """Return a game as it stands in files; `GameError` when it was not read from a text."""
    if game.origin is None:
        raise GameError("only a game that was read from a text can be written with its strategy")
    return {
        "name": game.name,
        "params": dict(game.arguments),
        "text": game.origin.text,
        "files": dict(game.origin.files),
    }


def _nodes(strategy: Strategy) -> Iterator[str]:
    notation = Notation(strategy.game)
    types = strategy.game.experiments
    experiment_text: dict[Experiment, str] = {}
    outcome_text: dict[tuple[int, OutcomeValue], str] = {}
    for experiment, branches in zip(strategy.experiments, strategy.branches, strict=True):
        if experiment not in experiment_text:
            experiment_text[experiment] = _text(notation.experiment(experiment))
        parts = []
        for values, child in branches.items():
            key = experiment[0], values
            if key not in outcome_text:
                outcome_text[key] = _text(show_outcome(types[experiment[0]].answer, values))
            parts.append(f"{outcome_text[key]}: {child if child >= 0 else 'null'}")
        yield f'{{"experiment": {experiment_text[experiment]}, "outcomes": {{{", ".join(parts)}}}}}'
