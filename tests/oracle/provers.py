"""Certificates of small games, made by trying everything; a random generator decides which of many proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import inf
from random import Random

from cobra.certificate import Claim, Entry, Fact, Front, Generator, Item, Named
from tests.oracle.outcome_table import Cells, table_of


class Truth:
    """What every set of codes costs, by definition, in the game of a certificate."""

    def __init__(self, front: Front) -> None:
        self.front, self.table = front, table_of(front)
        self.least = cache(self._least)

    def cost(self, left: float = inf) -> float:
        """Return the least cost of a strategy with so many experiments, infinite when there is none."""
        table, first = self.table, self.front.head.first
        if first is None or table.is_over(table.all, False):
            return self.least(table.all, False, left)
        return self._by(table.all, left, table.cells(table.all, table.rows[first]))

    @property
    def begins(self) -> bool:
        """Return whether what is demanded as the first makes progress, if anything is: else no fact helps."""
        table, first = self.table, self.front.head.first
        return first is None or table.makes_progress(table.cells(table.all, table.rows[first]))

    def is_true(self, claim: Claim) -> bool:
        """Return whether a claim is true."""
        return self.cost(infinite(claim.left)) >= infinite(claim.value)

    def _least(self, state: tuple[int, ...], after_final: bool, left: float) -> float:
        table = self.table
        if table.is_over(state, after_final):
            return table.end(state, after_final, left)
        left = inf if left >= len(table.all) else left
        found = [self._by(state, left, cells) for _, cells in self._useful(state)]
        return min(found, default=inf)

    def tried(self, state: tuple[int, ...]) -> list[tuple[int, Cells]]:
        """Return the experiments that a fact has to go through, with their cells: the one demanded first, or
        those that are useful.
        """
        first = self.front.head.first
        if first is not None and state == self.table.all:
            return [(first, self.table.cells(state, self.table.rows[first]))]
        return self._useful(state)

    def _useful(self, state: tuple[int, ...]) -> list[tuple[int, Cells]]:
        """Return the experiments that make progress and are allowed, with their cells."""
        table = self.table
        split = [(number, table.cells(state, row)) for number, row in enumerate(table.rows)]
        anything = not self.front.head.consistent
        may = [(e, cells) for e, cells in split if anything or any(final for _, final in cells)]
        return [(e, cells) for e, cells in may if table.makes_progress(cells)]

    def _by(self, state: tuple[int, ...], left: float, cells: Cells) -> float:
        if left <= 0:
            return inf
        return self.table.own(state) + sum(self.least(cell, final, left - 1) for cell, final in cells)


def certificate(
    truth: Truth,
    claims: Sequence[tuple[float, float]],
    random: Random,
    generators: Sequence[Generator] = (),
) -> tuple[Front, list[Item]]:
    """Return a certificate of true claims, each the experiments left and a value.

    Symmetries are used now and then, and all other ways to shorten it, so that all rules are met.
    """
    writer = _Writer(truth, random, generators)
    for left, value in claims:
        writer.prove(truth.table.all, left, value)
    head = replace(
        truth.front.head, claims=tuple(Claim(finite(left), finite(value)) for left, value in claims)
    )
    return replace(truth.front, head=head), writer.items


class _Writer:
    def __init__(self, truth: Truth, random: Random, generators: Sequence[Generator]) -> None:
        self._truth, self._table, self._random = truth, truth.table, random
        self.items: list[Item] = list(generators)
        self._facts: list[Fact] = []
        self._elements = list(generators)
        numbers = range(len(self._elements))
        self._words = [(), *((n,) for n in numbers), *product(numbers, repeat=2)]

    def prove(self, state: tuple[int, ...], left: float, value: float) -> tuple[int, tuple[int, ...]]:
        """Return a fact that says this much at least, which is true, and the word that carries it there."""
        known = list(enumerate(self._facts))
        self._random.shuffle(known)
        for number, fact in known:
            if infinite(fact.left) >= left and infinite(fact.value) >= value:
                for word in self._words:
                    if set(self._carried(word, fact.codes)) == set(state):
                        return number, word
        entries: list[Entry] = []
        if value > self._table.bound(state, False, left) or self._random.random() < 0.2:
            entries = self._entries(state, left, value)
        fact = Fact(state, finite(left), finite(value), tuple(entries))
        self.items.append(fact)
        self._facts.append(fact)
        return len(self._facts) - 1, ()

    def _carried(self, word: Sequence[int], codes: Sequence[int]) -> Sequence[int]:
        for element in word:
            codes = [self._elements[element].codes[code] for code in codes]
        return codes

    def _entries(self, state: tuple[int, ...], left: float, value: float) -> list[Entry]:
        table, first = self._table, self._truth.front.head.first
        entries: list[Entry] = []
        if table.is_over(state, False) or left == 0:
            return entries
        whole = first is not None and state == table.all
        for number, cells in self._truth.tried(state):
            bounds = [table.bound(cell, final, left - 1) for cell, final in cells]
            if table.own(state) + sum(bounds) >= value and self._random.random() < 0.8:
                continue
            like = None if whole or self._random.random() < 0.3 else self._like(state, number)
            if like is not None:
                entries.append(Entry(number, (), *like))
            elif named := self._named(state, left, value, cells, bounds):
                entries.append(Entry(number, tuple(named)))
        return entries

    def _like(self, state: tuple[int, ...], number: int) -> tuple[int, tuple[int, ...]] | None:
        """Return an earlier experiment, and a word that keeps a set and carries the cells of one to its."""
        table = self._table
        cells = table.cells(state, table.rows[number])
        for word in self._words:
            moved = {(frozenset(self._carried(word, cell)), final) for cell, final in cells}
            for earlier in range(number):
                found = {(frozenset(cell), final) for cell, final in table.cells(state, table.rows[earlier])}
                if moved == found:
                    return earlier, word
        return None

    def _named(
        self, state: tuple[int, ...], left: float, value: float, cells: Cells, bounds: list[float]
    ) -> list[Named]:
        """Return facts about some cells, taken in a random order until they suffice."""
        own, named = self._table.own(state), []
        order = [place for place, (cell, final) in enumerate(cells) if not self._table.is_over(cell, final)]
        self._random.shuffle(order)
        for place in order:
            cell, final = cells[place]
            cost = self._truth.least(cell, final, left - 1)
            if own + sum(bounds) < value or self._random.random() < 0.2:
                bounds[place] = max(cost, bounds[place])
                if cost > 0:
                    named.append(Named(place, *self.prove(cell, left - 1, cost)))
        return sorted(named, key=lambda one: one.cell)


def finite(number: float) -> int | None:
    """Return a number as certificates write it: None for what is infinite."""
    return None if number == inf else int(number)


def infinite(number: int | None) -> float:
    """Return a number of a certificate: infinite when there is none."""
    return inf if number is None else number
