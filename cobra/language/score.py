"""Scores that a user writes: expressions over the split of an experiment, such as
`min sum(n*log2(n)) - 2*hit`.

docs/scores.md says what they mean; the grammar is `cobra/grammar/score.lark`. Here they are read, checked and
put into the flat form that the core takes (`CoreScore`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from msgspec import Struct

from cobra.errors import GameError
from cobra.nearest import did_you_mean
from cobra.options import READY_MADE
from cobra.texts import ENGLISH, speaking

if TYPE_CHECKING:
    from lark import Lark, Token

MOST_CHARACTERS: Final = 1_000
MOST_NESTED: Final = 40
MOST_SHOWN: Final = 100
"""So many characters of a wrong score are shown."""
MOST_EXPONENT: Final = 64
_REMEMBERED: Final = 256
"""So many scores are remembered as they were read."""
UNIT: Final = 1 << 32
"""Numbers have 32 binary digits after the point."""
LARGEST_NUMBER: Final = 1 << 30
"""Numbers in an expression are less than this."""

CoreScore: TypeAlias = list[tuple[bool, list[str | int]]]
"""What the core takes for a score: for each key whether it is made large, and its value, in postfix."""
DIRECTIONS: Final = ("min", "max")
AGGREGATES: Final[dict[str, str]] = {
    "sum": "the sum over the outcomes that are still possible",
    "max": "the largest over these outcomes",
    "min": "the least over these outcomes",
}
OF_OUTCOME: Final[dict[str, str]] = {
    "n": "codes left after the outcome; inside sum, max and min",
    "w": "the weight of these codes, n where codes have no weights; inside sum, max and min",
    "fixed": "variables fixed after the outcome; inside sum, max and min",
}
COST: Final = "cost"
OF_EXPERIMENT: Final[dict[str, str]] = {
    "total": "codes left now",
    "weight": "the weight of these codes",
    "parts": "outcomes that are still possible",
    "largest": "max(n)",
    "hit": "codes for which the outcome is final",
    "hitweight": "the weight of these codes",
    COST: "the mean cost of the experiment; inside sum, max and min that of an outcome; 1 without prices",
}
_COUNTED: Final = {"w": "n", "weight": "total", "hitweight": "hit"}
"""What weights are where all are 1."""
FUNCTIONS: Final[dict[str, str]] = {
    "log2": "the logarithm to the base 2",
    "sqrt": "the square root",
    "abs": "the absolute value",
}
SORTED: Final = "sorted"


class Number(Struct, frozen=True):
    """A number, in units of 2^-32."""

    units: int


class Name(Struct, frozen=True):
    """A quantity of the experiment or of an outcome."""

    name: str


class Call(Struct, frozen=True):
    """A function or an aggregate of a value."""

    name: str
    of: Value


class Binary(Struct, frozen=True):
    """Two values with an operator between them."""

    operator: str
    left: Value
    right: Value


Value: TypeAlias = Number | Name | Call | Binary
SPLIT: Final = Call(SORTED, Name("n"))
"""The numbers of codes of all outcomes, largest first."""


class Key(Struct, frozen=True):
    """A value to be made large or small."""

    maximise: bool
    value: Value


class Score(Struct, frozen=True):
    """What a strategy compares: keys, one after the other."""

    text: str
    keys: tuple[Key, ...]

    def program(self, weighted: bool = False, price_parts: int | None = None) -> CoreScore:
        """Return the score in the form of the core: keys in postfix notation; arguments as of `strategy`."""
        return [(key.maximise, _postfix(key.value)) for key in self._seen(weighted, price_parts)]

    def strategy(self, weighted: bool = False, price_parts: int | None = None) -> str | CoreScore:
        """Return what the core is to play: the name of the ready-made strategy that the score is, for which
        it has a fast way, or the program.

        `weighted` says whether codes have weights. By its names the core counts codes. `price_parts` are the
        units in which the core counts a cost of 1; None: every experiment costs 1. `GameError` where a score
        that sees prices is for a game with prices in too small parts.
        """
        seen = self._seen(weighted, price_parts)
        return _counting().get(_canonical_score(seen)) or self.program(weighted, price_parts)

    def _seen(self, weighted: bool, price_parts: int | None) -> tuple[Key, ...]:
        """Return the keys; without weights every weight is a number of codes."""
        keys = tuple(Key(key.maximise, _priced(key.value, price_parts, inside=False)) for key in self.keys)
        seen = _in_parts if weighted else _unweighted
        return tuple(Key(key.maximise, seen(key.value)) for key in keys)


class _MistakeError(Exception):
    """Something in an expression is wrong; `column` counts from 1, None is the end."""

    def __init__(self, column: int | None, message: str) -> None:
        self.column, self.message = column, message
        super().__init__(message)


@lru_cache(_REMEMBERED)
def read_score(text: str) -> Score:
    """Read a score expression, once; `GameError` says where it is wrong and what could be meant."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if len(text) > MOST_CHARACTERS:
        raise GameError(f"a score has at most {MOST_CHARACTERS:,} characters, this one {len(text):,}")
    try:
        keys: tuple[Key, ...] = _grammar().parse(text)  # type: ignore[assignment]  # made by the builder
        for key in keys:
            if key.value != SPLIT:
                _check(key.value, inside=False, depth=0)
    except _MistakeError as error:
        column, message = error.column, error.message
    except UnexpectedCharacters as error:
        column, message = error.column, f"{error.char!r} is no part of a score"
    except UnexpectedToken as error:
        ended = error.token.type == "$END"
        column = None if ended else error.token.column
        message = "something is missing" if ended else f"{str(error.token)!r} is not expected"
    else:
        return Score(text, keys)
    place = "at its end" if column is None else f"at character {column}"
    shown = text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
    raise GameError(f"the score {shown!r} is wrong {place}: {message}")


class _Builder:
    """Makes the values of an expression: one method for each rule of the grammar."""

    def score(self, parts: list[Any]) -> tuple[Key, ...]:
        return tuple(part for part in parts if isinstance(part, Key))

    def key(self, parts: list[Any]) -> Key:
        direction, value = parts
        if direction not in DIRECTIONS:
            _unknown(direction, DIRECTIONS, "a score begins with min or max")
        return Key(direction == "max", value)

    def binary(self, parts: list[Any]) -> Binary:
        left, operator, right = parts
        if operator == "^":
            exponent = right.units if isinstance(right, Number) else -1
            if exponent % UNIT or not 0 <= exponent <= MOST_EXPONENT * UNIT:
                message = f"an exponent is a whole number from 0 to {MOST_EXPONENT}; sqrt makes a square root"
                raise _MistakeError(operator.column, message)
        return Binary(str(operator), left, right)

    def negative(self, parts: list[Any]) -> Binary:
        return Binary("-", Number(0), parts[1])

    def number(self, parts: list[Any]) -> Number:
        number = Fraction(parts[0])
        if number >= LARGEST_NUMBER:
            raise _MistakeError(parts[0].column, f"a number is less than {LARGEST_NUMBER:,}")
        return Number(int(number * UNIT + Fraction(1, 2)))

    def name(self, parts: list[Any]) -> Name:
        (name,) = parts
        if name not in OF_OUTCOME and name not in OF_EXPERIMENT:
            needs_value = name in AGGREGATES or name in FUNCTIONS or name == SORTED
            if needs_value:
                raise _MistakeError(name.column, f"{name} needs a value in parentheses")
            _unknown(name, (*OF_OUTCOME, *OF_EXPERIMENT), f"there is no quantity {str(name)!r}")
        return Name(str(name))

    def call(self, parts: list[Any]) -> Call:
        name, _, of, _ = parts
        if name not in (*AGGREGATES, *FUNCTIONS, SORTED):
            _unknown(name, (*AGGREGATES, *FUNCTIONS, SORTED), f"there is no function {str(name)!r}")
        return Call(str(name), of)

    def parentheses(self, parts: list[Any]) -> Value:
        value: Value = parts[1]
        return value


def _unknown(name: Token, known: Sequence[str], message: str) -> NoReturn:
    with speaking(ENGLISH):  # as all that is said of a score
        hint = did_you_mean(name, known)
    raise _MistakeError(name.column, f"{message}{hint} (known: {' '.join(known)})")


@cache
def _grammar() -> Lark:
    from cobra.language.grammars import load_grammar

    return load_grammar("score", "score", _Builder())


def _check(value: Value, *, inside: bool, depth: int) -> None:
    """Raise unless quantities and functions stand where they mean something; `inside` an aggregate."""
    if depth > MOST_NESTED:
        raise _MistakeError(None, f"values are nested more than {MOST_NESTED} deep")
    match value:
        case Name(name) if name in OF_OUTCOME and not inside:
            raise _MistakeError(None, f"{name} is of one outcome: it belongs inside sum, max or min")
        case Call(name, of):
            if name == SORTED:
                raise _MistakeError(None, "sorted(n) is compared as a whole; nothing can be made of it")
            if inside and name in AGGREGATES:
                raise _MistakeError(None, f"{name} is inside another sum, max or min")
            _check(of, inside=inside or name in AGGREGATES, depth=depth + 1)
        case Binary(_, left, right):
            _check(left, inside=inside, depth=depth + 1)
            _check(right, inside=inside, depth=depth + 1)
        case _:
            pass


def _postfix(value: Value) -> list[str | int]:
    """Return a value in postfix notation; `sorted(n)` is one word."""
    match value:
        case Number(units):
            return [units]
        case Name(name):
            return [name]
        case Call(name, of):
            return [SORTED] if value == SPLIT else [*_postfix(of), name]
        case Binary(operator, left, right):
            return [*_postfix(left), *_postfix(right), operator]


@cache
def _counting() -> Mapping[str, str]:
    """Return the names of the ready-made strategies by what they make small where codes are counted."""
    return {_canonical_score(read_score(text)._seen(False, None)): name for name, text in READY_MADE.items()}


def _priced(value: Value, parts: int | None, *, inside: bool) -> Value:
    """Return a value in which `cost` is what the core counts: units of an outcome, of which 1 has so many."""
    match value:
        case Name(name) if name == COST:
            if parts is None:
                return Number(UNIT)
            if parts >= LARGEST_NUMBER:
                raise GameError(
                    f"{COST} in a score is not possible with prices in parts of 1/{LARGEST_NUMBER:,} or less"
                )
            of_one, of_all = Name(COST), Name("weight")
            if inside:
                return of_one if parts == 1 else Binary("/", of_one, Number(parts * UNIT))
            whole = of_all if parts == 1 else Binary("*", of_all, Number(parts * UNIT))
            return Binary("/", Call("sum", Binary("*", Name("w"), of_one)), whole)
        case Call(name, of):
            return Call(name, _priced(of, parts, inside=inside or name in AGGREGATES))
        case Binary(operator, left, right):
            return Binary(operator, _priced(left, parts, inside=inside), _priced(right, parts, inside=inside))
        case _:
            return value


@cache
def _squares() -> tuple[Value, Value]:
    """Return the sum of the squares of weights, and the same in units of 2^32: it makes the same choices."""
    return read_score("min sum(w^2)").keys[0].value, read_score("min sum((w/65536)^2)").keys[0].value


def _in_parts(value: Value) -> Value:
    """Return a value that can be computed where weights are large: numbers of the core are below 2^62.

    Nothing is rounded: they have 32 binary digits behind the point.
    """
    squares, in_parts = _squares()
    return in_parts if value == squares else value


def _unweighted(value: Value) -> Value:
    """Return what a value is where the weight of codes is their number."""
    match value:
        case Name(name):
            return Name(_COUNTED.get(name, name))
        case Call(name, of):
            return Call(name, _unweighted(of))
        case Binary(operator, left, right):
            return Binary(operator, _unweighted(left), _unweighted(right))
        case _:
            return value


def _canonical_score(keys: Sequence[Key]) -> str:
    """Return a text that is the same for scores that are plainly the same."""
    return " then ".join(_canonical(key.value, minus=key.maximise) for key in keys)


def _canonical(value: Value, *, minus: bool = False) -> str:
    """Return a text that is the same for values that are plainly the same: factors and terms in any order,
    squares as products, `largest` as `max(n)`; with `minus` that of the negative value."""
    terms: list[str] = []
    _terms(value, minus, terms)
    return "".join(sorted(terms))


def _terms(value: Value, minus: bool, terms: list[str]) -> None:
    match value:
        case Binary("+", left, right):
            _terms(left, minus, terms)
            _terms(right, minus, terms)
        case Binary("-", left, right):
            _terms(left, minus, terms)
            _terms(right, not minus, terms)
        case Number(0):
            pass
        case _:
            factors: list[str] = []
            _factors(value, factors)
            terms.append(("-" if minus else "+") + "*".join(sorted(factors)))


def _factors(value: Value, factors: list[str]) -> None:
    match value:
        case Binary("*", left, right):
            _factors(left, factors)
            _factors(right, factors)
        case Binary("^", Name() as base, Number(units)):  # of a name only: powers of powers would never end
            for _ in range(units // UNIT):
                _factors(base, factors)
        case Number(units):
            factors.append(str(units))
        case Name(name):
            factors.append("max(+n)" if name == "largest" else name)
        case Call(name, of):
            factors.append(f"{name}({_canonical(of)})")
        case _:  # a sum, a quotient or a power is a factor of its own
            operator = value.operator if isinstance(value, Binary) else ""
            inner = (
                _canonical(value)
                if operator in "+-"
                else f"{_canonical(value.left)}{operator}{_canonical(value.right)}"
            )
            factors.append(f"({inner})")
