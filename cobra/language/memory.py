"""The state of a game, which follows from what was done: what an experiment makes of it, and what that costs.

A state is laid out in every type of experiment behind its parameters, as slots that nobody chooses: so a
type is one formula for all states. What follows from an experiment (`Follows`) is formulas of parameters,
state and secret; that the answer decides them is proved with the rest of a game's well-formedness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction as Exact
from functools import partial
from math import lcm
from typing import Final, TypeAlias

from cobra.errors import Span
from cobra.language import ast
from cobra.language.builtin import instances
from cobra.language.decimals import common
from cobra.language.evaluator import Evaluator
from cobra.language.expressions import index_in
from cobra.language.layout import Layout
from cobra.language.problems import Problem
from cobra.language.values import Bag, CaseMap, Number, Scope, Value, Vector, show_symbols
from cobra.model.dag import FALSE, TRUE, Lin, Lit
from cobra.model.game import Cases, Memory, Price, Symbol

_Index: TypeAlias = tuple[Symbol, ...]
_Cells: TypeAlias = dict[str, dict[_Index, Number]]
"""The value of each variable of the state, cell by cell; one that is no vector has the cell ()."""

MOST_LIMIT: Final = 1000
"""So often may be said that an experiment may be made."""
_MOST_UNITS: Final = (1 << 31) - 1
"""What an experiment may cost in units, which the core counts."""


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows from an experiment: the state after it, its price (None: 1), whether the play is lost."""

    after: tuple[Cases, ...] = ()
    price: Price | None = None
    lost: Lit | None = None


@dataclass(frozen=True, slots=True)
class _Changes:
    """When the cells of the state were changed so far, and when to two values."""

    made: dict[tuple[str, _Index], Lit]
    clashes: dict[tuple[str, _Index], Lit]

    def note(self, evaluator: Evaluator, cell: tuple[str, _Index], here: Lit, same: Lit) -> bool:
        """Note that a cell is changed where a condition holds, `same`: to the value that it has by now.

        Return whether that may be meant: False where it is changed twice in every experiment. Where two
        changes may only meet, that they do not is proved with the rest of a game's well-formedness.
        """
        formulas, before = evaluator.formulas, self.made.get(cell, FALSE)
        self.made[cell] = formulas.disj((before, here))
        if before == FALSE or evaluator.exclusive(before, here):
            return True
        both = formulas.conj((before, here))
        clash = formulas.conj((both, same ^ 1))
        if evaluator.excluded(clash):
            return True
        self.clashes[cell] = formulas.disj((self.clashes.get(cell, FALSE), clash))
        return not evaluator.excluded(both ^ 1)


class State:
    """The state of one game, laid out in one type of experiment after the other.

    `names` are those of the whole game: those of the state stand for its value in the type at hand, and for
    nothing outside of experiments.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        names: MutableMapping[str, Value | None],
        states: Sequence[ast.State],
        lost: Sequence[ast.Lost],
        experiments: Sequence[ast.Experiment],
    ) -> None:
        self._evaluator = evaluator
        self._names = names
        self._scope = Scope(None, names)
        self._states = states
        self._lost = lost
        self._limits = {e.name.text: c for e in experiments for c in e.clauses if isinstance(c, ast.Limit)}
        self._most: dict[str, int] = {}
        self._cells: _Cells = {}
        self._symbols: dict[str, tuple[Symbol, ...]] = {}
        self._counters: dict[str, tuple[Lit, ...]] = {}
        self._unit = 1
        unpriced = any(not any(isinstance(c, ast.Cost) for c in e.clauses) for e in experiments)
        self._greatest = Exact(unpriced)  # which cost 1
        clauses = [clause for experiment in experiments for clause in experiment.clauses]
        self._priced = any(isinstance(clause, ast.Cost) for clause in clauses)
        self.is_there = bool(states or lost or self._limits or self._priced)

    def memory(self, attempt: Callable[[Span, Callable[[], Memory]], Memory | None]) -> Memory | None:
        """Return what is more than knowledge in the game; None when nothing is, or after a mistake."""
        if not self.is_there:
            return None
        place = self._states[0] if self._states else self._lost[0] if self._lost else None
        span = place.span if place is not None else Span("", 1, 1, 1, 1)
        return attempt(span, partial(self._evaluator.complete, self._memory))

    def _memory(self) -> Memory:
        evaluator = self._evaluator
        for name, limit in self._limits.items():
            most = evaluator.constant(limit.value, self._scope)
            if not 1 <= most <= MOST_LIMIT:
                message = f"an experiment can be limited to 1..{MOST_LIMIT:,} times, not {most}"
                raise Problem("parameter out of range", message, limit.span)
            self._most[name] = most
        layout = Layout(evaluator, evaluator.formulas.dag.parameter)
        start: list[int] = []
        for state in self._states:
            before = len(layout.slots)
            self._lay(state, layout)
            if len(layout.slots) == before:
                message = f"`{state.unknown.name.text}` has no cells"
                raise Problem("empty set of symbols", message, state.span)
            value = evaluator.scalar(state.start, self._scope)
            symbols = layout.slots[-1].symbols
            if not isinstance(value, CaseMap) or value.constant is None:
                raise evaluator.not_ground("what a state begins with", state.start)
            if value.constant not in symbols:
                values, name = show_symbols(symbols), state.unknown.name.text
                message = f"`{name}` cannot begin with {value.constant}: its values are {values}"
                raise Problem("parameter out of range", message, state.start.span)
            start += [symbols.index(value.constant)] * (len(layout.slots) - before)
        self._lay_counters(layout)
        start += [0] * len(self._limits)
        loss: Exact | None = None
        for lost in self._lost:
            if lost.cost is not None:
                loss = (loss or Exact(0)) + self._constant(lost.cost)
        self.forget()
        slots = tuple([replace(slot, state=True) for slot in layout.slots])
        return Memory(slots, tuple(start), self._priced or loss is not None, bool(self._lost), loss)

    def _constant(self, expression: ast.Expression) -> Exact:
        (whole,), denominator = common(
            self._evaluator.arithmetic, [self._evaluator.rational(expression, self._scope)]
        )
        low, high = self._evaluator.arithmetic.bounds(whole)
        if low != high or low < 0:
            raise Problem("wrong kind", "what a lost play costs is one number, 0 or more", expression.span)
        self._count(low, denominator or 1, expression.span)
        return Exact(low, denominator or 1)

    def _count(self, most: int, denominator: int, span: Span) -> None:
        """Refuse a price of at most `most / denominator` when those so far have no unit to be counted in.

        All are whole multiples of a unit, and the core counts so many units at most.
        """
        self._unit = lcm(self._unit, denominator)
        self._greatest = max(self._greatest, Exact(most, denominator))
        if self._greatest * self._unit > _MOST_UNITS:
            units = f" in units of 1/{self._unit:,}" if self._unit > 1 else ""
            message = (
                f"costs are counted{units} up to {_MOST_UNITS:,}: round them, or make the greatest smaller"
            )
            raise Problem("costs too far apart", message, span)

    def _lay(self, state: ast.State, layout: Layout) -> None:
        typing = ast.Typing(False, state.domain, None, state.span)
        value = layout.symbols(state.unknown, typing, self._scope)
        name = state.unknown.name.text
        cells = dict(value.cells) if isinstance(value, Vector) else {(): value}
        self._cells[name] = {index: cell for index, cell in cells.items() if isinstance(cell, CaseMap)}
        self._symbols[name] = layout.slots[-1].symbols if cells else ()
        self._names[name] = value

    def _lay_counters(self, layout: Layout) -> None:
        for name, most in self._most.items():
            self._counters[name] = tuple(layout.counter(f"{name} made", most))

    def lay(self, layout: Layout) -> None:
        """Lay the state out behind the parameters of a type; its names stand for its value from now on."""
        if not self.is_there:
            return
        self._evaluator.forget()
        before = len(layout.slots)
        for state in self._states:
            self._lay(state, layout)
        self._lay_counters(layout)
        layout.slots[before:] = [replace(slot, state=True) for slot in layout.slots[before:]]

    def forget(self) -> None:
        """Let the names of the state stand for nothing again."""
        for state in self._states:
            self._names.pop(state.unknown.name.text, None)
        if self._states:
            self._evaluator.forget()

    def allowed(self, experiment: str) -> list[Lit]:
        """Return what the state must be for an experiment: not lost already, and the limit not reached."""
        conditions = [lit ^ 1 for lit in self._lost_now()]
        if experiment in self._counters:
            conditions.append(self._counters[experiment][-1] ^ 1)
        return conditions

    def _lost_now(self) -> list[Lit]:
        ground = self._evaluator.ground_formula
        return [ground(lost.condition, self._scope, "what is lost") for lost in self._lost]

    def follows(self, experiment: ast.Experiment, scope: Scope) -> Follows:
        """Return what follows from an experiment, whose clauses are evaluated in `scope`."""
        if not self.is_there:
            return Follows()
        cells: _Cells = {name: dict(values) for name, values in self._cells.items()}
        changes = _Changes({}, {})
        for clause in experiment.clauses:
            if isinstance(clause, ast.Then):
                for assignment in clause.assignments:
                    self._assign(assignment, scope, cells, changes)
        after = [
            self._after(state, cells[state.unknown.name.text], index, changes)
            for state in self._states
            for index in self._cells[state.unknown.name.text]
        ]
        for name, lits in self._counters.items():
            moved = (FALSE, *lits[:-1]) if name == experiment.name.text else lits
            after.append(Cases(tuple(range(len(lits))), moved))
        price = next((self._price(c, scope) for c in experiment.clauses if isinstance(c, ast.Cost)), None)
        return Follows(tuple(after), price, self._lost_after(cells))

    def _assign(self, assignment: ast.Assignment, scope: Scope, cells: _Cells, changes: _Changes) -> None:
        """Change what an assignment reaches."""
        evaluator, name = self._evaluator, assignment.name.text
        known = cells.get(name)
        if known is None:
            raise Problem("unknown name", f"`{name}` is no state", assignment.name.span)
        vector = self._names[name]
        axes = vector.axes if isinstance(vector, Vector) else ()
        if len(axes) != len(assignment.indices):
            message = (
                f"`{name}` has {len(axes)} ind{'ex' if len(axes) == 1 else 'ices'}, "
                f"not {len(assignment.indices)}"
            )
            raise Problem("wrong number of indices or arguments", message, assignment.span)
        several = [(TRUE, scope)]
        if assignment.items is not None:
            several = instances(evaluator, assignment.items, scope)
        for guard, inner in several:
            value = evaluator.under(guard, evaluator.scalar, assignment.value, inner)
            places = [
                dict(evaluator.under(guard, partial(index_in, evaluator, axis), item, inner))
                for axis, item in zip(axes, assignment.indices, strict=True)
            ]
            for index, old in known.items():
                equal = [place.get(symbol, FALSE) for place, symbol in zip(places, index, strict=True)]
                here = evaluator.formulas.conj((guard, *equal))
                if here == FALSE:
                    continue
                same = evaluator.arithmetic.equal(value, old)
                if not changes.note(evaluator, (name, index), here, same):
                    message = f"`{name}` is changed twice: all that is said behind `then` holds at once"
                    raise Problem("name defined twice", message, assignment.span)
                chosen = value if here == TRUE else evaluator.arithmetic.choose(here, value, old)
                assert isinstance(chosen, CaseMap | Bag)
                known[index] = chosen

    def _after(
        self, state: ast.State, cells: Mapping[_Index, Number], index: _Index, changes: _Changes
    ) -> Cases:
        """Return the value of a cell after the experiment: none where it is given two."""
        symbols = self._symbols[state.unknown.name.text]
        found = dict(self._evaluator.arithmetic.cases(cells[index]).items)
        one = changes.clashes.get((state.unknown.name.text, index), FALSE) ^ 1
        conj = self._evaluator.formulas.conj
        return Cases(symbols, tuple([conj((one, found.get(symbol, FALSE))) for symbol in symbols]))

    def _price(self, clause: ast.Cost, scope: Scope) -> Price:
        arithmetic = self._evaluator.arithmetic
        (whole,), denominator = common(arithmetic, [self._evaluator.rational(clause.value, scope)])
        if arithmetic.bounds(whole)[0] < 0:
            message = "a cost cannot be negative, but this may be"
            raise Problem("cost negative", message, clause.value.span)
        lin: Lin = arithmetic.bag(whole)
        most = abs(lin.constant) + sum(weight for weight, _ in lin.terms)
        self._count(most, denominator or 1, clause.value.span)
        return Price(lin, denominator or 1)

    def _lost_after(self, cells: _Cells) -> Lit | None:
        if not self._lost:
            return None
        evaluator = self._evaluator
        before = {state.unknown.name.text: self._names[state.unknown.name.text] for state in self._states}
        for name, value in before.items():
            new = cells[name]
            self._names[name] = Vector(value.axes, dict(new)) if isinstance(value, Vector) else new[()]
        evaluator.forget()
        try:
            lits = [evaluator.formula(lost.condition, self._scope) for lost in self._lost]
        finally:
            self._names.update(before)
            evaluator.forget()
        return evaluator.formulas.disj(lits)
