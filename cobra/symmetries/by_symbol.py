"""Formulas that depend on one parameter, by the symbol it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cobra.budget import poll
from cobra.model.dag import AND, FALSE, ITE, PARAMETER, TRUE, XOR, Dag, Lit, make_lin

NOTHING, SEVERAL = -1, -2
"""On which slot a formula depends: on none, or on more than one."""


class TooMuchWorkError(Exception):
    """More formulas would have to be looked at than allowed."""


@dataclass(slots=True)
class Work:
    """Counts what is done; `TooMuchWorkError` when it is more than `most`."""

    most: int
    done: int = 0

    def add(self, amount: int) -> None:
        """Count some more; the budget is looked at."""
        poll("reading the parameters as sets")
        self.done += amount
        if self.done > self.most:
            raise TooMuchWorkError


@dataclass(frozen=True, slots=True)
class OfSymbol:
    """A formula that depends on the symbol in one slot: `usually` for all symbols but for `others`."""

    usually: Lit
    others: tuple[tuple[int, Lit], ...]

    def denied(self) -> OfSymbol:
        """Return the negation."""
        return OfSymbol(self.usually ^ 1, tuple((symbol, lit ^ 1) for symbol, lit in self.others))


class BySymbol:
    """Finds out, node by node, on which slot formulas depend, and how.

    The slots hold one of `width` symbols each, and the propositions of slot s are `s·width`, `s·width + 1`, …
    """

    def __init__(self, dag: Dag, width: int, work: Work) -> None:
        self._dag = dag
        self._width = width
        self._work = work
        self._slot: dict[int, int] = {0: NOTHING}
        self._found: dict[int, OfSymbol] = {}

    def read(self, nodes: Iterable[int]) -> None:
        """Look at nodes, arguments first."""
        for node in nodes:
            if node not in self._slot:
                self._look_at(node)

    def slot(self, lit: Lit) -> int:
        """Return the slot on which a formula that was read depends; or `NOTHING`, or `SEVERAL`."""
        return self._slot[lit >> 1]

    def of(self, lit: Lit) -> OfSymbol:
        """Return a formula that was read and does not depend on several slots."""
        if self._slot[lit >> 1] == NOTHING:
            return OfSymbol(lit, ())
        found = self._found[lit >> 1]
        return found.denied() if lit & 1 else found

    def _look_at(self, node: int) -> None:
        """Find out on which slot a node depends, those of its arguments being known."""
        kind, args = self._dag.nodes[node]
        if kind == PARAMETER:
            slot, symbol = divmod(args[0], self._width)
            self._slot[node] = slot
            self._found[node] = OfSymbol(FALSE, ((symbol, TRUE),))
            return
        slots = {self._slot[lit >> 1] for lit in self._dag.operands(2 * node)} - {NOTHING}
        slot = NOTHING if not slots else slots.pop() if len(slots) == 1 else SEVERAL
        self._slot[node] = slot
        if slot >= 0:
            self._found[node] = self._of_one_slot(node)

    def _of_one_slot(self, node: int) -> OfSymbol:
        """Return a node that depends on one slot by the symbol it holds."""
        dag = self._dag
        kind, args = dag.nodes[node]
        operands = dag.operands(2 * node)
        values = [self.of(lit) for lit in operands]
        changed: dict[int, dict[int, Lit]] = {}
        for place, value in enumerate(values):
            for symbol, lit in value.others:
                changed.setdefault(symbol, {})[place] = lit
        self._work.add(len(operands) + sum(map(len, changed.values())))
        usual = [value.usually for value in values]
        if kind == AND:  # arguments that are usually true need not be looked at for every symbol
            few = {place: lit for place, lit in enumerate(usual) if lit != TRUE}

            def made(at: dict[int, Lit]) -> Lit:
                self._work.add(len(few))
                return dag.conj({**few, **at}.values())

        else:

            def made(at: dict[int, Lit]) -> Lit:
                self._work.add(len(usual))
                lits = [at.get(place, lit) for place, lit in enumerate(usual)]
                if kind == XOR:
                    return dag.xor(lits[0], lits[1])
                if kind == ITE:
                    return dag.ite(lits[0], lits[1], lits[2])
                return dag.at_least(make_lin(0, zip(args[1::2], lits, strict=True)), args[0])

        usually = made({})
        found = {symbol: made(at) for symbol, at in sorted(changed.items())}
        if len(found) == self._width and usually not in found.values():
            usually = Counter(found.values()).most_common(1)[0][0]
        return OfSymbol(usually, tuple((symbol, lit) for symbol, lit in found.items() if lit != usually))
