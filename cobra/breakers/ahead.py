"""Strategies that look some steps ahead: the best experiments are compared by what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cobra.breakers.breaker import Breaker, How
from cobra.breakers.core import CoreBreaker
from cobra.breakers.named import NAMED
from cobra.errors import GameError
from cobra.language.score import read_score
from cobra.model.memory import price_parts

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.table import CodeTable, CoreLookAhead

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

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table; `GameError` with ties at random or searched."""
        if how.ties in ("random", "best"):
            raise GameError(f"look-ahead takes no ties {how.ties}: what comes later decides between them")
        return table.greedy(
            self.strategy(table.game.weight is not None, price_parts(table.game)),
            ties=how.ties,
            consistent=how.consistent,
            seed=how.seed,
            equivalences=how.equivalences,
            threads=how.threads,
            memory=how.memory,
        )

    def strategy(self, weighted: bool = False, price_parts: int | None = None) -> CoreLookAhead:
        """Return what the core is asked to play; arguments as of `cobra.language.score.Score.strategy`."""
        score = read_score(self.score)
        one_step, program = score.strategy(weighted, price_parts), score.program(weighted, price_parts)
        return one_step, program, self.depth, self.beam


def look_ahead(inner: Breaker, text: str, depth: str, beam: str) -> LookAhead:
    """Return the strategy that compares the score of another, which a text names, some steps ahead.

    Depth and beam are as they are written; `GameError` when the other compares no score.
    """
    score = _score_of(inner)
    if score is None:
        raise GameError(f"look-ahead needs a strategy that compares scores one step ahead, not {text}")
    name = " ".join(text.split())
    return LookAhead(name, score, _number("depth", depth, MOST_DEPTH), _number("beam", beam, MOST_BEAM))


def _score_of(breaker: Breaker) -> str | None:
    if not isinstance(breaker, CoreBreaker):
        return None
    named = NAMED.get(breaker.name)
    return breaker.score or (named.score if named else None)


def _number(what: str, text: str, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= most:
        raise GameError(f"the {what} of look-ahead is a whole number from 1 to {most:,}, not {text!r}")
    return number
