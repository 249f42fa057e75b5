"""What an expression means: its value as formulas over the secret and the parameters.

Expressions are evaluated once, with the parameters of the experiment open; what cannot be settled so raises
`Unsettled`. Calls are expanded once for equal arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias, TypeVar

from cobra.budget import poll
from cobra.errors import Span
from cobra.language import ast
from cobra.language.arithmetic import Arithmetic
from cobra.language.assumptions import Assumptions
from cobra.language.decimals import Rational
from cobra.language.doubts import Comparisons
from cobra.language.expansions import Call, Called, Expansion, Expansions
from cobra.language.files import Files
from cobra.language.formulas import Formulas
from cobra.language.problems import Problem, TooDeep, TooLarge, Unsettled
from cobra.language.values import (
    Bag,
    CaseMap,
    FileName,
    Formula,
    Fraction,
    Function,
    Number,
    Scope,
    SetValue,
    Value,
    Vector,
    Words,
    constant_set,
    is_integer,
    kind,
    show_symbols,
)
from cobra.limits import Limits
from cobra.model.dag import FALSE, HAS_PARAMETER, TRUE, VARIABLE, Lit
from cobra.model.game import Symbol

T = TypeVar("T")

DEEP: Final = 1000
"""Levels of expressions after which a call is set aside and expanded from the top: recursion is bounded."""

MOST_PAIRS: Final = 10_000
"""So many parts of two conditions are compared to see whether they exclude each other."""

_LOOK: Final = 63
"""The budget is looked at after so many expressions, less one, a power of two."""

CALLS_PER_NESTING: Final = 10
"""Calls inside calls may be this many times as deep as brackets inside brackets."""


Handlers: TypeAlias = "Mapping[type, Callable[[Evaluator, Any, Scope], Value]]"
"""How each kind of expression is evaluated."""
Hint: TypeAlias = "Callable[[Evaluator, ast.Expression, Scope], str]"
"""What there is to say of an expression that should be a number and is none."""


class Evaluator:
    """Evaluates the expressions of one game into its formula graph."""

    def __init__(
        self,
        formulas: Formulas,
        files: Files,
        limits: Limits,
        cycles: Mapping[str, int],
        handlers: Handlers,
        why_no_number: Hint,
    ) -> None:
        self._handlers = handlers
        self._why_no_number = why_no_number
        self.formulas = formulas
        self.files = files
        self.limits = limits
        self.arithmetic = Arithmetic(formulas, limits)
        self.assumptions = Assumptions(formulas)
        self.comparisons = Comparisons()
        self.given: Lit = TRUE
        """What every experiment of the type at hand is known to satisfy."""
        self._apart: frozenset[Lit] = frozenset()
        self._supposed: dict[tuple[Lit, ...], frozenset[Lit]] = {}
        self._aparts: dict[frozenset[Lit], int] = {}  # what is made under one is not used under another
        self._relied_on: dict[frozenset[Lit], set[Lit]] = {}  # of each what was used, by kept expansions, too
        self._cycles = cycles  # functions with equal numbers call each other
        self._expanded = Expansions()  # of functions of the game
        self._expanded_here = Expansions()  # of functions of the experiment
        self._active: set[Call] = set()
        self._expansions = 0
        self._depth = 0
        self._steps = 0
        self._calls_deep = 0

    # Running

    def complete(self, work: Callable[[], T]) -> T:
        """Return the result of `work`, expanding calls that lie too deep before it is run again."""
        pending: list[Call] = []
        while True:
            self._depth, self._calls_deep = 0, 0
            self.assumptions.begin(self.given)
            self._active = set(pending[:-1])
            try:
                if not pending:
                    return work()
                self._expand(pending[-1])
                pending.pop()
            except TooDeep as deep:
                assert isinstance(deep.call, Call)
                pending.append(deep.call)

    def forget(self) -> None:
        """Drop remembered values; needed when the meaning of the parameters' leaves changes."""
        self._expanded.clear()
        self._expanded_here.clear()
        self.arithmetic.forget()

    def forget_local(self) -> None:
        """Drop remembered calls of this experiment's own functions, keep those of the game's."""
        self._expanded_here.clear()

    def count(self, number: int, span: Span) -> None:
        """Count expansions of calls and of bodies of comprehensions against the limit `calls`."""
        self._expansions += number
        limit = self.limits.calls
        if self._expansions > limit:
            raise Problem(
                "limit reached",
                f"more than {limit:,} calls and repetitions; raise the limit with --limit calls=N",
                span,
            )

    def evaluate(self, expression: ast.Expression, scope: Scope) -> Value:
        """Return the value of an expression."""
        self._depth += 1
        self._steps += 1
        if not self._steps & _LOOK:
            poll("reading the game")
        try:
            value = self._handlers[type(expression)](self, expression, scope)
        except TooLarge as error:
            raise Problem("number too large", str(error), expression.span) from None
        self._depth -= 1
        return value

    def under(
        self, condition: Lit, evaluate: Callable[[ast.Expression, Scope], T], e: ast.Expression, scope: Scope
    ) -> T:
        """Return `evaluate(e, scope)` under the further assumption that a ground condition holds."""
        before = self.assumptions.now
        self.assumptions.suppose(condition)
        value = evaluate(e, scope)
        self.assumptions.now = before
        return value

    def excluded(self, condition: Lit) -> bool:
        """Return whether the assumption made here contradicts a condition."""
        return self.assumptions.exclude(condition)

    def suppose_apart(self, conditions: Sequence[Lit]) -> None:
        """Take for granted those conditions of the type at hand that say that two things do not both hold."""
        key = tuple(conditions)  # often those of the type before
        if key not in self._supposed:
            parts = ((lit, self.formulas.conjuncts(lit ^ 1)) for lit in conditions)
            self._supposed[key] = frozenset(lit for lit, both in parts if len(both) == 2)
        self._apart = self._supposed[key]
        if self._apart:
            self._aparts.setdefault(self._apart, len(self._aparts))

    def exclusive(self, one: Lit, other: Lit) -> bool:
        """Return whether two conditions are seen to contradict each other in every experiment of the type.

        Such as `x in left` and `x in right` where the two are disjoint: what they are disjunctions of is
        compared part by part.
        """
        formulas = self.formulas
        if formulas.excludes(one, other):
            return True
        if not self._apart:
            return False
        pairs = [formulas.conjuncts(lit ^ 1) for lit in (one, other)]
        if len(pairs[0]) * len(pairs[1]) > MOST_PAIRS:
            return False
        needed: set[Lit] = set()
        for a in pairs[0]:
            for b in pairs[1]:
                both = formulas.conj((a ^ 1, b ^ 1))
                if both == FALSE:
                    continue
                parts = combinations(formulas.conjuncts(both), 2)
                apart = {formulas.conj(pair) ^ 1 for pair in parts} & self._apart
                if not apart:
                    return False
                needed.add(min(apart))
        self._relied_on.setdefault(self._apart, set()).update(needed)
        return True

    def supposed(self) -> tuple[Lit, ...]:
        """Return the conditions of the type at hand without which its formulas may mean nothing."""
        given = {self.given} if self.assumptions.rests_on_given else set[Lit]()
        return tuple(sorted(given | self._relied_on.get(self._apart, set())))

    # Expressions of a certain kind

    def formula(self, expression: ast.Expression, scope: Scope) -> Lit:
        """Return the literal of an expression that must be a formula."""
        value = self.evaluate(expression, scope)
        if not isinstance(value, Formula):
            raise self.wrong_kind("a formula", value, expression)
        return value.lit

    def ground_formula(self, expression: ast.Expression, scope: Scope, what: str) -> Lit:
        """Return the literal of a formula that must not depend on the secret."""
        lit = self.formula(expression, scope)
        if not self.formulas.is_ground(lit):
            raise self.not_ground(what, expression)
        return lit

    def number(self, expression: ast.Expression, scope: Scope) -> Number:
        """Return an expression that must be a whole number."""
        return self.as_number(self.evaluate(expression, scope), expression, scope)

    def as_number(self, value: Value, expression: ast.Expression, scope: Scope) -> Number:
        """Return the value of an expression, which must be a whole number."""
        if isinstance(value, Bag) or (isinstance(value, CaseMap) and is_integer(value.items[-1][0])):
            return value
        problem = self.wrong_kind("a whole number", value, expression)
        if isinstance(value, Formula):
            problem.hint = (
                "`count` counts formulas that hold; a single one is the number `if a then 1 else 0`"
            )
        else:
            problem.hint = problem.hint or self._why_no_number(self, expression, scope)
        raise problem

    def rational(self, expression: ast.Expression, scope: Scope) -> Rational:
        """Return an expression that must be a number, whole or not."""
        value = self.evaluate(expression, scope)
        return value if isinstance(value, Fraction) else self.as_number(value, expression, scope)

    def scalar(self, expression: ast.Expression, scope: Scope) -> Number:
        """Return an expression that must be a number, a word, or a mixture."""
        value = self.evaluate(expression, scope)
        if not isinstance(value, CaseMap | Bag):
            raise self.wrong_kind("a whole number or a word", value, expression)
        return value

    def set_of(self, expression: ast.Expression, scope: Scope) -> SetValue:
        """Return an expression that must be a set."""
        return self.as_set(self.evaluate(expression, scope), expression)

    def as_set(self, value: Value, expression: ast.Expression) -> SetValue:
        """Return the value of an expression, which must be a set."""
        if isinstance(value, Words):
            return constant_set(value.words)
        if not isinstance(value, SetValue):
            problem = self.wrong_kind("a set", value, expression)
            problem.hint = problem.hint or _hint_of_set(value, expression)
            if isinstance(expression, ast.Name) and self._is_secret(value):
                name = expression.text
                problem.hint = (
                    f"what `{name}` can be has a name by `alphabet`: alphabet a = …, secret {name} : a"
                )
            raise problem
        return value

    def _is_secret(self, value: Value) -> bool:
        """Return whether a value is that of a secret as it stands, each symbol a variable."""
        nodes = self.formulas.dag.nodes
        return isinstance(value, CaseMap) and all(nodes[lit >> 1].kind == VARIABLE for _, lit in value.items)

    def symbols(self, expression: ast.Expression, scope: Scope) -> tuple[Symbol, ...]:
        """Return the members of a set that may depend on nothing."""
        members = self.set_of(expression, scope)
        symbols = members.symbols
        if symbols is None:
            if not self.is_ground(members):
                raise self.not_ground("this set", expression)
            raise Problem("must be ground", "this set must not depend on parameters", expression.span)
        return symbols

    def constant(self, expression: ast.Expression, scope: Scope) -> int:
        """Return the value of a number that may depend on nothing but the parameters of the game."""
        value = self.number(expression, scope)
        if isinstance(value, CaseMap) and isinstance(value.constant, int):
            return value.constant
        if self.is_ground(value):
            raise Unsettled("must be ground", "this number must not depend on parameters", expression.span)
        raise self.not_ground("this number", expression)

    def is_ground(self, value: Value) -> bool:
        """Return whether a value does not depend on the secret."""
        return all(self.formulas.is_ground(lit) for lit in _literals(value))

    @staticmethod
    def wrong_kind(needed: str, value: Value, expression: ast.Expression) -> Problem:
        """Return the mistake of a value of another kind than the one needed."""
        message = f"{needed} is needed here, but this is {kind(value)}"
        hint = ""
        if isinstance(value, Vector) and isinstance(expression, ast.Name):
            axes = ", ".join(show_symbols(tuple(axis)) for axis in value.axes)
            hint = f"`{expression.text}` has a value for each index in {axes}, such as {expression.text}[…]"
        elif isinstance(value, SetValue) and isinstance(expression, ast.Name):
            hint = f"to go through its members: any(i in {expression.text} : …), and so on"
        return Problem("wrong kind", message, expression.span, hint)

    @staticmethod
    def not_ground(what: str, expression: ast.Expression) -> Problem:
        """Return the mistake of something that depends on the secret and must not."""
        return Problem("must be ground", f"{what} must not depend on the secret", expression.span)

    def unsettled(self, kind_: str, message: str, span: Span, condition: Lit) -> Problem:
        """Return a mistake made when a condition holds: `Unsettled` if that depends on open parameters."""
        sides = self.formulas.dag.sides(condition) | self.formulas.dag.sides(self.assumptions.now.all)
        return (Unsettled if sides & HAS_PARAMETER else Problem)(kind_, message, span)

    # Calls

    def expand(
        self, function: Function, arguments: tuple[Value, ...], e: ast.Call | ast.Name, scope: Scope
    ) -> Value:
        """Return the value of a call; equal ones are expanded once, unless what is assumed matters."""
        constant = function.scope.outer is None and all(_is_constant(argument) for argument in arguments)
        assumption, apart = TRUE, -1
        if not constant:
            assumption, apart = self.assumptions.now.all, self._aparts.get(self._apart, -1)
        call = Call(Called(function, arguments, apart), assumption, self._calls_deep + 1, e.span)
        made = self._memory(function).find(call, self.assumptions)
        if made is None:
            self._check_call(call, e, scope)
            made = self._expand(call)
        if not constant:  # else it depends on no assumption
            self.assumptions.used(made.questions)
        return made.value

    def _check_call(self, call: Call, e: ast.Call | ast.Name, scope: Scope) -> None:
        """Raise the mistake of a call that cannot be expanded, `TooDeep` if it cannot be expanded here."""
        function = call.called.function
        if call in self._active:
            raise Problem("recursion without end", f"this call of `{function.name}` needs itself", e.span)
        if isinstance(e, ast.Call) and self._is_recursive(function, scope):
            for argument, item in zip(call.called.arguments, e.items, strict=True):
                if not isinstance(argument, Vector) and not _is_constant(argument):
                    if not self.is_ground(argument):
                        raise self.not_ground("an argument of a recursive call", item)
                    raise Unsettled("must be ground", "this argument depends on open parameters", item.span)
        if call.depth > CALLS_PER_NESTING * self.limits.nesting:
            deep = call.depth - 1
            message = f"calls inside calls, more than {deep:,} deep; raise the limit with --limit nesting=N"
            raise Problem("limit reached", message, e.span)
        if self._depth > DEEP:
            raise TooDeep(call)

    def _is_recursive(self, function: Function, scope: Scope) -> bool:
        number = self._cycles.get(function.name)
        return (
            function.scope.outer is None and number is not None and self._cycles.get(scope.caller()) == number
        )

    def _expand(self, call: Call) -> Expansion:
        self.count(1, call.span)
        function = call.called.function
        names = [name.text for name in function.parameters or ()]
        inner = Scope(function.scope, dict(zip(names, call.called.arguments, strict=True)), function.name)
        before = self.assumptions.enter(call.assumption)
        deep_before, self._calls_deep = self._calls_deep, call.depth
        self._active.add(call)
        value = self.evaluate(function.body, inner)
        self._active.discard(call)
        self._calls_deep = deep_before
        made = Expansion(value, self.assumptions.leave(before))
        self._memory(function).keep(call, made)
        return made

    def _memory(self, function: Function) -> Expansions:
        return self._expanded if function.scope.outer is None else self._expanded_here


def _hint_of_set(value: Value, expression: ast.Expression) -> str:
    """Return what was meant by something that stands where a set is needed."""
    if not isinstance(value, CaseMap):
        return ""
    constant = value.constant
    if isinstance(expression, ast.Arithmetic) and expression.rest[0][0] == "-":
        return "a range is written 1..6"
    if isinstance(constant, int) and constant > 0:
        return f"the whole numbers from 1 to {constant} are written 1..{constant}"
    if isinstance(constant, str):
        return (
            "without its quotes it is a range"
            if ".." in constant
            else "words are listed in braces: {red green}"
        )
    if constant is None and isinstance(expression, ast.Name):
        name = expression.text
        return f"{name} is one value; a parameter that is a set is declared {name} : set of …"
    return ""


def _is_constant(value: Value) -> bool:
    if isinstance(value, Fraction):
        return _is_constant(value.value)
    if isinstance(value, CaseMap):
        return len(value.items) == 1
    if isinstance(value, Formula):
        return value.lit <= TRUE
    if isinstance(value, SetValue):
        return value.symbols is not None
    return isinstance(value, Words | FileName)


def _literals(value: Value) -> Sequence[Lit]:
    """Return the literals a value is made of, those of a vector's cells too."""
    if isinstance(value, Formula):
        return [value.lit]
    if isinstance(value, CaseMap):
        return [lit for _, lit in value.items]
    if isinstance(value, Fraction):
        return _literals(value.value)
    if isinstance(value, Bag):
        return [lit for _, lit in value.lin.terms]
    if isinstance(value, SetValue):
        return [lit for _, lit in value.members]
    if isinstance(value, Vector):
        return [lit for cell in value.cells.values() for lit in _literals(cell)]
    return []
