"""Quotients of whole numbers that are rounded where hardly anybody means it: in a price or a weight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cobra.language import ast
from cobra.language.parts import parts_of


def rounded(statements: Iterable[ast.Statement]) -> Iterator[str]:
    """Yield a warning for each price or weight with a fraction such as `1/2`, which is 0 there."""
    for part in parts_of(tuple(statements)):
        for amount in _amounts(part):
            for quotient in parts_of(amount):
                if isinstance(quotient, ast.Arithmetic) and (written := _fraction(quotient)) is not None:
                    number, divisor = written
                    yield (
                        f"`{number}/{divisor}` (line {quotient.span.line}) is {number // divisor}, as `/` "
                        f"rounds whole numbers down: {number}.0/{divisor} is the fraction"
                    )


def _amounts(part: object) -> tuple[ast.Expression, ...]:
    if isinstance(part, ast.Cost | ast.Weight):
        return (part.value,)
    return (part.cost,) if isinstance(part, ast.Lost) and part.cost is not None else ()


def _fraction(quotient: ast.Arithmetic) -> tuple[int, int] | None:
    """Return a number that a product begins with and the one it is divided by next, where a rest is left."""
    operator, divisor = quotient.rest[0]
    if operator == "/" and isinstance(quotient.first, ast.Integer) and isinstance(divisor, ast.Integer):
        numerator, by = quotient.first.value, divisor.value
        if by > 0 and numerator % by:
            return numerator, by
    return None
