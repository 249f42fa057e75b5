"""Games in which any set of numbers may be asked about: sets are listed where size does not prove enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from cobra.certificate.beliefs.tables import Belief, BeliefTables, Row
from cobra.certificate.situations.tables import Codes
from cobra.errors import GameError, LimitError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game, Unseen
from cobra.model.show import Notation
from cobra.model.unseen import asks_any_set

_MOST_QUESTIONS: Final = 1 << 20
"""So many questions are gone through of a belief."""


def belief_tables(game: Game, limits: Limits, memory: int, tick: Callable[[], None]) -> BeliefTables:
    """Return what a certificate of a game with lies or moves is made and checked by."""
    if game.unseen is not None and asks_any_set(game):
        return SetTables(game, game.unseen, tick)
    return BeliefTables(game, limits, memory, tick)


class SetTables(BeliefTables):
    """Every question, is the number in this set, has the answers yes and no, and as any set may be asked
    about all numbers are told apart. They are interchangeable, so what a belief takes follows from how many
    numbers have told how many lies.
    """

    listed = False

    def __init__(self, game: Game, unseen: Unseen, tick: Callable[[], None]) -> None:
        # no codes and no experiments are listed
        self.game, self.tick, self.lies = game, tick, unseen.lies
        self.hit = self.moves = False
        self.number = game.codes.slots[0].width
        self.everything = (1 << self.number) - 1
        self.all_apart, self.most_plain, self.most_final = True, 2, 0

    def rows_for(self, belief: Belief) -> Iterator[Row]:
        """Yield what is answered to questions about the first numbers of each part of a belief, which is one
        of the first numbers: any other question leaves as many with as many lies told. Of a question and its
        opposite one is enough. `LimitError` where these are too many.
        """
        sizes = [part.bit_count() for part in belief]
        most = next((place for place, size in enumerate(sizes) if size), 0)
        choices = [range(size // 2 + 1 if place == most else size + 1) for place, size in enumerate(sizes)]
        if prod(map(len, choices)) > _MOST_QUESTIONS:
            what = "the questions about so many numbers, of which size alone does not prove enough,"
            raise LimitError("listed experiments", prod(map(len, choices)), _MOST_QUESTIONS, what)
        for asked in product(*choices):
            first, members = 0, 0
            for size, some in zip(sizes, asked, strict=True):
                members |= ((1 << some) - 1) << first
                first += size
            yield self._split(members)

    def reduced(self, parts: Sequence[Codes]) -> Belief:
        """Return a belief of as many numbers with as many lies told, the first ones: it takes as many
        questions.
        """
        belief, first = [], 0
        for part in super().reduced(parts):
            size = part.bit_count()
            belief.append(((1 << size) - 1) << first)
            first += size
        return tuple(belief)

    def row(self, experiment: Experiment) -> Row:
        """Return what is answered to an experiment; `GameError` if it is none of the game."""
        type_, (asked, *more) = experiment
        if type_ or more or asked & ~self.everything:
            raise GameError("this is not an experiment of the game")
        return self._split(asked)

    def _split(self, asked: int) -> Row:
        return 0, tuple(sorted(group for group in (asked, self.everything & ~asked) if group))

    def name(self, row: Row) -> str:
        """Return an experiment with these answers, for a message."""
        return Notation(self.game).experiment((0, (row[1][0],)))

    def is_over(self, belief: Belief) -> bool:
        """Return whether a play is over that leaves this."""
        return sum(part.bit_count() for part in belief) <= 1

    def shown(self, belief: Belief) -> str:
        """Return how many codes there are in a belief."""
        return f"{'+'.join(str(part.bit_count()) for part in belief)} codes"
