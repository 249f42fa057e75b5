"""The value of each kind of expression, one function for each.

Behind a ground condition (`x in 1..n &`, a branch of `if`) the rest is evaluated under that assumption:
what is contradicted by it is dropped, so an index that leaves its set only where the condition fails is no
mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from cobra.errors import Span
from cobra.language import ast
from cobra.language.builtin import FUNCTIONS
from cobra.language.decimals import common, fraction, product, total
from cobra.language.evaluator import Evaluator, Handlers
from cobra.language.problems import Problem
from cobra.language.values import (
    Bag,
    CaseMap,
    Cell,
    Formula,
    Fraction,
    Function,
    Number,
    Scope,
    SetValue,
    Value,
    Vector,
    constant_set,
    is_integer,
    kind,
    show_symbol,
    show_symbols,
)
from cobra.model.dag import FALSE, TRUE, Lit
from cobra.model.game import Symbol

T = TypeVar("T")

MOST_AT_ONCE: Final = 16
"""Branches of an `if` that are compared with each other."""


def _integer(evaluator: Evaluator, e: ast.Integer, scope: Scope) -> Value:
    return evaluator.arithmetic.constant(e.value)


def _decimal(evaluator: Evaluator, e: ast.Decimal, scope: Scope) -> Value:
    return fraction(evaluator.arithmetic, evaluator.arithmetic.constant(e.numerator), e.denominator)


def _text(evaluator: Evaluator, e: ast.Text, scope: Scope) -> Value:
    return evaluator.arithmetic.constant(e.text)


def _boolean(evaluator: Evaluator, e: ast.Boolean, scope: Scope) -> Value:
    return Formula(TRUE if e.value else FALSE)


def _name(evaluator: Evaluator, e: ast.Name, scope: Scope) -> Value:
    value = scope.find(e)
    if isinstance(value, Function):
        return evaluator.expand(value, (), e, scope)
    return value


def _braces(evaluator: Evaluator, e: ast.Braces, scope: Scope) -> Value:
    seen: dict[Symbol, None] = {}
    for symbol in e.symbols:
        value = symbol.value if isinstance(symbol, ast.Integer) else symbol.text
        if value in seen:
            raise Problem(
                "symbol listed twice", f"the symbol {show_symbol(value)} is listed twice", symbol.span
            )
        seen[value] = None
    return constant_set(tuple(seen))


def _range(evaluator: Evaluator, e: ast.Range, scope: Scope) -> Value:
    low, high = evaluator.scalar(e.low, scope), evaluator.scalar(e.high, scope)
    first = low.constant if isinstance(low, CaseMap) else None
    last = high.constant if isinstance(high, CaseMap) else None
    if isinstance(first, str) and isinstance(last, str):
        return _letters(evaluator, first, last, e)
    for end, side in ((low, e.low), (high, e.high)):
        if isinstance(end, CaseMap) and not all(is_integer(s) for s, _ in end.items):
            raise evaluator.wrong_kind("a whole number", end, side)
        if not evaluator.is_ground(end):
            raise evaluator.not_ground("the ends of a range", side)
    return evaluator.arithmetic.range(low, high)


def _letters(evaluator: Evaluator, first: str, last: str, e: ast.Range) -> SetValue:
    for end, side in ((first, e.low), (last, e.high)):
        if len(end) != 1:
            message = "the ends of a range of letters are one character long"
            raise Problem("wrong kind", message, side.span)
    evaluator.limits.check("values", ord(last) - ord(first) + 1, "the letters of a range")
    letters = [chr(code) for code in range(ord(first), ord(last) + 1)]
    return constant_set(tuple([letter for letter in letters if not "\ud800" <= letter <= "\udfff"]))


def branches(
    evaluator: Evaluator, e: ast.If, scope: Scope, evaluate: Callable[[ast.Expression, Scope], T]
) -> tuple[list[tuple[Lit, T, ast.Expression]], tuple[T, ast.Expression]]:
    """Return what an `if` chooses from, each with its condition, the first that holds counts; and what it is
    where none holds.

    Branches behind ground conditions are evaluated under them, what they rule out not at all.
    """
    before = evaluator.assumptions.now
    chosen: list[tuple[Lit, T, ast.Expression]] = []
    last: tuple[T, ast.Expression] | None = None
    for condition, branch in e.branches:
        lit = evaluator.formula(condition, scope)
        if not evaluator.formulas.is_ground(lit):
            chosen.append((lit, evaluate(branch, scope), branch))
            continue
        if evaluator.excluded(lit):
            continue
        if evaluator.excluded(lit ^ 1):
            last = (evaluate(branch, scope), branch)
            break
        chosen.append((lit, evaluator.under(lit, evaluate, branch, scope), branch))
        evaluator.assumptions.suppose(lit ^ 1)
    if last is None:
        last = (evaluate(e.otherwise, scope), e.otherwise)
    evaluator.assumptions.now = before
    return chosen, last


def _if(evaluator: Evaluator, e: ast.If, scope: Scope) -> Value:
    chosen, (value, otherwise) = branches(evaluator, e, scope, evaluator.evaluate)
    _check_numbers(evaluator, [*((option, branch) for _, option, branch in chosen), (value, otherwise)])
    while chosen:
        lit, option, branch = chosen.pop()
        options = [(lit, option)]
        while chosen and _any_order(evaluator, [*options, chosen[-1][:2]], value):
            options.append(chosen.pop()[:2])
        if len(options) == 1:
            value = _choose(evaluator, lit, option, value, branch)
        else:
            none = evaluator.formulas.conj(lit ^ 1 for lit, _ in options)
            parts = [*reversed(options), (none, value)]
            value = evaluator.arithmetic.select(
                [(lit, part) for lit, part in parts if isinstance(part, CaseMap | Formula)]
            )
    return value


def _check_numbers(evaluator: Evaluator, options: Sequence[tuple[Value, ast.Expression]]) -> None:
    """Refuse words among the branches of an `if` where one of them is a decimal."""
    if any(isinstance(value, Fraction) for value, _ in options):
        for value, branch in options:
            if kind(value) in ("a word", "a mixture of numbers and words"):
                raise evaluator.wrong_kind("a number", value, branch)


def _any_order(evaluator: Evaluator, options: Sequence[tuple[Lit, Value]], other: Value) -> bool:
    """Return whether the last branch and the ones before it exclude each other: their order means nothing.

    They are then chosen from at once, so that a game that looks the same from two sides gets such formulas.
    """
    new, value = options[-1]
    kinds = {type(each) for each in (value, options[0][1], other)}
    return (
        len(kinds) == 1
        and kinds <= {CaseMap, Formula}
        and len(options) <= MOST_AT_ONCE
        and all(evaluator.exclusive(lit, new) for lit, _ in options[:-1])
    )


def _choose(
    evaluator: Evaluator, condition: Lit, value: Value, other: Value, branch: ast.Expression
) -> Value:
    if isinstance(value, Formula) and isinstance(other, Formula):
        return Formula(evaluator.formulas.ite(condition, value.lit, other.lit))
    if isinstance(value, CaseMap | Bag) and isinstance(other, CaseMap | Bag):
        return evaluator.arithmetic.choose(condition, value, other)
    if isinstance(value, CaseMap | Bag | Fraction) and isinstance(other, CaseMap | Bag | Fraction):
        (one, another), denominator = common(evaluator.arithmetic, [value, other])
        chosen = evaluator.arithmetic.choose(condition, one, another)
        assert isinstance(chosen, CaseMap | Bag)
        return fraction(evaluator.arithmetic, chosen, denominator)
    if isinstance(value, SetValue) and isinstance(other, SetValue):
        return evaluator.arithmetic.choose(condition, value, other)
    if isinstance(value, Vector) and isinstance(other, Vector):
        return _choose_cells(evaluator, condition, value, other, branch)
    if kind(value) == kind(other):
        message = f"what an if chooses by the secret or by parameters cannot be {kind(value)}"
        raise Problem("wrong kind", message, branch.span)
    message = f"the branches of an if are of one kind, but this is {kind(value)} and another is {kind(other)}"
    raise Problem("wrong kind", message, branch.span)


def _choose_cells(
    evaluator: Evaluator, condition: Lit, value: Vector, other: Vector, branch: ast.Expression
) -> Vector:
    """Choose between two vectors, index by index; they must have the same indices."""
    if value.cells.keys() != other.cells.keys():
        message = f"the branches of an if are vectors with the same indices: {_indices(value, other)}"
        raise Problem("wrong kind", message, branch.span)
    cells: dict[tuple[Symbol, ...], Cell] = {}
    for index, cell in value.cells.items():
        chosen = _choose(evaluator, condition, cell, other.cells[index], branch)
        assert isinstance(chosen, Formula | CaseMap | Bag | SetValue)
        cells[index] = chosen
    return Vector(value.axes, cells)


def _indices(*vectors: Vector) -> str:
    """Return the index sets of some vectors as text."""
    return "; ".join(" and ".join(show_symbols(tuple(axis)) for axis in vector.axes) for vector in vectors)


def _connective(evaluator: Evaluator, e: ast.Connective, scope: Scope) -> Value:
    if e.operator == "<->":
        lits = [evaluator.formula(operand, scope) for operand in e.operands]
        result = lits[-1]
        for lit in reversed(lits[:-1]):
            result = evaluator.formulas.iff(lit, result)
        return Formula(result)
    before, stopped = evaluator.assumptions.now, False
    lits = []
    for operand in e.operands:
        lit = evaluator.formula(operand, scope)
        lits.append(lit)
        if evaluator.formulas.is_ground(lit):
            evaluator.assumptions.suppose(lit ^ 1 if e.operator == "|" else lit)
            stopped = evaluator.excluded(TRUE)
            if stopped:  # the rest is not needed
                break
    evaluator.assumptions.now = before
    if e.operator == "&":
        return Formula(FALSE if stopped else evaluator.formulas.conj(lits))
    if e.operator == "|":
        return Formula(TRUE if stopped else evaluator.formulas.disj(lits))
    result = TRUE if stopped and len(lits) < len(e.operands) else lits.pop()
    for lit in reversed(lits):
        result = evaluator.formulas.implies(lit, result)
    return Formula(result)


def _unary(evaluator: Evaluator, e: ast.Unary, scope: Scope) -> Value:
    if e.operator == "!":
        return Formula(evaluator.formula(e.operand, scope) ^ 1)
    value = evaluator.rational(e.operand, scope)
    if isinstance(value, Fraction):
        return Fraction(evaluator.arithmetic.add([(-1, value.value)]), value.denominator)
    return evaluator.arithmetic.add([(-1, value)])


def _compare(evaluator: Evaluator, e: ast.Compare, scope: Scope) -> Value:
    equality = all(operator in ("=", "!=") for operator in e.operators)
    evaluated = [evaluator.evaluate(operand, scope) for operand in e.operands]
    vectors = [value for value in evaluated if isinstance(value, Vector)]
    if equality and len(vectors) == len(evaluated):
        parts = [_vectors_equal(evaluator, x, y, e) for x, y in pairwise(vectors)]
        return Formula(
            evaluator.formulas.conj([lit ^ (o == "!=") for lit, o in zip(parts, e.operators, strict=True)])
        )
    if any(isinstance(value, Fraction) for value in evaluated):
        numbers = [evaluator.rational(operand, scope) for operand in e.operands]
        evaluated = [*common(evaluator.arithmetic, numbers)[0]]
    values = []
    for operand, value in zip(e.operands, evaluated, strict=True):
        if isinstance(value, Formula) and equality:
            hint = "two formulas are compared by `<->`; a single one stands by itself: heavy, !heavy"
            raise Problem(
                "formulas compared by =", "`=` compares numbers and words, not formulas", e.span, hint
            )
        if not isinstance(value, CaseMap | Bag):
            raise evaluator.wrong_kind(
                "a whole number or a word" if equality else "a whole number", value, operand
            )
        values.append(value)
    parts = []
    for i, operator in enumerate(e.operators):
        x, y = values[i], values[i + 1]
        if operator in ("=", "!="):
            _check_comparable(x, y, e.span)
            evaluator.comparisons.note(e.operands[i], e.operands[i + 1], y)
            evaluator.comparisons.note(e.operands[i + 1], e.operands[i], x)
            parts.append(evaluator.arithmetic.equal(x, y) ^ (operator == "!="))
            continue
        for value, operand in ((x, e.operands[i]), (y, e.operands[i + 1])):
            if isinstance(value, CaseMap) and not all(is_integer(s) for s, _ in value.items):
                raise evaluator.wrong_kind("a whole number", value, operand)
        parts.append(evaluator.arithmetic.compare(operator, x, y))
    return Formula(evaluator.formulas.conj(parts))


def _vectors_equal(evaluator: Evaluator, x: Vector, y: Vector, e: ast.Compare) -> Lit:
    """Return whether two vectors agree at every index; they must have the same indices."""
    if x.cells.keys() != y.cells.keys():
        message = f"vectors with different indices are never equal: {_indices(x, y)}"
        raise Problem("kinds never equal", message, e.span)
    same: list[Lit] = []
    for index, one in x.cells.items():
        other = y.cells[index]
        if isinstance(one, Formula) or isinstance(other, Formula):
            hint = "all(i in … : x[i] <-> y[i]) says that vectors of formulas are equal"
            raise Problem(
                "formulas compared by =", "`=` compares numbers and words, not formulas", e.span, hint
            )
        if not isinstance(one, CaseMap | Bag) or not isinstance(other, CaseMap | Bag):
            raise evaluator.wrong_kind("a vector of whole numbers or words", x, e)
        _check_comparable(one, other, e.span)
        same.append(evaluator.arithmetic.equal(one, other))
    return evaluator.formulas.conj(same)


def _check_comparable(x: Number, y: Number, span: Span) -> None:
    kinds = {kind(x), kind(y)}
    if kinds == {"a whole number", "a word"}:
        raise Problem("kinds never equal", "a whole number and a word are never equal", span)


def _in(evaluator: Evaluator, e: ast.In, scope: Scope) -> Value:
    element, container = evaluator.scalar(e.element, scope), evaluator.evaluate(e.set, scope)
    if isinstance(container, Vector):
        return _in_vector(evaluator, element, container, e)
    members = evaluator.as_set(container, e.set)
    kinds = {is_integer(symbol) for symbol, _ in members.members}
    if (kind(element), kinds) in (("a whole number", {False}), ("a word", {True})):
        what = "words" if kinds == {False} else "whole numbers"
        braces = isinstance(e.set, ast.Braces) and any(isinstance(one, ast.Text) for one in e.set.symbols)
        hint = "in braces a name is a word, taken literally" if braces else ""
        raise Problem("kinds never equal", f"{kind(element)} is never in a set of {what}", e.span, hint)
    if isinstance(e.set, ast.Braces) and isinstance(element, CaseMap):
        _check_names_in_braces(e.set, element, scope)
        for symbol in e.set.symbols:
            evaluator.comparisons.note(symbol, e.element, element)
    return Formula(evaluator.arithmetic.contains(members, element))


def _check_names_in_braces(braces: ast.Braces, element: CaseMap, scope: Scope) -> None:
    """Refuse a name that is meant for what it stands for, as in `s in {x 3}`, where `x` is never found."""
    possible = {symbol for symbol, _ in element.items}
    for symbol in braces.symbols:
        if isinstance(symbol, ast.Text) and symbol.text not in possible and scope.stands_for(symbol.text):
            message = f"in braces `{symbol.text}` is a word, not the value of that name, and is never found"
            hint = f"what it stands for is compared by itself: … = {symbol.text} | … in {{1 2}}"
            raise Problem("kinds never equal", message, symbol.span, hint)


def _in_vector(evaluator: Evaluator, element: Number, vector: Vector, e: ast.In) -> Value:
    """Return whether a value stands somewhere in a vector."""
    found = []
    for cell in vector.cells.values():
        if isinstance(cell, Formula):
            message = "`in` looks for a number or a word, but this is a vector of formulas"
            raise Problem("wrong kind", message, e.set.span, "any(i in … : x[i]) says that one of them holds")
        if not isinstance(cell, CaseMap | Bag):
            raise evaluator.wrong_kind("a vector of whole numbers or words", vector, e.set)
        _check_comparable(element, cell, e.span)
        found.append(evaluator.arithmetic.equal(element, cell))
    return Formula(evaluator.formulas.disj(found))


def _arithmetic(evaluator: Evaluator, e: ast.Arithmetic, scope: Scope) -> Value:
    value, *others = [
        evaluator.rational(one, scope) for one in (e.first, *(operand for _, operand in e.rest))
    ]
    operators = [operator for operator, _ in e.rest]
    if operators[0] in "+-":
        return total(evaluator.arithmetic, operators, [value, *others])
    # From left to right: what stands before the first fraction is of whole numbers, where `/` rounds.
    for (operator, operand), other in zip(e.rest, others, strict=True):
        if isinstance(value, Fraction) or isinstance(other, Fraction):
            value = product(evaluator.arithmetic, operator, value, other, operand)
        elif operator == "*":
            value = evaluator.arithmetic.multiply(value, other)
        else:
            value = divide(evaluator, operator, value, other, operand)
    return value


def divide(
    evaluator: Evaluator, operator: str, value: Number, divisor: Number, expression: ast.Expression
) -> Number:
    """Return `value / divisor` or `value % divisor` of whole numbers; `expression` is the divisor."""
    if not evaluator.is_ground(divisor):
        raise evaluator.not_ground("a divisor", expression)
    options: list[tuple[Lit, Number]] = []
    for d, lit in evaluator.arithmetic.cases(divisor).items:
        assert isinstance(d, int)
        if d < 1:
            if evaluator.excluded(lit):
                continue
            message = f"a divisor must be positive, but this is {d}"
            raise evaluator.unsettled("divisor not positive", message, expression.span, lit)
        divided = evaluator.arithmetic.divide if operator == "/" else evaluator.arithmetic.remainder
        options.append((lit, divided(value, d)))
    if not options:
        return value  # what is assumed excludes every divisor, so it never holds and any number will do
    result = evaluator.arithmetic.select(options)
    assert isinstance(result, CaseMap | Bag)
    return result


def _index(evaluator: Evaluator, e: ast.Index, scope: Scope) -> Value:
    vector = scope.find(e.name)
    if not isinstance(vector, Vector):
        message = f"`{e.name.text}` has no indices: it is {kind(vector)}"
        hint = "the letters of a word have indices when it is declared `in lines(…)`, without a `:`"
        is_word = kind(vector) == "a word"
        raise Problem("wrong number of indices or arguments", message, e.span, hint if is_word else "")
    if len(e.items) != len(vector.axes):
        needed = f"{len(vector.axes)} {'index' if len(vector.axes) == 1 else 'indices'}"
        message = f"`{e.name.text}` has {needed}, not {len(e.items)}"
        raise Problem("wrong number of indices or arguments", message, e.span)
    axes = [index_in(evaluator, axis, item, scope) for item, axis in zip(e.items, vector.axes, strict=True)]
    places: list[tuple[tuple[Symbol, ...], Lit]] = [((), TRUE)]
    for inside in axes:
        evaluator.limits.check("values", len(places) * len(inside), "the places an index may mean")
        places = [
            ((*place, symbol), evaluator.formulas.conj((before, lit)))
            for place, before in places
            for symbol, lit in inside
        ]
    options = [(lit, vector.cells[place]) for place, lit in places if lit != FALSE]
    if not options:  # what is assumed excludes every place, so it never holds and any of them will do
        if not vector.cells:
            now, message = evaluator.assumptions.now.all, f"`{e.name.text}` has no values"
            raise evaluator.unsettled("index outside its set", message, e.span, now)
        options = [(TRUE, next(iter(vector.cells.values())))]
    return evaluator.arithmetic.select(options)


def index_in(
    evaluator: Evaluator, axis: Collection[Symbol], item: ast.Expression, scope: Scope
) -> list[tuple[Symbol, Lit]]:
    """Return the values that an index may have, each with its condition; all must be in its set."""
    inside = []
    for symbol, lit in evaluator.arithmetic.cases(evaluator.scalar(item, scope)).items:
        if symbol in axis:
            inside.append((symbol, lit))
        elif not evaluator.excluded(lit):
            message = f"the index {show_symbol(symbol)} is outside {show_symbols(tuple(axis))}"
            raise evaluator.unsettled("index outside its set", message, item.span, lit)
    return inside


def _call(evaluator: Evaluator, e: ast.Call, scope: Scope) -> Value:
    function = FUNCTIONS.get(e.function.text)
    if function is not None:
        return function(evaluator, e, scope)
    value = scope.find(e.function)
    assert isinstance(value, Function)  # checked by cobra.language.scope
    arguments = tuple([evaluator.evaluate(item, scope) for item in e.items])
    return evaluator.expand(value, arguments, e, scope)


HANDLERS: Final[Handlers] = {
    ast.Integer: _integer,
    ast.Decimal: _decimal,
    ast.Text: _text,
    ast.Boolean: _boolean,
    ast.Name: _name,
    ast.Index: _index,
    ast.Call: _call,
    ast.Braces: _braces,
    ast.If: _if,
    ast.Connective: _connective,
    ast.Unary: _unary,
    ast.Compare: _compare,
    ast.In: _in,
    ast.Range: _range,
    ast.Arithmetic: _arithmetic,
}
"""How each kind of expression is evaluated."""
