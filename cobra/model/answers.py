"""Answers as numbers, as tuples of values and as text.

An answer is a tuple of components; each has digits 0, 1, …, and an outcome's number is the mixed-radix
number of the digits, the first component most significant. The digit of a `Sum` is its value minus the
lower bound; the digit of `Cases` is the position of its value. Named outcomes are one component whose
values are the names.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from cobra.errors import GameError
from cobra.model.dag import Lit
from cobra.model.game import Cases, Component, Observed, Outcomes, Sum, Value

Answer = Observed | Outcomes
OutcomeValue = tuple[Value, ...]
"""What tells outcomes apart: the values of the components; for named outcomes the name alone in a tuple."""


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
    items = []
    for item in answer.shape:
        if isinstance(item, int):
            items.append(show_value(values[item]))
        else:
            compact = all(_one_character(answer.components[i]) for i in item)
            items.append(("" if compact else " ").join(show_value(values[i]) for i in item))
    if answer.template is None:
        return ",".join(items)
    pieces = answer.template.split("{}")
    return pieces[0] + "".join(item + piece for item, piece in zip(items, pieces[1:], strict=True))


def _one_character(component: Component) -> bool:
    if isinstance(component, Sum):
        return component.value.low >= 0 and component.value.high <= 9
    return all(len(show_value(value)) == 1 for value in component.values)
