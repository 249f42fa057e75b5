"""What the walker draws experiments, answers and codes from, which `page/drawn.js` describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cobra.drawings.svg import Pictures, variables_of
from cobra.export.played import PlayedStrategy

_MOST: Final = 200_000
"""So many variables of codes are written at most; with more, codes are shown as texts."""
_ZERO: Final = ord("0")


def drawn_data(
    played: PlayedStrategy, experiments: Mapping[str, int], outcomes: Mapping[tuple[str, int], int]
) -> dict[str, Any] | None:
    """Return the sheet and the variables of what is shown; None in a game without `draw`.

    `experiments` and `outcomes` are the numbers that texts have in the data of the walker.
    """
    pictures = Pictures(played.strategy.game)
    if pictures.sheet is None:
        return None
    asked: dict[int, tuple[int, str | None]] = {}
    answers: dict[str, str] = {}
    for node, experiment in enumerate(played.strategy.experiments):
        type_ = experiment[0]
        shown = played.experiment(node)
        asked[experiments[shown]] = type_, _unlike(shown, pictures.asked(experiment))
        for answer, place in played.branches[node]:
            number = outcomes[answer, int(place.final)]
            answers[f"{number},{type_}"] = _text(pictures.answered(type_, place.outcome))
    short = [_short(*asked[number]) for number in range(len(asked))]
    return {
        "sheet": pictures.sheet.data(),
        "experiments": short if any(short) else [],
        "answers": answers,
        "codes": _codes(played) if pictures.sheet.code is not None else None,
    }


def _codes(played: PlayedStrategy) -> list[str | int] | None:
    """Return the variables of the codes, in the order of the walker; None where they are too many.

    Nothing where all are the texts that are shown.
    """
    space = played.strategy.game.codes
    codes = played.assignments
    if len(codes) * len(space.slots) > _MOST:
        return None
    order = played.order if played.strategy.game.unseen is None else range(len(codes))
    found = [_unlike(played.codes[code], variables_of(space, codes[code])) or 0 for code in order]
    return found if any(found) else []


def _text(variables: Sequence[int]) -> str:
    """Return variables as a text with a character for each: 0 is "0", 1 is "1", -1 is "/"."""
    return "".join(chr(_ZERO + variable) for variable in variables)


def _unlike(shown: str, variables: Sequence[int]) -> str | None:
    """Return variables as a text; None where it is the text that is shown, as "0012" is."""
    text = _text(variables)
    return None if text == shown else text


def _short(type_: int, text: str | None) -> int | tuple[int, str]:
    return type_ if text is None else (type_, text)
