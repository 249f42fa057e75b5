"""Truth tables as integers: bit w says whether a formula holds in world w."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cobra.model.dag import AND, GE, ITE, XOR, Dag, Lin, Lit


class TruthTables:
    """Tables of the formulas of one graph for the worlds in `full`; leaves not given are false."""

    def __init__(self, dag: Dag, leaves: Mapping[int, int], full: int) -> None:
        self._dag = dag
        self._full = full
        self._tables = dict(leaves)

    def of(self, lits: Sequence[Lit]) -> list[int]:
        """Return the table of each formula."""
        for node in self._dag.reachable(lits):
            if node not in self._tables:
                self._tables[node] = self._evaluate(node)
        return [self._signed(lit) for lit in lits]

    def _signed(self, lit: Lit) -> int:
        table = self._tables[lit >> 1]
        return table ^ self._full if lit & 1 else table

    def _evaluate(self, node: int) -> int:
        kind, args = self._dag.nodes[node]
        if kind == AND:
            table = self._full
            for arg in args:
                table &= self._signed(arg)
            return table
        if kind == XOR:
            return self._signed(args[0]) ^ self._signed(args[1])
        if kind == ITE:
            c = self._signed(args[0])
            return (c & self._signed(args[1])) | (~c & self._signed(args[2]))
        if kind == GE:
            planes = self._planes(list(zip(args[1::2], args[2::2], strict=True)))
            return self._at_least(planes, args[0])
        return 0  # the constant, or a leaf that is not given

    def values(self, lin: Lin) -> dict[int, int]:
        """Return the values an integer takes, each with the table of the worlds where it does."""
        self.of([lit for _, lit in lin.terms])
        cells = {0: self._full}
        for place, plane in enumerate(self._planes(list(lin.terms))):
            split: dict[int, int] = {}
            for value, cell in cells.items():
                for bit, part in ((0, cell & ~plane), (1, cell & plane)):
                    if part:
                        split[value + (bit << place)] = part
            cells = split
        return {lin.constant + value: cell for value, cell in sorted(cells.items())}

    def _planes(self, terms: Sequence[tuple[int, Lit]]) -> list[int]:
        """Return the binary digits of a sum, least first, each as a table."""
        planes = [0] * sum(weight for weight, _ in terms).bit_length()
        for weight, lit in terms:
            for place in range(weight.bit_length()):
                carry = self._signed(lit) if weight >> place & 1 else 0
                at = place
                while carry:
                    planes[at], carry = planes[at] ^ carry, planes[at] & carry
                    at += 1
        return planes

    def _at_least(self, planes: Sequence[int], k: int) -> int:
        if k >> len(planes):
            return 0
        table = self._full  # the digits below agree: so far equal
        for place, plane in enumerate(planes):
            table = (plane & table) if k >> place & 1 else (plane | table)
        return table
