"""The syntax trees of both languages, one class for each construct of the grammars, so one long list.

Trees are immutable and carry the place each part came from. Runs of operators are flat (`a & b & c` is one
`Connective` with three operands, an `else if` chain one `If`), so the depth of a tree is the depth of the
nesting a reader sees, and that is bounded by the limit `nesting`: recursion over a tree is safe.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cobra.errors import Span

# Game language: expressions


@dataclass(frozen=True, slots=True)
class Integer:
    """`12`; in braces also `-12`. At most nine digits."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Decimal:
    """`2.5`: exactly `numerator / denominator`, a power of ten. At most nine digits on either side."""

    numerator: int
    denominator: int
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A string, without its quotes; in braces also a bare word."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Boolean:
    """`true` or `false`."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A name, where it is used and where it is defined."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    """`name[item, …]`, at least one item."""

    name: Name
    items: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`function(item, …)`, or `function(item, … : body)`: a comprehension, with at least one item.

    The items of a comprehension are generators (`In` with a new `Name` on its left) and filters, in one list.
    """

    function: Name
    items: tuple[Expression, ...]
    body: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Braces:
    """`{red "dark blue" -3}`: symbols listed literally, at least one."""

    symbols: tuple[Integer | Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if condition then value else if … else otherwise`, with at least one branch (condition, value)."""

    branches: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Connective:
    """Two or more operands joined by one of `&`, `|` (associative), `->`, `<->` (grouping to the right)."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """`!operand` or `-operand`."""

    operator: str
    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """`a < b <= c`: a chain of operands with one of `= != < <= > >=` between each two, one operator fewer."""

    operands: tuple[Expression, ...]
    operators: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class In:
    """`element in set`: a condition, or as an item before a `:` a generator."""

    element: Expression
    set: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`, both ends included."""

    low: Expression
    high: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`first` and then, from left to right, one or more (operator, operand): all `+ -`, or all `* / %`."""

    first: Expression
    rest: tuple[tuple[str, Expression], ...]
    span: Span


Expression: TypeAlias = (
    Integer
    | Decimal
    | Text
    | Boolean
    | Name
    | Index
    | Call
    | Braces
    | If
    | Connective
    | Unary
    | Compare
    | In
    | Range
    | Arithmetic
)


# Game language: clauses of an experiment


@dataclass(frozen=True, slots=True)
class Unknown:
    """`name` or `name[set, …]`; `indices` is empty for a single unknown."""

    name: Name
    indices: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Typing:
    """`: [distinct] domain [in within]` or `in within`; at least one of `domain` and `within` is given."""

    distinct: bool
    domain: Expression | None
    within: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class SetTyping:
    """`: set of domain` or `: set(size) of domain`; `size` is an integer or a range."""

    size: Expression | None
    domain: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an experiment, single or a vector."""

    unknown: Unknown
    typing: Typing | SetTyping
    span: Span


@dataclass(frozen=True, slots=True)
class Where:
    """`where condition`: which parameters the experiment admits."""

    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """`let name = body` (`parameters` is None) or `let name(a, b) = body`."""

    name: Name
    parameters: tuple[Name, ...] | None
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Final:
    """`final condition`: the outcomes that end the game."""

    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Cost:
    """`cost value`."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Limit:
    """`limit value`: how often this experiment may be made in one game."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """`outcome "name" : condition`."""

    name: Text
    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Observed:
    """One item of `observe`: a value, or with `items` (`for … :`) the vector of its values.

    With a `chance` (`value with chance`) it is one of several that may be observed.
    """

    items: tuple[Expression, ...] | None
    value: Expression
    span: Span
    chance: Expression | None = None


@dataclass(frozen=True, slots=True)
class Observe:
    """`observe item, … as template`, at least one item."""

    observed: tuple[Observed, ...]
    template: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name = value`, `name[index, …] = value`, or several with `items` (`for … :`) before."""

    items: tuple[Expression, ...] | None
    name: Name
    indices: tuple[Expression, ...]
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Then:
    """`then assignment, …`: the state after the experiment, all values read before any is changed."""

    assignments: tuple[Assignment, ...]
    span: Span


Clause: TypeAlias = Where | Let | Final | Cost | Limit | Outcome | Observe | Then


# Game language: statements


@dataclass(frozen=True, slots=True)
class Title:
    """`game "Mastermind"`."""

    title: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw pegs`."""

    kind: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Param:
    """`param name = default in range "help"`."""

    name: Name
    default: Expression
    range: Expression | None
    help: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class FileParam:
    """`file name = "default.txt" "help"`."""

    name: Name
    default: Text
    help: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Alphabet:
    """`alphabet name = set`."""

    name: Name
    domain: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Variables:
    """`variable a` or `variables a, b[1..3]`, propositions; `aux` for helpers."""

    aux: bool
    unknowns: tuple[Unknown, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Secret:
    """`secret name[set] : distinct domain in lines(file)`; `aux` for helpers."""

    aux: bool
    unknown: Unknown
    typing: Typing
    span: Span


@dataclass(frozen=True, slots=True)
class Constraint:
    """`constraint condition`."""

    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Weight:
    """`weight value`."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Goal:
    """`goal item, …`, at least one."""

    goals: tuple[Observed, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Def:
    """`def name = body` (`parameters` is None) or `def name(a, b) = body`."""

    name: Name
    parameters: tuple[Name, ...] | None
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class State:
    """`state name[set] = start in domain`: what both sides know beside the answers."""

    unknown: Unknown
    start: Expression
    domain: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Lost:
    """`lost when condition cost value`: what ends a play without success, and what that costs."""

    condition: Expression
    cost: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Lies:
    """`lies at most value`: so many answers may be wrong."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Noise:
    """`noise value`: the chance that an answer is wrong."""

    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    """`move name = one of target, …`: what the secret becomes after each experiment."""

    name: Name
    targets: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Experiment:
    """`experiment name(parameter, …) for items as "…"` and its clauses; `family` is empty without a `for`.

    `span` is the heading, up to the first clause.
    """

    name: Name
    parameters: tuple[Parameter, ...]
    family: tuple[Expression, ...]
    template: Text | None
    clauses: tuple[Clause, ...]
    span: Span


Statement: TypeAlias = (
    Title
    | Draw
    | Param
    | FileParam
    | Alphabet
    | Variables
    | Secret
    | Constraint
    | Weight
    | Goal
    | Def
    | State
    | Lost
    | Lies
    | Noise
    | Move
    | Experiment
)


@dataclass(frozen=True, slots=True)
class File:
    """A game in the game language; `path` is None when the text came from no file."""

    statements: tuple[Statement, ...]
    path: Path | None


# Core language


@dataclass(frozen=True, slots=True)
class CoreVariable:
    """A variable in a formula, by its name (a word or the contents of a quoted string)."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class CoreParameter:
    """`mapping$number`: the variable that the mapping gives to the symbol of that parameter, from 1."""

    mapping: Name
    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class CoreNot:
    """`!operand`."""

    operand: CoreFormula
    span: Span


@dataclass(frozen=True, slots=True)
class CoreConnective:
    """Two or more operands joined by `&`, `|`, `->`, `<->` (both grouping right) or `<-` (grouping left)."""

    operator: str
    operands: tuple[CoreFormula, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CoreCount:
    """`And(…)`, `Or(…)`, `Exactly-k(…)`, `AtLeast-k(…)`, `AtMost-k(…)`, at least one formula.

    `kind` is "and", "or", "exactly", "atleast" or "atmost"; `k` is None for the first two.
    """

    kind: str
    k: int | None
    formulas: tuple[CoreFormula, ...]
    span: Span


CoreFormula: TypeAlias = CoreVariable | CoreParameter | CoreNot | CoreConnective | CoreCount


@dataclass(frozen=True, slots=True)
class CoreVariables:
    """`VARIABLES a, b`."""

    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CoreConstraint:
    """`CONSTRAINT formula`."""

    formula: CoreFormula
    span: Span


@dataclass(frozen=True, slots=True)
class CoreAlphabet:
    """`ALPHABET 'red', 'green'`."""

    symbols: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CoreMapping:
    """`MAPPING 'X1' a, b`: the i-th symbol of the alphabet goes to the i-th name."""

    name: Text
    variables: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ParamsDistinct:
    """`PARAMS_DISTINCT 1, 2`: these parameters are pairwise different."""

    numbers: tuple[Integer, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ParamsSorted:
    """`PARAMS_SORTED 1, 2`: these parameters are in the order of the alphabet, equal ones allowed."""

    numbers: tuple[Integer, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CoreOutcome:
    """`OUTCOME 'name' formula`, or with `final` false `OUTCOMEX`: the game cannot be over after it."""

    name: Text
    formula: CoreFormula
    final: bool
    span: Span


CoreClause: TypeAlias = ParamsDistinct | ParamsSorted | CoreOutcome


@dataclass(frozen=True, slots=True)
class CoreExperiment:
    """`EXPERIMENT 'name' arity` and its clauses; `span` is the heading."""

    name: Text
    arity: int
    clauses: tuple[CoreClause, ...]
    span: Span


CoreStatement: TypeAlias = CoreVariables | CoreConstraint | CoreAlphabet | CoreMapping | CoreExperiment


@dataclass(frozen=True, slots=True)
class CoreFile:
    """A game in the core language; `path` is None when the text came from no file."""

    statements: tuple[CoreStatement, ...]
    path: Path | None
