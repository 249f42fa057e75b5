"""The syntax trees of the core language of COBRA, one class for each construct of its grammar.

They are made as those of the game language are, see `ast.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from cobra.errors import Span
from cobra.language.ast import Integer, Name, Text


class CoreVariable(Struct, frozen=True):
    """A variable in a formula, by its name (a word or the contents of a quoted string)."""

    name: Name
    span: Span


class CoreParameter(Struct, frozen=True):
    """`mapping$number`: the variable that the mapping gives to the symbol of that parameter, from 1."""

    mapping: Name
    number: int
    span: Span


class CoreNot(Struct, frozen=True):
    """`!operand`."""

    operand: CoreFormula
    span: Span


class CoreConnective(Struct, frozen=True):
    """Two or more operands joined by `&`, `|`, `->`, `<->` (both grouping right) or `<-` (grouping left)."""

    operator: str
    operands: tuple[CoreFormula, ...]
    span: Span


class CoreCount(Struct, frozen=True):
    """`And(…)`, `Or(…)`, `Exactly-k(…)`, `AtLeast-k(…)`, `AtMost-k(…)`, at least one formula.

    `kind` is "and", "or", "exactly", "atleast" or "atmost"; `k` is None for the first two.
    """

    kind: str
    k: int | None
    formulas: tuple[CoreFormula, ...]
    span: Span


CoreFormula: TypeAlias = CoreVariable | CoreParameter | CoreNot | CoreConnective | CoreCount


class CoreVariables(Struct, frozen=True):
    """`VARIABLES a, b`."""

    names: tuple[Name, ...]
    span: Span


class CoreConstraint(Struct, frozen=True):
    """`CONSTRAINT formula`."""

    formula: CoreFormula
    span: Span


class CoreAlphabet(Struct, frozen=True):
    """`ALPHABET 'red', 'green'`."""

    symbols: tuple[Text, ...]
    span: Span


class CoreMapping(Struct, frozen=True):
    """`MAPPING 'X1' a, b`: the i-th symbol of the alphabet goes to the i-th name."""

    name: Text
    variables: tuple[Name, ...]
    span: Span


class ParamsDistinct(Struct, frozen=True):
    """`PARAMS_DISTINCT 1, 2`: these parameters are pairwise different."""

    numbers: tuple[Integer, ...]
    span: Span


class ParamsSorted(Struct, frozen=True):
    """`PARAMS_SORTED 1, 2`: these parameters are in the order of the alphabet, equal ones allowed."""

    numbers: tuple[Integer, ...]
    span: Span


class CoreOutcome(Struct, frozen=True):
    """`OUTCOME 'name' formula`, or with `final` false `OUTCOMEX`: the game cannot be over after it."""

    name: Text
    formula: CoreFormula
    final: bool
    span: Span


CoreClause: TypeAlias = ParamsDistinct | ParamsSorted | CoreOutcome


class CoreExperiment(Struct, frozen=True):
    """`EXPERIMENT 'name' arity` and its clauses; `span` is the heading."""

    name: Text
    arity: int
    clauses: tuple[CoreClause, ...]
    span: Span


CoreStatement: TypeAlias = CoreVariables | CoreConstraint | CoreAlphabet | CoreMapping | CoreExperiment


class CoreFile(Struct, frozen=True):
    """A game in the core language; `path` is None when the text came from no file."""

    statements: tuple[CoreStatement, ...]
    path: Path | None
