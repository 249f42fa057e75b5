"""A game with lies or moves as tables, by its formulas: what each experiment is answered, where codes move.

A *belief* is a tuple of sets of codes, one for each number of lies told, no code in two of them: with it
has told no fewer. Sets are whole numbers, in which bit i stands for code i. Nothing is taken from the
core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import islice, pairwise
from math import comb
from typing import Final, TypeAlias

from cobra.certificate.situations.tables import Codes, members
from cobra.errors import GameError, LimitError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game, Slot, Unseen
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.model.spaces import assignments
from cobra.model.unseen import successors
from cobra.strategy.check.meaning import Meaning

Belief: TypeAlias = tuple[Codes, ...]
Row: TypeAlias = tuple[Codes, tuple[Codes, ...]]
"""Of an experiment the codes that it is final for, and the codes of each other outcome."""

_AT_ONCE: Final = 64
_BYTES_OF_ROW: Final = 400
_MOST_ANSWERS: Final = 1 << 24
"""So many answers of codes to experiments are looked at."""
_WHAT: Final = "the table of the game by which a certificate is checked"


class BeliefTables:
    """What can be asked in a game and what may be answered. Making it lists codes and experiments:
    `LimitError` where that takes more than `memory` bytes, or is too long a list.
    """

    listed = True
    """Whether codes and experiments are."""

    def __init__(self, game: Game, limits: Limits, memory: int, tick: Callable[[], None]) -> None:
        if game.unseen is None or (game.ending == "core" and knows_finals(game)):
            raise GameError("tables of this kind are made of games with lies or moves")
        self.game, self.tick = game, tick
        unseen: Unseen = game.unseen
        self.lies = unseen.lies
        self.hit = game.ending == "hit"
        self.meaning = Meaning(game, limits.codes, memory, tick)
        self.number = number = len(self.meaning.codes)
        self.everything: Codes = (1 << number) - 1
        asked = sum(most_fillings(type_.space.slots) for type_ in game.experiments)
        if asked * number > 1000 * _MOST_ANSWERS:  # a quick refusal; of many choices few may be experiments
            raise LimitError("listed experiments", asked, 1000 * _MOST_ANSWERS // number, _WHAT)
        self.moves = bool(unseen.moves)
        self._following: list[Codes] = []
        if self.moves:
            following = successors(game, self.meaning.codes)
            self._following = [sum(1 << code for code in codes) for codes in following]
        goals: dict[object, Codes] = {}
        for code, goal in enumerate(self.meaning.goals):
            goals[goal] = goals.get(goal, 0) | 1 << code
        self._goal = [goals[goal] for goal in self.meaning.goals]
        self._memory = memory
        classes = [self.everything]
        for final, plain in self.rows:
            parts = [codes & group for codes in classes for group in (final, *plain)]
            classes = [codes for codes in parts if codes]
        self._class = [0] * number
        for alike in classes:
            for code in members(alike):
                self._class[code] = alike
        self.all_apart = len(goals) == number == len(classes)
        """Whether each code has to be told from each other one, and can be."""
        self.most_plain = max((len(plain) for _, plain in self.rows), default=0)
        self.most_final = max((final.bit_count() for final, _ in self.rows), default=0)
        self.moved = cache(self._moved)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Return what is answered to all experiments, those with the same answers of all codes once."""
        return self._rows(self._memory)

    def rows_for(self, belief: Belief) -> Iterable[Row]:
        """Return what is answered to experiments, as many as have to be gone through for a belief."""
        return self.rows

    @property
    def start(self) -> Belief:
        """Return what is believed at the beginning."""
        return (self.everything, *([0] * self.lies))

    def is_over(self, belief: Belief) -> bool:
        """Return whether a play is over that leaves this after an outcome that is not final."""
        if self.hit:
            return False
        codes = 0
        for part in belief:
            codes |= part
        one = (codes & -codes).bit_length() - 1
        return not codes & ~self._goal[one] or (not self.moves and not codes & ~self._class[one])

    def cells(self, row: Row, belief: Belief) -> Iterator[Belief]:
        """Yield what the outcomes that are not final leave of a belief."""
        final, plain = row
        for group in plain:
            lied = ~group & ~final
            cell = [belief[0] & group]
            cell += [part & group | fewer & lied for fewer, part in pairwise(belief)]
            if any(cell):
                yield self.reduced([self.moved(part) for part in cell] if self.moves else cell)

    def reduced(self, parts: Sequence[Codes]) -> Belief:
        """Return a belief in which each code has told the fewest lies that it may have told."""
        known, belief = 0, []
        for part in parts:
            belief.append(part & ~known)
            known |= part
        return tuple(belief)

    def _moved(self, codes: Codes) -> Codes:
        """Return what codes can become."""
        reached = 0
        for code in members(codes):
            reached |= self._following[code]
        return reached

    def row(self, experiment: Experiment) -> Row:
        """Return what is answered to an experiment; `GameError` if it is none of the game."""
        if not self.meaning.allows(experiment):
            raise GameError("this is not an experiment of the game")
        return self._rows_of([experiment])[0]

    def name(self, row: Row) -> str:
        """Return the first experiment with these answers, for a message."""
        found = (made for made in self._experiments() if self._rows_of([made])[0] == row)
        return Notation(self.game).experiment(next(found))

    def shown(self, belief: Belief) -> str:
        """Return some codes of a belief for a message."""
        notation = Notation(self.game)
        codes = [code for part in belief for code in members(part)]
        some = [notation.code(self.meaning.codes[code]) for code in codes[:3]]
        counts = "+".join(str(part.bit_count()) for part in belief)
        return f"{counts} codes ({', '.join(some)}{', …' if len(codes) > 3 else ''})"

    def _experiments(self) -> Iterator[Experiment]:
        for type_, of in enumerate(self.game.experiments):
            for assignment in assignments(self.game.dag, of.space, of_experiments=True):
                yield type_, assignment

    def _rows(self, memory: int) -> tuple[Row, ...]:
        rows: dict[Row, None] = {}
        experiments, number, answers = self._experiments(), len(self.meaning.codes), 0
        taken = 0
        while some := list(islice(experiments, _AT_ONCE)):
            answers += len(some) * number
            if answers > _MOST_ANSWERS:
                raise LimitError("listed experiments", answers // number, _MOST_ANSWERS // number, _WHAT)
            for row in self._rows_of(some):
                if row not in rows:
                    rows[row] = None
                    taken += _BYTES_OF_ROW + (2 + len(row[1])) * (number // 8)
                    if taken > memory:
                        raise LimitError("memory", taken, memory, _WHAT)
        return tuple(rows)

    def _rows_of(self, experiments: list[Experiment]) -> list[Row]:
        number = len(self.meaning.codes)
        answers = iter(self.meaning.answers([(e, code) for e in experiments for code in range(number)]))
        rows: list[Row] = []
        for _ in experiments:
            final = 0
            groups: dict[object, Codes] = {}
            for code in range(number):
                values, is_final, _ = next(answers)
                if is_final:
                    final |= 1 << code
                else:
                    groups[values] = groups.get(values, 0) | 1 << code
            rows.append((final, tuple(sorted(groups.values()))))
        return rows


def most_fillings(slots: Sequence[Slot]) -> int:
    """Return how many ways there are to fill slots."""
    ways = 1
    for slot in slots:
        if slot.kind == "set":
            ways *= sum(comb(slot.width, size) for size in range(slot.size_min, slot.size_max + 1))
        else:
            ways *= 2 if slot.kind == "bool" else slot.width
    return ways
