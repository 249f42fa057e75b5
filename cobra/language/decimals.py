"""Numbers with a fraction, exactly: a whole number that depends on what it may, over a fixed denominator.

They are written as decimals (`2.5`) and may be added, multiplied, compared, chosen from and divided; what is
observed and what is indexed stays whole. A decimal stays one, even 1.0: 1.0 / 3 is a third, 1 / 3 is 0. Where
all is whole this costs nothing: only where a fraction takes part are values brought to one denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import TYPE_CHECKING

from cobra.language import ast
from cobra.language.problems import Problem
from cobra.language.values import CaseMap, Fraction, Number

if TYPE_CHECKING:
    from cobra.language.arithmetic import Arithmetic

Rational = Number | Fraction


def fraction(arithmetic: Arithmetic, value: Number, denominator: int | None) -> Rational:
    """Return `value / denominator`, None: the whole number itself; constants are reduced."""
    if denominator is None:
        return value
    if isinstance(value, CaseMap) and isinstance(value.constant, int):
        divisor = gcd(value.constant, denominator)
        value, denominator = arithmetic.constant(value.constant // divisor), denominator // divisor
    return Fraction(value, denominator)


def common(arithmetic: Arithmetic, values: Sequence[Rational]) -> tuple[list[Number], int | None]:
    """Return numbers that are these over one denominator, and that; None when all of them are whole."""
    fractions = [value for value in values if isinstance(value, Fraction)]
    denominator = lcm(*(value.denominator for value in fractions))
    scaled: list[Number] = []
    for value in values:
        whole, own = _parts(value)
        scaled.append(whole if own == denominator else _times(arithmetic, denominator // own, whole))
    return scaled, denominator if fractions else None


def _times(arithmetic: Arithmetic, factor: int, value: Number) -> Number:
    return arithmetic.multiply(arithmetic.constant(factor), value)


def _parts(value: Rational) -> tuple[Number, int]:
    return (value.value, value.denominator) if isinstance(value, Fraction) else (value, 1)


def calculate(arithmetic: Arithmetic, e: ast.Arithmetic, operands: Sequence[Rational]) -> Rational:
    """Return the value of a sum or product some of whose operands are fractions."""
    operators = [operator for operator, _ in e.rest]
    if operators[0] in "+-":
        values, denominator = common(arithmetic, operands)
        signs = [1, *(1 if operator == "+" else -1 for operator in operators)]
        return fraction(arithmetic, arithmetic.add(list(zip(signs, values, strict=True))), denominator)
    value, denominator = _parts(operands[0])
    for (operator, expression), operand in zip(e.rest, operands[1:], strict=True):
        other, divisor = _parts(operand)
        if operator == "*":
            value, denominator = arithmetic.multiply(value, other), denominator * divisor
            continue
        if operator == "%":
            raise Problem("wrong kind", "`%` is of whole numbers, not of decimals", expression.span)
        if not isinstance(other, CaseMap) or not isinstance(other.constant, int):
            raise Problem(
                "must be ground", "what a decimal is divided by must be one number", expression.span
            )
        if other.constant < 1:
            message = "a divisor must be positive, but this is not"
            raise Problem("divisor not positive", message, expression.span)
        value, denominator = _times(arithmetic, divisor, value), denominator * other.constant
    return fraction(arithmetic, value, denominator)
