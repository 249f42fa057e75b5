"""The functions of the language: counting, quantifiers, least and greatest, sets, files."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeVar

from cobra.budget import poll
from cobra.errors import GameError
from cobra.figures import exact
from cobra.language import ast
from cobra.language.decimals import common, fraction, of_cells
from cobra.language.evaluator import Evaluator
from cobra.language.problems import Problem
from cobra.language.tables import Cell, FileTable, is_number, is_whole
from cobra.language.values import (
    CaseMap,
    FileName,
    Formula,
    Number,
    Scope,
    SetValue,
    Value,
    Vector,
    Words,
    constant_set,
    is_integer,
    show_symbol,
)
from cobra.model.dag import FALSE, TRUE, Lin, Lit, make_lin
from cobra.model.game import Symbol
from cobra.nearest import nearest

T = TypeVar("T")
Evaluate = Callable[[ast.Expression, Scope], T]


def is_generator(item: ast.Expression, introduced: set[str]) -> bool:
    """Return whether an item of a comprehension is `NAME in S` with a name no earlier item introduced."""
    return (
        isinstance(item, ast.In)
        and isinstance(item.element, ast.Name)
        and item.element.text not in introduced
    )


_LOOK: Final = 255
"""The budget is looked at after so many members of a set, less one, a power of two."""


def instances(
    evaluator: Evaluator, items: tuple[ast.Expression, ...], scope: Scope
) -> list[tuple[Lit, Scope]]:
    """Return the scopes in which the body of a comprehension is meant, each with its ground condition."""
    found = [(TRUE, scope)]
    introduced: set[str] = set()
    for item in items:
        following: list[tuple[Lit, Scope]] = []
        if is_generator(item, introduced):
            assert isinstance(item, ast.In) and isinstance(item.element, ast.Name)
            name = item.element.text
            introduced.add(name)
            for guard, inner in found:
                members = evaluator.under(guard, evaluator.set_of, item.set, inner).members
                evaluator.count(len(members), item.span)
                for number, (symbol, lit) in enumerate(members):
                    if not number & _LOOK:
                        poll("reading the game")
                    if not evaluator.formulas.is_ground(lit):
                        raise evaluator.not_ground("a set that is gone through", item.set)
                    condition = evaluator.formulas.conj((guard, lit))
                    if not evaluator.excluded(condition):
                        value = evaluator.arithmetic.constant(symbol)
                        following.append((condition, Scope(inner, {name: value})))
        else:
            for guard, inner in found:
                lit = evaluator.under(guard, evaluator.formula, item, inner)
                if not evaluator.formulas.is_ground(lit):
                    raise evaluator.not_ground("a filter", item)
                condition = evaluator.formulas.conj((guard, lit))
                if not evaluator.excluded(condition):
                    following.append((condition, inner))
        found = following
    return found


def _elements(
    evaluator: Evaluator, call: ast.Call, scope: Scope, evaluate: Evaluate[T], skip: int = 0
) -> list[tuple[Lit, T]]:
    """Return the values of a comprehension, each with its condition, or those of a plain list."""
    items = call.items[skip:]
    if call.body is None:
        return [(TRUE, evaluate(item, scope)) for item in items]
    body = call.body
    return [
        (guard, evaluator.under(guard, evaluate, body, inner))
        for guard, inner in instances(evaluator, items, scope)
    ]


def _all(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    parts = _elements(evaluator, call, scope, evaluator.formula)
    return Formula(evaluator.formulas.conj([evaluator.formulas.implies(guard, lit) for guard, lit in parts]))


def _any(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    parts = _elements(evaluator, call, scope, evaluator.formula)
    return Formula(evaluator.formulas.disj([evaluator.formulas.conj(part) for part in parts]))


def _none(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    parts = _elements(evaluator, call, scope, evaluator.formula)
    return Formula(evaluator.formulas.conj([evaluator.formulas.conj(part) ^ 1 for part in parts]))


def _counted(evaluator: Evaluator, call: ast.Call, scope: Scope, skip: int = 0) -> Lin:
    parts = _elements(evaluator, call, scope, evaluator.formula, skip)
    return make_lin(0, [(1, evaluator.formulas.conj(part)) for part in parts])


def _count(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    return evaluator.arithmetic.number(_counted(evaluator, call, scope))


def _threshold(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    """`exactly`, `atleast` and `atmost`."""
    needed = evaluator.number(call.items[0], scope)
    if not evaluator.is_ground(needed):
        raise evaluator.not_ground(f"the number after `{call.function.text}(`", call.items[0])
    counted = evaluator.arithmetic.number(_counted(evaluator, call, scope, skip=1))
    if call.function.text == "exactly":
        return Formula(evaluator.arithmetic.equal(counted, needed))
    operator = ">=" if call.function.text == "atleast" else "<="
    return Formula(evaluator.arithmetic.compare(operator, counted, needed))


def _sum(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    constant = 0
    terms: list[tuple[int, Lit]] = []
    found = _elements(evaluator, call, scope, evaluator.rational)
    numbers, denominator = common(evaluator.arithmetic, [number for _, number in found])
    for (guard, _), number in zip(found, numbers, strict=True):
        lin = evaluator.arithmetic.bag(number)
        if guard == TRUE:
            constant += lin.constant
            terms.extend(lin.terms)
        else:
            terms.append((lin.constant, guard))
            terms.extend((weight, evaluator.formulas.conj((guard, lit))) for weight, lit in lin.terms)
    return fraction(evaluator.arithmetic, evaluator.arithmetic.number(make_lin(constant, terms)), denominator)


def _extreme(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    """`min` and `max` of a set, a list or a comprehension."""
    word = "minimum" if call.function.text == "min" else "maximum"
    if call.body is None and len(call.items) == 1:
        value = evaluator.evaluate(call.items[0], scope)
        if isinstance(value, SetValue):
            if not all(is_integer(symbol) for symbol, _ in value.members):
                message = f"only whole numbers have a {word}, and this is a set of words"
                raise Problem("wrong kind", message, call.items[0].span)
            empty = (
                FALSE if value.size_min else evaluator.formulas.conj([lit ^ 1 for _, lit in value.members])
            )
            _check_not_empty(evaluator, call, word, empty)
            return evaluator.arithmetic.least_member(value, 1 if call.function.text == "min" else -1)
    found = _elements(evaluator, call, scope, evaluator.rational)
    _check_not_empty(evaluator, call, word, evaluator.formulas.conj([guard ^ 1 for guard, _ in found]))
    numbers, denominator = common(evaluator.arithmetic, [number for _, number in found])
    present = [(guard, number) for (guard, _), number in zip(found, numbers, strict=True)]
    arithmetic = evaluator.arithmetic
    least = arithmetic.minimum(present) if call.function.text == "min" else arithmetic.maximum(present)
    return fraction(arithmetic, least, denominator)


def _check_not_empty(evaluator: Evaluator, call: ast.Call, word: str, empty: Lit) -> None:
    if not evaluator.excluded(empty):
        problem = evaluator.unsettled(
            "minimum of nothing", f"the {word} of nothing is not defined", call.span, empty
        )
        problem.hint = "a parameter `set(1..9) of` is never empty; a condition before `&` may exclude it"
        raise problem


def _abs(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    return evaluator.arithmetic.absolute(evaluator.number(call.items[0], scope))


def _len(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    value = evaluator.evaluate(call.items[0], scope)
    if isinstance(value, SetValue):
        return evaluator.arithmetic.size(value)
    if isinstance(value, Vector):
        return evaluator.arithmetic.constant(len(value.cells))
    if isinstance(value, Words):
        return evaluator.arithmetic.constant(len(value.words))
    raise evaluator.wrong_kind("a set, a vector or a list of words", value, call.items[0])


def _disjoint(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    one, other = (evaluator.set_of(item, scope) for item in call.items)
    return Formula(evaluator.arithmetic.disjoint(one, other))


def _union(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    """Return the set of what is in one of some sets, in the order of the sets."""
    members: dict[Symbol, list[Lit]] = {}
    least = most = 0
    for item in call.items:
        part = evaluator.set_of(item, scope)
        least, most = max(least, part.size_min), most + part.size_max
        for symbol, lit in part.members:
            members.setdefault(symbol, []).append(lit)
    evaluator.limits.check("values", len(members), "the members of a union")
    joined = tuple((symbol, evaluator.formulas.disj(lits)) for symbol, lits in members.items())
    always = sum(lit == TRUE for _, lit in joined)
    return SetValue(joined, max(least, always), min(most, len(joined)))


# Files


def _file(evaluator: Evaluator, expression: ast.Expression, scope: Scope) -> FileName:
    value = evaluator.evaluate(expression, scope)
    if isinstance(value, FileName):
        return value
    if isinstance(value, CaseMap) and isinstance(value.constant, str):
        try:
            return evaluator.files.name(value.constant)
        except GameError as error:
            raise Problem("file missing or outside the folder", str(error), expression.span) from None
    raise evaluator.wrong_kind("a file, or its name in quotes,", value, expression)


def _read(call: ast.Call, read: Callable[[FileName], T], file: FileName) -> T:
    """Return what `read` makes of a file; what is wrong with the file is a mistake of this call."""
    try:
        return read(file)
    except GameError as error:
        hint = ""
        if file.parameter is not None:
            name, line = file.parameter.text, file.parameter.span.line
            hint = f"it is the file `{name}` of line {line}; -D {name}=PATH names another"
        raise Problem("file missing or outside the folder", str(error), call.span, hint) from None


def _lines(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    files = [_file(evaluator, item, scope) for item in call.items]
    for file in files:
        _read(call, lambda one: evaluator.files.words([one]), file)
    return evaluator.files.words(files)


def _table(evaluator: Evaluator, call: ast.Call, scope: Scope) -> FileTable:
    return _read(call, evaluator.files.table, _file(evaluator, call.items[0], scope))


def _rows(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    table = _table(evaluator, call, scope)
    return constant_set(table.rows if call.function.text == "rows" else table.columns)


def _cell(evaluator: Evaluator, call: ast.Call, scope: Scope) -> Value:
    table = _table(evaluator, call, scope)
    row, column = evaluator.scalar(call.items[1], scope), evaluator.scalar(call.items[2], scope)
    if not evaluator.is_ground(column):
        raise evaluator.not_ground("the column of a cell", call.items[2])
    rows = _known(evaluator, "row", row, table.rows, call.items[1])
    columns = _known(evaluator, "column", column, table.columns, call.items[2])
    evaluator.limits.check("cells", len(rows) * len(columns), "the cells an expression may mean")
    formulas = evaluator.formulas
    cases: list[tuple[Cell, Lit]] = []
    for name, lit in columns:
        same: dict[Cell, list[Lit]] = {}  # of each column, the rows with the same cell
        cells = table.cells[name]
        for where, other in rows:
            same.setdefault(cells[where], []).append(other)
        cases += [(cell, formulas.conj((lit, formulas.any_of(lits)))) for cell, lits in same.items()]
    if not cases:  # what is assumed excludes every cell, so it never holds and any of them will do
        name = columns[0][0] if columns else table.columns[0]
        cases = [(table.cells[name][table.rows[0]], TRUE)]
    return of_cells(evaluator.arithmetic, cases)


def cell_hint(evaluator: Evaluator, expression: ast.Expression, scope: Scope) -> str:
    """Return why a call of `cell` is no number, or no whole one: which cell of its column is none; of others
    nothing."""
    if not isinstance(expression, ast.Call) or expression.function.text != "cell":
        return ""
    column = evaluator.scalar(expression.items[2], scope)
    table = _table(evaluator, expression, scope)
    if not isinstance(column, CaseMap) or column.constant is None:
        return ""
    by_row = table.cells[_name_of(column.constant)]
    cells = [(row, by_row[row]) for row in table.rows]
    of_its_kind = is_number if any(isinstance(cell, str) for _, cell in cells) else is_whole
    for row, cell in cells:
        text = exact(cell) if isinstance(cell, Fraction) else str(cell)
        if not of_its_kind(text):
            return f'the cell in row {row}, column {column.constant} holds "{text}"'
    return ""


def _known(
    evaluator: Evaluator, what: str, value: Number, names: tuple[str, ...], expression: ast.Expression
) -> list[tuple[str, Lit]]:
    """Return the cases of a row or column, which must all be in the table."""
    known: list[tuple[str, Lit]] = []
    present = set(names)
    for symbol, lit in evaluator.arithmetic.cases(value).items:
        name = _name_of(symbol)
        if name in present:
            known.append((name, lit))
        elif not evaluator.excluded(lit):
            near = nearest(name, names)
            problem = evaluator.unsettled(
                "no such row or column",
                f"the table has no {what} {show_symbol(symbol)}",
                expression.span,
                lit,
            )
            problem.hint = f"did you mean `{near}`?" if near else ""
            raise problem
    return known


def _name_of(symbol: Symbol) -> str:
    return str(symbol)


FUNCTIONS: Final[dict[str, Callable[[Evaluator, ast.Call, Scope], Value]]] = {
    "all": _all,
    "any": _any,
    "none": _none,
    "count": _count,
    "exactly": _threshold,
    "atleast": _threshold,
    "atmost": _threshold,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "abs": _abs,
    "len": _len,
    "disjoint": _disjoint,
    "union": _union,
    "lines": _lines,
    "rows": _rows,
    "columns": _rows,
    "cell": _cell,
}
"""How each function is evaluated."""

COMPREHENSIONS: Final = frozenset(
    {"all", "any", "none", "count", "exactly", "atleast", "atmost", "sum", "min", "max"}
)
"""The functions that take a comprehension or a list of any length."""

OF_FILES: Final = frozenset({"lines", "rows", "columns", "cell"})
"""The functions that read files."""

ARITY: Final = {"abs": 1, "len": 1, "disjoint": 2, "rows": 1, "columns": 1, "cell": 3}
"""The number of arguments of the functions that take a fixed number."""
