"""Laying out unknowns and parameters as the slots of a space, and their values as the evaluator sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Literal

from cobra.language import ast
from cobra.language.evaluator import Evaluator
from cobra.language.problems import Problem
from cobra.language.values import CaseMap, Cell, Formula, Scope, SetValue, Value, Vector, Words, alike
from cobra.model.dag import Lit
from cobra.model.game import Slot, SlotTable, Space, Symbol
from cobra.model.looks import same_print

_Place = tuple[str, tuple[Symbol, ...]]
"""The name of one slot as written, and its index."""


class Layout:
    """A space in the making: `leaf` makes the literal of each proposition."""

    def __init__(self, evaluator: Evaluator, leaf: Callable[[int], Lit]) -> None:
        self.slots: list[Slot] = []
        self.distinct: list[tuple[int, ...]] = []
        self.tables: list[SlotTable] = []
        self.groups: list[tuple[Lit, ...]] = []
        """The propositions of which exactly one holds, slot by slot."""
        self._evaluator = evaluator
        self._leaf = leaf
        self._propositions = 0

    def space(self, constraints: tuple[Lit, ...]) -> Space:
        """Return the space laid out so far."""
        return Space(tuple(self.slots), tuple(self.distinct), tuple(self.tables), constraints)

    def propositions(self, unknown: ast.Unknown, scope: Scope, aux: bool) -> Value:
        """Lay out `variables v[I]` and return its value."""
        axes = self._axes(unknown, scope)
        places = self._places(unknown, axes, 1)
        cells: list[Cell] = [
            Formula(self._add(unknown, place, "bool", (), 1, aux=aux)[0]) for place in places
        ]
        return self._value(unknown, axes, places, cells)

    def symbols(self, unknown: ast.Unknown, typing: ast.Typing, scope: Scope, aux: bool = False) -> Value:
        """Lay out `name[I] : distinct D in lines(f)` and return its value."""
        evaluator = self._evaluator
        axes = self._axes(unknown, scope)
        domain = self._domain(typing.domain, scope) if typing.domain is not None else ()
        words: Words | None = None
        if typing.within is not None:
            value = evaluator.evaluate(typing.within, scope)
            if not isinstance(value, Words):
                problem = evaluator.wrong_kind("a list of words", value, typing.within)
                if isinstance(value, CaseMap) and isinstance(value.constant, str):
                    problem.hint = f'the lines of a file are lines("{value.constant}")'
                elif isinstance(value, SetValue):
                    problem.hint = f"a set stands after a `:`, as in {unknown.name.text} : 1..6"
                raise problem
            words = value
            if not words.words:
                raise Problem(
                    "words that do not fit", f"there are no words in {words.source}", typing.within.span
                )
            if not unknown.indices:
                axes = (tuple(range(1, len(words.words[0]) + 1)),)
            if typing.domain is None:
                domain = tuple(sorted(set("".join(words.words))))
        places = self._places(unknown, axes, len(domain))
        if places:  # as it is found out below, where there are formulas by then
            evaluator.limits.check("values", len(domain), "the values of an expression")
        first_slot = len(self.slots)
        cells: list[Cell] = []
        for place in places:
            lits = self._add(unknown, place, "symbol", domain, len(domain), aux=aux)
            self.groups.append(tuple(lits))
            cells.append(evaluator.arithmetic.case_map(zip(domain, lits, strict=True)))
        members = tuple(range(first_slot, len(self.slots)))
        if typing.distinct and len(members) > 1:
            self.distinct.append(members)
        if words is not None and typing.within is not None:
            length = _word_length(words, [len(axis) for axis in axes])
            rows = _rows(words, domain, length, typing.within)
            for start in range(0, len(members), length):
                self.tables.append(SlotTable(members[start : start + length], rows))
        return self._value(unknown, axes, places, cells)

    def sets(self, unknown: ast.Unknown, typing: ast.SetTyping, scope: Scope) -> Value:
        """Lay out `name[I] : set(size) of D` and return its value."""
        evaluator = self._evaluator
        domain = self._domain(typing.domain, scope)
        least, most = 0, len(domain)
        if isinstance(typing.size, ast.Range):
            least = max(0, evaluator.constant(typing.size.low, scope))
            most = min(most, evaluator.constant(typing.size.high, scope))
        elif typing.size is not None:
            least = evaluator.constant(typing.size, scope)
            most = min(most, least)
        if not 0 <= least <= most:  # no set has so many members
            least, most = len(domain) + 1, len(domain)
        axes = self._axes(unknown, scope)
        places = self._places(unknown, axes, len(domain))
        cells: list[Cell] = []
        for place in places:
            lits = self._add(unknown, place, "set", domain, len(domain), sizes=(least, most))
            cells.append(SetValue(tuple(zip(domain, lits, strict=True)), least, most))
        return self._value(unknown, axes, places, cells)

    def counter(self, name: str, most: int) -> list[Lit]:
        """Lay out a number 0..`most` and return the literals of its values."""
        first = self._propositions
        self._propositions += most + 1
        self.slots.append(Slot(name, name, (), "symbol", tuple(range(most + 1)), first))
        lits = [self._leaf(first + i) for i in range(most + 1)]
        self.groups.append(tuple(lits))
        return lits

    def _axes(self, unknown: ast.Unknown, scope: Scope) -> tuple[tuple[Symbol, ...], ...]:
        axes = tuple([self._evaluator.symbols(index, scope) for index in unknown.indices])
        for axis, index in zip(axes, unknown.indices, strict=True):
            check_symbols(axis, index)
        return axes

    def _domain(self, expression: ast.Expression, scope: Scope) -> tuple[Symbol, ...]:
        domain = self._evaluator.symbols(expression, scope)
        if not domain:
            raise Problem("empty set of symbols", "this set of symbols is empty", expression.span)
        check_symbols(domain, expression)
        return domain

    def _places(self, unknown: ast.Unknown, axes: tuple[tuple[Symbol, ...], ...], width: int) -> list[_Place]:
        needed = self._propositions + prod(len(axis) for axis in axes) * width
        self._evaluator.limits.check("propositions", needed, f"the propositions up to `{unknown.name.text}`")
        if not axes:
            return [(unknown.name.text, ())]
        return [(f"{unknown.name.text}[{','.join(map(str, index))}]", index) for index in product(*axes)]

    def _add(
        self,
        unknown: ast.Unknown,
        place: _Place,
        kind: Literal["bool", "symbol", "set"],
        symbols: tuple[Symbol, ...],
        width: int,
        sizes: tuple[int, int] = (0, 0),
        aux: bool = False,
    ) -> list[Lit]:
        first = self._propositions
        self._propositions += width
        name, index = place
        self.slots.append(Slot(name, unknown.name.text, index, kind, symbols, first, *sizes, aux))
        return [self._leaf(first + i) for i in range(width)]

    @staticmethod
    def _value(
        unknown: ast.Unknown, axes: tuple[tuple[Symbol, ...], ...], places: list[_Place], cells: list[Cell]
    ) -> Value:
        if not axes:
            return cells[0]
        positions = tuple({symbol: i for i, symbol in enumerate(axis)} for axis in axes)
        return Vector(positions, {index: cell for (_, index), cell in zip(places, cells, strict=True)})


def _word_length(words: Words, lengths: Sequence[int]) -> int:
    """Return how many cells are one word: all of them, or where that does not fit, the last axis."""
    cells = prod(lengths)
    sizes = {len(words.words[0]), len(words.words[0].split())}
    return lengths[-1] if len(lengths) > 1 and cells not in sizes else cells


def check_symbols(symbols: tuple[Symbol, ...], expression: ast.Expression) -> None:
    """Raise `Problem` unless codes and experiments over some symbols can be written and told apart."""
    if all(isinstance(symbol, int) for symbol in symbols):
        return
    printed: dict[str, Symbol] = {}
    for symbol in symbols:
        text = str(symbol)
        before = printed.setdefault(same_print(text), symbol)
        if before != symbol:
            raise Problem("symbols that look alike", alike(before, symbol), expression.span)
        if '"' in text and "'" in text:
            message = (
                f"the symbol {text} has both kinds of quotation marks, so it cannot be written in a code"
            )
            raise Problem("symbols that look alike", message, expression.span)


def _rows(
    words: Words, domain: tuple[Symbol, ...], length: int, within: ast.Expression
) -> tuple[tuple[int, ...], ...]:
    """Return the lines as positions in `domain`: one symbol a character, or symbols between spaces."""
    position = {str(symbol): i for i, symbol in enumerate(domain)}
    rows: dict[tuple[int, ...], None] = {}
    for word in words.words:
        parts: list[str] | str = word
        if len(word) != length or (" " in word and " " not in position):
            parts = word.split()
        if len(parts) != length:
            message = f'the word "{word}" of {words.source} has {len(word)} letters, not {length}'
            hint = f"several words are a vector of two indices, as in word[1..4, 1..{len(word)}]"
            if len({len(one) for one in words.words}) > 1:
                hint = "all words of a list have the same length, and each line of its file is a word"
            raise Problem("words that do not fit", message, within.span, hint)
        try:
            rows[tuple([position[part] for part in parts])] = None
        except KeyError as error:
            message = f'"{error.args[0]}" in the word "{word}" of {words.source} is none of the symbols'
            raise Problem("words that do not fit", message, within.span) from None
    return tuple(rows)
