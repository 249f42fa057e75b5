"""Experiments already made, read from text such as `0011` or `0011=1B1W`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cobra.engine.program import CoreExperiment
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.model.answers import OutcomeValue, outcome_number, show_outcome
from cobra.model.looks import bare
from cobra.model.reading import read_outcome
from cobra.nearest import nearest

_SHOWN: Final = 20
"""So many outcomes are named in a message."""


@dataclass(frozen=True, slots=True)
class CoreMade:
    """One experiment made: as text, and for the core with the number of its outcome, None when not known."""

    text: str
    experiment: CoreExperiment
    outcome: int | None


def read_core_history(table: CodeTable, texts: Iterable[str]) -> tuple[list[CoreMade], list[int]]:
    """Return the experiments made and the number of codes left after each, in order.

    A text is an experiment as printed, alone or with `=` and its outcome as `read_outcome` takes it. An
    experiment whose outcome is not known leaves all codes. `GameError` for what is no experiment, and for an
    outcome that none of the codes left gives.
    """
    made: list[CoreMade] = []
    counts: list[int] = []
    left: list[int] | None = None
    for text in texts:
        one, left = _read(table, text, left)
        made.append(one)
        counts.append(table.codes if left is None else len(left))
    return made, counts


def _read(table: CodeTable, text: str, left: list[int] | None) -> tuple[CoreMade, list[int] | None]:
    """Read one experiment made when the codes `left` (None: all) are possible; return what is left then."""
    head, outcome = _split(table, text)
    experiment = table.read_experiment(head)
    type_ = experiment[0]
    made = CoreMade(table.show_experiment(experiment), experiment, None)
    if outcome is None:
        return made, left
    numbers = table.engine.partition(experiment, left)
    decoder = table.compiled.decoders[type_]
    possible = {number: decoder.values(number) for number in sorted(set(numbers))}
    number = _match(table, made, outcome, possible)
    codes = range(table.codes) if left is None else left
    shown = show_outcome(table.game.experiments[type_].answer, possible[number])
    return (
        replace(made, text=f"{made.text}={shown}", outcome=number),
        [code for code, given in zip(codes, numbers, strict=True) if given == number],
    )


def _split(table: CodeTable, text: str) -> tuple[str, str | None]:
    """Return experiment and outcome; symbols and outcomes may hold `=` themselves, so the last that fits."""
    places = [place for place, character in enumerate(text) if character == "="]
    for place in reversed(places):
        try:
            table.read_experiment(text[:place])
        except GameError:
            continue
        return text[:place], text[place + 1 :]
    return (text[: places[-1]], text[places[-1] + 1 :]) if places else (text, None)


def _match(table: CodeTable, made: CoreMade, text: str, possible: dict[int, OutcomeValue]) -> int:
    """Return the number of the outcome that `text` stands for among those that are possible."""
    answer = table.game.experiments[made.experiment[0]].answer
    try:
        meant = outcome_number(answer, read_outcome(answer, text, lambda: list(possible.values())))
    except GameError:
        meant = None
    for number, values in possible.items():
        if outcome_number(answer, values) == meant:
            return number
    shown = [show_outcome(answer, values) for values in possible.values()]
    near = nearest(bare(text), [bare(one) for one in shown])
    alike = [one for one in shown if bare(one) == near]
    hint = f"did you mean {alike[0]!r}? " if alike else ""
    raise GameError(
        f"no code left gives {made.text} the outcome {text.strip()!r}; {hint}the outcomes left are "
        + _some(shown)
    )


def _some(texts: Sequence[str]) -> str:
    more = len(texts) - _SHOWN
    return ", ".join(texts[:_SHOWN]) + (f" and {more:,} more" if more > 0 else "")
