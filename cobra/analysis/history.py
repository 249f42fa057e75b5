"""Experiments already made, read from text such as `0011` or `0011=1B1W`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cobra.analysis.compile import CoreExperiment
from cobra.analysis.table import Table
from cobra.errors import GameError
from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.game import Observed
from cobra.nearest import nearest

_SHOWN: Final = 20
"""So many outcomes are named in a message."""


@dataclass(frozen=True, slots=True)
class Made:
    """One experiment made: as text, and for the core with the number of its outcome, None when not known."""

    text: str
    experiment: CoreExperiment
    outcome: int | None


def read_history(table: Table, texts: Iterable[str]) -> tuple[list[Made], list[int]]:
    """Return the experiments made and the number of codes left after each, in order.

    A text is an experiment as printed, alone or with `=` and its outcome as printed; spaces and letter case
    of the outcome do not matter, and a tuple of values may be written with commas (`0011=1,1`). An experiment
    whose outcome is not known leaves all codes. `GameError` for what is no experiment, and for an outcome
    that none of the codes left gives.
    """
    made: list[Made] = []
    counts: list[int] = []
    left: list[int] | None = None
    for text in texts:
        one, left = _read(table, text, left)
        made.append(one)
        counts.append(table.codes if left is None else len(left))
    return made, counts


def _read(table: Table, text: str, left: list[int] | None) -> tuple[Made, list[int] | None]:
    """Read one experiment made when the codes `left` (None: all) are possible; return what is left then."""
    head, outcome = _split(table, text)
    experiment = table.read_experiment(head)
    type_ = experiment[0]
    made = Made(table.show_experiment(experiment), experiment, None)
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


def _split(table: Table, text: str) -> tuple[str, str | None]:
    """Return experiment and outcome; symbols and outcomes may hold `=` themselves, so the last that fits."""
    places = [place for place, character in enumerate(text) if character == "="]
    for place in reversed(places):
        try:
            table.read_experiment(text[:place])
        except GameError:
            continue
        return text[:place], text[place + 1 :]
    return (text[: places[-1]], text[places[-1] + 1 :]) if places else (text, None)


def _match(table: Table, made: Made, text: str, possible: dict[int, OutcomeValue]) -> int:
    """Return the number of the outcome that `text` names among those that are possible."""
    answer = table.game.experiments[made.experiment[0]].answer
    shown = {number: show_outcome(answer, values) for number, values in possible.items()}
    plain = replace(answer, template=None) if isinstance(answer, Observed) else answer
    listed = {number: show_outcome(plain, values) for number, values in possible.items()}
    for spell in (str.strip, _bare):
        for texts in (shown, listed):
            found = [number for number, one in texts.items() if spell(one) == spell(text)]
            if len(found) == 1:
                return found[0]
    near = nearest(_bare(text), [_bare(one) for one in shown.values()])
    meant = [one for one in shown.values() if _bare(one) == near]
    hint = f"did you mean {meant[0]!r}? " if meant else ""
    raise GameError(
        f"no code left gives {made.text} the outcome {text.strip()!r}; {hint}the outcomes left are "
        + _some(list(shown.values()))
    )


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def _some(texts: Sequence[str]) -> str:
    more = len(texts) - _SHOWN
    return ", ".join(texts[:_SHOWN]) + (f" and {more:,} more" if more > 0 else "")
