"""Formulas as one shared graph (DAG) of nodes with complement edges.

A *literal* is `2 * node + negated`; node 0 is the constant false, so `FALSE == 0` and `TRUE == 1`. Equal
formulas built from equal parts are the same literal (hash-consing), and the builders simplify by local
rules only: what they return is equivalent to what was asked for, whatever the order of building.

Leaves are of two sides: `variable(i)`, proposition i of the secret, and `parameter(j)`, proposition j of
the parameters of an experiment type ("slot k holds symbol a", "symbol a is in set k"). A formula without
variables is *ground* in the language's sense: it is decided by the experiment alone.

Integers are bags of weighted literals, `Lin`: the one form from which counts, sums and comparisons are
made (`at_least` is the only way back to formulas). The idea of one integer form follows the engine notes
(docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from cobra.budget import poll
from cobra.limits import Limits

Lit = int
FALSE: Final[Lit] = 0
TRUE: Final[Lit] = 1

CONST, VARIABLE, PARAMETER, AND, XOR, ITE, GE = range(7)
"""Node kinds. Arguments: (), (i,), (j,), literals…, (a, b), (c, a, b), (k, w1, l1, w2, l2, …)."""

WIDE: Final = 64
"""A conjunction of more literals is not flattened into others: ladders of n steps would take n² arguments."""

_LOOK: Final = 255
"""The budget is looked at after so many nodes, less one, a power of two."""

_KEPT: Final = 256
"""So many answers to what is below some formulas are kept, of at most `_KEPT_NODES` each: 4 MB."""
_KEPT_NODES: Final = 1 << 11

HAS_VARIABLE: Final = 1
HAS_PARAMETER: Final = 2


def negate(lit: Lit) -> Lit:
    """Return the complement of a literal."""
    return lit ^ 1


class Node(NamedTuple):
    """A node of the graph: its kind and its arguments (see the kinds above)."""

    kind: int
    args: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lin:
    """The integer `constant + Σ weight·literal`, weights positive, literals distinct and neither
    complementary nor constant.

    `terms` is sorted by literal, so equal bags are equal objects. Bounds: `low == constant`, `high ==
    constant + Σ weight` (attainable separately, not always both).
    """

    constant: int
    terms: tuple[tuple[int, Lit], ...]

    @property
    def low(self) -> int:
        """Return the lower bound."""
        return self.constant

    @property
    def high(self) -> int:
        """Return the upper bound."""
        return self.constant + sum(w for w, _ in self.terms)


def make_lin(constant: int, terms: Iterable[tuple[int, Lit]]) -> Lin:
    """Normalise `constant + Σ weight·literal`: weights of any sign, literals repeated, complementary or
    constant.
    """
    weight_of: dict[int, int] = {}
    for weight, lit in terms:
        if lit & 1:  # w·¬x = w - w·x: collect everything on the positive literal
            constant += weight
            weight = -weight
        node = lit >> 1
        if node:
            weight_of[node] = weight_of.get(node, 0) + weight
    normal = []
    for node, weight in weight_of.items():
        if weight > 0:
            normal.append((weight, 2 * node))
        elif weight < 0:  # -w·x = -w + w·¬x
            constant += weight
            normal.append((-weight, 2 * node + 1))
    normal.sort(key=lambda term: term[1])
    return Lin(constant, tuple(normal))


def add_lins(parts: Iterable[Lin]) -> Lin:
    """Return the sum of integers."""
    constant = 0
    terms: list[tuple[int, Lit]] = []
    for part in parts:
        constant += part.constant
        terms.extend(part.terms)
    return make_lin(constant, terms)


def scale_lin(factor: int, value: Lin) -> Lin:
    """Return `factor · value`."""
    return make_lin(factor * value.constant, ((factor * w, lit) for w, lit in value.terms))


def _saturate(weights: list[int], need: int) -> tuple[list[int], int]:
    """Lower the weights of `Σ weight·literal >= need` that alone decide it, whether the literal is true or
    false.
    """
    spare = sum(weights) - need + 1
    while max(weights) > min(need, spare):
        weights = [min(weight, need) for weight in weights]
        spare = sum(weights) - need + 1
        weights = [min(weight, spare) for weight in weights]
        need = sum(weights) - spare + 1
    return weights, need


class Dag:
    """A growing shared graph.

    Building checks the limit `formula-nodes`; nodes are never removed or changed.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limit = (limits or Limits()).formula_nodes
        self._limits = limits or Limits()
        self._nodes: list[Node] = [Node(CONST, ())]
        self._sides: list[int] = [0]
        self._ids: dict[Node, int] = {self._nodes[0]: 0}
        self._reachable: dict[tuple[Lit, ...], tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def node(self, lit: Lit) -> Node:
        """Return the node under a literal (the sign is `lit & 1`)."""
        return self._nodes[lit >> 1]

    @property
    def nodes(self) -> Sequence[Node]:
        """Return all nodes; arguments always come before the node that uses them."""
        return self._nodes

    def sides(self, lit: Lit) -> int:
        """Return which leaves the formula contains: a sum of `HAS_VARIABLE` and `HAS_PARAMETER`."""
        return self._sides[lit >> 1]

    def is_ground(self, lit: Lit) -> bool:
        """Return whether the formula contains no variable of the secret."""
        return not self._sides[lit >> 1] & HAS_VARIABLE

    def _make(self, kind: int, args: tuple[int, ...], sides: int) -> Lit:
        node = Node(kind, args)
        known = self._ids.get(node)
        if known is None:
            known = len(self._nodes)
            if not known & _LOOK:
                poll("making the formulas")
            if known >= self._limit:
                self._limits.check("formula-nodes", known + 1, "the formulas of this game")
            self._nodes.append(node)
            self._sides.append(sides)
            self._ids[node] = known
        return 2 * known

    def variable(self, index: int) -> Lit:
        """Return proposition `index` of the secret."""
        return self._make(VARIABLE, (index,), HAS_VARIABLE)

    def parameter(self, index: int) -> Lit:
        """Return proposition `index` of an experiment type's parameters."""
        return self._make(PARAMETER, (index,), HAS_PARAMETER)

    def _side_union(self, lits: Iterable[Lit]) -> int:
        sides = 0
        for lit in lits:
            sides |= self._sides[lit >> 1]
        return sides

    def conj(self, lits: Iterable[Lit]) -> Lit:
        """Return the conjunction; nested conjunctions are flattened up to `WIDE`, `x & !x` is false."""
        stack = list(lits)
        if len(stack) == 2 and (pair := self._pair(*stack)) is not None:
            return pair
        flat: set[Lit] = set()
        comparisons: set[Lit] = set()
        excluded: list[tuple[Lit, ...]] = []
        while stack:
            lit = stack.pop()
            if lit == TRUE:
                continue
            if lit == FALSE or lit ^ 1 in flat:
                return FALSE
            node = self._nodes[lit >> 1]
            if node.kind == AND and not lit & 1 and len(node.args) <= WIDE:
                stack.extend(node.args)
            else:
                flat.add(lit)
                if node.kind == GE:
                    comparisons.add(lit)
                elif node.kind == AND and lit & 1:
                    excluded.append(node.args)
        if any(map(flat.issuperset, excluded)):
            return FALSE
        if len(comparisons) > 1:
            weaker = self._weaker_comparisons(comparisons)
            if weaker is None:
                return FALSE
            flat -= weaker
        if not flat:
            return TRUE
        if len(flat) == 1:
            return flat.pop()
        return self._make(AND, tuple(sorted(flat)), self._side_union(flat))

    def _pair(self, a: Lit, b: Lit) -> Lit | None:
        """Return `a & b`, None when it is to be flattened or compared; most conjunctions are of two."""
        if a > b:
            a, b = b, a
        if a <= TRUE:
            return b if a == TRUE else FALSE
        if a ^ b <= 1:
            return a if a == b else FALSE
        nodes = self._nodes
        for lit in (a, b):
            kind = nodes[lit >> 1].kind
            if kind == GE or (kind == AND and not lit & 1):
                return None
        return self._make(AND, (a, b), self._sides[a >> 1] | self._sides[b >> 1])

    def _weaker_comparisons(self, lits: Iterable[Lit]) -> set[Lit] | None:
        """Return the bounds on a sum that other bounds on the same sum imply; None when two contradict each
        other.
        """
        strongest: dict[tuple[tuple[int, ...], int], Lit] = {}
        weaker = set()
        for lit in lits:
            args = self._nodes[lit >> 1].args
            key = args[1:], lit & 1
            other = strongest.setdefault(key, lit)
            if other != lit:
                stronger = (args[0] < self._nodes[other >> 1].args[0]) == bool(lit & 1)
                strongest[key] = lit if stronger else other
                weaker.add(other if stronger else lit)
        for (terms, sign), lit in strongest.items():
            opposite = strongest.get((terms, 1))
            if not sign and opposite is not None:
                at_least, below = self._nodes[lit >> 1].args[0], self._nodes[opposite >> 1].args[0]
                if at_least >= below:
                    return None
        return weaker

    def disj(self, lits: Iterable[Lit]) -> Lit:
        """Return the disjunction."""
        return self.conj(lit ^ 1 for lit in lits) ^ 1

    def any_leaf(self, leaves: Sequence[Lit]) -> Lit:
        """Return the disjunction of different leaves of one side, at least two and none negated: nothing can
        be simplified.
        """
        return self._make(AND, tuple(sorted([lit ^ 1 for lit in leaves])), self._sides[leaves[0] >> 1]) ^ 1

    def implies(self, a: Lit, b: Lit) -> Lit:
        """Return `a -> b`."""
        return self.disj((a ^ 1, b))

    def xor(self, a: Lit, b: Lit) -> Lit:
        """Return the exclusive or; signs are moved to the result."""
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a > b:
            a, b = b, a
        if a == FALSE:
            return b ^ sign
        if a == b:
            return FALSE ^ sign
        return self._make(XOR, (a, b), self._side_union((a, b))) ^ sign

    def iff(self, a: Lit, b: Lit) -> Lit:
        """Return `a <-> b`."""
        return self.xor(a, b) ^ 1

    def ite(self, c: Lit, a: Lit, b: Lit) -> Lit:
        """Return `if c then a else b`."""
        if c & 1:
            c, a, b = c ^ 1, b, a
        if c == FALSE:
            return b
        if a == b:
            return a
        if a in (TRUE, FALSE) or b in (TRUE, FALSE) or a in (c, c ^ 1) or b in (c, c ^ 1):
            a = TRUE if a == c else FALSE if a == c ^ 1 else a
            b = FALSE if b == c else TRUE if b == c ^ 1 else b
            return self.disj((self.conj((c, a)), self.conj((c ^ 1, b))))
        if a == b ^ 1:
            return self.xor(c, b)
        sign = a & 1  # keep the first branch positive
        return self._make(ITE, (c, a ^ sign, b ^ sign), self._side_union((c, a, b))) ^ sign

    def at_least(self, value: Lin, k: int) -> Lit:
        """Return `value >= k`; bounds decide it, and sums that are disjunctions or conjunctions become
        these.
        """
        need = k - value.constant
        if need <= 0:
            return TRUE
        weights = [w for w, _ in value.terms]
        total = sum(weights)
        if need > total:
            return FALSE
        if need <= min(weights):
            return self.disj(lit for _, lit in value.terms)
        if total - need < min(weights):
            return self.conj(lit for _, lit in value.terms)
        weights, need = _saturate(weights, need)
        sign = value.terms[0][1] & 1  # keep the first literal positive: x >= k is not (-x >= 1 - k)
        if sign:
            need = sum(weights) - need + 1
        args = [need]
        for weight, (_, lit) in zip(weights, value.terms, strict=True):
            args += (weight, lit ^ sign)
        return self._make(GE, tuple(args), self._side_union(lit for _, lit in value.terms)) ^ sign

    def exactly(self, value: Lin, k: int) -> Lit:
        """Return `value = k`."""
        return self.conj((self.at_least(value, k), self.at_least(value, k + 1) ^ 1))

    def operands(self, lit: Lit) -> tuple[Lit, ...]:
        """Return the literals a node is made of, whatever its kind."""
        kind, args = self._nodes[lit >> 1]
        if kind == GE:
            return args[2::2]
        return args if kind in (AND, XOR, ITE) else ()

    def reachable(self, roots: Iterable[Lit]) -> tuple[int, ...]:
        """Return the nodes below `roots`, arguments first (ascending numbers).

        What was asked last is kept, as formulas are evaluated for one code after the other.
        """
        asked = tuple(roots)
        found = self._reachable.get(asked)
        if found is None:
            found = self._below(asked)
            if len(found) <= _KEPT_NODES:
                while len(self._reachable) >= _KEPT:
                    self._reachable.pop(next(iter(self._reachable)), None)
                self._reachable[asked] = found
        return found

    def _below(self, roots: tuple[Lit, ...]) -> tuple[int, ...]:
        nodes = self._nodes
        seen = {lit >> 1 for lit in roots}
        stack = list(seen)
        while stack:
            kind, args = nodes[stack.pop()]
            if kind == GE:
                args = args[2::2]
            elif kind not in (AND, XOR, ITE):
                continue
            for lit in args:
                node = lit >> 1
                if node not in seen:
                    seen.add(node)
                    stack.append(node)
        return tuple(sorted(seen))

    def substitute(self, roots: Sequence[Lit], leaves: Mapping[Lit, Lit]) -> list[Lit]:
        """Return `roots` with leaves (positive literals) replaced by literals, simplified again by the
        builders.
        """
        image: dict[int, Lit] = {}
        for node in self.reachable(roots):
            kind, args = self._nodes[node]
            if kind in (CONST, VARIABLE, PARAMETER):
                image[node] = leaves.get(2 * node, 2 * node)
                continue
            mapped = [image[lit >> 1] ^ (lit & 1) for lit in self.operands(2 * node)]
            if kind == AND:
                image[node] = self.conj(mapped)
            elif kind == XOR:
                image[node] = self.xor(mapped[0], mapped[1])
            elif kind == ITE:
                image[node] = self.ite(mapped[0], mapped[1], mapped[2])
            else:
                image[node] = self.at_least(make_lin(0, zip(args[1::2], mapped, strict=True)), args[0])
        return [image[lit >> 1] ^ (lit & 1) for lit in roots]
