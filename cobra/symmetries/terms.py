"""Formulas and sums in one form: thresholds on weighted parts, equal ones once.

A formula is "the true parts weigh at least so much": "3 of 3" for a conjunction of three. Its negation, where
it is needed, is the dual threshold on the negated parts, so that a permutation that flips literals is seen in
the same way as one that does not. A disjunction of parts that exclude each other is the sum of them; within
another term it is replaced by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cobra.budget import poll
from cobra.model.dag import Lit
from cobra.symmetries.parts import LITERALS, Part, Parts, TooLargeError

Term = int
FALSE_TERM, TRUE_TERM = 0, 1

_LOOK = 255
"""The budget is looked at after so many literals, less one, a power of two."""
MAX_PARTS = 10**6
"""Parts of all terms together."""


class Terms:
    """A growing collection of terms; a term is a constant, a literal or a threshold."""

    def __init__(self) -> None:
        self._thresholds: list[tuple[int, tuple[tuple[int, Term], ...]] | None] = [None, None]
        self._known: dict[tuple[int, tuple[tuple[int, Term], ...]], Term] = {}
        self._groups: dict[Term, list[int]] = {}
        self._group_count = 0
        self._pairs: dict[tuple[Term, Term], Term] = {}
        self._summands: dict[Term, tuple[Term, ...]] = {}
        self._parts = 0

    def literal(self) -> Term:
        """Return a new term for a literal."""
        self._thresholds.append(None)
        return len(self._thresholds) - 1

    def exclude(self, literals: Iterable[Term]) -> None:
        """Declare that at most one of some literals is true."""
        for literal in literals:
            self._groups.setdefault(literal, []).append(self._group_count)
        self._group_count += 1

    def threshold_of(self, term: Term) -> tuple[int, tuple[tuple[int, Term], ...]] | None:
        """Return the needed weight and the weighted parts, ascending, of a term; None for a literal."""
        return self._thresholds[term]

    def threshold(self, need: int, parts: Iterable[tuple[int, Term]]) -> Term:
        """Return "the true parts weigh at least `need`"."""
        constant, weights = self._weights(parts)
        need -= constant
        if need <= 0 or need > sum(weights.values()):
            return TRUE_TERM if need <= 0 else FALSE_TERM
        if len(weights) == 1:
            return next(iter(weights))
        key = need, _ascending(weights)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = len(self._thresholds)
            self._thresholds.append(key)
            self._parts += len(weights)
            if self._parts > MAX_PARTS:
                raise TooLargeError
        return known

    def both(self, a: Term, b: Term) -> Term:
        """Return the conjunction of two terms."""
        pair = (a, b) if a < b else (b, a)
        known = self._pairs.get(pair)
        if known is None:
            known = self._pairs[pair] = self.threshold(2, ((1, a), (1, b)))
        return known

    def sum(self, parts: Iterable[tuple[int, Term]]) -> tuple[int, tuple[tuple[int, Term], ...]]:
        """Return a sum as a constant and weighted parts, ascending."""
        constant, weights = self._weights(parts)
        return constant, _ascending(weights)

    def _weights(self, parts: Iterable[tuple[int, Term]]) -> tuple[int, dict[Term, int]]:
        """Return a sum as a constant and the weights of its parts."""
        constant = 0
        weights: dict[Term, int] = {}
        known = self._summands
        for weight, term in parts:
            if term <= TRUE_TERM:
                constant += weight if term else 0
                continue
            summands = known.get(term)
            if summands is None:
                summands = known[term] = self._find_summands(term)
            for inner in summands:
                weights[inner] = weights.get(inner, 0) + weight
        return constant, weights

    def _find_summands(self, term: Term) -> tuple[Term, ...]:
        """Return the parts of a disjunction of parts that exclude each other, else the term itself."""
        threshold = self._thresholds[term]
        if threshold is None or threshold[0] != 1:
            return (term,)
        inner = tuple(part for _, part in threshold[1])
        return inner if self._exclude_each_other(inner) else (term,)

    def _exclude_each_other(self, terms: Sequence[Term]) -> bool:
        """Return whether each term demands another literal of one group."""
        places = [self._demanded(term) for term in terms]
        return any(
            all(group in place for place in places) and len({place[group] for place in places}) == len(places)
            for group in places[0]
        )

    def _demanded(self, term: Term) -> dict[int, Term]:
        """Return by group a literal that a term demands."""
        threshold = self._thresholds[term]
        literals = [term]
        if threshold is not None:
            need, parts = threshold
            literals = [part for _, part in parts] if need == sum(weight for weight, _ in parts) else []
        return {group: literal for literal in literals for group in self._groups.get(literal, ())}


def _ascending(weights: dict[Term, int]) -> tuple[tuple[int, Term], ...]:
    return tuple(sorted(zip(weights.values(), weights, strict=True)))


def needed(parts: Parts, roots: Iterable[Lit], known: set[Lit], limit: int) -> set[Lit]:
    """Return the literals that need terms so that `roots` can have them; those `known` have them.

    `TooLargeError` when they are more than `limit`.
    """
    found: set[Lit] = set()
    nodes = parts.dag.nodes
    stack = list(roots)
    while stack:
        lit = stack.pop()
        if lit in found or lit in known:
            continue
        found.add(lit)
        if not len(found) & _LOOK:
            poll("drawing the graph of the game")
        if len(found) > limit:
            raise TooLargeError
        if nodes[lit >> 1].kind not in LITERALS:
            for _, part in parts.of(lit)[1]:
                stack += part
    return found


def add_terms(terms: Terms, parts: Parts, lits: Iterable[Lit], known: dict[Lit, Term]) -> None:
    """Add to `known` the terms of formulas, all parts of which are known or among them."""

    def term(part: Part) -> Term:
        return known[part[0]] if len(part) == 1 else terms.both(known[part[0]], known[part[1]])

    stack = sorted((lit for lit in lits if parts.dag.node(lit).kind not in LITERALS), reverse=True)
    while stack:
        lit = stack[-1]
        if lit not in known:
            if not len(known) & _LOOK:
                poll("drawing the graph of the game")
            need, weighted = parts.of(lit)
            waiting = [inner for _, part in weighted for inner in part if inner not in known]
            if waiting:
                stack += waiting
                continue
            known[lit] = terms.threshold(need, [(weight, term(part)) for weight, part in weighted])
        stack.pop()
