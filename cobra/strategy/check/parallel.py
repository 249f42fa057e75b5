"""Formulas evaluated on many plays at once: a truth value for each, as the bits of one whole number.

A play here is one experiment made on one code. The connectives are those of
`cobra/model/evaluate.py`, bit by bit; sums are added in binary, with one number for each digit
(bit-slicing, as Biham 1997 did for ciphers). Nothing is shared with the core.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from cobra.model.answers import OutcomeValue, show_value
from cobra.model.dag import AND, CONST, FALSE, GE, ITE, PARAMETER, VARIABLE, XOR, Dag, Lit
from cobra.model.game import Cases, Component, Sum, Value

Bits = int
"""Bit i says whether a formula holds in play i."""

TOGETHER: Final = 2048
"""So many plays should be taken together: long numbers are quick to combine, but slow to put together."""


T = TypeVar("T")


class OutcomeError(Exception):
    """Not exactly one outcome holds in `play`."""

    def __init__(self, play: int, message: str) -> None:
        self.play = play
        super().__init__(message)


class ParallelFormulas:
    """Some formulas of a graph, made ready to be evaluated again and again."""

    def __init__(self, dag: Dag, lits: Iterable[Lit]) -> None:
        nodes = dag.reachable([FALSE, *lits])
        self._place = {node: 2 * number for number, node in enumerate(nodes)}
        self._steps = [(dag.nodes[node].kind, self._operands(*dag.nodes[node])) for node in nodes]

    def _operands(self, kind: int, args: tuple[int, ...]) -> tuple[int, ...]:
        if kind in (CONST, VARIABLE, PARAMETER):
            return args
        if kind == GE:
            return args[0], *(self._at(arg) if n % 2 else arg for n, arg in enumerate(args[1:]))
        return tuple(map(self._at, args))

    def _at(self, lit: Lit) -> int:
        return self._place[lit >> 1] + (lit & 1)

    def evaluate(
        self,
        variables: Mapping[int, Bits],
        parameters: Mapping[int, Bits],
        all_: Bits,
        unknown: Collection[int] = (),
    ) -> Values:
        """Return the values of the formulas in the plays `all_`.

        `variables[i]` are the plays in which proposition i of the secret is true, `parameters[j]` those in
        which proposition j of the experiment's parameters is; there may be no key for none. Of the
        propositions of the secret in `unknown` nothing is known in any play: a formula is then true or false
        where that follows at once from the parts it is made of (Kleene's logic of three values).
        """
        held: list[Bits] = []  # where a node is true, and where it is false, in turn
        for kind, args in self._steps:
            true = false = 0
            if kind == AND:
                true = all_
                for arg in args:
                    true &= held[arg]
                    false |= held[arg ^ 1]
            elif kind == VARIABLE:
                true = variables.get(args[0], 0)
                false = 0 if args[0] in unknown else true ^ all_
            elif kind == PARAMETER:
                true = parameters.get(args[0], 0)
                false = true ^ all_
            elif kind == XOR:
                a, b = args
                true = held[a] & held[b ^ 1] | held[a ^ 1] & held[b]
                false = held[a] & held[b] | held[a ^ 1] & held[b ^ 1]
            elif kind == ITE:
                c, a, b = args
                true = held[c] & held[a] | held[c ^ 1] & held[b] | held[a] & held[b]
                false = held[c] & held[a ^ 1] | held[c ^ 1] & held[b ^ 1] | held[a ^ 1] & held[b ^ 1]
            elif kind == GE:
                weights, lits = args[1::2], args[2::2]
                true = _at_least([held[lit] for lit in lits], weights, args[0], all_)
                false = all_ ^ _at_least([all_ ^ held[lit ^ 1] for lit in lits], weights, args[0], all_)
            else:
                false = all_
            held += (true, false)
        return Values(held, self._place, all_)


class Values:
    """The values of formulas in the plays `plays`."""

    def __init__(self, held: Sequence[Bits], place: Mapping[int, int], plays: Bits) -> None:
        self._held = held
        self._place = place
        self.plays = plays

    def holds(self, lit: Lit) -> Bits:
        """Return the plays in which a formula holds."""
        return self._held[self._place[lit >> 1] + (lit & 1)]

    def cells(self, components: Iterable[Component]) -> list[tuple[OutcomeValue, Bits]]:
        """Return the tuples of values that components take, each with its plays.

        `OutcomeError` when a `Cases` has no value or two.
        """
        cells: list[tuple[OutcomeValue, Bits]] = [((), self.plays)]
        for component in components:
            parts = self._sums(component) if isinstance(component, Sum) else self._cases(component)
            cells = [
                ((*values, value), both)
                for values, cell in cells
                for value, part in parts
                if (both := cell & part)
            ]
        return cells

    def _cases(self, component: Cases) -> list[tuple[Value, Bits]]:
        parts = list(zip(component.values, map(self.holds, component.lits), strict=True))
        rest = self.plays
        for value, part in parts:
            if part & ~rest:
                play = next(places(part & ~rest))
                held = [show_value(value) for value, part in parts if part >> play & 1]
                raise OutcomeError(play, f"{' and '.join(held)} all hold")
            rest ^= part
        if rest:
            raise OutcomeError(next(places(rest)), "nothing holds")
        return [(value, part) for value, part in parts if part]

    def _sums(self, component: Sum) -> list[tuple[Value, Bits]]:
        digits = _add((weight, self.holds(lit)) for weight, lit in component.value.terms)
        parts = [(component.value.constant, self.plays)]
        for place, digit in enumerate(digits):
            ones = [(value + (1 << place), both) for value, part in parts if (both := part & digit)]
            parts = [(value, both) for value, part in parts if (both := part & ~digit)] + ones
        return [(value, part) for value, part in parts]


def places(bits: Bits) -> Iterator[int]:
    """Yield the places of the ones, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _add(terms: Iterable[tuple[int, Bits]]) -> list[Bits]:
    """Return the binary digits of `Σ weight·truth`, the lowest first; weights are positive."""
    digits: list[Bits] = []
    for weight, bits in terms:
        for place in places(weight):
            carry, at = bits, place
            while carry:
                while at >= len(digits):
                    digits.append(0)
                digits[at], carry = digits[at] ^ carry, digits[at] & carry
                at += 1
    return digits


def _at_least(terms: Iterable[Bits], weights: Iterable[int], k: int, all_: Bits) -> Bits:
    """Return the plays in which the weights of the true terms are together at least `k`."""
    digits = _add(zip(weights, terms, strict=True))
    greater, equal = 0, all_
    for place in reversed(range(max(len(digits), k.bit_length()))):
        digit = digits[place] if place < len(digits) else 0
        if k >> place & 1:
            equal &= digit
        else:
            greater |= equal & digit
            equal &= ~digit
    return greater | equal


def transposed(plays: Iterable[Iterable[int]]) -> dict[int, Bits]:
    """Return for each proposition the plays in which it is true, from the true propositions of each play."""
    bits: dict[int, Bits] = {}
    for place, true in enumerate(plays):
        one = 1 << place
        for proposition in true:
            bits[proposition] = bits.get(proposition, 0) | one
    return bits


def chunks(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the items, so many of them at a time as should be taken together."""
    return (items[start : start + TOGETHER] for start in range(0, len(items), TOGETHER))
