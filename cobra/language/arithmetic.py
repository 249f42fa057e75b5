"""Arithmetic, comparison and choice on values that depend on the secret and on parameters.

A number is either a `CaseMap` (one literal for each value) or a `Bag` (weighted literals). Case maps serve
symbols and indices, bags serve counts and sums; a case map becomes a bag by its steps `[x >= k]`, a bag
becomes a case map by counting; so what is done with both is one class, and one long file. Products of both
sides are built as sums of products, code part and parameter part apart, because outcomes of that form are
evaluated fastest (docs/architecture.md): `min(x, y) = low + Σ_k [x >= k] & [y >= k]` and the like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import prod
from typing import Final

from cobra.language.formulas import Formulas
from cobra.language.problems import TooLarge
from cobra.language.values import Bag, CaseMap, Formula, Number, SetValue, is_integer
from cobra.limits import Limits
from cobra.model.dag import FALSE, TRUE, Lin, Lit, add_lins, make_lin, scale_lin
from cobra.model.game import Symbol

SMALL_PRODUCT: Final = 256
"""Two case maps are combined case by case up to this many pairs; beyond, they become bags."""

FEW_PAIRS: Final = 9
"""Two case maps, such as signs, are compared value by value up to this many pairs."""

LARGEST: Final = 10**18
"""No number is further from 0."""
SPREAD: Final = 2**30
"""The values of a sum of weighted literals are no further apart: two of them are compared in 32 bits."""

_Members = tuple[tuple[Symbol, Lit], ...]


class Arithmetic:
    """Operations on numbers, words and sets over one formula graph."""

    def __init__(self, formulas: Formulas, limits: Limits) -> None:
        self.formulas = formulas
        self.limits = limits
        self._maps: dict[tuple[tuple[Symbol, Lit], ...], CaseMap] = {}
        self._ladders: dict[CaseMap, list[tuple[int, Lit]]] = {}
        self._steps: dict[CaseMap, Callable[[int], Lit]] = {}  # how to build [value >= k], if known better
        self._compared: dict[tuple[str, CaseMap, CaseMap], Lit] = {}
        # of sets, by members: they are the same for all members of a family
        self._least: dict[tuple[_Members, int], CaseMap] = {}
        self._inside: dict[tuple[_Members, CaseMap], Lit] = {}
        self._disjoint: dict[tuple[_Members, _Members], Lit] = {}

    def forget(self) -> None:
        """Drop what was remembered; needed when the meaning of the parameters' leaves changes."""
        self._maps.clear()
        self._ladders.clear()
        self._steps.clear()
        self._compared.clear()
        self._least.clear()
        self._inside.clear()
        self._disjoint.clear()

    # Making values

    def constant(self, symbol: Symbol) -> CaseMap:
        """Return a number or word that depends on nothing."""
        return self._intern(((symbol, TRUE),))

    def _intern(self, items: tuple[tuple[Symbol, Lit], ...]) -> CaseMap:
        known = self._maps.get(items)
        if known is None:
            for symbol, _ in items:
                if isinstance(symbol, int) and abs(symbol) > LARGEST:
                    raise TooLarge(f"this number is too large; numbers may be up to {LARGEST:,}")
            known = self._maps[items] = CaseMap(items)
        return known

    def case_map(self, items: Iterable[tuple[Symbol, Lit]]) -> CaseMap:
        """Return the value that is `symbol` when one of its literals holds; equal symbols are merged.

        The literals must be exclusive and exhaustive (under the assumption they were elaborated for).
        """
        merged: dict[Symbol, list[Lit]] = {}
        for symbol, lit in items:
            if lit != FALSE:
                merged.setdefault(symbol, []).append(lit)
        self.limits.check("values", len(merged), "the values of an expression")
        if len(merged) == 1:
            return self.constant(next(iter(merged)))
        numbers = sorted(symbol for symbol in merged if isinstance(symbol, int))
        words = [symbol for symbol in merged if not isinstance(symbol, int)]
        ordered: list[Symbol] = [*numbers, *words]
        disj = self.formulas.disj
        return self._intern(
            tuple((s, merged[s][0] if len(merged[s]) == 1 else disj(merged[s])) for s in ordered)
        )

    def number(self, lin: Lin) -> Number:
        """Return a sum as a number."""
        if not lin.terms:
            return self.constant(lin.constant)
        low, high = lin.low, lin.high
        if max(-low, high) > LARGEST:
            raise TooLarge(f"this number is too large; numbers may be up to {LARGEST:,}")
        _check_spread(low, high)
        return Bag(lin)

    # The two forms of a number

    def bag(self, value: Number) -> Lin:
        """Return a number as weighted literals: a case map by its steps `[x >= k]`, so bounds stay tight."""
        if isinstance(value, Bag):
            return value.lin
        steps = self.ladder(value)
        low = steps[0][0]
        _check_spread(low, steps[-1][0])
        return make_lin(low, [(v - before, lit) for (before, _), (v, lit) in pairwise(steps)])

    def cases(self, value: Number) -> CaseMap:
        """Return a number as a case map: every value the weights can add up to, found by counting."""
        if isinstance(value, CaseMap):
            return value
        lin = value.lin
        self.limits.check("values", lin.high - lin.low + 1, "the values of an expression")
        sums = 1  # bit k: the value low + k can be made of the weights
        for weight, _ in lin.terms:
            sums |= sums << weight
        steps = [k for k in range(lin.high - lin.low + 1) if sums >> k & 1]
        ladder = [self.formulas.at_least(lin, lin.low + k) for k in steps] + [FALSE]
        return self.case_map(
            (lin.low + k, self.formulas.conj((ladder[i], ladder[i + 1] ^ 1))) for i, k in enumerate(steps)
        )

    def bounds(self, value: Number) -> tuple[int, int]:
        """Return the least and the greatest value a number may have."""
        if isinstance(value, Bag):
            return value.lin.low, value.lin.high
        cases = _integers(value)
        return cases[0][0], cases[-1][0]

    def ladder(self, value: CaseMap) -> list[tuple[int, Lit]]:
        """Return (v, [value >= v]) for every value v, ascending; each step uses the next one."""
        known = self._ladders.get(value)
        if known is None:
            known = []
            above, at_least = FALSE, self._steps.pop(value, None)  # popped: a choice may equal its own branch
            cases = _integers(value)
            for number, lit in reversed(cases[1:]):
                above = self.formulas.disj((above, lit)) if at_least is None else at_least(number)
                known.append((number, above))
            known.append((cases[0][0], TRUE))
            known.reverse()
            self._ladders[value] = known
        return known

    def at_least(self, value: Number, k: int) -> Lit:
        """Return `value >= k`."""
        if isinstance(value, Bag):
            return self.formulas.at_least(value.lin, k)
        return next((lit for number, lit in self.ladder(value) if number >= k), FALSE)

    # Comparison

    def equal(self, x: Number, y: Number) -> Lit:
        """Return `x = y`, for numbers and words alike."""
        if isinstance(x, Bag):
            x, y = y, x
        if isinstance(x, CaseMap):
            if isinstance(y, CaseMap):
                other = dict(y.items)
                return self._match((lit, other[v]) for v, lit in x.items if v in other)
            low, high = self.bounds(y)
            return self._match(
                (lit, self._exactly(y.lin, v))
                for v, lit in x.items
                if isinstance(v, int) and low <= v <= high
            )
        return self._exactly(add_lins((self.bag(x), scale_lin(-1, self.bag(y)))), 0)

    def _exactly(self, lin: Lin, k: int) -> Lit:
        at_least = self.formulas.at_least
        return self.formulas.conj((at_least(lin, k), at_least(lin, k + 1) ^ 1))

    def _match(self, pairs: Iterable[tuple[Lit, Lit]]) -> Lit:
        """Return the disjunction of the conjunctions of pairs."""
        conj = self.formulas.conj
        return self.formulas.disj([conj(pair) for pair in pairs])

    def compare(self, operator: str, x: Number, y: Number) -> Lit:
        """Return `x operator y` for one of `< <= > >=`."""
        if operator in (">", ">="):
            operator, x, y = "<" if operator == ">" else "<=", y, x
        strict = 1 if operator == "<" else 0
        if isinstance(x, CaseMap) and isinstance(y, CaseMap):
            key = (operator, x, y)
            if key not in self._compared:
                self._compared[key] = self._compare_cases(x, y, strict)
            return self._compared[key]
        if isinstance(x, CaseMap):
            return self._match((lit, self.at_least(y, v + strict)) for v, lit in _integers(x))
        if isinstance(y, CaseMap):
            return self._match((lit, self.at_least(x, v + 1 - strict) ^ 1) for v, lit in _integers(y))
        return self.formulas.at_least(add_lins((self.bag(y), scale_lin(-1, self.bag(x)))), strict)

    def _compare_cases(self, x: CaseMap, y: CaseMap, strict: int) -> Lit:
        """Return `x + strict <= y`."""
        is_ground = self.formulas.is_ground
        if x.constant is not None or not all(is_ground(lit) for _, lit in (*x.items, *y.items)):
            few = len(x.items) * len(y.items) <= FEW_PAIRS
            if few and x.constant is None and y.constant is None:  # the same formula seen from both sides
                pairs = [(a, b) for v, a in _integers(x) for w, b in _integers(y) if v + strict <= w]
                return self._match(pairs)
            steps, position, parts = self.ladder(y), 0, []
            for v, lit in _integers(x):
                while position < len(steps) and steps[position][0] < v + strict:
                    position += 1
                if position < len(steps):
                    parts.append((lit, steps[position][1]))
            return self._match(parts)
        # Of parameters only, so most likely a constraint: as clauses [y <= v] -> [x + strict <= v] for each
        # v, which can be tested one by one while the parameters are filled.
        steps, position, clauses = self.ladder(x), 0, []
        above = [lit for _, lit in self.ladder(y)[1:]] + [FALSE]
        for (v, _), more in zip(_integers(y), above, strict=True):
            while position < len(steps) and steps[position][0] + strict <= v:
                position += 1
            too_large = steps[position][1] if position < len(steps) else FALSE
            clauses.append(self.formulas.implies(too_large, more))
        return self.formulas.conj(clauses)

    # Arithmetic

    def add(self, terms: Sequence[tuple[int, Number]]) -> Number:
        """Return `Σ factor · number`."""
        constant = 0
        open_terms: list[tuple[int, Number]] = []
        for factor, term in terms:
            if isinstance(term, CaseMap) and term.constant is not None:
                constant += factor * _integer(term.constant)
            elif factor:
                open_terms.append((factor, term))
        maps = [(factor, term) for factor, term in open_terms if isinstance(term, CaseMap)]
        if len(maps) == len(open_terms) and (
            len(maps) == 1 or prod([len(term.items) for _, term in maps]) <= SMALL_PRODUCT
        ):
            total = self.constant(constant)
            for factor, term in maps:
                total = self._combine(total, term, partial(_plus, factor))
            if len(maps) == 1 and maps[0][0] > 0:
                factor, term = maps[0]
                self._steps[total] = lambda k: self.at_least(term, -((constant - k) // factor))
            return total
        parts = [make_lin(constant, ())]
        parts.extend([scale_lin(factor, self.bag(term)) for factor, term in open_terms])
        return self.number(add_lins(parts))

    def multiply(self, x: Number, y: Number) -> Number:
        """Return `x · y`."""
        if isinstance(x, CaseMap) and x.constant is not None:
            return self.add([(_integer(x.constant), y)])
        if isinstance(y, CaseMap) and y.constant is not None:
            return self.add([(_integer(y.constant), x)])
        if isinstance(x, CaseMap) and isinstance(y, CaseMap) and len(x.items) * len(y.items) <= SMALL_PRODUCT:
            return self._combine(x, y, lambda a, b: a * b)
        a, b = self.bag(x), self.bag(y)
        self.limits.check("formula-nodes", len(a.terms) * len(b.terms), "the product of two sums")
        terms = [(b.constant * w, lit) for w, lit in a.terms] + [(a.constant * w, lit) for w, lit in b.terms]
        conj = self.formulas.conj
        terms += [(w * u, conj((lit, other))) for w, lit in a.terms for u, other in b.terms]
        return self.number(make_lin(a.constant * b.constant, terms))

    def divide(self, x: Number, divisor: int) -> Number:
        """Return `x / divisor` rounded down; the divisor is positive."""
        if isinstance(x, CaseMap):
            return self._map(x, lambda v: v // divisor)
        low, high = x.lin.low // divisor, x.lin.high // divisor
        self.limits.check("values", high - low + 1, "the values of a quotient")
        steps = range(low + 1, high + 1)
        return self.number(make_lin(low, ((1, self.formulas.at_least(x.lin, q * divisor)) for q in steps)))

    def remainder(self, x: Number, divisor: int) -> Number:
        """Return `x - divisor · (x / divisor)`, at least 0; the divisor is positive."""
        return self._map(self.cases(x), lambda v: v % divisor)

    def absolute(self, x: Number) -> Number:
        """Return `|x|`."""
        low, high = self.bounds(x)
        if low >= 0:
            return x
        if high <= 0:
            return self.add([(-1, x)])
        return self._map(self.cases(x), abs)

    def _map(self, x: CaseMap, function: Callable[[int], int]) -> CaseMap:
        return self.case_map((function(v), lit) for v, lit in _integers(x))

    def _combine(self, x: CaseMap, y: CaseMap, function: Callable[[int, int], int]) -> CaseMap:
        conj = self.formulas.conj
        return self.case_map(
            (function(v, w), conj((lit, other))) for v, lit in _integers(x) for w, other in _integers(y)
        )

    # Least and greatest

    def minimum(self, present: Sequence[tuple[Lit, Number]]) -> Number:
        """Return the least of the numbers whose literal holds; at least one holds."""
        if len(present) == 1:
            return present[0][1]
        implies = self.formulas.implies
        low = min(self.bounds(number)[0] for _, number in present)
        return self._extreme(
            present, low, lambda k: self.formulas.conj([implies(g, self.at_least(x, k)) for g, x in present])
        )

    def maximum(self, present: Sequence[tuple[Lit, Number]]) -> Number:
        """Return the greatest of the numbers whose literal holds; at least one holds."""
        if len(present) == 1:
            return present[0][1]
        conj = self.formulas.conj
        low = min(self.bounds(number)[0] for _, number in present)
        return self._extreme(
            present, low, lambda k: self.formulas.disj([conj((g, self.at_least(x, k))) for g, x in present])
        )

    def _extreme(
        self, present: Sequence[tuple[Lit, Number]], low: int, at_least: Callable[[int], Lit]
    ) -> Number:
        """Build the least or greatest from its own `>= k`; a bag when one of the numbers is one."""
        if all(isinstance(number, CaseMap) for _, number in present):
            values = sorted({v for _, x in present for v, _ in _integers(self.cases(x))})
            return self._from_ladder([(v, TRUE if v == low else at_least(v)) for v in values])
        high = max(self.bounds(number)[1] for _, number in present)
        self.limits.check("values", high - low + 1, "the values of a minimum or maximum")
        return self.number(make_lin(low, ((1, at_least(k)) for k in range(low + 1, high + 1))))

    def _from_ladder(self, steps: list[tuple[int, Lit]]) -> CaseMap:
        """Return the number with [value >= v] given for each possible value v."""
        above = [lit for _, lit in steps[1:]] + [FALSE]
        conj = self.formulas.conj
        items = [(v, conj((lit, more ^ 1))) for (v, lit), more in zip(steps, above, strict=True)]
        value = self.case_map(items)
        if len(value.items) == len(steps):
            self._ladders[value] = steps
        return value

    # Sets

    def contains(self, members: SetValue, x: Number) -> Lit:
        """Return `x in members`."""
        if isinstance(x, Bag):
            symbols = members.symbols
            low = symbols[0] if symbols else None
            if symbols and isinstance(low, int) and symbols == tuple(range(low, low + len(symbols))):
                return self.formulas.conj((self.at_least(x, low), self.at_least(x, low + len(symbols)) ^ 1))
            x = self.cases(x)
        key = (members.members, x)
        if key not in self._inside:
            inside = dict(members.members)
            self._inside[key] = self._match((lit, inside[v]) for v, lit in x.items if v in inside)
        return self._inside[key]

    def disjoint(self, one: SetValue, other: SetValue) -> Lit:
        """Return whether two sets have no member in common."""
        key = (one.members, other.members)
        if key not in self._disjoint:
            inside = dict(other.members)
            conj = self.formulas.conj
            clauses = [conj((lit, inside[s])) ^ 1 for s, lit in one.members if s in inside]
            self._disjoint[key] = conj(clauses)
        return self._disjoint[key]

    def size(self, members: SetValue) -> Number:
        """Return the number of members."""
        if members.size_min == members.size_max:
            return self.constant(members.size_min)
        return self.number(make_lin(0, ((1, lit) for _, lit in members.members)))

    def least_member(self, members: SetValue, sign: int) -> Number:
        """Return the least member of a set of integers that is not empty; with `sign` -1, the greatest."""
        key = (members.members, sign)
        known = self._least.get(key)
        if known is not None:
            return known
        ordered = sorted(((_integer(v), lit) for v, lit in members.members if lit != FALSE), reverse=sign < 0)
        steps: list[tuple[int, Lit]] = []
        none = TRUE  # no member so far
        items = []
        for v, lit in ordered:
            steps.append((v, none))
            items.append((v, self.formulas.conj((none, lit))))
            none = self.formulas.conj((none, lit ^ 1))
        value = self.case_map(items)
        if sign > 0 and len(value.items) == len(steps):
            self._ladders[value] = steps
        self._least[key] = value
        return value

    def range(self, low: Number, high: Number) -> SetValue:
        """Return the set `low..high`, whose ends may depend on parameters."""
        first, last = self.bounds(low)[0], self.bounds(high)[1]
        if (
            isinstance(low, CaseMap)
            and isinstance(high, CaseMap)
            and low.constant is not None
            and high.constant is not None
        ):
            self.limits.check("propositions", max(0, last - first + 1), f"the set {first}..{last}")
            return SetValue(tuple((v, TRUE) for v in range(first, last + 1)), *[max(0, last - first + 1)] * 2)
        self.limits.check("values", max(0, last - first + 1), f"the set {first}..{last}")
        conj = self.formulas.conj
        members = [
            (v, conj((self.at_least(low, v + 1) ^ 1, self.at_least(high, v)))) for v in range(first, last + 1)
        ]
        size_min = max(0, self.bounds(high)[0] - self.bounds(low)[1] + 1)
        return SetValue(tuple((v, lit) for v, lit in members if lit != FALSE), size_min, len(members))

    # Choice

    def select(
        self, options: Sequence[tuple[Lit, Formula | Number | SetValue]]
    ) -> Formula | Number | SetValue:
        """Return the value whose literal holds.

        The literals are exclusive and exhaustive, the values of one kind.
        """
        if len(options) == 1:
            return options[0][1]
        conj = self.formulas.conj
        if all(isinstance(value, Formula) for _, value in options):
            return Formula(self._match((lit, v.lit) for lit, v in options if isinstance(v, Formula)))
        if any(isinstance(value, SetValue) for _, value in options):
            return self._select_set([(lit, v) for lit, v in options if isinstance(v, SetValue)])
        numbers = [(lit, v) for lit, v in options if isinstance(v, CaseMap | Bag)]
        all_integers = all(isinstance(v, Bag) or is_integer(v.items[-1][0]) for _, v in numbers)
        if all_integers and any(isinstance(v, Bag) for _, v in numbers):
            return self._select_bag(numbers)
        value = self.case_map(
            (s, conj((lit, other))) for lit, v in numbers for s, other in self.cases(v).items
        )
        if all_integers:
            self._steps[value] = lambda k: self._match((lit, self.at_least(v, k)) for lit, v in numbers)
        return value

    def _select_bag(self, options: Sequence[tuple[Lit, Number]]) -> Number:
        low = min(self.bounds(v)[0] for _, v in options)
        high = max(self.bounds(v)[1] for _, v in options)
        several = [(lit, v) for lit, v in options if self.bounds(v) != (low, low)]
        if len(several) == 1:
            lit, value = several[0]
            lin = self.bag(value)
            terms = [(w, self.formulas.conj((lit, other))) for w, other in lin.terms]
            return self.number(make_lin(low, [(lin.constant - low, lit), *terms]))
        self.limits.check("values", high - low + 1, "the values of an expression")
        steps = [
            self._match((lit, self.at_least(v, k)) for lit, v in options) for k in range(low + 1, high + 1)
        ]
        return self.number(make_lin(low, [(1, lit) for lit in steps]))

    def choose(self, condition: Lit, value: Number | SetValue, other: Number | SetValue) -> Number | SetValue:
        """Return `if condition then value else other`."""
        if isinstance(value, CaseMap) and isinstance(other, CaseMap):
            yes, no = dict(value.items), dict(other.items)
            ite = self.formulas.ite
            chosen = self.case_map(
                (s, ite(condition, yes.get(s, FALSE), no.get(s, FALSE))) for s in (yes | no)
            )
            if is_integer(chosen.items[-1][0]):
                self._steps[chosen] = lambda k: ite(
                    condition, self.at_least(value, k), self.at_least(other, k)
                )
            return chosen
        selected = self.select([(condition, value), (condition ^ 1, other)])
        assert not isinstance(selected, Formula)
        return selected

    def _select_set(self, options: Sequence[tuple[Lit, SetValue]]) -> SetValue:
        merged: dict[Symbol, list[Lit]] = {}
        for lit, value in options:
            for symbol, member in value.members:
                merged.setdefault(symbol, []).append(self.formulas.conj((lit, member)))
        symbols: list[Symbol] = list(merged)
        if all(isinstance(symbol, int) for symbol in symbols):
            symbols.sort(key=_integer)
        members = tuple((symbol, self.formulas.disj(merged[symbol])) for symbol in symbols)
        return SetValue(members, min(v.size_min for _, v in options), max(v.size_max for _, v in options))


def _plus(factor: int, a: int, b: int) -> int:
    return a + factor * b


def _integer(symbol: Symbol) -> int:
    if not isinstance(symbol, int):
        raise TypeError(f"{symbol!r} is not a whole number")
    return symbol


def _check_spread(low: int, high: int) -> None:
    if high - low > SPREAD:
        raise TooLarge(f"the values of this number are {high - low:,} apart; at most {SPREAD:,} is possible")


def _integers(value: CaseMap) -> list[tuple[int, Lit]]:
    return [(v, lit) for v, lit in value.items if isinstance(v, int)]
