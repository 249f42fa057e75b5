"""Breakers that the core plays: those that compare scores one step ahead, and two that do not compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cobra.breakers.breaker import Breaker, How
from cobra.breakers.named import NAMED
from cobra.language.score import read_score
from cobra.model.memory import price_parts

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.table import CodeTable
    from cobra.language.score import CoreScore


@dataclass(frozen=True, slots=True)
class CoreBreaker:
    """A strategy that the core knows by its name, or by the expression of its score."""

    name: str
    score: str | None = None
    """An expression such as `min max(n)`; None for a name of the core's own."""

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table."""
        return table.greedy(
            self.strategy(table.game.weight is not None, price_parts(table.game)),
            ties=how.ties,
            consistent=how.consistent,
            seed=how.seed,
            equivalences=how.equivalences,
            threads=how.threads,
            memory=how.memory,
        )

    def strategy(self, weighted: bool = False, price_parts: int | None = None) -> str | CoreScore:
        """Return what the core is asked to play: a name, or a score in its form.

        `weighted` says whether codes have weights: then what a name expects is expected by them;
        `price_parts` as of `cobra.language.score.Score.strategy`.
        """
        if self.score is None:
            return named_strategy(self.name, weighted)
        return read_score(self.score).strategy(weighted, price_parts)


def named_strategy(name: str, weighted: bool) -> str | CoreScore:
    """Return what the core is asked to play for the name of a strategy of its own."""
    score = NAMED[name].score if weighted and name in NAMED else None
    return name if score is None else read_score(score).strategy(weighted)


def score_breaker(text: str) -> CoreBreaker:
    """Return the breaker of a score expression; `GameError` when it is none."""
    name = " ".join(text.split())
    breaker = CoreBreaker(name, name)
    breaker.strategy()
    return breaker


@dataclass(frozen=True, slots=True)
class Consistent:
    """A strategy restricted to experiments that could still be final."""

    inner: Breaker

    @property
    def name(self) -> str:
        """Return the text that names it."""
        return f"consistent({self.inner.name})"

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table; `GameError` when no outcome of the game is final."""
        table.demand_finals()
        return self.inner.play(table, replace(how, consistent=True), history)
