"""Mistakes of names that show without computing anything: unknown, defined twice, called with too much.

Done for the whole file first, so that all of them are reported in one run, also in functions nobody calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, Final, TypeVar

from cobra.drawings.kinds import misnamed
from cobra.errors import MOST_MISTAKES, Span
from cobra.language import ast
from cobra.language.builtin import ARITY, COMPREHENSIONS, FUNCTIONS, OF_FILES, is_generator
from cobra.language.parts import parts_of
from cobra.language.problems import Enough, Problem
from cobra.nearest import nearest

S = TypeVar("S", bound=ast.Statement)

_WRONG_NUMBER: Final = "wrong number of indices or arguments"
_IN_CLAUSES: Final = "which is known in the clauses of experiments only"
_ONE_LIMIT: Final = "but a limit is one number for the whole experiment"
_THRESHOLDS: Final = frozenset({"exactly", "atleast", "atmost"})


class _Visible(dict[str, int | None]):
    """The names that can be used at a place: for a function with parameters their number, else None."""

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Forget at the end what was added meanwhile.

        A copy for each function and comprehension would take time in the square of the length of a file.
        """
        before = len(self)
        try:
            yield
        finally:
            while len(self) > before:
                self.popitem()  # the last one added


class Names:
    """The mistakes of names in the statements of a game.

    `problems` lists them, `MOST_MISTAKES` at most; `wrong` holds the `id` of each statement with one;
    `cycles` gives functions that call each other, directly or not, equal numbers. `unused` are the
    parameters, files, alphabets and functions that nothing else in the game names. `defined` are all names
    that are defined, and `uses` the others, each with the place of its definition.
    """

    def __init__(self, statements: Sequence[ast.Statement]) -> None:
        self.problems: list[Problem] = []
        self.wrong: set[int] = set()
        self.cycles: Mapping[str, int] = {}
        self.unused: list[ast.Name] = []
        self.defined: list[ast.Name] = []
        self.uses: list[tuple[ast.Name, Span]] = []
        self._used: set[str] = set()
        self._places: dict[str, Span] = {}  # where each visible name was defined
        self._visible = _Visible()
        self._calls: dict[str, set[str]] = {}
        self._inside: str | None = None  # the function whose body is being checked
        self._experiments: set[str] = set()
        self._states: set[str] = set()
        # A statement at a part of it that means the same whatever was done, and what is to be said of that.
        self._stateless: tuple[int, str] | None = None
        self._outside = 0  # so many names are visible outside of the experiment that is being checked
        self._told: set[str] = set()  # unknown names of this statement, each reported once
        self._listed = ""  # the function whose plain list is being checked
        self._statements = statements
        self._readers: set[str] = set()  # functions that name the state
        self._stateless_uses: list[tuple[ast.Name, int, str]] = []  # names where nothing can speak of it
        self._below: dict[str, Span] = {}  # names that are defined further down, and where
        self._lets: dict[str, Span] = {}  # likewise, in this experiment
        for statement in statements:
            for name in _defined(statement):
                self._below.setdefault(name.text, name.span)
        with suppress(Enough):
            for statement in statements:
                if isinstance(statement, ast.Def):
                    self._tracked(statement, self._define_function)
            for statement in statements:
                self._tracked(statement, self._statement)
            self._no_state_outside()
        self.cycles = _components(self._calls)
        named = ast.Param | ast.FileParam | ast.Alphabet | ast.Def
        defined = [statement.name for statement in statements if isinstance(statement, named)]
        self.unused = [name for name in defined if name.text not in self._used]

    def _tracked(self, statement: S, work: Callable[[S], None]) -> None:
        before = len(self.problems)
        self._told = set()
        stateless = not isinstance(statement, ast.Experiment | ast.Def | ast.Lost)
        self._stateless = (id(statement), _IN_CLAUSES) if stateless else None
        work(statement)
        if len(self.problems) > before:
            self.wrong.add(id(statement))

    def _no_state_outside(self) -> None:
        """Report what speaks of the state where there is none, such as a constraint of the secret."""
        readers = self._readers - {""}
        while more := {name for name, calls in self._calls.items() if calls & readers} - readers:
            readers |= more
        for name, statement, why in self._stateless_uses:
            if name.text in readers | self._states:
                self.wrong.add(statement)
                message = f"`{name.text}` speaks of the state, {why}"
                self._problem("state outside an experiment", message, name.span)

    def _problem(self, kind: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Problem(kind, message, span, hint))
        if len(self.problems) >= MOST_MISTAKES:
            raise Enough

    # Definitions

    def _define_function(self, statement: ast.Def) -> None:
        parameters = statement.parameters
        self._define(self._visible, statement.name, None if parameters is None else len(parameters))
        self._calls.setdefault(statement.name.text, set())

    def _define(self, visible: _Visible, name: ast.Name, arity: int | None = None) -> None:
        """Make a name visible, unless it is already."""
        if name.text in FUNCTIONS:
            message = f"`{name.text}` is a function of the language and cannot be a name"
            self._problem(
                "name defined twice", message, name.span, f"choose another name, such as {name.text}_1"
            )
            visible.setdefault(name.text, arity)
        elif name.text in visible:
            place = self._places.get(name.text)
            where = f", in line {place.line}" if place is not None else ""
            self._problem(
                "name defined twice", f"the name `{name.text}` is already defined{where}", name.span
            )
        else:
            visible[name.text] = arity
            self._places[name.text] = name.span
            self.defined.append(name)

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
            self._unknown(statement.unknown, statement.typing, visible)
            self._define(visible, statement.unknown.name)
        elif isinstance(statement, ast.State):
            self._expressions([*statement.unknown.indices, statement.start, statement.domain], visible)
            self._define(visible, statement.unknown.name)
            self._states.add(statement.unknown.name.text)
        elif isinstance(statement, ast.Lost):
            self._expressions([statement.condition, statement.cost], visible)
        elif isinstance(statement, ast.Lies | ast.Noise):
            self._expression(statement.value, visible)
        elif isinstance(statement, ast.Move):
            self._known(statement.name, visible)
            self._expressions(statement.targets, visible)
        elif isinstance(statement, ast.Draw):
            if (wrong := misnamed(statement.kind.text)) is not None:
                self._problem("drawing does not fit", wrong[0], statement.kind.span, wrong[1])
        elif isinstance(statement, ast.Constraint):
            self._expression(statement.condition, visible)
        elif isinstance(statement, ast.Weight):
            self._expression(statement.value, visible)
        elif isinstance(statement, ast.Goal):
            for goal in statement.goals:
                with visible.inner():
                    self._items(goal.items or (), visible)
                    self._expression(goal.value, visible)
        elif isinstance(statement, ast.Def):
            self._inside = statement.name.text
            self._function(statement, visible)
            self._inside = None
        elif isinstance(statement, ast.Experiment):
            self._experiment(statement)

    def _function(self, function: ast.Def | ast.Let, visible: _Visible) -> None:
        with visible.inner():
            for name in function.parameters or ():
                self._define(visible, name)
            self._expression(function.body, visible)

    def _unknown(self, unknown: ast.Unknown, typing: ast.Typing | ast.SetTyping, visible: _Visible) -> None:
        self._expressions(unknown.indices, visible)
        if isinstance(typing, ast.SetTyping):
            self._expressions([typing.size, typing.domain], visible)
        else:
            self._expressions([typing.domain, typing.within], visible)

    def _experiment(self, experiment: ast.Experiment) -> None:
        if experiment.name.text in self._experiments:
            message = f"there is already an experiment `{experiment.name.text}`"
            hint = f"choose another name, such as {experiment.name.text}_2"
            self._problem("name defined twice", message, experiment.name.span, hint)
        self._experiments.add(experiment.name.text)
        visible = self._visible
        self._outside = len(visible)
        self._lets = {c.name.text: c.name.span for c in experiment.clauses if isinstance(c, ast.Let)}
        with visible.inner():
            self._stateless = id(experiment), _IN_CLAUSES
            self._items(experiment.family, visible)
            for parameter in experiment.parameters:
                self._unknown(parameter.unknown, parameter.typing, visible)
            self._stateless = None
            for parameter in experiment.parameters:  # the sets of parameters cannot speak of parameters
                self._define(visible, parameter.unknown.name)
            for clause in experiment.clauses:
                self._clause(experiment, clause, visible)
        self._lets = {}

    def _clause(self, experiment: ast.Experiment, clause: ast.Clause, visible: _Visible) -> None:
        if isinstance(clause, ast.Let):
            self._function(clause, visible)
            self._define(visible, clause.name, None if clause.parameters is None else len(clause.parameters))
        elif isinstance(clause, ast.Observe):
            for observed in clause.observed:
                with visible.inner():
                    self._items(observed.items or (), visible)
                    self._expression(observed.value, visible)
                    self._expressions([] if observed.chance is None else [observed.chance], visible)
        elif isinstance(clause, ast.Cost):
            self._expression(clause.value, visible)
        elif isinstance(clause, ast.Limit):
            self._limit(experiment, clause.value, visible)
        elif isinstance(clause, ast.Then):
            for assignment in clause.assignments:
                with visible.inner():
                    self._items(assignment.items or (), visible)
                    self._expressions([*assignment.indices, assignment.value], visible)
                self._assigned(assignment.name, visible)
        else:
            self._expression(clause.condition, visible)

    def _limit(self, experiment: ast.Experiment, value: ast.Expression, visible: _Visible) -> None:
        """Check a number that is the same whatever is chosen for the parameters, and whatever was done."""
        own = list(visible)[self._outside :]
        for part in parts_of(value):
            if isinstance(part, ast.Name) and part.text in own:
                message = f"a limit is one number for the whole experiment, whatever `{part.text}` is"
                hint = "a `state` can count what is made, and a `where` read it"
                self._problem("must be ground", message, part.span, hint)
                return
        self._stateless = id(experiment), _ONE_LIMIT
        self._expression(value, visible)
        self._stateless = None

    def _assigned(self, name: ast.Name, visible: _Visible) -> None:
        if self._known(name, visible) and name.text not in self._states:
            hint = "what may change is defined by `state`"
            self._problem("not a state", f"`{name.text}` is no state, so it cannot change", name.span, hint)

    # Expressions

    def _expressions(self, expressions: Sequence[ast.Expression | None], visible: _Visible) -> None:
        for expression in expressions:
            if expression is not None:
                self._expression(expression, visible)

    def _items(self, items: Sequence[ast.Expression], visible: _Visible) -> None:
        """Check the items before a `:`; the names they introduce are visible from then on."""
        introduced: set[str] = set()
        for item in items:
            if is_generator(item, introduced):
                assert isinstance(item, ast.In) and isinstance(item.element, ast.Name)
                self._expression(item.set, visible)
                self._define(visible, item.element)
                introduced.add(item.element.text)
            else:
                self._expression(item, visible)

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
            self._range(e, visible)
        elif isinstance(e, ast.Arithmetic):
            self._expressions([e.first, *[operand for _, operand in e.rest]], visible)

    def _range(self, e: ast.Range, visible: _Visible) -> None:
        ends = [end.text for end in (e.low, e.high) if isinstance(end, ast.Name) and end.text not in visible]
        if len(ends) == 2 and all(len(end) == 1 for end in ends):
            message = f"the names `{ends[0]}` and `{ends[1]}` are not known here"
            self._problem(
                "unknown name", message, e.span, f'letters stand between quotes: "{ends[0]}".."{ends[1]}"'
            )
            return
        self._expressions([e.low, e.high], visible)

    def _known(self, name: ast.Name, visible: _Visible, functions: bool = False) -> bool:
        if self._inside is not None and name.text in self._calls:
            self._calls[self._inside].add(name.text)
        if name.text in self._states:
            self._readers.add(self._inside or "")
        if self._stateless is not None and (name.text in self._states or name.text in self._calls):
            self._stateless_uses.append((name, *self._stateless))
        if name.text in visible:
            if name.text in self._places:  # functions of the language have none
                self.uses.append((name, self._places[name.text]))
            if name.text != self._inside:
                self._used.add(name.text)
            return True
        if name.text in self._told:
            return False
        self._told.add(name.text)
        near = nearest(name.text, [*visible, *(FUNCTIONS if functions else ())])
        hint = f"did you mean `{near}`?" if near else ""
        message = f"the name `{name.text}` is not known here"
        below = self._lets.get(name.text) or self._below.get(name.text)
        if name.text in FUNCTIONS:
            hint = "functions are called with ( )"
        elif below is not None and (below.line, below.column) >= (name.span.line, name.span.column):
            message = f"the name `{name.text}` is used here, but defined only below, in line {below.line}"
            hint = "a definition stands above what uses it; a `def` may stand anywhere"
        elif name.text in self._words:
            hint = f'a word stands between quotes: "{name.text}"'
        elif not near and self._listed in COMPREHENSIONS:
            hint = f"to go through a set: {self._listed}({name.text} in … : …)"
        elif not near and self._listed in OF_FILES:
            hint = f'a name that stands in a file is a word, between quotes: "{name.text}"'
        self._problem("unknown name", message, name.span, hint)
        return False

    @cached_property
    def _words(self) -> Set[str]:
        """The words that stand in braces; looked for only once one is missed."""
        return frozenset(_words(self._statements))

    def _call(self, e: ast.Call, visible: _Visible) -> None:
        name = e.function.text
        if name in FUNCTIONS:
            self._builtin(e, visible)
            return
        if e.body is not None:
            if self._known(e.function, visible, functions=True):
                self._problem("no comprehension possible", f"`{name}` takes no comprehension", e.span)
            self._only_uses(e, visible)
            return
        if self._known(e.function, visible, functions=True):
            arity = visible[name]
            if arity is None:
                hint = "an index stands in [ ]"
                self._problem(_WRONG_NUMBER, f"`{name}` is no function with arguments", e.span, hint)
            elif arity != len(e.items):
                self._problem(
                    _WRONG_NUMBER, f"`{name}` needs {_arguments(arity)}, not {len(e.items)}", e.span
                )
        self._expressions(e.items, visible)

    def _builtin(self, e: ast.Call, visible: _Visible) -> None:
        name = e.function.text
        if e.body is not None and name not in COMPREHENSIONS:
            self._problem("no comprehension possible", f"`{name}` takes no comprehension", e.span)
            self._only_uses(e, visible)
            return
        arity = ARITY.get(name)
        if arity is not None and arity != len(e.items):
            message = f"`{name}` needs {_arguments(arity)}, not {len(e.items)}"
            hint = "a cell is found by cell(file, row, column)" if name == "cell" else ""
            self._problem(_WRONG_NUMBER, message, e.span, hint)
        first = 1 if name in _THRESHOLDS else 0
        if len(e.items) < first or (name in ("lines", "union") and not e.items):
            self._problem(_WRONG_NUMBER, f"`{name}` needs an argument", e.span)
        if e.body is None or not isinstance(e.items[0] if first else None, ast.In):
            self._expressions(e.items[:first], visible)
        if e.body is None:
            self._without_body(e, e.items[first:], visible)
            return
        if not any(is_generator(item, set()) for item in e.items[first:]):
            self._no_generator(e, first, visible)
            self._only_uses(e, visible)
            return
        with visible.inner():
            self._items(e.items[first:], visible)
            self._expression(e.body, visible)

    def _only_uses(self, e: ast.Call, visible: _Visible) -> None:
        """Note what the names in a wrong comprehension mean: whoever renames one wants it renamed there, too.

        What else is wrong in it is not reported, as it may come of the same mistake.
        """
        problems, told, stateless = self.problems, self._told, len(self._stateless_uses)
        self.problems, self._told = [], set(told)
        with suppress(Enough), visible.inner():
            self._items(e.items, visible)
            self._expressions([e.body], visible)
        self.problems, self._told = problems, told
        del self._stateless_uses[stateless:]

    def _no_generator(self, e: ast.Call, first: int, visible: _Visible) -> None:
        """Report a comprehension that goes through nothing, as `count(i : x[i])`."""
        name = e.function.text
        message = f"`{name}` has a `:` but no generator such as `i in 1..3` before it"
        hint = ""
        new = [item.text for item in e.items if isinstance(item, ast.Name) and item.text not in visible]
        if first and isinstance(e.items[0], ast.In):
            message = f"`{name}` begins with a number"
            hint = f"written {name}(1, … : …)"
        elif new:
            hint = f"written {name}({new[0]} in … : …)"
        self._problem("no generator", message, e.span, hint)

    def _without_body(self, e: ast.Call, items: Sequence[ast.Expression], visible: _Visible) -> None:
        """Check a plain list; `count(i in 1..3, x[i])` is a comprehension whose `:` was forgotten."""
        forgotten = [
            item.element.text
            for item in items
            if isinstance(item, ast.In) and isinstance(item.element, ast.Name)
            if item.element.text not in visible and nearest(item.element.text, visible) is None
        ]
        if not forgotten:
            outer, self._listed = self._listed, e.function.text
            if e.function.text in OF_FILES:  # first comes the file, whose name is one of the game
                self._listed = ""
                self._expressions(items[:1], visible)
                self._listed, items = e.function.text, items[1:]
            self._expressions(items, visible)
            self._listed = outer
            return
        name = forgotten[0]
        message = f"a `:` is missing: `{name}` goes through a set only before one"
        hint = (
            f"written {e.function.text}({name} in … : …), with what is looked at for each `{name}` behind it"
        )
        self._problem("colon missing", message, e.span, hint)
        with visible.inner():
            self._items(items, visible)


def _words(statements: Sequence[ast.Statement]) -> Iterator[str]:
    """Yield the words that stand in braces."""
    parts: list[Any] = list(statements)
    while parts:
        part = parts.pop()
        if isinstance(part, ast.Braces):
            yield from (symbol.text for symbol in part.symbols if isinstance(symbol, ast.Text))
        elif isinstance(part, tuple):
            parts.extend(part)
        elif hasattr(part, "span"):
            parts.extend(getattr(part, name) for name in part.__slots__ if name != "span")


def _defined(statement: ast.Statement) -> list[ast.Name]:
    """Return the names that a statement other than a `def` or an experiment defines."""
    if isinstance(statement, ast.Param | ast.FileParam | ast.Alphabet):
        return [statement.name]
    if isinstance(statement, ast.State):
        return [statement.unknown.name]
    if isinstance(statement, ast.Variables):
        return [unknown.name for unknown in statement.unknowns]
    return [statement.unknown.name] if isinstance(statement, ast.Secret) else []


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
