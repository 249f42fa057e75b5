"""Mistakes of names that show without computing anything: unknown, defined twice, called with too much.

Done for the whole file first, so that all of them are reported in one run, also in functions nobody calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from cobra.errors import Span
from cobra.language import ast
from cobra.language.builtin import ARITY, COMPREHENSIONS, FUNCTIONS, is_generator
from cobra.language.problems import Problem
from cobra.nearest import nearest

S = TypeVar("S", bound=ast.Statement)

_Visible = dict[str, int | None]
"""The names that can be used at a place: for a function with parameters their number, else None."""

_WRONG_NUMBER: Final = "wrong number of indices or arguments"
_THRESHOLDS: Final = frozenset({"exactly", "atleast", "atmost"})


class Names:
    """The mistakes of names in the statements of a game.

    `problems` lists them; `wrong` holds the `id` of each statement with one; `cycles` gives functions that
    call each other, directly or not, equal numbers.
    """

    def __init__(self, statements: Sequence[ast.Statement]) -> None:
        self.problems: list[Problem] = []
        self.wrong: set[int] = set()
        self.cycles: Mapping[str, int] = {}
        self._places: dict[str, Span] = {}  # where each visible name was defined
        self._visible: _Visible = {}
        self._calls: dict[str, set[str]] = {}
        self._inside: str | None = None  # the function whose body is being checked
        self._experiments: set[str] = set()
        for statement in statements:
            if isinstance(statement, ast.Def):
                self._tracked(statement, self._define_function)
        for statement in statements:
            self._tracked(statement, self._statement)
        self.cycles = _components(self._calls)

    def _tracked(self, statement: S, work: Callable[[S], None]) -> None:
        before = len(self.problems)
        work(statement)
        if len(self.problems) > before:
            self.wrong.add(id(statement))

    def _problem(self, kind: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Problem(kind, message, span, hint))

    # Definitions

    def _define_function(self, statement: ast.Def) -> None:
        parameters = statement.parameters
        self._define(self._visible, statement.name, None if parameters is None else len(parameters))
        self._calls.setdefault(statement.name.text, set())

    def _define(self, visible: _Visible, name: ast.Name, arity: int | None = None) -> None:
        """Make a name visible, unless it is already."""
        if name.text in FUNCTIONS:
            self._problem("name defined twice", f"`{name.text}` is a function of the language", name.span)
        elif name.text in visible:
            place = self._places.get(name.text)
            where = f", in line {place.line}" if place is not None else ""
            self._problem(
                "name defined twice", f"the name `{name.text}` is already defined{where}", name.span
            )
        else:
            visible[name.text] = arity
            self._places[name.text] = name.span

    # Statements

    def _statement(self, statement: ast.Statement) -> None:
        visible = self._visible
        if isinstance(statement, ast.Param):
            self._expressions([statement.default, statement.range], visible)
            self._define(visible, statement.name)
        elif isinstance(statement, ast.FileParam):
            self._define(visible, statement.name)
        elif isinstance(statement, ast.Alphabet):
            self._expression(statement.domain, visible)
            self._define(visible, statement.name)
        elif isinstance(statement, ast.Variables):
            for unknown in statement.unknowns:
                self._expressions(unknown.indices, visible)
                self._define(visible, unknown.name)
        elif isinstance(statement, ast.Secret):
            self._unknown(statement.unknown, statement.typing, visible, visible)
        elif isinstance(statement, ast.Constraint):
            self._expression(statement.condition, visible)
        elif isinstance(statement, ast.Weight):
            self._expression(statement.value, visible)
        elif isinstance(statement, ast.Goal):
            self._expressions(statement.values, visible)
        elif isinstance(statement, ast.Def):
            self._inside = statement.name.text
            self._function(statement, visible)
            self._inside = None
        elif isinstance(statement, ast.Experiment):
            self._experiment(statement)

    def _function(self, function: ast.Def | ast.Let, visible: _Visible) -> None:
        inner = dict(visible)
        for name in function.parameters or ():
            self._define(inner, name)
        self._expression(function.body, inner)

    def _unknown(
        self, unknown: ast.Unknown, typing: ast.Typing | ast.SetTyping, visible: _Visible, into: _Visible
    ) -> None:
        self._expressions(unknown.indices, visible)
        if isinstance(typing, ast.SetTyping):
            self._expressions([typing.size, typing.domain], visible)
        else:
            self._expressions([typing.domain, typing.within], visible)
        self._define(into, unknown.name)

    def _experiment(self, experiment: ast.Experiment) -> None:
        if experiment.name.text in self._experiments:
            message = f"there is already an experiment `{experiment.name.text}`"
            self._problem("name defined twice", message, experiment.name.span)
        self._experiments.add(experiment.name.text)
        family = self._items(experiment.family, dict(self._visible))
        visible = dict(family)
        for parameter in experiment.parameters:
            self._unknown(parameter.unknown, parameter.typing, family, visible)
        for clause in experiment.clauses:
            if isinstance(clause, ast.Let):
                self._function(clause, visible)
                self._define(
                    visible, clause.name, None if clause.parameters is None else len(clause.parameters)
                )
            elif isinstance(clause, ast.Observe):
                for observed in clause.observed:
                    inner = self._items(observed.items or (), visible)
                    self._expression(observed.value, inner)
            elif isinstance(clause, ast.Cost | ast.Limit):
                self._expression(clause.value, visible)
            else:
                self._expression(clause.condition, visible)

    # Expressions

    def _expressions(self, expressions: Sequence[ast.Expression | None], visible: _Visible) -> None:
        for expression in expressions:
            if expression is not None:
                self._expression(expression, visible)

    def _items(self, items: Sequence[ast.Expression], visible: _Visible) -> _Visible:
        """Check the items before a `:` and return the names visible after it."""
        inner = dict(visible)
        introduced: set[str] = set()
        for item in items:
            if is_generator(item, introduced):
                assert isinstance(item, ast.In) and isinstance(item.element, ast.Name)
                self._expression(item.set, inner)
                self._define(inner, item.element)
                introduced.add(item.element.text)
            else:
                self._expression(item, inner)
        return inner

    def _expression(self, e: ast.Expression, visible: _Visible) -> None:
        if isinstance(e, ast.Name):
            if self._known(e, visible) and visible[e.text] is not None:
                self._problem(
                    _WRONG_NUMBER, f"the function `{e.text}` needs {_arguments(visible[e.text])}", e.span
                )
        elif isinstance(e, ast.Index):
            if self._known(e.name, visible) and visible[e.name.text] is not None:
                message = f"`{e.name.text}` is a function"
                self._problem(_WRONG_NUMBER, message, e.span, "its arguments stand in ( )")
            self._expressions(e.items, visible)
        elif isinstance(e, ast.Call):
            self._call(e, visible)
        elif isinstance(e, ast.If):
            for condition, value in e.branches:
                self._expressions([condition, value], visible)
            self._expression(e.otherwise, visible)
        elif isinstance(e, ast.Connective):
            self._expressions(e.operands, visible)
        elif isinstance(e, ast.Unary):
            self._expression(e.operand, visible)
        elif isinstance(e, ast.Compare):
            self._expressions(e.operands, visible)
        elif isinstance(e, ast.In):
            self._expressions([e.element, e.set], visible)
        elif isinstance(e, ast.Range):
            self._expressions([e.low, e.high], visible)
        elif isinstance(e, ast.Arithmetic):
            self._expressions([e.first, *[operand for _, operand in e.rest]], visible)

    def _known(self, name: ast.Name, visible: _Visible, functions: bool = False) -> bool:
        if self._inside is not None and name.text in self._calls:
            self._calls[self._inside].add(name.text)
        if name.text in visible:
            return True
        near = nearest(name.text, [*visible, *(FUNCTIONS if functions else ())])
        hint = f"did you mean `{near}`?" if near else ""
        if name.text in FUNCTIONS:
            hint = "functions are called with ( )"
        self._problem("unknown name", f"the name `{name.text}` is not known here", name.span, hint)
        return False

    def _call(self, e: ast.Call, visible: _Visible) -> None:
        name = e.function.text
        if name in FUNCTIONS:
            self._builtin(e, visible)
            return
        if e.body is not None:
            self._problem("no comprehension possible", f"`{name}` takes no comprehension", e.span)
            self._known(e.function, visible, functions=True)
            return
        if self._known(e.function, visible, functions=True):
            arity = visible[name]
            if arity is None:
                self._problem(_WRONG_NUMBER, f"`{name}` is no function with arguments", e.span)
            elif arity != len(e.items):
                self._problem(
                    _WRONG_NUMBER, f"`{name}` needs {_arguments(arity)}, not {len(e.items)}", e.span
                )
        self._expressions(e.items, visible)

    def _builtin(self, e: ast.Call, visible: _Visible) -> None:
        name = e.function.text
        if e.body is not None and name not in COMPREHENSIONS:
            self._problem("no comprehension possible", f"`{name}` takes no comprehension", e.span)
            return
        arity = ARITY.get(name)
        if arity is not None and arity != len(e.items):
            self._problem(_WRONG_NUMBER, f"`{name}` needs {_arguments(arity)}, not {len(e.items)}", e.span)
        first = 1 if name in _THRESHOLDS else 0
        if len(e.items) < first or (name == "lines" and not e.items):
            self._problem(_WRONG_NUMBER, f"`{name}` needs an argument", e.span)
        self._expressions(e.items[:first], visible)
        if e.body is None:
            self._expressions(e.items[first:], visible)
            return
        introduced: set[str] = set()
        if not any(is_generator(item, introduced) for item in e.items[first:]):
            message = f"`{name}` has a `:` but no generator such as `i in 1..3` before it"
            self._problem("no generator", message, e.span)
        self._expression(e.body, self._items(e.items[first:], visible))


def _arguments(number: int | None) -> str:
    return f"{number} argument{'' if number == 1 else 's'}"


def _components(calls: Mapping[str, set[str]]) -> dict[str, int]:
    """Return a number for each function, equal for those that reach each other (Tarjan 1972, iteratively)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    component: dict[str, int] = {}
    stack: list[str] = []
    for root in calls:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        path = [(root, iter(calls[root]))]
        while path:
            name, following = path[-1]
            for callee in following:
                if callee not in order:
                    order[callee] = low[callee] = len(order)
                    stack.append(callee)
                    path.append((callee, iter(calls[callee])))
                    break
                if callee not in component:
                    low[name] = min(low[name], order[callee])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == order[name]:
                    while True:
                        member = stack.pop()
                        component[member] = order[name]
                        if member == name:
                            break
    return component
