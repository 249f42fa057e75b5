"""Answers as people type them: `1b1w`, `1,1`, `1 black 1 white`, `gyb` for tiles, `y` for yes, `bal`.

`read_outcome` knows the exact spelling first, then more and more liberal ones; the first by which exactly one
outcome is meant decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from cobra.errors import GameError
from cobra.model.answers import (
    Answer,
    OutcomeValue,
    answer_size,
    component_digit,
    outcome_values,
    outcomes_shown,
    show_outcome,
    show_value,
)
from cobra.model.game import Cases, Component, Observed, Outcomes, Sum, Value
from cobra.model.looks import bare
from cobra.nearest import nearest
from cobra.texts import say

_SHOWN: Final = 20
"""So many outcomes are named in a message."""
_MOST_LISTED: Final = 5_000
"""Answers with more outcomes are not compared one by one."""
_COUNT: Final = re.compile(r"(-?[0-9]+)\s*([^\W\d_]*)")
_DECIMAL: Final = re.compile(r"-?(?=\.?[0-9])[0-9]{0,20}(\.[0-9]{0,20})?")
_LONG: Final = re.compile("[0-9]{10}")
"""More digits than any outcome has; Python refuses to read very many."""
_TILES: Final = tuple(
    frozenset(texts.split())
    for texts in ("g green 🟩 🟢 💚", "y yellow 🟨 🟡 💛", "b - . x _ n gray grey black ⬛ ⬜ ⚫ ⚪ 🔲 🔳")
)
"""Texts that stand for the same tile of a word game, in any game whose tiles are like that."""
_QUOTED: Final = re.compile(r"""(?:"[^"]*"|'[^']*')+""")
"""A text between quotes; one with quotes of both kinds in it has several parts."""
_PIECE: Final = re.compile(r""""[^"]*"|'[^']*'""")
_PART: Final = re.compile(r"""[^"]+|"+""")
_SIGN: Final = re.compile(r"""[;"']|(?:^|\s)#|^\s|\s$""")
"""What ends an answer in a history, begins a comment there, or is not seen at its ends."""
_YES: Final = {"y": True, "yes": True, "true": True, "n": False, "no": False, "false": False}


class SeveralOutcomes(GameError):
    """A text is how several outcomes are written, `shown` without what stands around it."""

    def __init__(self, answer: Answer, text: str, shown: str, outcomes: Sequence[OutcomeValue]) -> None:
        self._answer, self._shown = answer, shown
        listed = [f"({', '.join(show_value(value) for value in values)})" for values in outcomes[:_SHOWN]]
        sentence = "{text} is more than one outcome of this experiment: {outcomes}"
        super().__init__(say(sentence, text=repr(text), outcomes=say(" or ").join(listed)))

    def among(self, occurring: Iterable[OutcomeValue]) -> list[OutcomeValue]:
        """Return those outcomes that are written so, however many others are."""
        return _shown_as(self._answer, self._shown, occurring)


def _shown_as(answer: Answer, text: str, occurring: Iterable[OutcomeValue]) -> list[OutcomeValue]:
    return [values for values in occurring if show_outcome(answer, values) == text]


def quoted_outcome(shown: str) -> str:
    """Return an outcome as it stands in a history: between quotes where it would be read otherwise."""
    if not _SIGN.search(shown):
        return shown
    parts = _PART.findall(shown) if '"' in shown and "'" in shown else [shown]
    return "".join(f"'{part}'" if '"' in part else f'"{part}"' for part in parts)


def unquoted_outcome(text: str) -> str | None:
    """Return what stands between the quotes of a text, None if there are none around it."""
    return "".join(part[1:-1] for part in _PIECE.findall(text)) if _QUOTED.fullmatch(text) else None


def read_outcome(
    answer: Answer, text: str, occurring: Callable[[], Sequence[OutcomeValue]] | None = None
) -> OutcomeValue:
    """Return the outcome of an answer that a text stands for; it need not be the outcome of any code.

    `GameError` when the text stands for no outcome, `SeveralOutcomes` when several are written like that. A
    message names outcomes: those that `occurring` returns, else all that could be formed of the values an
    answer has; of several outcomes written alike the one that occurs is meant. Quotes may stand around what
    begins or ends with a space.
    """
    written, text = text, text.strip()
    spellings = [written, text]
    if (inner := unquoted_outcome(text)) is not None:
        spellings.append(inner)
    if text[:1] in ("'", '"') and text.endswith(text[0]):  # with quotes of the same kind in it, too
        spellings.append(text[1:-1])
    for shown in spellings:
        found = outcomes_shown(answer, shown)
        if len(found) > 1 and occurring is not None:
            found = _shown_as(answer, shown, occurring()) or found
        if len(found) == 1:
            return found[0]
        if found:
            raise SeveralOutcomes(answer, text, shown, found)
    for read in (_folded, _counts, _decimals, _tiles, _beginning):
        meant = set(read(answer, text))
        if len(meant) == 1:
            return meant.pop()
    raise GameError(_problem(answer, text, list(_all(answer)) if occurring is None else occurring()))


def _problem(answer: Answer, text: str, outcomes: Sequence[OutcomeValue]) -> str:
    shown = [show_outcome(answer, values) for values in outcomes]
    near = nearest(bare(text), [bare(one) for one in shown])
    meant = [one for one in shown if bare(one) == near]
    some = ", ".join(shown[:_SHOWN]) + (", …" if len(shown) > _SHOWN else "")
    known = say(" The outcomes are {outcomes}", outcomes=some) if some else ""
    if meant:
        sentence = "{text} is no outcome of this experiment; did you mean {near}?"
        return say(sentence, text=repr(text), near=repr(meant[0])) + known
    return say("{text} is no outcome of this experiment", text=repr(text)) + (f".{known}" if known else "")


def _all(answer: Answer) -> Iterator[OutcomeValue]:
    """Yield every tuple of values an answer is made of, nothing when they are too many."""
    size = answer_size(answer)
    if size <= _MOST_LISTED:
        for number in range(size):
            yield outcome_values(answer, number)


def _folded(answer: Answer, text: str) -> Iterator[OutcomeValue]:
    """Yield what differs in spaces and letter case only, and what an answer with a template has in a list."""
    wanted = bare(text)
    for values in _all(answer):
        texts = [show_outcome(answer, values)]
        if isinstance(answer, Observed) and answer.template is not None:
            texts.append(",".join(show_value(value) for value in values))
        if wanted in map(bare, texts):
            yield values


def _counts(answer: Answer, text: str) -> Iterator[OutcomeValue]:
    """Yield what numbers mean, in order or with words after them that begin as the template goes on.

    `1 1`, `1-1`, `1 black 1 white`, `1w 1b`; what is not named is 0.
    """
    if not isinstance(answer, Observed) or not all(isinstance(part, Sum) for part in answer.components):
        return
    if _LONG.search(text):
        return
    found = [(int(number), word.casefold()) for number, word in _COUNT.findall(text)]
    if not found or re.sub(r"[\s,;.+/-]|and", "", _COUNT.sub("", text)):
        return
    if not any(word for _, word in found):
        numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
        if len(numbers) == len(answer.components):
            yield from _values(answer, numbers)
        return
    units = _units(answer)
    numbers = [0] * len(answer.components)
    named: set[int] = set()
    for number, word in found:
        place = next((i for i, unit in enumerate(units) if unit and word.startswith(unit)), None)
        if place is None or place in named:
            return
        named.add(place)
        numbers[place] = number
    yield from _values(answer, numbers)


def _decimals(answer: Answer, text: str) -> Iterator[OutcomeValue]:
    """Yield what a decimal written otherwise means: `.5`, `0,50`."""
    text = text.replace(",", ".")
    if not isinstance(answer, Observed) or len(answer.components) != 1 or not _DECIMAL.fullmatch(text):
        return
    (component,) = answer.components
    for value in component.values if isinstance(component, Cases) else ():
        if isinstance(value, str) and _DECIMAL.fullmatch(value) and Fraction(value) == Fraction(text):
            yield (value,)


def _units(answer: Observed) -> list[str]:
    """Return the letter behind each component of a template, nothing where letters do not tell."""
    if answer.template is None or answer.shape != tuple(range(len(answer.components))):
        return [""] * len(answer.components)
    after = [part.strip()[:1].casefold() for part in answer.template.split("{}")[1:]]
    return [unit if unit.isalpha() and after.count(unit) == 1 else "" for unit in after]


def _values(answer: Observed, values: list[int]) -> Iterator[OutcomeValue]:
    try:
        for component, value in zip(answer.components, values, strict=True):
            component_digit(component, value)
    except GameError:
        return
    yield tuple(values)


def _tiles(answer: Answer, text: str) -> Iterator[OutcomeValue]:
    """Yield what tiles mean, one for each component: their letters, other letters for them, or squares."""
    if not isinstance(answer, Observed) or answer.template is not None:
        return
    tiles = [one for one in text.casefold() if not one.isspace() and one not in ",\ufe0f"]
    if len(tiles) != len(answer.components):
        words = text.casefold().replace(",", " ").split()
        tiles = words if len(words) == len(answer.components) else []
    values = [_tile(component, tile) for component, tile in zip(answer.components, tiles, strict=False)]
    if values and None not in values:
        yield tuple(value for value in values if value is not None)


def _tile(component: Component, text: str) -> Value | None:
    """Return the value of a component that a text stands for, None when there is not exactly one."""
    if isinstance(component, Sum):
        number = int(text) if re.fullmatch("[0-9]{1,9}", text) else -1
        return number if component.value.low <= number <= component.value.high else None
    kind = next((texts for texts in _TILES if text in texts), frozenset())
    for alike in (text.__eq__, kind.__contains__):
        found = [value for value in component.values if alike(show_value(value).casefold())]
        if len(found) == 1:
            return found[0]
    truth = _YES.get(text)
    return truth if truth is not None and _is_truth(component) else None


def _is_truth(component: Cases) -> bool:
    return all(isinstance(value, bool) for value in component.values)


def _beginning(answer: Answer, text: str) -> Iterator[OutcomeValue]:
    """Yield the outcomes whose name a text begins, or stands for yes or no."""
    wanted = bare(text)
    if not wanted:
        return
    if isinstance(answer, Observed) and len(answer.components) == 1:
        only = answer.components[0]
        if isinstance(only, Cases) and _is_truth(only) and wanted in _YES:
            yield (_YES[wanted],)
            return
    if isinstance(answer, Outcomes) or not any(isinstance(part, Sum) for part in answer.components):
        for values in _all(answer):
            if bare(show_outcome(answer, values)).startswith(wanted):
                yield values
