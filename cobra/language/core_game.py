"""The game that a text of the core language says, without a detour through the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cobra.language.arithmetic import Arithmetic
from cobra.language.core_form import CoreForm, CoreType
from cobra.language.formulas import Formulas
from cobra.limits import Limits
from cobra.model.dag import Dag, Lit
from cobra.model.game import ExperimentType, Game, Outcome, Outcomes, Slot, Space, Symbol


def core_game(form: CoreForm, name: str, limits: Limits) -> Game:
    """Return the game that reading the text of a form gives, but for the constants that the text may need.

    Codes, experiments and outcomes are the same, in the same order.
    """
    formulas = Formulas(form.dag)
    arithmetic = Arithmetic(formulas, limits)
    slots = tuple(variable_slot(name, number) for number, name in enumerate(form.variables))

    def typed(type_: CoreType) -> ExperimentType:
        parameters = parameter_literals(form.dag, type_.arity, len(form.alphabet))
        if formulas.set_parameter_groups([tuple(parameter) for parameter in parameters]):
            arithmetic.forget()
        constraints = ascending(formulas, arithmetic, parameters, type_.ascending)
        space = Space(
            parameter_slots(type_.arity, form.alphabet), type_.distinct, constraints=tuple(constraints)
        )
        outcomes = (Outcome(outcome.name, outcome.formula, outcome.final) for outcome in type_.outcomes)
        return ExperimentType(type_.name, type_.name, space, Outcomes(tuple(outcomes)))

    types = tuple(map(typed, form.types))
    return Game(name, name, form.dag, Space(slots, constraints=form.constraints), types, "core")


def variable_slot(name: str, number: int) -> Slot:
    """Return the slot of a variable of the core language."""
    return Slot(name, name, (), "bool", (), number)


def parameter_literals(dag: Dag, arity: int, width: int) -> list[list[Lit]]:
    """Return for each parameter, for each of the `width` symbols, "the parameter is the symbol"."""
    return [[dag.parameter(k * width + symbol) for symbol in range(width)] for k in range(arity)]


def parameter_slots(arity: int, alphabet: Sequence[str]) -> tuple[Slot, ...]:
    """Return the slots of the parameters `$1`, `$2`, …, each over the whole alphabet."""
    symbols: tuple[Symbol, ...] = tuple(alphabet)
    return tuple(Slot(f"${k + 1}", "$", (k + 1,), "symbol", symbols, k * len(symbols)) for k in range(arity))


def ascending(
    formulas: Formulas,
    arithmetic: Arithmetic,
    parameters: Sequence[Sequence[Lit]],
    pairs: Iterable[tuple[int, int]],
) -> list[Lit]:
    """Return the clauses that say: the parameters of each pair are in the order of the alphabet."""
    clauses: dict[Lit, None] = {}
    for pair in pairs:
        one, other = (arithmetic.case_map(list(enumerate(parameters[k]))) for k in pair)
        clauses.update(dict.fromkeys(formulas.conjuncts(arithmetic.compare("<=", one, other))))
    return list(clauses)
