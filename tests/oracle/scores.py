"""The value of a score for a split, by definition: whole numbers of 2^-32, rounded to the nearest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import floor, isqrt
from typing import Final

from cobra.errors import GameError
from cobra.language.score import SPLIT, Binary, Call, Name, Number, Score, Value

ONE: Final = 1 << 32
BOUND: Final = ONE << 62
FACTORED: Final = 1 << 26


@dataclass(frozen=True)
class Figures:
    """What a score sees of a split: codes, fixed variables and weight of each cell, and of codes that are hit
    their number and weight."""

    sizes: list[int]
    fixed: list[int]
    weights: list[int]
    hit: int
    hit_weight: int
    costs: list[Fraction] | None = None
    """What the experiment costs with each outcome; None where every experiment costs 1."""


def keys_of(score: Score, figures: Figures) -> tuple[tuple[int, ...], ...]:
    """Return what is compared, the lesser the better; `GameError` when a value does not exist."""
    keys: list[tuple[int, ...]] = []
    for key in score.keys:
        sign = -1 if key.maximise else 1
        if key.value == SPLIT:
            keys.append(tuple(sign * size for size in sorted(figures.sizes, reverse=True)))
        else:
            keys.append((sign * _value(key.value, figures, None),))
    return tuple(keys)


def _value(value: Value, figures: Figures, cell: int | None) -> int:
    """Return a value; `cell` is the outcome it is of, inside an aggregate."""
    match value:
        case Number(units):
            return units
        case Name("cost"):
            return floor(_cost(figures, cell) * ONE + Fraction(1, 2))
        case Name(name):
            return ONE * _quantity(name, figures, cell)
        case Call(name, of) if name in ("sum", "max", "min"):
            values = [_value(of, figures, place) for place in range(len(figures.sizes))]
            return _bounded(_AGGREGATES[name](values))
        case Call(name, of):
            return _FUNCTIONS[name](_value(of, figures, cell))
        case Binary(operator, left, right):
            return _bounded(_OPERATORS[operator](_value(left, figures, cell), _value(right, figures, cell)))


def _cost(figures: Figures, cell: int | None) -> Fraction:
    """Return the cost with an outcome, and otherwise the mean over the codes left, by weight."""
    costs = figures.costs or [Fraction(1)] * len(figures.sizes)
    if cell is not None:
        return costs[cell]
    paid = sum(weight * cost for weight, cost in zip(figures.weights, costs, strict=True))
    return paid / sum(figures.weights)


def _quantity(name: str, figures: Figures, cell: int | None) -> int:
    if cell is not None and name in ("n", "w", "fixed"):
        return {"n": figures.sizes, "w": figures.weights, "fixed": figures.fixed}[name][cell]
    whole = {
        "total": sum(figures.sizes),
        "weight": sum(figures.weights),
        "parts": len(figures.sizes),
        "largest": max(figures.sizes),
        "hit": figures.hit,
        "hitweight": figures.hit_weight,
    }
    return whole[name]


def _bounded(number: int) -> int:
    if abs(number) >= BOUND:
        raise GameError("a number is not below 2^62")
    return number


def _times(a: int, b: int) -> int:
    return (a * b + ONE // 2) // ONE


def _over(a: int, b: int) -> int:
    if b == 0:
        raise GameError("a division by 0")
    a, b = (-a, -b) if b < 0 else (a, b)
    return (2 * a * ONE + b) // (2 * b)


def _power(a: int, b: int) -> int:
    power = ONE
    for _ in range(b // ONE):
        power = _bounded(_times(power, a))
    return power


def _sqrt(a: int) -> int:
    if a < 0:
        raise GameError("a square root of a negative number")
    return (isqrt(4 * a * ONE) + 1) // 2


@cache
def _log2(a: int) -> int:
    if a <= 0:
        raise GameError("a logarithm of a number that is not positive")
    if a % ONE or a >= FACTORED * ONE:
        return _rounded_log2(Decimal(a) / ONE)
    rest, factor, log = a // ONE, 2, 0
    while rest > 1:
        while rest % factor:
            factor += 1
        rest //= factor
        log += _rounded_log2(Decimal(factor))
    return log


@cache
def _rounded_log2(number: Decimal) -> int:
    with localcontext() as context:
        context.prec = 60
        return round(number.ln() / Decimal(2).ln() * ONE)


_AGGREGATES: Final[dict[str, Callable[[list[int]], int]]] = {"sum": sum, "max": max, "min": min}
_FUNCTIONS: Final[dict[str, Callable[[int], int]]] = {"log2": _log2, "sqrt": _sqrt, "abs": abs}
_OPERATORS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": _times,
    "/": _over,
    "^": _power,
}
