"""The syntax trees of the game language, one class for each construct; `core_ast.py` has those of COBRA's.

Trees are immutable and carry the place each part came from. Runs of operators are flat (`a & b & c` is one
`Connective` with three operands, an `else if` chain one `If`), so the depth of a tree is the depth of the
nesting a reader sees, and that is bounded by the limit `nesting`: recursion over a tree is safe.

They are `Struct`s: to define so many dataclasses takes a tenth of a second, for which
every command would wait.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from cobra.errors import Span

# Game language: expressions


class Integer(Struct, frozen=True):
    """`12`; in braces also `-12`. At most nine digits."""

    value: int
    span: Span


class Decimal(Struct, frozen=True):
    """`2.5`: exactly `numerator / denominator`, a power of ten. At most nine digits on either side."""

    numerator: int
    denominator: int
    span: Span


class Text(Struct, frozen=True):
    """A string, without its quotes; in braces also a bare word."""

    text: str
    span: Span


class Boolean(Struct, frozen=True):
    """`true` or `false`."""

    value: bool
    span: Span


class Name(Struct, frozen=True):
    """A name, where it is used and where it is defined."""

    text: str
    span: Span


class Index(Struct, frozen=True):
    """`name[item, …]`, at least one item."""

    name: Name
    items: tuple[Expression, ...]
    span: Span


class Call(Struct, frozen=True):
    """`function(item, …)`, or `function(item, … : body)`: a comprehension, with at least one item.

    The items of a comprehension are generators (`In` with a new `Name` on its left) and filters, in one list.
    """

    function: Name
    items: tuple[Expression, ...]
    body: Expression | None
    span: Span


class Braces(Struct, frozen=True):
    """`{red "dark blue" -3}`: symbols listed literally, at least one."""

    symbols: tuple[Integer | Text, ...]
    span: Span


class If(Struct, frozen=True):
    """`if condition then value else if … else otherwise`, with at least one branch (condition, value)."""

    branches: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression
    span: Span


class Connective(Struct, frozen=True):
    """Two or more operands joined by one of `&`, `|` (associative), `->`, `<->` (grouping to the right)."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span


class Unary(Struct, frozen=True):
    """`!operand` or `-operand`."""

    operator: str
    operand: Expression
    span: Span


class Compare(Struct, frozen=True):
    """`a < b <= c`: a chain of operands with one of `= != < <= > >=` between each two, one operator fewer."""

    operands: tuple[Expression, ...]
    operators: tuple[str, ...]
    span: Span


class In(Struct, frozen=True):
    """`element in set`: a condition, or as an item before a `:` a generator."""

    element: Expression
    set: Expression
    span: Span


class Range(Struct, frozen=True):
    """`low..high`, both ends included."""

    low: Expression
    high: Expression
    span: Span


class Arithmetic(Struct, frozen=True):
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


class Unknown(Struct, frozen=True):
    """`name` or `name[set, …]`; `indices` is empty for a single unknown."""

    name: Name
    indices: tuple[Expression, ...]
    span: Span


class Typing(Struct, frozen=True):
    """`: [distinct] domain [in within]` or `in within`; at least one of `domain` and `within` is given."""

    distinct: bool
    domain: Expression | None
    within: Expression | None
    span: Span


class SetTyping(Struct, frozen=True):
    """`: set of domain` or `: set(size) of domain`; `size` is an integer or a range."""

    size: Expression | None
    domain: Expression
    span: Span


class Parameter(Struct, frozen=True):
    """One parameter of an experiment, single or a vector."""

    unknown: Unknown
    typing: Typing | SetTyping
    span: Span


class Where(Struct, frozen=True):
    """`where condition`: which parameters the experiment admits."""

    condition: Expression
    span: Span


class Let(Struct, frozen=True):
    """`let name = body` (`parameters` is None) or `let name(a, b) = body`."""

    name: Name
    parameters: tuple[Name, ...] | None
    body: Expression
    span: Span


class Final(Struct, frozen=True):
    """`final condition`: the outcomes that end the game."""

    condition: Expression
    span: Span


class Cost(Struct, frozen=True):
    """`cost value`."""

    value: Expression
    span: Span


class Limit(Struct, frozen=True):
    """`limit value`: how often this experiment may be made in one game."""

    value: Expression
    span: Span


class Outcome(Struct, frozen=True):
    """`outcome "name" : condition`."""

    name: Text
    condition: Expression
    span: Span


class Observed(Struct, frozen=True):
    """One item of `observe`: a value, or with `items` (`for … :`) the vector of its values.

    With a `chance` (`value with chance`) it is one of several that may be observed.
    """

    items: tuple[Expression, ...] | None
    value: Expression
    span: Span
    chance: Expression | None = None


class Observe(Struct, frozen=True):
    """`observe item, … as template`, at least one item."""

    observed: tuple[Observed, ...]
    template: Text | None
    span: Span


class Assignment(Struct, frozen=True):
    """`name = value`, `name[index, …] = value`, or several with `items` (`for … :`) before."""

    items: tuple[Expression, ...] | None
    name: Name
    indices: tuple[Expression, ...]
    value: Expression
    span: Span


class Then(Struct, frozen=True):
    """`then assignment, …`: the state after the experiment, all values read before any is changed."""

    assignments: tuple[Assignment, ...]
    span: Span


Clause: TypeAlias = Where | Let | Final | Cost | Limit | Outcome | Observe | Then


# Game language: statements


class Title(Struct, frozen=True):
    """`game "Mastermind"`."""

    title: Text
    span: Span


class Draw(Struct, frozen=True):
    """`draw pegs`."""

    kind: Name
    span: Span


class Param(Struct, frozen=True):
    """`param name = default in range "help"`."""

    name: Name
    default: Expression
    range: Expression | None
    help: Text | None
    span: Span


class FileParam(Struct, frozen=True):
    """`file name = "default.txt" "help"`."""

    name: Name
    default: Text
    help: Text | None
    span: Span


class Alphabet(Struct, frozen=True):
    """`alphabet name = set`."""

    name: Name
    domain: Expression
    span: Span


class Variables(Struct, frozen=True):
    """`variable a` or `variables a, b[1..3]`, propositions; `aux` for helpers."""

    aux: bool
    unknowns: tuple[Unknown, ...]
    span: Span


class Secret(Struct, frozen=True):
    """`secret name[set] : distinct domain in lines(file)`; `aux` for helpers."""

    aux: bool
    unknown: Unknown
    typing: Typing
    span: Span


class Constraint(Struct, frozen=True):
    """`constraint condition`."""

    condition: Expression
    span: Span


class Weight(Struct, frozen=True):
    """`weight value`."""

    value: Expression
    span: Span


class Goal(Struct, frozen=True):
    """`goal item, …`, at least one."""

    goals: tuple[Observed, ...]
    span: Span


class Def(Struct, frozen=True):
    """`def name = body` (`parameters` is None) or `def name(a, b) = body`."""

    name: Name
    parameters: tuple[Name, ...] | None
    body: Expression
    span: Span


class State(Struct, frozen=True):
    """`state name[set] = start in domain`: what both sides know beside the answers."""

    unknown: Unknown
    start: Expression
    domain: Expression
    span: Span


class Lost(Struct, frozen=True):
    """`lost when condition cost value`: what ends a play without success, and what that costs."""

    condition: Expression
    cost: Expression | None
    span: Span


class Lies(Struct, frozen=True):
    """`lies at most value`: so many answers may be wrong."""

    value: Expression
    span: Span


class Noise(Struct, frozen=True):
    """`noise value`: the chance that an answer is wrong."""

    value: Expression
    span: Span


class Move(Struct, frozen=True):
    """`move name = one of target, …`: what the secret becomes after each experiment."""

    name: Name
    targets: tuple[Expression, ...]
    span: Span


class Experiment(Struct, frozen=True):
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


class File(Struct, frozen=True):
    """A game in the game language; `path` is None when the text came from no file."""

    statements: tuple[Statement, ...]
    path: Path | None
