"""What the experiments of a game tell apart, all of them where there are not too many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from cobra.analysis.static.codewords import Words, plan_of_words
from cobra.analysis.static.columns import Columns, columns_of
from cobra.analysis.static.drawn import drawn_columns
from cobra.analysis.static.meant import lies_of
from cobra.budget import Deadline
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import LimitError, StoppedError, TimeLimitError
from cobra.model.game import Game
from cobra.model.unseen import asks_any_set


@dataclass(frozen=True, slots=True)
class Listed:
    """What experiments tell apart."""

    columns: Columns
    unlisted: str | None
    """The limit that all experiments would break; None where they are all listed."""
    words: Words | None = None
    """A plan of questions about any set, where these are asked."""

    @property
    def start(self) -> list[int] | None:
        """Return a plan that is known."""
        words, columns = self.words, self.columns
        if words is None or words.columns is columns:
            return None if words is None else words.plan
        return [columns.place[words.columns.outcomes[column].tobytes()] for column in words.plan]


def listed_of(
    table: CodeTable,
    game: Game,
    memory: int,
    random: Random,
    run: Run,
    tick: Callable[[int, int], None],
) -> Listed:
    """Return what all experiments tell apart, or what drawn ones do, or those of a plan that is good."""
    words = None
    if lies_of(game) and asks_any_set(game):
        words = plan_of_words(table, game, lambda: tick(0, 0))
        if words is not None and len(words.plan) == words.lower:
            return Listed(words.columns, "experiments", words)
    try:
        return Listed(columns_of(table, memory, tick, game), None, words)
    except (LimitError, StoppedError) as error:
        if words is not None:
            return Listed(
                words.columns, error.reason if isinstance(error, StoppedError) else error.name, words
            )
        if isinstance(error, StoppedError):
            raise
        try:
            columns = drawn_columns(table, memory, random, Deadline(run.remaining()), tick, game)
        except TimeLimitError:
            raise StoppedError("time", "drawing experiments") from None
        if columns is None:
            raise
        return Listed(columns, error.name)
