"""Answers as numbers, as tuples of values and as text.

An answer is a tuple of components; each has digits 0, 1, …, and an outcome's number is the mixed-radix
number of the digits, the first component most significant. The digit of a `Sum` is its value minus the
lower bound; the digit of `Cases` is the position of its value. Named outcomes are one component whose
values are the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import prod
from typing import Final

from cobra.errors import GameError
from cobra.model.dag import Lit
from cobra.model.game import Cases, Component, Observed, Outcomes, Sum, Value

Answer = Observed | Outcomes
OutcomeValue = tuple[Value, ...]
"""What tells outcomes apart: the values of the components; for named outcomes the name alone in a tuple."""

MOST_READINGS: Final = 1000
"""So many readings of one text are listed."""
_WHOLE: Final = re.compile("0|-?[1-9][0-9]*")
_SHOWN: Final = 20
"""So many outcomes are named in a message."""


def components_of(answer: Answer) -> tuple[Component, ...]:
    """Return the components of an answer; named outcomes are one `Cases` whose values are their names."""
    if isinstance(answer, Observed):
        return answer.components
    names = tuple(outcome.name for outcome in answer.outcomes)
    return (Cases(names, tuple(outcome.formula for outcome in answer.outcomes)),)


def component_size(component: Component) -> int:
    """Return the number of digits of a component."""
    if isinstance(component, Sum):
        return component.value.high - component.value.low + 1
    return len(component.values)


def component_lits(component: Component) -> list[Lit]:
    """Return the literals a component is made of."""
    return [lit for _, lit in component.value.terms] if isinstance(component, Sum) else list(component.lits)


def component_value(component: Component, digit: int) -> Value:
    """Return the value a digit of a component stands for."""
    return component.value.low + digit if isinstance(component, Sum) else component.values[digit]


def component_digit(component: Component, value: Value) -> int:
    """Return the digit of a value; `GameError` when the component never takes it."""
    if isinstance(component, Sum):
        if isinstance(value, int) and component.value.low <= value <= component.value.high:
            return value - component.value.low
    else:
        for digit, known in enumerate(component.values):
            if known == value and isinstance(known, bool) == isinstance(value, bool):
                return digit
    raise GameError(f"no answer has the value {show_value(value)} here")


def answer_size(answer: Answer) -> int:
    """Return how many outcome numbers there are; not every number need be the outcome of some code."""
    return prod(component_size(component) for component in components_of(answer))


def split_number(sizes: Sequence[int], number: int) -> list[int]:
    """Return the digits of a mixed-radix number, the first digit most significant."""
    digits = []
    for size in reversed(sizes):
        number, digit = divmod(number, size)
        digits.append(digit)
    if number:
        raise GameError("there is no outcome with that number")
    return digits[::-1]


def join_digits(sizes: Sequence[int], digits: Sequence[int]) -> int:
    """Return the mixed-radix number of digits, the first digit most significant."""
    number = 0
    for size, digit in zip(sizes, digits, strict=True):
        number = number * size + digit
    return number


def outcome_values(answer: Answer, number: int) -> OutcomeValue:
    """Return the values an outcome number stands for."""
    components = components_of(answer)
    digits = split_number([component_size(c) for c in components], number)
    return tuple(component_value(c, digit) for c, digit in zip(components, digits, strict=True))


def outcome_number(answer: Answer, values: OutcomeValue) -> int:
    """Return the number of the outcome with these values; outcomes are ordered by it."""
    components = components_of(answer)
    digits = [component_digit(c, value) for c, value in zip(components, values, strict=True)]
    return join_digits([component_size(c) for c in components], digits)


def show_value(value: Value) -> str:
    """Return a value as shown: formulas as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def show_outcome(answer: Answer, values: OutcomeValue) -> str:
    """Return an outcome as the player sees it.

    The items fill the template or are joined by commas. The values of a vector are written without
    separators when every value it can take is one character long, else with spaces.
    """
    if isinstance(answer, Outcomes):
        return show_value(values[0])
    return "".join(p if isinstance(p, str) else show_value(values[p]) for p in answer_pieces(answer))


def parse_outcome(
    answer: Answer, text: str, occurring: Callable[[str], Iterable[OutcomeValue]] | None = None
) -> OutcomeValue:
    """Return the outcome that is shown as `text`; `GameError` when none is, or when several are.

    It need not be the outcome of any code; `occurring` is asked only when several outcomes are shown as
    `text`, for those of them that occur, of which there should be one.
    """
    found = outcomes_shown(answer, text)
    if len(found) > 1 and occurring is not None:
        found = list(islice(occurring(text), 2))
    if len(found) == 1:
        return found[0]
    if found:
        raise GameError(f"{text!r} is more than one outcome of this experiment")
    if isinstance(answer, Outcomes):
        names = [outcome.name for outcome in answer.outcomes]
        raise GameError(f"{text!r} is no outcome; the outcomes are {', '.join(names[:_SHOWN])}")
    raise GameError(f"{text!r} is no outcome of this experiment")


def outcomes_shown(answer: Answer, text: str) -> list[OutcomeValue]:
    """Return the outcomes that are shown as `text`, at most `MOST_READINGS`, whether they occur or not.

    All readings are followed at once, so the time is that of the text's length times the number of
    components' values.
    """
    if isinstance(answer, Outcomes):
        return [(text,)] if any(outcome.name == text for outcome in answer.outcomes) else []
    pieces = answer_pieces(answer)
    read: dict[int, list[OutcomeValue]] = {0: [()]}  # what was read up to a place
    for piece in pieces:
        further: dict[int, list[OutcomeValue]] = {}
        for start, known in read.items():
            if isinstance(piece, str):
                if text.startswith(piece, start):
                    further[start + len(piece)] = known
                continue
            for value, end in values_at(answer.components[piece], text, start):
                further.setdefault(end, []).extend((*values, value) for values in known)
        read = {end: known[:MOST_READINGS] for end, known in further.items()}
    places = [piece for piece in pieces if isinstance(piece, int)]
    found = []
    for listed in read.get(len(text), []):
        values = dict(zip(places, listed, strict=True))
        found.append(tuple(values[place] for place in range(len(answer.components))))
    return found


def answer_pieces(answer: Observed) -> list[int | str]:
    """Return what an outcome looks like: the numbers of the components, and the text around them."""
    between = answer.template.split("{}") if answer.template is not None else None
    pieces: list[int | str] = []
    for place, item in enumerate(answer.shape):
        if between is not None:
            pieces.append(between[place])
        elif place:
            pieces.append(",")
        if isinstance(item, int):
            pieces.append(item)
        else:
            compact = all(_one_character(answer.components[i]) for i in item)
            for number, component in enumerate(item):
                if number and not compact:
                    pieces.append(" ")
                pieces.append(component)
    if between is not None:
        pieces.append(between[-1])
    return pieces


def values_at(component: Component, text: str, start: int) -> list[tuple[Value, int]]:
    """Return the values of a component that stand in a text from `start`, each with the place it ends at."""
    if isinstance(component, Cases):
        shown = [(value, show_value(value)) for value in component.values]
        return [(value, start + len(word)) for value, word in shown if text.startswith(word, start)]
    low, high = component.value.low, component.value.high
    longest = max(len(str(low)), len(str(high)))
    values: list[tuple[Value, int]] = []
    for end in range(start + 1, min(len(text), start + longest) + 1):
        word = text[start:end]
        if _WHOLE.fullmatch(word) and low <= int(word) <= high:
            values.append((int(word), end))
    return values


def _one_character(component: Component) -> bool:
    if isinstance(component, Sum):
        return component.value.low >= 0 and component.value.high <= 9
    return all(len(show_value(value)) == 1 for value in component.values)
