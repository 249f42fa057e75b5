"""Numbers with a fraction, exactly: a whole number that depends on what it may, over a fixed denominator.

They are written as decimals (`2.5`) and may be added, multiplied, compared, chosen from, divided and
observed; what is indexed stays whole. A decimal stays one, even 1.0: 1.0 / 3 is a third, 1 / 3 is 0. Where
all is whole this costs nothing: only where a fraction takes part are values brought to one denominator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction as Exact
from math import gcd, lcm
from typing import TYPE_CHECKING

from cobra.figures import exact
from cobra.language import ast
from cobra.language.problems import Problem
from cobra.language.tables import is_whole
from cobra.language.values import CaseMap, Fraction, Number
from cobra.model.dag import Lit
from cobra.model.game import Symbol

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
        whole, own = parts(value)
        scaled.append(whole if own == denominator else times(arithmetic, denominator // own, whole))
    return scaled, denominator if fractions else None


def times(arithmetic: Arithmetic, factor: int, value: Number) -> Number:
    """Return so many times a number."""
    return arithmetic.multiply(arithmetic.constant(factor), value)


def parts(value: Rational) -> tuple[Number, int]:
    """Return a number as a whole one over a denominator."""
    return (value.value, value.denominator) if isinstance(value, Fraction) else (value, 1)


def of_cells(arithmetic: Arithmetic, cases: Iterable[tuple[Symbol | Exact, Lit]]) -> Rational:
    """Return the value of a cell of a table, one of these when its literal holds; see `Arithmetic.case_map`.

    Where some columns hold numbers and others words it is the same answer in each: `1` is the number wherever
    it stands, and a decimal the word as which it is shown.
    """
    cases = list(cases)
    kinds = {type(value) for value, _ in cases}
    if Exact in kinds and str not in kinds:
        denominator = lcm(*(value.denominator for value, _ in cases if isinstance(value, Exact)))
        whole = [(int(value * denominator), lit) for value, lit in cases if not isinstance(value, str)]
        return fraction(arithmetic, arithmetic.case_map(whole), denominator)
    if len(kinds) == 1:
        return arithmetic.case_map([(value, lit) for value, lit in cases if not isinstance(value, Exact)])
    return arithmetic.case_map([(_symbol(value), lit) for value, lit in cases])


def _symbol(value: Symbol | Exact) -> Symbol:
    text = value if isinstance(value, str) else exact(Exact(value))
    return int(text) if is_whole(text) and str(int(text)) == text else text


def total(arithmetic: Arithmetic, operators: Sequence[str], operands: Sequence[Rational]) -> Rational:
    """Return the value of a sum: the operators, `+` or `-`, stand between the operands."""
    values, denominator = common(arithmetic, operands)
    signs = [1, *(1 if operator == "+" else -1 for operator in operators)]
    return fraction(arithmetic, arithmetic.add(list(zip(signs, values, strict=True))), denominator)


def product(
    arithmetic: Arithmetic, operator: str, left: Rational, right: Rational, expression: ast.Expression
) -> Rational:
    """Return a product, quotient or remainder of which one side is a fraction.

    `expression` is what stands on the right.
    """
    (value, denominator), (other, divisor) = parts(left), parts(right)
    if operator == "*":
        return fraction(arithmetic, arithmetic.multiply(value, other), denominator * divisor)
    if operator == "%":
        raise Problem("wrong kind", "`%` is of whole numbers, not of decimals", expression.span)
    if not isinstance(other, CaseMap) or not isinstance(other.constant, int):
        raise Problem("must be ground", "what a decimal is divided by must be one number", expression.span)
    if other.constant < 1:
        message = "a divisor must be positive, but this is not"
        raise Problem("divisor not positive", message, expression.span)
    return fraction(arithmetic, times(arithmetic, divisor, value), denominator * other.constant)


def words_of(arithmetic: Arithmetic, value: Fraction) -> list[tuple[str, Lit]]:
    """Return the values a number may have as they are shown, ascending, each with its condition."""
    cases = arithmetic.cases(value.value).items
    return [
        (exact(Exact(number, value.denominator)), lit) for number, lit in cases if isinstance(number, int)
    ]
