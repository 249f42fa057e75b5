"""Games of a table of answers, as somebody else has scored them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from cobra.arguments import checked
from cobra.errors import GameError
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.model.game import Game

_TEXT: Final = """game "{title}"
file answers = "answers.csv"

secret code : rows(answers)

experiment ask(what : columns(answers))
  observe cell(answers, code, what)
"""
_FINAL: Final = "  final code = what\n"

_ANSWERS: Final = (
    "a function of a code and an experiment, a row for each code, or a dictionary by pairs of both"
)

Answers = Callable[[Any, Any], object] | Sequence[Sequence[object]] | Mapping[tuple[Any, Any], object]
"""What a code answers an experiment: a function of both, a row for each code with a cell for each experiment
(a NumPy array too), or a mapping from pairs."""


@checked
def from_table(
    codes: Iterable[object],
    experiments: Iterable[object],
    answers: Answers,
    *,
    final: bool = True,
    title: str = "Table of answers",
    limits: Limits | None = None,
) -> Game:
    """Return the game in which each code answers each experiment as a table says.

    Codes, experiments and answers are taken as the texts that `str` makes of them, numbers among the answers
    to one experiment as numbers (docs/language.md, Functions). With `final` the game is
    over with the experiment that is called as the code, if there is one; else when the code is known. The
    game is one of a text and a CSV file, which strategy files carry with them. `GameError` for a table that
    is uneven or names something twice, and where a function raises an exception, `LimitError` for one that is
    too big.
    """
    codes, experiments = tuple(codes), tuple(experiments)  # iterators, too, as they are gone through again
    names, asked = _texts("code", codes), _texts("experiment", experiments)
    if not callable(answers) and not isinstance(answers, Mapping) and not _has_rows(answers):
        raise GameError(f"answers must be {_ANSWERS}")
    if len(title.splitlines()) > 1:
        raise GameError("title must be one line")
    for what, texts in (("code", names), ("experiment", asked)):
        if not texts:
            raise GameError(f"a table needs at least one {what}")
        if twice := next((text for text, count in Counter(texts).items() if count > 1), None):
            raise GameError(f'the table has the {what} "{twice}" twice')
    rows = [
        [_answer(answers, i, j, code, what) for j, what in enumerate(experiments)]
        for i, code in enumerate(codes)
    ]
    _demand_no_more(answers, len(names), len(asked))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["code", *asked])
    writer.writerows([name, *row] for name, row in zip(names, rows, strict=True))
    over = final and not {*names}.isdisjoint(asked)
    text = _TEXT.format(title=title.replace('"', "'")) + (_FINAL if over else "")
    return load_text(text, title, limits=limits, files={"answers.csv": stream.getvalue()})


def _texts(kind: str, things: tuple[object, ...]) -> list[str]:
    """Return codes or experiments as texts; `GameError` for one that has none."""
    try:
        return [str(thing) for thing in things]
    except Exception as error:  # of a user's class
        raise GameError(f"{kind}s must be texts, or what str makes texts of: {error}") from None


def _has_rows(answers: object) -> bool:
    """Return whether something can be asked for its rows, and these for their cells."""
    rows = isinstance(answers, Iterable) and all(
        hasattr(answers, name) for name in ("__getitem__", "__len__")
    )
    return rows and all(hasattr(row, "__getitem__") for row in cast("Iterable[object]", answers))


def _demand_no_more(answers: Answers, codes: int, experiments: int) -> None:
    """Raise `GameError` for more rows than codes, or a row of more cells than experiments."""
    if callable(answers) or isinstance(answers, Mapping):
        return
    if len(answers) > codes:
        raise GameError(f"the table has {len(answers)} rows of answers, but the number of codes is {codes}")
    for number, row in enumerate(answers, 1):
        if len(row) > experiments:
            raise GameError(
                f"row {number} of the table has {len(row)} answers, but the number of experiments is "
                f"{experiments}"
            )


def _answer(answers: Answers, i: int, j: int, code: object, what: object) -> str:
    try:
        if callable(answers):
            return str(answers(code, what))
        if isinstance(answers, Mapping):
            return str(answers[code, what])
        return str(answers[i][j])
    except Exception as error:  # whatever a user's function raises
        reason = (
            str(error) if isinstance(error, LookupError | TypeError) else f"{type(error).__name__}: {error}"
        )
        raise GameError(f"the table has no answer of the code {code} to {what}: {reason}") from None
