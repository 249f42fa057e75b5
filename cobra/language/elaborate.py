"""From a syntax tree to the formal game.

The statements are worked through in order: first those that define names, then what is known of the secret,
then the experiments. A mistake in one statement does not hide those of the others.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import gcd
from typing import Final, TypeAlias, TypeVar

from cobra.errors import MOST_MISTAKES, Diagnostic, GameError, LanguageError, LimitError, Span
from cobra.language import ast
from cobra.language.any_set import AnySet, any_set
from cobra.language.builtin import cell_hint
from cobra.language.decimals import common
from cobra.language.doubts import like_clauses
from cobra.language.drawn import drawn
from cobra.language.evaluator import Evaluator
from cobra.language.experiments import Experiments, Several, components_of_item, of_kind
from cobra.language.expressions import HANDLERS
from cobra.language.files import Files
from cobra.language.formulas import Formulas
from cobra.language.layout import Layout
from cobra.language.memory import State
from cobra.language.names import Names
from cobra.language.problems import Problem, TooLarge, Unusable
from cobra.language.rounding import rounded
from cobra.language.source import Source
from cobra.language.templates import alike
from cobra.language.unseen import CHANCES_BESIDE_A_STATE, IN_THE_SECRET, LIES_BESIDE_A_STATE, unseen
from cobra.language.values import FileName, Function, Scope, Value, constant_set, show_symbols
from cobra.limits import Limits
from cobra.model.dag import Dag, Lin, Lit, make_lin
from cobra.model.game import Component, ExperimentType, Game, Origin, Space, Unseen
from cobra.model.unseen import ways_of
from cobra.nearest import nearest
from cobra.texts import say

T = TypeVar("T")
S = TypeVar("S", bound=ast.Statement)

_Goal: TypeAlias = tuple[tuple[str, int | None], list[Component]]
"""A goal as it is written, with the number of its components if it is a vector, and these."""
FILE: Final = "file missing or outside the folder"

LARGEST_WEIGHT: Final = 2**30
"""Weights times lengths of plays, summed over the codes, fit into 64 bits."""

RECURSION: Final = 20_000
"""Python frames needed at most; see `evaluator.DEEP`."""


def elaborate(
    file: ast.File, source: Source, definitions: Mapping[str, str], limits: Limits, name: str
) -> Game:
    """Return the game of a syntax tree.

    `definitions` override parameters and files; `name` is the title of a game that gives none.

    Raises `LanguageError` with every independent mistake, in order of place.
    """
    elaboration = _Elaboration(file, source, definitions, limits)
    with _recursion():
        game = elaboration.game(name)
    if elaboration.diagnostics or game is None:
        raise LanguageError(sorted(elaboration.diagnostics, key=_place))
    return game


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (span.line, span.column) if span is not None else (0, 0)


@contextmanager
def _recursion() -> Iterator[None]:
    """Allow the recursion that `nesting` and `evaluator.DEEP` bound; plain Python frames live on the heap."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class _Elaboration:
    def __init__(
        self, file: ast.File, source: Source, definitions: Mapping[str, str], limits: Limits
    ) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._reported: set[tuple[str, Span]] = set()
        self._statements = file.statements
        self._source = source
        self._definitions = definitions
        self._limits = limits
        self._names: dict[str, Value | None] = {}
        self._scope = Scope(None, self._names)
        self._arguments: list[tuple[str, int | str]] = []
        self._resolved = Names(file.statements)
        experiments = _all(file.statements, ast.Experiment)
        self._hit = any(of_kind(experiment, ast.Final) for experiment in experiments)
        self._dag = Dag(limits)
        formulas = Formulas(self._dag)
        self._evaluator = Evaluator(
            formulas, Files(source, limits), limits, self._resolved.cycles, HANDLERS, cell_hint
        )
        self._layout = Layout(self._evaluator, self._dag.variable)
        self._state = State(
            self._evaluator,
            self._names,
            _all(file.statements, ast.State),
            _all(file.statements, ast.Lost),
            list(filter(self._is_sound, experiments)),
        )

    # Reporting

    def _report(self, problem: Problem) -> None:
        if (problem.kind, problem.span) not in self._reported:
            self._reported.add((problem.kind, problem.span))
            diagnostic = self._source.diagnostic(problem.kind, problem.message, problem.span, problem.hint)
            self.diagnostics.append(diagnostic)
            if len(self.diagnostics) >= MOST_MISTAKES:
                raise LanguageError(sorted(self.diagnostics, key=_place))

    def _wrong(self, kind: str, message: str, span: Span, hint: str = "") -> None:
        self._report(Problem(kind, message, span, hint))

    def _attempt(self, span: Span, work: Callable[[], T]) -> T | None:
        """Return the result of `work`, or None after reporting its mistake."""
        try:
            return work()
        except Unusable:
            return None
        except Problem as problem:
            self._report(problem)
            return None
        except TooLarge as error:
            self._report(Problem("number too large", str(error), span))
            return None
        except LimitError as error:
            self._report(Problem("limit reached", str(error), span))
            raise LanguageError(sorted(self.diagnostics, key=_place)) from None

    def _states_are_sound(self) -> bool:
        return all(self._is_sound(s) for s in self._statements if isinstance(s, ast.State | ast.Lost))

    def _is_sound(self, statement: ast.Statement) -> bool:
        return id(statement) not in self._resolved.wrong

    # Statements

    def game(self, name: str) -> Game | None:
        """Return the game, or None after reporting mistakes; `name` is used if the file gives none."""
        for problem in self._resolved.problems:
            self._report(problem)
        if len(self._resolved.problems) >= MOST_MISTAKES:  # not everything was checked
            raise LanguageError(sorted(self.diagnostics, key=_place))
        self._check_once()
        for experiment in _all(self._statements, ast.Experiment):
            self._check_clauses(experiment)
        self._check_definitions()
        for statement in self._statements:
            if isinstance(statement, ast.Def):
                function = Function(statement.name.text, statement.parameters, statement.body, self._scope)
                self._names[statement.name.text] = function if self._is_sound(statement) else None
        written = any_set(self._statements)
        for statement in self._statements:
            if written is None or statement is not written.secret:
                self._define(statement)
        if written is not None and not self.diagnostics:
            many = self._attempt(written.secret.span, partial(self._many_numbers, written, name))
            if many is not None:
                return many
            self._define(written.secret)
        for group in self._layout.groups:
            self._evaluator.formulas.add_group(group)
        constraints, weight, goals = self._knowledge()
        memory = self._state.memory(self._attempt) if self._states_are_sound() else None
        unseen = self._unseen()
        types = self._experiments()
        if any(ways_of(type_) for type_ in types):
            unseen = self._drawn(unseen)
        self._state.forget()
        if not self.diagnostics:
            self._check_structure()
        if self.diagnostics:
            return None
        game = self._made(name, self._dag, self._layout.space(constraints), types)
        return replace(
            game,
            ending="hit" if self._hit else "identify",
            goal=tuple(component for _, components in goals for component in components),
            goal_texts=tuple([text for text, _ in goals]),
            weight=weight,
            memory=memory,
            unseen=unseen,
        )

    def _made(self, name: str, dag: Dag, codes: Space, types: tuple[ExperimentType, ...]) -> Game:
        """Return a game of what is written, over when the code is known; `name` if the file gives none."""
        titles = [statement.title.text for statement in self._statements if isinstance(statement, ast.Title)]
        unused = [f"`{name.text}` (line {name.span.line}) is never used" for name in self._resolved.unused]
        doubts = (*self._evaluator.comparisons.warnings(), *like_clauses(self._statements))
        game = Game(
            titles[0] if titles else name,
            self._source.name,
            dag,
            codes,
            types,
            "identify",
            arguments=tuple(self._arguments),
            origin=Origin(self._source.text, tuple(self._evaluator.files.texts.items())),
            warnings=(*unused, *rounded(self._statements), *doubts),
        )
        return drawn(game, self._statements, self._report)

    def _many_numbers(self, written: AnySet, name: str) -> Game | None:
        """Return a game of very many numbers, None where they are not so many."""
        constant = partial(self._evaluator.constant, scope=self._scope)
        (low, high), sets = [(constant(of.low), constant(of.high)) for of in written.ranges]
        if high - low < self._limits.values or (low, high) != sets:
            return None
        self._limits.check("codes", high - low + 1, f"the numbers {low}..{high}")
        unseen = self._unseen()
        self._check_structure()
        if unseen is None or self.diagnostics:
            return None
        dag, codes, type_ = written.laid_out(low, high, self._limits.values)
        return replace(self._made(name, dag, codes, (type_,)), unseen=unseen)

    def _unseen(self) -> Unseen | None:
        """Return what happens unseen, None when nothing does."""
        told = [one for one in self._statements if isinstance(one, ast.Lies | ast.Noise | ast.Move)]
        if not told or not all(map(self._is_sound, told)):
            return None
        if self._state.is_there:
            self._wrong("not possible together", LIES_BESIDE_A_STATE, told[0].span, IN_THE_SECRET)
            return None
        return self._attempt(
            told[0].span,
            lambda: unseen(
                self._evaluator,
                self._scope,
                self._layout.slots,
                _all(self._statements, ast.Lies),
                _all(self._statements, ast.Noise),
                _all(self._statements, ast.Move),
                hit=self._hit,
            ),
        )

    def _drawn(self, unseen: Unseen | None) -> Unseen | None:
        """Return what happens unseen where some experiments are answered by chance."""
        for experiment in _all(self._statements, ast.Experiment):
            drawn = [c for c in of_kind(experiment, ast.Observe) if c.observed[0].chance is not None]
            ends = of_kind(experiment, ast.Final)
            if not drawn:
                continue
            message, hint = None, ""
            if unseen is not None and unseen.lies:
                message = "an answer with chances (`with`) is no lie, so there is no `lies at most` beside it"
            elif self._state.is_there:
                message, hint = CHANCES_BESIDE_A_STATE, IN_THE_SECRET
            elif ends:
                message = "an answer with chances (`with`) ends no play, so there is no `final` beside it"
            elif not self._hit:
                message = "chances (`with`) need a `final` in another experiment: else nothing may be certain"
            if message is not None:
                self._wrong("not possible together", message, drawn[0].span, hint)
                return None
        unseen = unseen or Unseen(0, ())
        return replace(unseen, noise=unseen.noise or Fraction(0))

    def _define(self, statement: ast.Statement) -> None:
        """Give the names that a statement defines their values."""
        if isinstance(statement, ast.Param):
            self._names[statement.name.text] = self._value(statement, partial(self._param, statement))
        elif isinstance(statement, ast.FileParam):
            self._names[statement.name.text] = self._value(statement, partial(self._file, statement))
        elif isinstance(statement, ast.Alphabet):
            self._names[statement.name.text] = self._value(statement, partial(self._alphabet, statement))
        elif isinstance(statement, ast.Variables):
            for unknown in statement.unknowns:
                lay = partial(self._layout.propositions, unknown, self._scope, statement.aux)
                self._names[unknown.name.text] = self._value(statement, lay)
        elif isinstance(statement, ast.Secret):
            lay = partial(
                self._layout.symbols, statement.unknown, statement.typing, self._scope, statement.aux
            )
            self._names[statement.unknown.name.text] = self._value(statement, lay)

    def _value(self, statement: ast.Statement, work: Callable[[], Value]) -> Value | None:
        if not self._is_sound(statement):
            return None
        return self._attempt(statement.span, partial(self._evaluator.complete, work))

    def _param(self, statement: ast.Param) -> Value:
        name = statement.name.text
        given = self._definitions.get(name)
        if given is None:
            value = self._evaluator.constant(statement.default, self._scope)
            place = statement.default.span
        else:
            try:
                value = _whole_number(given)
            except ValueError:
                message = f"-D {name}={given}: a whole number of at most nine digits is needed"
                several = re.fullmatch(r"[0-9]+((\.\.|,)[0-9]+)+", given)
                hint = "`cobra compare` takes ranges and lists" if several else ""
                raise Problem("parameter out of range", message, statement.name.span, hint) from None
            place = statement.name.span
        if statement.range is not None:
            self._check_range(name, value, statement.range, place)
        self._arguments.append((name, value))
        return self._evaluator.arithmetic.constant(value)

    def _check_range(self, name: str, value: int, allowed: ast.Expression, place: Span) -> None:
        if isinstance(allowed, ast.Range):  # it may be long: it is not listed
            low, high = (self._evaluator.constant(end, self._scope) for end in (allowed.low, allowed.high))
            inside, shown = low <= value <= high, f"{low}..{high}"
        else:
            symbols = self._evaluator.symbols(allowed, self._scope)
            inside, shown = value in symbols, show_symbols(symbols)
        if not inside:
            message = say("{name} = {value} is outside {range}", name=name, value=str(value), range=shown)
            raise Problem("parameter out of range", message, place)

    def _file(self, statement: ast.FileParam) -> Value:
        name = statement.name.text
        given = self._definitions.get(name)
        if given is not None:
            files = _all(self._statements, ast.FileParam)
            others = [one.default.text for one in files if one.name.text not in self._definitions]
            file = self._evaluator.files.given(given, others)
            self._arguments.append((name, file.shown))
            return FileName(file.path, file.shown, statement.name)
        self._arguments.append((name, statement.default.text))
        try:
            file = self._evaluator.files.name(statement.default.text)
        except GameError as error:
            raise Problem(FILE, str(error), statement.default.span) from None
        return FileName(file.path, file.shown, statement.name)

    def _alphabet(self, statement: ast.Alphabet) -> Value:
        symbols = self._evaluator.symbols(statement.domain, self._scope)
        if not symbols:
            raise Problem("empty set of symbols", "this set of symbols is empty", statement.domain.span)
        return constant_set(symbols)

    def _knowledge(self) -> tuple[tuple[Lit, ...], Lin | None, list[_Goal]]:
        """Return what the game says of the secret: constraints, weight and goal."""
        evaluator = self._evaluator
        constraints: list[Lit] = []
        weight: Lin | None = None
        goals: list[_Goal] = []
        for statement in filter(self._is_sound, self._statements):
            if isinstance(statement, ast.Constraint):
                work = partial(evaluator.formula, statement.condition, self._scope)
                lit = self._attempt(statement.span, partial(evaluator.complete, work))
                if lit is not None:
                    constraints.extend(evaluator.formulas.conjuncts(lit))
            elif isinstance(statement, ast.Weight):
                work_weight = partial(self._weight, statement)
                weight = self._attempt(statement.span, partial(evaluator.complete, work_weight))
            elif isinstance(statement, ast.Goal):
                for wanted in statement.goals:
                    work_goal = partial(self._goal, wanted)
                    goal = self._attempt(statement.span, partial(evaluator.complete, work_goal))
                    goals += [] if goal is None else [goal]
        return tuple(dict.fromkeys(constraints)), weight, goals

    def _weight(self, statement: ast.Weight) -> Lin:
        value = self._evaluator.rational(statement.value, self._scope)
        (whole,), denominator = common(self._evaluator.arithmetic, [value])
        low, _ = self._evaluator.arithmetic.bounds(whole)
        if low < 1:
            shown = str(low) if denominator is None else str(low / denominator)
            message = f"a weight must be positive, but this may be {shown}"
            raise Problem(
                "weight not positive", message, statement.value.span, next(rounded([statement]), "")
            )
        lin = self._evaluator.arithmetic.bag(whole)
        divisor = gcd(lin.constant, *(weight for weight, _ in lin.terms)) if denominator is not None else 1
        lin = make_lin(lin.constant // divisor, [(weight // divisor, lit) for weight, lit in lin.terms])
        if lin.high > LARGEST_WEIGHT:
            message = f"a weight may be up to {LARGEST_WEIGHT:,}, but this may be {lin.high:,}"
            raise Problem("number too large", message, statement.value.span)
        return lin

    def _goal(self, goal: ast.Observed) -> _Goal:
        components = components_of_item(self._evaluator, goal, self._scope)
        number = len(components) if isinstance(components, Several) else None
        return (self._source.slice(goal.span), number), components

    def _experiments(self) -> tuple[ExperimentType, ...]:
        experiments = Experiments(self._evaluator, self._scope, self._hit, self._state, self._report)
        types: list[ExperimentType] = []
        for experiment in _all(self._statements, ast.Experiment):
            if self._is_sound(experiment):
                types.extend(self._attempt(experiment.span, partial(experiments.types, experiment)) or ())
        if not self.diagnostics and (found := alike(types)) is not None:
            labels = " and ".join(type_.label for type_ in found)
            written = {type_.name for type_ in found if type_.look is not None}
            span = next(
                experiment.template.span
                for experiment in _all(self._statements, ast.Experiment)
                if experiment.template is not None and experiment.name.text in written
            )
            message = f"experiments of {labels} could be written alike"
            hint = "a word of its own tells them apart"
            if len({type_.name for type_ in found}) == 1:
                hint = (
                    "an `as` is that of a whole family: leave it out, or write an experiment for each member"
                )
            self._wrong("experiments written alike", message, span, hint)
        return tuple(types)

    # What a game must have

    def _check_structure(self) -> None:
        start = self._statements[0].span if self._statements else Span(self._source.name, 1, 1, 1, 1)
        unknowns = [s for s in self._statements if isinstance(s, ast.Variables | ast.Secret) and not s.aux]
        experiments = _all(self._statements, ast.Experiment)
        if not unknowns:
            hint = "`secret` or `variable` says what is"
            self._wrong("nothing secret", "nothing is secret in this game", start, hint)
        if not experiments:
            self._wrong(
                "no experiment", "the game has no experiment", start, "`experiment` says what may be asked"
            )

    def _check_once(self) -> None:
        """Report what a game says twice and can say once."""
        once: tuple[tuple[type[ast.Statement], str], ...] = (
            (ast.Title, "game"),
            (ast.Draw, "draw"),
            (ast.Weight, "weight"),
            (ast.Lies, "lies at most"),
            (ast.Noise, "noise"),
        )
        for kind, word in once:
            for statement in _all(self._statements, kind)[1:]:
                self._wrong("name defined twice", f"`{word}` is there twice", statement.span)

    def _check_clauses(self, experiment: ast.Experiment) -> None:
        wrong = self._resolved.wrong
        before = len(self._reported)
        kinds: tuple[tuple[type[ast.Clause], str], ...] = ((ast.Cost, "cost"), (ast.Limit, "limit"))
        for kind, word in kinds:
            for clause in of_kind(experiment, kind)[1:]:
                self._wrong("name defined twice", f"`{word}` is there twice", clause.span)
        observed = of_kind(experiment, ast.Observe)
        outcomes = of_kind(experiment, ast.Outcome)
        finals = of_kind(experiment, ast.Final)
        both = "nothing observed, or both ways"
        if not observed and not outcomes:
            message = f"nothing is observed in the experiment `{experiment.name.text}`"
            self._wrong(both, message, experiment.span, "`observe` or `outcome` says what is answered")
        elif observed and outcomes:
            second = max(observed[0].span, outcomes[0].span, key=lambda span: (span.line, span.column))
            self._wrong(both, "an experiment has either `observe` or `outcome`, not both", second)
        for clause in observed[1:]:
            self._wrong(
                both, "`observe` is there twice", clause.span, "one `observe` lists all values, with commas"
            )
        for clause in finals[1:]:
            self._wrong("two endings", "`final` is there twice", clause.span, "join the conditions with `|`")
        if finals and _all(self._statements, ast.Goal):
            message = "a game ends by a `goal` or by a `final`, not by both"
            self._wrong("two endings", message, finals[0].span)
        names: set[str] = set()
        for outcome in outcomes:
            if outcome.name.text in names:
                message = f'there is already an outcome "{outcome.name.text}"'
                self._wrong("name defined twice", message, outcome.name.span)
            names.add(outcome.name.text)
        if len(self._reported) > before:
            wrong.add(id(experiment))

    def _check_definitions(self) -> None:
        names = [s.name.text for s in self._statements if isinstance(s, ast.Param | ast.FileParam)]
        for name in self._definitions:
            if name not in names:
                near = nearest(name, names)
                hint = (
                    f"did you mean `{near}`?"
                    if near
                    else ("the parameters are " + ", ".join(names) if names else "")
                )
                self.diagnostics.append(
                    Diagnostic("unknown parameter", f"-D {name}: the game has no such parameter", hint=hint)
                )


def _all(statements: tuple[ast.Statement, ...], kind: type[S]) -> list[S]:
    return [statement for statement in statements if isinstance(statement, kind)]


def _whole_number(text: str) -> int:
    """Return the number a user wrote; `ValueError` unless it is a whole number of at most nine digits."""
    if not re.fullmatch("-?[0-9]{1,9}", text.strip()):
        raise ValueError
    return int(text)
