"""Answers of experiments as formulas: which outcome holds, when two are equal, which ones occur."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from cobra.budget import Deadline
from cobra.errors import GameError
from cobra.model.answers import (
    OutcomeValue,
    answer_pieces,
    component_digit,
    components_of,
    values_at,
)
from cobra.model.dag import Lin, add_lins, scale_lin
from cobra.model.game import Cases, Component, ExperimentType, Game, Observed, Outcomes, Sum, Value
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.frame import Frame
from cobra.sat.solver import DEFAULT_SOLVER, Model, SatSolver
from cobra.sat.spaces import new_propositions, space_clauses

T = TypeVar("T")

THRESHOLDS: Final = 512
"""Sums of at most so many values are compared by thresholds, which propagates; others by their difference."""


@dataclass(frozen=True, slots=True)
class ShiftedSum:
    """A sum made simpler by adding or subtracting components before it: `value = component + Σ sign·earlier`.

    Black and white pegs, for example: white is what two sums differ by, white + black is one sum.
    """

    value: Lin
    signs: Mapping[int, int]

    def shifted(self, component: int, earlier: Sequence[Value]) -> int:
        """Return what `value` is when the component and those before it have the given values."""
        return component + sum(sign * int(earlier[i]) for i, sign in self.signs.items())


def shifted_sums(components: Sequence[Component]) -> list[ShiftedSum | Cases]:
    """Return the components, sums simplified; the tuples of values are determined by each other."""
    result: list[ShiftedSum | Cases] = []
    for j, component in enumerate(components):
        if not isinstance(component, Sum):
            result.append(component)
            continue
        value = component.value
        signs: dict[int, int] = {}
        for i, earlier in enumerate(components[:j]):
            if isinstance(earlier, Sum):
                for sign in (1, -1):
                    other = add_lins((value, scale_lin(sign, earlier.value)))
                    if len(other.terms) < len(value.terms):
                        value, signs = other, {**signs, i: sign}
                        break
        result.append(ShiftedSum(value, signs))
    return result


class AnswerFormulas(Generic[T]):
    """The answer of one experiment type under one reading of the leaves."""

    def __init__(self, frame: Frame[T], answer: Observed | Outcomes) -> None:
        self._frame = frame
        self.components = components_of(answer)
        self._shifted = shifted_sums(self.components)

    def holds(self, outcome: OutcomeValue) -> list[T]:
        """Return formulas that together say: the answer is `outcome`; `GameError` for an impossible value."""
        formulas = []
        for i, component in enumerate(self._shifted):
            digit = component_digit(self.components[i], outcome[i])
            if isinstance(component, ShiftedSum):
                value = component.shifted(int(outcome[i]), outcome)
                formulas.append(self._frame.exactly(component.value, value))
            else:
                formulas.append(self._frame.encode(component.lits[digit]))
        return formulas


class AnswerReader:
    """Reads outcomes off the models of a solver, in which it puts the whole answer."""

    def __init__(self, frame: Frame[int], answer: Observed | Outcomes) -> None:
        self._parts: list[tuple[Component, list[tuple[int, int]]]] = []
        for component in components_of(answer):
            if isinstance(component, Sum):
                self._parts.append((component, frame.terms(component.value)))
            else:
                self._parts.append((component, [(0, frame.encode(lit)) for lit in component.lits]))

    def read(self, model: Model) -> OutcomeValue:
        """Return the outcome in a model."""
        values: list[Value] = []
        for component, terms in self._parts:
            if isinstance(component, Sum):
                values.append(component.value.constant + sum(weight for weight, lit in terms if model[lit]))
            else:
                held = [v for v, (_, lit) in zip(component.values, terms, strict=True) if model[lit]]
                if len(held) != 1:
                    raise GameError("an experiment has no outcome, or two; see `cobra check`")
                values.append(held[0])
        return tuple(values)


def final_lit(frame: Frame[int], type_: ExperimentType) -> int:
    """Return a literal equivalent to: the outcome is final, in a game that has such outcomes."""
    if type_.final is not None:
        return frame.encode(type_.final)
    finals = type_.answer.outcomes if isinstance(type_.answer, Outcomes) else ()
    lits = [frame.encode(outcome.formula) for outcome in finals if outcome.final]
    return frame.algebra.negate(frame.algebra.conj(-lit for lit in lits))


def answers_equal(
    circuit: Circuit, first: Frame[int], second: Frame[int], answer: Observed | Outcomes
) -> list[Callable[[], int]]:
    """Return builders of literals that together say: both readings of an answer give the same outcome.

    There is one for each component, the simplest first: few of them are often enough to prove something.
    """
    components = sorted(shifted_sums(components_of(answer)), key=_simplicity)
    return [partial(_values_equal, circuit, first, second, component) for component in components]


def _simplicity(component: ShiftedSum | Cases) -> int:
    return len(component.lits) if isinstance(component, Cases) else len(component.value.terms)


def _values_equal(
    circuit: Circuit, first: Frame[int], second: Frame[int], component: ShiftedSum | Cases
) -> int:
    if isinstance(component, Cases):
        return circuit.conj(-circuit.xor(first.encode(lit), second.encode(lit)) for lit in component.lits)
    return sums_equal(circuit, first, second, component.value)


def sums_equal(circuit: Circuit, first: Frame[int], second: Frame[int], value: Lin) -> int:
    """Return a literal equivalent to: both readings of an integer are equal."""
    a, b = first.terms(value), second.terms(value)
    highest = value.high - value.low
    if highest <= THRESHOLDS:
        thresholds = range(1, highest + 1)
        return circuit.conj(-circuit.xor(circuit.at_least(a, k), circuit.at_least(b, k)) for k in thresholds)
    difference = a + [(-weight, lit) for weight, lit in b]
    return circuit.conj((circuit.at_least(difference, 0), -circuit.at_least(difference, 1)))


def outcomes_written(
    game: Game,
    type_: int,
    text: str,
    solver: str = DEFAULT_SOLVER,
    deadline: Deadline | None = None,
) -> Iterator[OutcomeValue]:
    """Yield every outcome shown as `text` that some code gives to some experiment of a type, each once.

    All readings of the text are followed at once, however many they are; each outcome costs one solve.
    """
    experiment_type = game.experiments[type_]
    with SatSolver(solver, deadline) as sat:
        circuit, frame = _free(game, experiment_type, sat)
        circuit.require([_is_written(circuit, frame, experiment_type.answer, text)])
        yield from _outcomes(circuit, frame, experiment_type.answer)


def _is_written(circuit: Circuit, frame: Frame[int], answer: Observed | Outcomes, text: str) -> int:
    """Return a literal equivalent to: the answer is shown as `text`."""
    if isinstance(answer, Outcomes):
        return circuit.disj(frame.encode(one.formula) for one in answer.outcomes if one.name == text)
    reached = {0: TRUE}  # whether the pieces so far can end at a place
    for piece in answer_pieces(answer):
        ways: dict[int, list[int]] = {}
        for start, here in reached.items():
            if isinstance(piece, str):
                if text.startswith(piece, start):
                    ways.setdefault(start + len(piece), []).append(here)
                continue
            for value, end in values_at(answer.components[piece], text, start):
                is_value = _has_value(frame, answer.components[piece], value)
                ways.setdefault(end, []).append(circuit.conj((here, is_value)))
        reached = {end: circuit.disj(lits) for end, lits in ways.items()}
    return reached.get(len(text), FALSE)


def _has_value(frame: Frame[int], component: Component, value: Value) -> int:
    if isinstance(component, Cases):
        return frame.encode(component.lits[component_digit(component, value)])
    return frame.exactly(component.value, int(value))


def possible_outcomes(
    game: Game, type_: int, solver: str = DEFAULT_SOLVER, deadline: Deadline | None = None
) -> Iterator[OutcomeValue]:
    """Yield every outcome that some code gives to some experiment of a type, each once, in any order.

    The parameters are free, so one solver answers for all experiments of the type; each outcome costs one
    solve.
    """
    experiment_type = game.experiments[type_]
    with SatSolver(solver, deadline) as sat:
        circuit, frame = _free(game, experiment_type, sat)
        yield from _outcomes(circuit, frame, experiment_type.answer)


def _outcomes(circuit: Circuit, frame: Frame[int], answer: Observed | Outcomes) -> Iterator[OutcomeValue]:
    """Yield every outcome in a model of a solver, each once."""
    formulas, reader = AnswerFormulas(frame, answer), AnswerReader(frame, answer)
    while circuit.solver.solve():
        outcome = reader.read(circuit.solver.model())
        circuit.require([-lit for lit in formulas.holds(outcome)])
        yield outcome


def _free(game: Game, experiment_type: ExperimentType, sat: SatSolver) -> tuple[Circuit, Frame[int]]:
    """Return a solver's circuit and the reading of the leaves by a free code and a free experiment."""
    circuit = Circuit(sat)
    variables = new_propositions(circuit, game.codes)
    parameters = new_propositions(circuit, experiment_type.space)
    frame = Frame(circuit, game.dag, variables, parameters)
    for space, own in ((game.codes, variables), (experiment_type.space, parameters)):
        for clause in space_clauses(circuit, frame, space, own):
            circuit.require(clause)
    return circuit, frame
