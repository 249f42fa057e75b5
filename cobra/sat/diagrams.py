"""Formulas as binary decision diagrams with complement edges (oxidd), in a bounded amount of memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oxidd.bcdd import BCDDFunction, BCDDManager

from cobra.budget import Deadline
from cobra.limits import Limits
from cobra.model.game import SlotTable, Space, Symbol
from cobra.sat.frame import Frame
from cobra.sat.threshold import threshold

Diagram = BCDDFunction


class Diagrams:
    """Diagrams over propositions, asked for from top to bottom in `order`, in a manager with enough levels.

    Every operation may raise `oxidd.util.DDMemoryError`, and `TimeLimitError` at the deadline.
    """

    def __init__(
        self, manager: BCDDManager, order: Sequence[int], deadline: Deadline, limits: Limits | None = None
    ) -> None:
        self.deadline = deadline
        """The moment at which all work ends; each question may set its own."""
        self._limits = limits or Limits()
        self.true: Diagram = manager.true()
        self.false: Diagram = manager.false()
        levels = {proposition: level for level, proposition in enumerate(order)}
        self.variables = [manager.var(levels[i]) for i in range(len(order))]

    def negate(self, a: Diagram) -> Diagram:
        """Return the complement."""
        return ~a

    def conj(self, parts: Iterable[Diagram]) -> Diagram:
        """Return the conjunction; the last parts, which speak of the lowest variables, are joined first."""
        result = self.true
        for part in sorted(parts, key=_level, reverse=True):
            self.deadline.check("counting the codes")
            result = result & part
        return result

    def xor(self, a: Diagram, b: Diagram) -> Diagram:
        """Return the exclusive or."""
        return a ^ b

    def ite(self, c: Diagram, a: Diagram, b: Diagram) -> Diagram:
        """Return `if c then a else b`."""
        self.deadline.check("counting the codes")
        return c.ite(a, b)

    def at_least(self, terms: Iterable[tuple[int, Diagram]], k: int) -> Diagram:
        """Return `Σ weight·part >= k`, weights positive."""
        parts = []
        for weight, part in terms:
            if part == self.true:
                k -= weight
            elif part != self.false:
                parts.append((weight, part))
        parts.sort(key=lambda term: _level(term[1]))
        return threshold(parts, k, self.ite, self.true, self.false, self._limits)

    def space(self, frame: Frame[Diagram], space: Space) -> Diagram:
        """Return the diagram of the assignments of a space; `frame` reads its constraints."""
        conditions = []
        for slot in space.slots:
            terms = [(1, self.variables[slot.first + i]) for i in range(slot.width)]
            low, high = {"symbol": (1, 1), "set": (slot.size_min, slot.size_max)}.get(slot.kind, (0, 1))
            conditions += [self.at_least(terms, low), ~self.at_least(terms, high + 1)]
        result = self.conj(conditions)
        for group in space.distinct:
            holders: dict[Symbol, list[tuple[int, Diagram]]] = {}
            for slot in (space.slots[i] for i in group):
                for i, symbol in enumerate(slot.symbols):
                    holders.setdefault(symbol, []).append((1, self.variables[slot.first + i]))
            for terms in holders.values():
                result = self._and(result, ~self.at_least(terms, 2))
        for table in space.tables:
            result = self._and(result, self._rows(space, table, table.rows, 0))
        for constraint in space.constraints:
            result = self._and(result, frame.encode(constraint))
        return result

    def _and(self, a: Diagram, b: Diagram) -> Diagram:
        self.deadline.check("counting the codes")
        return a & b

    def _rows(self, space: Space, table: SlotTable, rows: Sequence[tuple[int, ...]], column: int) -> Diagram:
        """Return that one of `rows`, all alike before `column`, holds in the columns from there on."""
        if column == len(table.slots):
            return self.true
        first = space.slots[table.slots[column]].first
        groups: dict[int, list[tuple[int, ...]]] = {}
        for row in rows:
            groups.setdefault(row[column], []).append(row)
        result, none = self.false, self.true  # without "and no other symbol" the parts overlap and grow
        for symbol in sorted(groups, reverse=True):
            self.deadline.check("counting the codes")
            held = self.variables[first + symbol]
            result = held.ite(none & self._rows(space, table, groups[symbol], column + 1), result)
            none = none & ~held
        return result


def proposition_order(space: Space) -> list[int]:
    """Return the propositions of a space in an order that keeps diagrams small: slot by slot, as they are
    numbered.

    Only sets of the same symbols are asked about together, symbol by symbol, for most conditions on sets
    compare them so: to be disjoint costs exponentially many nodes one set after the other.
    """
    families: dict[tuple[Symbol, ...], list[int]] = {}
    for slot in space.slots:
        if slot.kind == "set":
            families.setdefault(slot.symbols, []).append(slot.first)
    order: list[int] = []
    for slot in space.slots:
        if slot.kind != "set":
            order += range(slot.first, slot.first + slot.width)
        elif slot.first == families[slot.symbols][0]:
            order += [first + i for i in range(slot.width) for first in families[slot.symbols]]
    return order


def _level(diagram: Diagram) -> int:
    """Return the place of the topmost variable; constants come last."""
    level = diagram.node_level()
    return 1 << 60 if level is None else level
