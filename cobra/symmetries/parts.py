"""What formulas are made of, in a form that does not depend on how symbols were spoken of.

A formula over the propositions of one slot that holds one symbol is a set of symbols: "one of these", or
"none of those" if these are more than half. A formula over one such parameter and one such slot of the secret
is a set for each symbol of the parameter. The builders of formulas write a set and its complement as one
formula and its negation, long ranges as chains that begin at one end, and cases as "this and none of those
before"; an order turned round would not be seen in that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from cobra.budget import poll
from cobra.model.dag import AND, CONST, FALSE, GE, HAS_PARAMETER, ITE, PARAMETER, VARIABLE, XOR, Dag, Lit
from cobra.model.game import Space

LITERALS = frozenset((CONST, VARIABLE, PARAMETER))

MAX_WORK = 8 * 10**5
"""Sets of symbols looked at, at most."""

MAX_SYMBOLS = 128
"""Slots of more symbols are not worth the time: symmetries only make an analysis faster."""

Part = tuple[Lit, ...]
"""A part of a formula: one literal, or two that must both be true."""

Weighted = tuple[int, list[tuple[int, Part]]]
"""A formula as a threshold: the needed weight, and the weighted parts."""


@dataclass(frozen=True, slots=True, eq=False)
class _Slot:
    """A slot that holds one symbol: the literals of its symbols, and a mask of those that are possible."""

    leaves: tuple[Lit, ...]
    possible: int


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A formula over a parameter and a slot of the secret, or one of the two.

    `mask` says for which symbols it holds: those of its slot, or for each symbol of the parameter those of
    the secret's slot, one after the other.
    """

    parameter: _Slot | None
    secret: _Slot | None
    mask: int


@dataclass(frozen=True, slots=True, eq=False)
class _Type:
    """What is known of the formulas that read the parameters of a type."""

    meanings: dict[int, _Meaning | None] = field(default_factory=dict)
    known: dict[Lit, Weighted] = field(default_factory=dict)


class TooLargeError(Exception):
    """There would be more literals, terms, vertices or sets than allowed."""


class Parts:
    """The parts of the formulas of a game, type by type.

    `normal`: in the form described above, else as they are written. `TooLargeError` for more than `MAX_WORK`.
    """

    def __init__(self, dag: Dag, codes: Space, normal: bool = True) -> None:
        self.dag = dag
        self._normal = normal
        self._work = 0
        self._meanings: dict[int, _Meaning | None] = {}
        if normal:
            leaves = _leaves(codes, dag.variable)
            self._meanings |= {node: _Meaning(None, slot, mask) for node, slot, mask in leaves}
        self._known: dict[Lit, Weighted] = {}
        self._literals: dict[tuple[_Slot, int], Lit] = {}
        self._space: Space | None = None
        self._type = _Type()
        self._types: dict[int, _Type] = {}
        """By the identity of their spaces, which the game keeps: to compare those takes long."""

    def enter(self, space: Space) -> None:
        """Let the parameters be those of a type; what was found of its formulas before is known again."""
        if space is self._space or not self._normal:  # what is written means the same in all types
            return
        left = self._type
        for node in [node for node in self._meanings if self._has_parameter(2 * node)]:
            left.meanings[node] = self._meanings.pop(node)
        for lit in [lit for lit in self._known if self._has_parameter(lit)]:
            left.known[lit] = self._known.pop(lit)
        entered = self._types.get(id(space))
        if entered is None:
            leaves = _leaves(space, self.dag.parameter)
            entered = _Type({node: _Meaning(slot, None, mask) for node, slot, mask in leaves})
            self._types[id(space)] = entered
        self._space, self._type = space, entered
        self._meanings |= entered.meanings
        self._known |= entered.known

    def of(self, lit: Lit) -> Weighted:
        """Return a formula, not a literal, as a threshold."""
        if not self._normal:
            return _threshold(self.dag, lit)
        known = self._known.get(lit)
        if known is None:
            known = self._known[lit] = self._of(lit)
        return known

    def _of(self, lit: Lit) -> Weighted:
        meaning = self._meaning(lit >> 1)
        if meaning is None:
            return self._with_sets(lit) if self.dag.node(lit).kind == AND else _threshold(self.dag, lit)
        if meaning.parameter is None or meaning.secret is None:
            only = meaning.secret or meaning.parameter
            assert only is not None
            return _set(only, ~meaning.mask if lit & 1 else meaning.mask)
        rows: list[tuple[int, Part]] = []
        left, width = ~meaning.mask if lit & 1 else meaning.mask, len(meaning.secret.leaves)
        for is_symbol in meaning.parameter.leaves:
            mask = left & meaning.secret.possible
            left >>= width
            if mask == meaning.secret.possible:
                rows.append((1, (is_symbol,)))
            elif mask:
                rows.append((1, (is_symbol, self._literal(meaning.secret, mask))))
        return 1, rows

    def _with_sets(self, lit: Lit) -> Weighted:
        """Return a conjunction, or its negation, with what it says of one slot as one set."""
        sets: dict[_Slot, int] = {}
        alone: dict[_Slot, Lit] = {}
        parts: list[Lit] = []
        for arg in self.dag.node(lit).args:
            meaning = self._meaning(arg >> 1)
            if meaning is None or (meaning.parameter is not None and meaning.secret is not None):
                parts.append(arg)
                continue
            slot = meaning.secret or meaning.parameter
            assert slot is not None
            alone[slot] = FALSE if slot in sets else arg
            sets[slot] = sets.get(slot, -1) & (~meaning.mask if arg & 1 else meaning.mask)
        for slot, mask in sets.items():  # one part that speaks of a slot is in its form when it is looked at
            parts.append(alone[slot] or self._literal(slot, mask & slot.possible))
        return 1 if lit & 1 else len(parts), [(1, (part ^ (lit & 1),)) for part in parts]

    def _literal(self, slot: _Slot, mask: int) -> Lit:
        """Return the formula of a set of symbols, not all."""
        known = self._literals.get((slot, mask))
        if known is None:
            need, parts = _set(slot, mask)
            lits = [part[0] for _, part in parts]
            known = self._literals[slot, mask] = self.dag.disj(lits) if need == 1 else self.dag.conj(lits)
        return known

    # Meanings

    def _has_parameter(self, lit: Lit) -> bool:
        return bool(self.dag.sides(lit) & HAS_PARAMETER)

    def _meaning(self, node: int) -> _Meaning | None:
        """Return what a node says of one parameter and one slot of the secret; None if it says more."""
        meanings = self._meanings
        stack = [node]
        while stack:
            each = stack[-1]
            if each not in meanings:
                waiting = [lit >> 1 for lit in self.dag.operands(2 * each) if lit >> 1 not in meanings]
                if waiting:
                    stack += waiting
                    continue
                meanings[each] = self._made(each)
            stack.pop()
        return meanings[node]

    def _made(self, node: int) -> _Meaning | None:
        """Return the meaning of a node, those of its operands being known."""
        kind, args = self.dag.nodes[node]
        if kind in LITERALS:  # of no slot that holds a symbol
            return None
        operands = self.dag.operands(2 * node)
        meanings: list[_Meaning] = []
        parameter = secret = None
        for lit in operands:
            meaning = self._meanings[lit >> 1]
            if meaning is None:
                return None
            parameter, secret = parameter or meaning.parameter, secret or meaning.secret
            if meaning.parameter not in (None, parameter) or meaning.secret not in (None, secret):
                return None
            meanings.append(meaning)
        rows = len(parameter.leaves) if parameter is not None and secret is not None else 1
        work = self._work + rows * len(operands)
        if work >> 10 != self._work >> 10:  # seldom enough to cost nothing
            poll("drawing the graph of the game")
        self._work = work
        if work > MAX_WORK:
            raise TooLargeError
        of = secret or parameter
        width = 0 if of is None else len(of.leaves)
        everything = (1 << rows * width) - 1
        masks = [
            (meaning.mask if rows == 1 else _widened(meaning, rows, width)) ^ everything * (lit & 1)
            for meaning, lit in zip(meanings, operands, strict=True)
        ]
        return _Meaning(parameter, secret, _combined(kind, args, masks, rows * width))


def _widened(meaning: _Meaning, rows: int, width: int) -> int:
    """Return the mask as one over both slots: `rows` symbols of the parameter, `width` of the secret."""
    if meaning.secret is None:
        return _whole_rows(meaning.mask, rows, width)
    return meaning.mask * _ones(rows, width) if meaning.parameter is None else meaning.mask


@lru_cache(maxsize=1 << 10)
def _whole_rows(chosen: int, rows: int, width: int) -> int:
    row = (1 << width) - 1
    return sum(row << width * number for number in range(rows) if chosen >> number & 1)


@lru_cache(maxsize=1 << 10)
def _ones(rows: int, width: int) -> int:
    """Return the mask of the first symbol of the secret in every row."""
    return ((1 << rows * width) - 1) // ((1 << width) - 1)


def _combined(kind: int, args: Sequence[int], masks: Sequence[int], width: int) -> int:
    """Return the mask of a node from those of its operands."""
    if kind == AND:
        mask = -1
        for each in masks:
            mask &= each
        return mask
    if kind == XOR:
        return masks[0] ^ masks[1]
    if kind == ITE:
        return masks[0] & masks[1] | ~masks[0] & masks[2]
    return at_least(args[0], list(zip(args[1::2], masks, strict=True)), (1 << width) - 1)


def at_least(need: int, weighted: Sequence[tuple[int, int]], everything: int) -> int:
    """Return the mask of where the positive weights, each with its mask, sum up to what is needed.

    All places are summed up at once: a number for each binary digit of the sums (Knuth, The Art of Computer
    Programming 4A, 2011, 7.1.3).
    """
    digits: list[int] = []
    for weight, mask in weighted:
        for first in range(weight.bit_length()):
            digit, carry = first, mask & everything if weight >> first & 1 else 0
            while carry:
                digits += [0] * (digit + 1 - len(digits))
                digits[digit], carry = digits[digit] ^ carry, digits[digit] & carry
                digit += 1
    enough = everything  # that are at least as large in the digits so far, of which the last counts most
    for digit in range(max(len(digits), need.bit_length())):
        ones = digits[digit] if digit < len(digits) else 0
        enough = enough & ones if need >> digit & 1 else enough | ones
    return enough


def _set(slot: _Slot, mask: int) -> Weighted:
    """Return a set of symbols: one of these, or none of the others."""
    mask &= slot.possible
    others = slot.possible & ~mask
    if mask.bit_count() <= others.bit_count():
        return 1, [(1, (leaf,)) for i, leaf in enumerate(slot.leaves) if mask >> i & 1]
    denied: list[tuple[int, Part]] = [
        (1, (leaf ^ 1,)) for i, leaf in enumerate(slot.leaves) if others >> i & 1
    ]
    return len(denied), denied


def _threshold(dag: Dag, lit: Lit) -> Weighted:
    """Return a formula as it is written."""
    (kind, args), sign = dag.node(lit), lit & 1
    if kind == AND:
        return 1 if sign else len(args), [(1, (arg ^ sign,)) for arg in args]
    if kind == GE:
        need = sum(args[1::2]) - args[0] + 1 if sign else args[0]
        return need, [(weight, (arg ^ sign,)) for weight, arg in zip(args[1::2], args[2::2], strict=True)]
    if kind == XOR:
        a, b = args
        return 1, [(1, (a, b ^ 1 ^ sign)), (1, (a ^ 1, b ^ sign))]
    c, a, b = args
    return 1, [(1, (c, a ^ sign)), (1, (c ^ 1, b ^ sign))]


def has_symbols(space: Space) -> bool:
    """Return whether a slot holds one of at least three symbols: else no formula has another form."""
    return any(slot.kind == "symbol" and slot.width > 2 for slot in space.slots)


def _leaves(space: Space, leaf: Callable[[int], Lit]) -> Iterator[tuple[int, _Slot, int]]:
    """Yield the leaves of slots that hold one of at least three symbols: the node, its slot, its mask."""
    known = decided(space)
    for slot in space.slots:
        if slot.kind != "symbol":
            continue
        places = range(slot.first, slot.first + slot.width)
        possible = sum([1 << i for i, p in enumerate(places) if p not in known])
        if slot.width > MAX_SYMBOLS:
            raise TooLargeError
        if possible.bit_count() > 2:
            made = _Slot(tuple([leaf(p) for p in places]), possible)
            for i, lit in enumerate(made.leaves):
                yield lit >> 1, made, 1 << i & possible


def decided(space: Space) -> dict[int, bool]:
    """Return the propositions of symbol slots that tables and the number of symbols decide."""
    possible = {number: set(range(slot.width)) for number, slot in enumerate(space.slots)}
    for table in space.tables:
        for number, column in zip(table.slots, zip(*table.rows, strict=True), strict=True):
            possible[number] &= set(column)
    decided: dict[int, bool] = {}
    for number, slot in enumerate(space.slots):
        if slot.kind == "symbol":
            decided |= {slot.first + i: False for i in range(slot.width) if i not in possible[number]}
            if len(possible[number]) == 1:
                decided[slot.first + possible[number].pop()] = True
    return decided
