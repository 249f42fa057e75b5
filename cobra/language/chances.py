"""Chances: exact numbers from 0 to 1, and answers that are drawn by them.

Where chances depend on the code or the parameters, what is observed is drawn all the same: the numbers from 0
to 1 are cut wherever some code has the end of a chance, in the order in which values are written, and to each
piece belongs what the code makes of it. So each piece has a chance of its own, the same for all codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as Exact
from functools import partial
from itertools import accumulate, pairwise
from math import lcm
from typing import Final

from cobra.language import ast
from cobra.language.arithmetic import Arithmetic
from cobra.language.decimals import Rational, common, fraction, parts, product, times, total
from cobra.language.evaluator import Evaluator
from cobra.language.expressions import branches, divide
from cobra.language.problems import Problem
from cobra.language.values import Number, Scope
from cobra.model.dag import FALSE, TRUE, Lit
from cobra.model.game import Cases, Observed, Value, Way

FINEST_CHANCE: Final = 10**9
"""The greatest denominator of a chance."""

_Shares = tuple[int, ...]
"""A chance for each value that may be observed, in parts."""


def chance_by_code(evaluator: Evaluator, scope: Scope, expression: ast.Expression) -> list[tuple[Exact, Lit]]:
    """Return the numbers that an expression may be, ascending, each with its condition."""
    arithmetic = evaluator.arithmetic
    (whole,), denominator = common(arithmetic, [_chance(evaluator, expression, scope)])
    if (denominator or 1) > FINEST_CHANCE:
        raise _too_fine(expression)
    return [
        (Exact(number, denominator or 1), lit)
        for number, lit in arithmetic.cases(whole).items
        if isinstance(number, int)
    ]


def _chance(evaluator: Evaluator, expression: ast.Expression, scope: Scope) -> Rational:
    """Return a number that may depend on the code; here `1/10` is a tenth, as nobody means 0 by it."""
    arithmetic = evaluator.arithmetic
    if isinstance(expression, ast.If):
        several, (last, _) = branches(evaluator, expression, scope, partial(_chance, evaluator))
        values = [*(value for _, value, _ in several), last]
        (*options, chosen), denominator = common(arithmetic, values)
        for (condition, _, _), option in zip(reversed(several), reversed(options), strict=True):
            choice = arithmetic.choose(condition, option, chosen)
            assert isinstance(choice, Number)
            chosen = choice
        return fraction(arithmetic, chosen, denominator)
    if not isinstance(expression, ast.Arithmetic):
        return evaluator.rational(expression, scope)
    value, *others = [
        _chance(evaluator, one, scope) for one in (expression.first, *(one for _, one in expression.rest))
    ]
    if expression.rest[0][0] in "+-":
        return total(arithmetic, [operator for operator, _ in expression.rest], [value, *others])
    for (operator, written), other in zip(expression.rest, others, strict=True):
        if operator == "%" and isinstance(value, Number) and isinstance(other, Number):
            value = divide(evaluator, operator, value, other, written)
        elif operator == "%":
            message = "`%` is of whole numbers, not of decimals"
            raise Problem("wrong kind", message, written.span, "in a chance `/` is exact: 1/2 is a half")
        elif operator == "/":
            (whole, below), inverse = parts(value), _inverse(arithmetic, *parts(other), written)
            value = fraction(arithmetic, arithmetic.multiply(whole, inverse[0]), below * inverse[1])
        else:
            value = product(arithmetic, operator, value, other, written)
    return value


def _inverse(
    arithmetic: Arithmetic, value: Number, denominator: int, expression: ast.Expression
) -> tuple[Number, int]:
    """Return 1 over a number that may depend on the code, as a number over one denominator."""
    cases = [(number, lit) for number, lit in arithmetic.cases(value).items if isinstance(number, int)]
    if any(number < 1 for number, _ in cases):
        message = "a divisor must be positive, but this need not be"
        raise Problem("divisor not positive", message, expression.span)
    whole = lcm(*(number for number, _ in cases))
    if whole > FINEST_CHANCE:
        raise _too_fine(expression)
    inverse = arithmetic.case_map([(whole // number, lit) for number, lit in cases])
    return times(arithmetic, denominator, inverse), whole


def _too_fine(expression: ast.Expression | ast.Observe) -> Problem:
    message = f"chances have a common denominator of at most {FINEST_CHANCE:,}"
    return Problem("chances that are none", message, expression.span)


def drawn(evaluator: Evaluator, clause: ast.Observe, scope: Scope, observed: Sequence[Cases]) -> Observed:
    """Return the answer of an `observe` clause that says what may be observed, each with its chance.

    `observed` are the values of the items, one for each.
    """
    for item in clause.observed:
        if item.chance is None:
            message = "where chances are given (`with`), each value has one"
            raise Problem("chances that are none", message, item.span)
    if clause.template is not None and clause.template.text.count("{}") != 1:
        message = "where chances are given (`with`), one value is observed, so the text has one `{}`"
        raise Problem("wrong number of {}", message, clause.template.span)
    if len({isinstance(value, bool) for cases in observed for value in cases.values}) > 1:
        message = "what may be observed is formulas, or none of it is"
        raise Problem("chances that are none", message, clause.span)
    shares, denominator = _shares(evaluator, clause, scope)
    good: list[tuple[_Shares, Lit]] = []
    amiss: list[tuple[Lit, str]] = []
    for share, lit in shares:
        wrong = _wrong(share, denominator)
        if wrong is None:
            good.append((share, lit))
        else:
            amiss.append((lit, wrong))
    if not good or TRUE in [lit for lit, _ in amiss]:
        raise Problem("chances that are none", amiss[0][1], clause.span)
    ways = _ways(evaluator, good, denominator, observed)
    template = None if clause.template is None else clause.template.text
    return Observed((ways[0].cases,), (0,), template, ways, tuple(amiss))


def _shares(evaluator: Evaluator, clause: ast.Observe, scope: Scope) -> tuple[list[tuple[_Shares, Lit]], int]:
    """Return which chances there are together, in parts of a whole, with their conditions, and the parts."""
    arithmetic = evaluator.arithmetic
    chances = [_chance(evaluator, item.chance, scope) for item in clause.observed if item.chance is not None]
    numbers, denominator = common(arithmetic, chances)
    whole = denominator or 1
    if whole > FINEST_CHANCE:
        raise _too_fine(clause)
    for number, item in zip(numbers, clause.observed, strict=True):
        low, high = arithmetic.bounds(number)
        if low == high and low <= 0:
            message = f"a chance is more than 0, not {Exact(low, whole)}"
            raise Problem("chances that are none", message, item.span)
    shares: list[tuple[_Shares, Lit]] = [((), TRUE)]
    for number in numbers:
        cases = [(share, lit) for share, lit in arithmetic.cases(number).items if isinstance(share, int)]
        evaluator.limits.check("values", len(shares) * len(cases), "the chances of an answer")
        joined = [
            ((*before, share), evaluator.formulas.conj((condition, lit)))
            for before, condition in shares
            for share, lit in cases
        ]
        shares = [(share, lit) for share, lit in joined if lit != FALSE]
    return shares, whole


def _wrong(shares: _Shares, whole: int) -> str | None:
    """Return what is wrong with chances in parts of a whole; None when nothing is."""
    if min(shares) < 0:
        return f"a chance is {Exact(min(shares), whole)}, less than 0"
    if sum(shares) != whole:
        return f"the chances are {Exact(sum(shares), whole)} together, not 1"
    return None


def _ways(
    evaluator: Evaluator, shares: Sequence[tuple[_Shares, Lit]], whole: int, observed: Sequence[Cases]
) -> tuple[Way, ...]:
    """Return the pieces of 0 to 1, with what is observed there."""
    formulas = evaluator.formulas
    values: tuple[Value, ...] = tuple(dict.fromkeys(value for cases in observed for value in cases.values))
    lits = [dict(zip(cases.values, cases.lits, strict=True)) for cases in observed]
    ends = [tuple(accumulate(share)) for share, _ in shares]
    cuts = sorted({0, *(end for of in ends for end in of)})
    evaluator.limits.check("values", len(cuts), "the chances of an answer")
    ways = []
    for low, high in pairwise(cuts):
        said: dict[Value, list[Lit]] = {}
        for of, (_, condition) in zip(ends, shares, strict=True):
            place = next(place for place, end in enumerate(of) if end > low)
            for value, lit in lits[place].items():
                said.setdefault(value, []).append(formulas.conj((condition, lit)))
        cases = Cases(values, tuple([formulas.disj(said.get(value, ())) for value in values]))
        ways.append(Way(cases, Exact(high - low, whole)))
    return tuple(ways)
