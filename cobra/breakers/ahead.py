"""Strategies that look some steps ahead: the best experiments are compared by what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from cobra.breakers.breaker import Codebreaker, How
from cobra.breakers.core import CoreCodebreaker
from cobra.breakers.score import read_score
from cobra.errors import GameError

if TYPE_CHECKING:
    from cobra import _core
    from cobra.breakers.score import CoreScore
    from cobra.engine.made import Made
    from cobra.engine.table import Table

CoreLookAhead: TypeAlias = "tuple[str | CoreScore, CoreScore, int, int]"
"""How the core is told of it: what splits cells, what it compares, depth and beam."""
MOST_DEPTH: Final = 16
MOST_BEAM: Final = 4096


@dataclass(frozen=True, slots=True)
class LookAhead:
    """Of the `beam` best experiments by a score the one with the best score after `depth` experiments."""

    inner: str
    """The name of the strategy that compares the score."""
    score: str
    depth: int
    beam: int

    @property
    def name(self) -> str:
        """Return the text that names it."""
        return f"look-ahead({self.inner}, depth={self.depth}, beam={self.beam})"

    def play(self, table: Table, how: How, history: Sequence[Made] = ()) -> _core.GreedyResult:
        """Play against every code of a table; `GameError` with ties at random or searched."""
        if how.ties in ("random", "best"):
            raise GameError(f"look-ahead takes no ties {how.ties}: what comes later decides between them")
        score, weighted = read_score(self.score), table.game.weight is not None
        return table.greedy(
            (score.strategy(weighted), score.program(weighted), self.depth, self.beam),
            ties=how.ties,
            consistent=how.consistent,
            seed=how.seed,
            equivalences=how.equivalences,
            threads=how.threads,
            memory=how.memory,
        )


def look_ahead(strategy: str, depth: str = "2", beam: str = "8") -> LookAhead:
    """Return a strategy by its arguments as they are written; `GameError` when it compares no score."""
    from cobra.breakers.find import find_codebreaker  # here: it looks this up

    score = _score_of(find_codebreaker(strategy))
    if score is None:
        raise GameError(f"look-ahead needs a strategy that compares scores one step ahead, not {strategy}")
    name = " ".join(strategy.split())
    return LookAhead(name, score, _number("depth", depth, MOST_DEPTH), _number("beam", beam, MOST_BEAM))


def _score_of(breaker: Codebreaker) -> str | None:
    from cobra.breakers.named import NAMED  # here: it names this

    if not isinstance(breaker, CoreCodebreaker):
        return None
    named = NAMED.get(breaker.name)
    return breaker.score or (named.score if named else None)


def _number(what: str, text: str, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= most:
        raise GameError(f"the {what} of look-ahead is a whole number from 1 to {most:,}, not {text!r}")
    return number
