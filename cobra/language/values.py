"""The values of expressions while a game is elaborated, and the names that stand for them at a place of it.

An experiment type is elaborated once, with its parameters left open: what depends on the secret or on the
parameters is a map from possible values to literals of the formula graph. Such maps are *exclusive and
exhaustive*: whatever the secret and the experiment, exactly one literal holds. A value elaborated under an
assumption (behind `x in 1..n &`) is so wherever the assumption holds, and means nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from cobra.language.ast import Expression, Name
from cobra.language.problems import Problem, Unusable
from cobra.model.dag import TRUE, Lin, Lit
from cobra.model.game import Symbol
from cobra.model.looks import same_print


class Formula(Struct, frozen=True):
    """A condition."""

    lit: Lit


class CaseMap(Struct, frozen=True, eq=False):
    """An integer, a word, or a mixture: value ↦ literal, integers ascending before words; never empty.

    `Arithmetic.case_map` keeps one object for equal maps, so identity is equality.
    """

    items: tuple[tuple[Symbol, Lit], ...]

    @property
    def constant(self) -> Symbol | None:
        """Return the only value, or None when there are several."""
        return self.items[0][0] if len(self.items) == 1 else None


class Bag(Struct, frozen=True):
    """An integer given as a constant plus weighted literals: counts and sums."""

    lin: Lin


class Fraction(Struct, frozen=True, eq=False):
    """A number that need not be whole: `value / denominator`, the denominator positive; see `decimals`."""

    value: CaseMap | Bag
    denominator: int


class SetValue(Struct, frozen=True):
    """A subset of listed symbols, each with its membership literal, in the order of the set.

    `size_min..size_max` are known bounds on the number of members.
    """

    members: tuple[tuple[Symbol, Lit], ...]
    size_min: int
    size_max: int

    @property
    def symbols(self) -> tuple[Symbol, ...] | None:
        """Return the members of a set that depends on nothing, else None."""
        if all(lit == TRUE for _, lit in self.members):
            return tuple(symbol for symbol, _ in self.members)
        return None


class Vector(Struct, frozen=True, eq=False):
    """Values by index: an unknown, a parameter or a line.

    `axes` are the index sets, each as symbol ↦ position; `cells` has every index tuple.
    """

    axes: tuple[Mapping[Symbol, int], ...]
    cells: Mapping[tuple[Symbol, ...], Cell]


class Words(Struct, frozen=True):
    """The words of files, each once, in order; `source` names the files as the user knows them."""

    words: tuple[str, ...]
    source: str


class FileName(Struct, frozen=True):
    """A file of the game: where it is, and its name as written."""

    path: Path
    shown: str
    parameter: Name | None = None
    """The name in the `file` statement that it comes from; None for a file named on the spot."""


class Function(Struct, frozen=True, eq=False):
    """A `def` or `let`, with the scope its body sees; without parameters it is expanded where it is named."""

    name: str
    parameters: tuple[Name, ...] | None
    body: Expression
    scope: Scope


class Scope(Struct, frozen=True, eq=False):
    """Names and what they stand for; None for a name whose definition is wrong."""

    outer: Scope | None
    names: Mapping[str, Value | None]
    function: str = ""
    """The function whose body this is, for finding recursive calls."""

    def find(self, name: Name) -> Value:
        """Return the value of a name; `Unusable` when its definition is wrong."""
        scope: Scope | None = self
        while scope is not None:
            if name.text in scope.names:
                value = scope.names[name.text]
                if value is None:
                    raise Unusable
                return value
            scope = scope.outer
        raise Problem("unknown name", f"the name `{name.text}` is used before it is defined", name.span)

    def stands_for(self, text: str) -> bool:
        """Tell whether a number or a word has this name."""
        scope: Scope | None = self
        while scope is not None:
            if text in scope.names:
                return isinstance(scope.names[text], CaseMap | Bag)
            scope = scope.outer
        return False

    def caller(self) -> str:
        """Return the name of the function whose body this scope is in, or an empty text."""
        scope: Scope | None = self
        while scope is not None and not scope.function:
            scope = scope.outer
        return scope.function if scope is not None else ""


Number: TypeAlias = CaseMap | Bag
Cell: TypeAlias = Formula | CaseMap | Bag | SetValue
Value: TypeAlias = Formula | CaseMap | Bag | Fraction | SetValue | Vector | Words | FileName | Function


def constant_set(symbols: tuple[Symbol, ...]) -> SetValue:
    """Return the set that has just these members."""
    return SetValue(tuple((symbol, TRUE) for symbol in symbols), len(symbols), len(symbols))


def is_integer(symbol: Symbol) -> bool:
    """Return whether a symbol is a whole number, not a word."""
    return isinstance(symbol, int)


def kind(value: Value) -> str:
    """Return the kind of a value as messages name it, with an article."""
    if isinstance(value, CaseMap):
        integers = sum(is_integer(symbol) for symbol, _ in value.items)
        if integers == len(value.items):
            return "a whole number"
        return "a mixture of numbers and words" if integers else "a word"
    names: dict[type, str] = {
        Formula: "a formula",
        Bag: "a whole number",
        Fraction: "a decimal",
        SetValue: "a set",
        Vector: "a vector",
        Words: "a list of words",
        FileName: "a file",
        Function: "a function",
    }
    return names[type(value)]


def show_symbol(symbol: Symbol) -> str:
    """Return a symbol as it is written in a game."""
    return str(symbol) if isinstance(symbol, int) else f'"{symbol}"'


def show_symbols(symbols: tuple[Symbol, ...]) -> str:
    """Return a set of symbols as it is written in a game, shortened when long."""
    if not symbols:
        return "nothing"
    first, last = symbols[0], symbols[-1]
    if isinstance(first, int) and isinstance(last, int) and symbols == tuple(range(first, last + 1)):
        return f"{first}..{last}"
    shown = [show_symbol(symbol) for symbol in symbols]
    if len(shown) > 8:
        shown = [*shown[:7], "…"]
    return "{" + " ".join(shown) + "}"


def alike(first: Symbol, second: Symbol) -> str:
    """Return the sentence that says of two different symbols that they look alike."""
    one, other = show_symbol(first), show_symbol(second)
    if same_print(one) == same_print(other):
        return f"two symbols look alike: {_points(str(first))} and {_points(str(second))}, both {one}"
    return f"the symbols {one} and {other} look alike where they are written without quotes"


def _points(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text)
