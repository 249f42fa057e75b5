"""What a text of the core language says, as parts of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cobra.language.arithmetic import Arithmetic
from cobra.language.formulas import Formulas
from cobra.model.dag import Dag, Lit
from cobra.model.game import Slot, Symbol


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
