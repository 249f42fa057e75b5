"""The formulas of one question, is a symbol in a set of symbols, of so many symbols that they are not made.

Symbols are interchangeable there: how many questions are needed follows from how many symbols there are.
"""

from __future__ import annotations

from typing import Final, NoReturn

from cobra.errors import LimitError
from cobra.model.dag import Dag, Lit, negate

_OF_A_DAG: Final = ("_nodes", "_sides", "_ids", "_limit", "_limits", "_reachable")


class MembershipDag(Dag):
    """Stands for formulas that would have three nodes for each symbol: whoever looks at them hears of the
    limit `values`.
    """

    def __init__(self, symbols: int, limit: int) -> None:
        # nothing of what `Dag` sets up is there
        self.symbols = symbols
        self._most = limit

    @property
    def is_member(self) -> Lit:
        """Return the formula that the symbol is in the set: the last node, a negated conjunction."""
        return negate(2 * (3 * self.symbols + 1))

    def __getattr__(self, name: str) -> NoReturn:
        if name not in _OF_A_DAG:
            raise AttributeError(name)
        what = "for all but the sizes and the least worst case, formulas of each number"
        raise LimitError("values", self.symbols, self._most, what)
