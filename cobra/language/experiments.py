"""Experiments: their parameters as a space, their answer as outcomes or observed values.

Each type is elaborated once with its parameters open. Where that cannot be settled (`Unsettled`), it becomes
one type without parameters for each of its experiments, as Definition 5 of Klimoš (2014) allows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from cobra.budget import poll
from cobra.errors import LimitError
from cobra.language import ast
from cobra.language.builtin import instances, is_generator
from cobra.language.chances import drawn
from cobra.language.decimals import words_of
from cobra.language.evaluator import Evaluator
from cobra.language.layout import Layout
from cobra.language.memory import Follows, State
from cobra.language.problems import Problem, Unsettled, Unusable
from cobra.language.templates import problem_of
from cobra.language.values import (
    Bag,
    CaseMap,
    Cell,
    Formula,
    Fraction,
    Function,
    Scope,
    SetValue,
    Value,
    Vector,
    constant_set,
)
from cobra.model.dag import FALSE, TRUE, Lit
from cobra.model.game import (
    Assignment,
    Cases,
    Component,
    ExperimentType,
    Observed,
    Outcome,
    Outcomes,
    Slot,
    Space,
    Sum,
    Symbol,
)
from cobra.model.show import symbol_text
from cobra.model.spaces import assignments
from cobra.model.templates import filled

T = TypeVar("T", bound=ast.Clause)
R = TypeVar("R")


class Experiments:
    """Elaborates the experiments of a game, one after the other."""

    def __init__(
        self, evaluator: Evaluator, scope: Scope, hit: bool, state: State, report: Callable[[Problem], None]
    ) -> None:
        self._evaluator = evaluator
        self._state = state
        self._report = report
        self._globals = scope
        self._hit = hit  # the game ends by a `final`

    def types(self, experiment: ast.Experiment) -> list[ExperimentType]:
        """Return the types of one `experiment`, members of its family in order.

        Mistakes of clauses are reported; after them `Unusable` is raised, for other mistakes `Problem`.
        """
        evaluator = self._evaluator
        names: list[str] = []
        for item in experiment.family:
            if is_generator(item, set(names)):
                assert isinstance(item, ast.In) and isinstance(item.element, ast.Name)
                names.append(item.element.text)
        members = evaluator.complete(lambda: instances(evaluator, experiment.family, self._globals))
        types: list[ExperimentType] = []
        labels: set[str] = set()
        for _, scope in members:
            poll("reading the game")
            values = [scope.find(ast.Name(name, experiment.span)) for name in names]
            family = [value.constant for value in values if isinstance(value, CaseMap)]
            written = [symbol_text(symbol) for symbol in family if symbol is not None]
            label = experiment.name.text + (f"[{','.join(written)}]" if written else "")
            if label in labels:
                message = f"two experiments are called {label}"
                raise Problem("symbols that look alike", message, experiment.span)
            labels.add(label)
            types.extend(self._member(experiment, label, scope))
        return types

    def _member(self, experiment: ast.Experiment, label: str, family: Scope) -> list[ExperimentType]:
        evaluator = self._evaluator
        evaluator.given = TRUE
        layout = Layout(evaluator, evaluator.formulas.dag.parameter)
        names: dict[str, Value | None] = {}
        for parameter in experiment.parameters:
            declare = partial(self._parameter, layout, parameter, family)
            names[parameter.unknown.name.text] = evaluator.complete(declare)
        if any(slot.kind == "set" and slot.size_min > slot.size_max for slot in layout.slots):
            return []
        look = _look(experiment, layout.slots)
        self._state.lay(layout)
        self._set_groups(layout.groups)
        try:
            clauses = self._clauses(experiment, Scope(family, names))
        except Unsettled as problem:
            return self._one_by_one(experiment, label, layout.space(()), names, family, problem)
        if clauses is None:
            return []
        constraints, answer, final, follows, supposed = clauses
        space = layout.space(constraints)
        return [
            ExperimentType(
                experiment.name.text,
                label,
                space,
                answer,
                final,
                look,
                follows.after,
                follows.price,
                follows.lost,
                supposed,
            )
        ]

    def _set_groups(self, groups: list[tuple[Lit, ...]]) -> None:
        if self._evaluator.formulas.set_parameter_groups(groups):
            self._evaluator.forget()

    @staticmethod
    def _parameter(layout: Layout, parameter: ast.Parameter, scope: Scope) -> Value:
        if isinstance(parameter.typing, ast.SetTyping):
            return layout.sets(parameter.unknown, parameter.typing, scope)
        return layout.symbols(parameter.unknown, parameter.typing, scope)

    def _clauses(
        self, experiment: ast.Experiment, scope: Scope, example: str = ""
    ) -> tuple[tuple[Lit, ...], Observed | Outcomes, Lit | None, Follows, tuple[Lit, ...]] | None:
        """Return the conjuncts of `where`, the answer, `final`, what follows, and what all this supposes.

        None if `where` admits nothing."""
        evaluator = self._evaluator
        evaluator.given = TRUE
        evaluator.suppose_apart(())
        evaluator.forget_local()
        lets: dict[str, Value | None] = {}
        inner = Scope(scope, lets)
        for let in of_kind(experiment, ast.Let):
            lets[let.name.text] = Function(let.name.text, let.parameters, let.body, inner)
        clauses = _Clauses(evaluator, self._report, example)
        constraints: list[Lit] = []
        for where in of_kind(experiment, ast.Where):
            lit = clauses.run(partial(evaluator.ground_formula, where.condition, inner, "a where"))
            constraints.extend(evaluator.formulas.conjuncts(TRUE if lit is None else lit))
        constraints += clauses.run(partial(self._state.allowed, experiment.name.text)) or []
        if FALSE in constraints and not clauses.failed:
            return None
        given = [lit for lit in constraints if evaluator.formulas.is_of_one_group(lit)]
        evaluator.given = evaluator.formulas.conj(given)
        if evaluator.given == FALSE and not clauses.failed:  # though each of them could hold
            evaluator.given = TRUE
            return None
        evaluator.suppose_apart(constraints)
        evaluator.assumptions.rests_on_given = False
        final: Lit | None = None
        for clause in of_kind(experiment, ast.Final):
            final = clauses.run(partial(evaluator.formula, clause.condition, inner))
        answer: Observed | Outcomes | None = None
        for observed in of_kind(experiment, ast.Observe):
            answer = clauses.run(partial(observe, evaluator, observed, inner))
        outcomes = of_kind(experiment, ast.Outcome)
        lits = [clauses.run(partial(evaluator.formula, outcome.condition, inner)) for outcome in outcomes]
        follows = clauses.run(partial(self._state.follows, experiment, inner))
        supposed = evaluator.supposed()
        evaluator.given = TRUE
        evaluator.suppose_apart(())
        if clauses.failed:
            raise Unusable
        if outcomes:
            names = [outcome.name.text for outcome in outcomes]
            answer = self._outcomes(names, [lit for lit in lits if lit is not None], final)
        assert answer is not None  # every experiment is checked to have one
        assert follows is not None
        return tuple(dict.fromkeys(constraints)), answer, final, follows, supposed

    def _outcomes(self, names: list[str], lits: list[Lit], final: Lit | None) -> Outcomes:
        """Return the outcomes, those seen to be final flagged; if one is neither, the flags say nothing."""
        excludes = self._evaluator.formulas.excludes
        if final is None:
            flags = [not self._hit] * len(lits)
        elif all(excludes(lit, final) or excludes(lit, final ^ 1) for lit in lits):
            flags = [excludes(lit, final ^ 1) for lit in lits]
        else:
            flags = [False] * len(lits)
        return Outcomes(tuple([Outcome(*parts) for parts in zip(names, lits, flags, strict=True)]))

    def _one_by_one(
        self,
        experiment: ast.Experiment,
        label: str,
        space: Space,
        names: dict[str, Value | None],
        family: Scope,
        problem: Unsettled,
    ) -> list[ExperimentType]:
        """Return one type without parameters for each experiment; raise `problem` if there are too many.

        Nor can it be done where there is a state, which must be open.
        """
        evaluator = self._evaluator
        if self._state.is_there:
            raise problem
        dag = evaluator.formulas.dag
        try:
            listed = list(assignments(dag, space, of_experiments=True, limit=evaluator.limits.values))
        except LimitError:
            raise problem from None
        self._set_groups([])
        types = []
        for assignment in listed:
            values = _constants(evaluator, space, assignment, names)
            shown = f"{label}({_show(values)})"
            if experiment.template is not None:
                parts = [_show_value(value) for value in values.values() if value is not None]
                shown = filled(tuple(experiment.template.text.split("{}")), parts)
            clauses = self._clauses(experiment, Scope(family, values), f", in the experiment {shown}")
            if clauses is not None:
                _, answer, final, _, _ = clauses
                look = None if experiment.template is None else (shown,)
                types.append(ExperimentType(experiment.name.text, shown, Space(()), answer, final, look))
        return types


class _Clauses:
    """Runs the clauses of an experiment; one mistake does not hide those of the others."""

    def __init__(self, evaluator: Evaluator, report: Callable[[Problem], None], example: str) -> None:
        self.failed = False
        self._evaluator = evaluator
        self._report = report
        self._example = example

    def run(self, work: Callable[[], R]) -> R | None:
        """Return the result of `work`, or None after reporting its mistake; `Unsettled` is passed on."""
        try:
            return self._evaluator.complete(work)
        except Unsettled:
            raise
        except Problem as problem:
            problem.message += self._example
            self._report(problem)
        except Unusable:
            pass
        self.failed = True
        return None


def _look(experiment: ast.Experiment, slots: Sequence[Slot]) -> tuple[str, ...] | None:
    """Return how the experiments of a type are written, None where the game does not say so."""
    if experiment.template is None:
        return None
    look = tuple(experiment.template.text.split("{}"))
    problem = problem_of(look, slots)
    if problem is not None:
        raise Problem(*problem, experiment.template.span)
    return look


def of_kind(experiment: ast.Experiment, kind: type[T]) -> list[T]:
    """Return the clauses of one kind."""
    return [clause for clause in experiment.clauses if isinstance(clause, kind)]


# Answers


def observe(evaluator: Evaluator, clause: ast.Observe, scope: Scope) -> Observed:
    """Return the answer of an `observe` clause: its values as components, vectors flattened."""
    if any(item.chance is not None for item in clause.observed):
        return drawn(evaluator, clause, scope, [_cases(evaluator, item, scope) for item in clause.observed])
    components: list[Component] = []
    shape: list[int | tuple[int, ...]] = []
    for item in clause.observed:
        found = components_of_item(evaluator, item, scope)
        start = len(components)
        components.extend(found)
        places = tuple(range(start, len(components)))
        shape.append(places if isinstance(found, Several) else start)
    template = clause.template
    if template is not None and template.text.count("{}") != len(shape):
        holes = template.text.count("{}")
        values = "1 value is" if len(shape) == 1 else f"{len(shape)} values are"
        message = f"the text has {holes} `{{}}`, but {values} observed"
        raise Problem("wrong number of {}", message, template.span)
    return Observed(tuple(components), tuple(shape), template.text if template is not None else None)


def _cases(evaluator: Evaluator, item: ast.Observed, scope: Scope) -> Cases:
    """Return the value of an item that is observed with some chance."""
    value = evaluator.evaluate(item.value, scope)
    if isinstance(value, Bag):
        value = evaluator.arithmetic.cases(value)
    component = _component(evaluator, value, item.value)
    assert isinstance(component, Cases)
    return component


class Several(list[Component]):
    """The components of a vector."""


def components_of_item(evaluator: Evaluator, item: ast.Observed, scope: Scope) -> list[Component]:
    """Return an item of `observe` or `goal` as components: those of a vector one by one."""
    if item.items is not None:
        several = Several()
        for guard, inner in instances(evaluator, item.items, scope):
            if guard != TRUE:
                message = "the length of what is observed depends on parameters"
                raise Unsettled("must be ground", message, item.span)
            several.append(_component(evaluator, evaluator.evaluate(item.value, inner), item.value))
        return several
    value = evaluator.evaluate(item.value, scope)
    if isinstance(value, Vector):
        return Several(_component(evaluator, cell, item.value) for cell in value.cells.values())
    return [_component(evaluator, value, item.value)]


def _component(evaluator: Evaluator, value: Value, expression: ast.Expression) -> Component:
    if isinstance(value, Formula):
        return Cases((False, True), (value.lit ^ 1, value.lit))
    if isinstance(value, CaseMap):
        return Cases(tuple([symbol for symbol, _ in value.items]), tuple([lit for _, lit in value.items]))
    if isinstance(value, Bag):
        return Sum(value.lin)
    if isinstance(value, Fraction):
        shown = words_of(evaluator.arithmetic, value)
        return Cases(tuple([word for word, _ in shown]), tuple([lit for _, lit in shown]))
    raise evaluator.wrong_kind("a formula, a number or a word", value, expression)


# Experiments one by one


def _constants(
    evaluator: Evaluator, space: Space, assignment: Assignment, names: dict[str, Value | None]
) -> dict[str, Value | None]:
    """Return the parameters as constants."""
    cells: dict[tuple[str, tuple[Symbol, ...]], Cell] = {}
    for slot, position in zip(space.slots, assignment, strict=True):
        if slot.kind == "set":
            members = tuple(symbol for i, symbol in enumerate(slot.symbols) if position >> i & 1)
            cells[slot.family, slot.index] = constant_set(members)
        else:
            cells[slot.family, slot.index] = evaluator.arithmetic.constant(slot.symbols[position])
    values: dict[str, Value | None] = {}
    for name, value in names.items():
        if isinstance(value, Vector):
            values[name] = Vector(value.axes, {index: cells[name, index] for index in value.cells})
        else:
            values[name] = cells[name, ()]
    return values


def _show(values: dict[str, Value | None]) -> str:
    """Return constant parameters as text, parted by commas."""
    return ", ".join(_show_value(value) for value in values.values() if value is not None)


def _show_value(value: Value) -> str:
    if isinstance(value, SetValue):
        return "{" + " ".join(symbol_text(symbol) for symbol in value.symbols or ()) + "}"
    if isinstance(value, Vector):
        parts = [_show_value(cell) for cell in value.cells.values()]
        return ("" if all(len(part) == 1 for part in parts) else " ").join(parts)
    assert isinstance(value, CaseMap) and value.constant is not None
    return symbol_text(value.constant)
