"""What a human-sized memory costs: the phases of pen, field and pasture, played with more and more memory.

Each level of `MEMORIES` plays `cobra.breakers.phases` and also does what the levels before it do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from cobra.breakers.phases import (
    DIGITS,
    PLACES,
    Answer,
    Guess,
    Guesses,
    arrange_pen,
    fill_pen,
    find_pen,
)
from cobra.errors import GameError
from cobra.options import read_choice

if TYPE_CHECKING:
    from cobra.breakers.breaker import How
    from cobra.breakers.place import Place
    from cobra.breakers.tree import CoreHistory
    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable
    from cobra.model.game import Game

DESCRIBED: Final = "described"
SHORTCUT: Final = "shortcut"
NO_REPEATS: Final = "no-repeats"
ARRANGE: Final = "arrange"
DEDUCE: Final = "deduce"

MEMORIES: Final[dict[str, str]] = {
    DESCRIBED: "the last guess and answer, pen, field and pasture, a mark for each digit, a few counters",
    SHORTCUT: "the same; the fourth guess of a set is left out when counting gives its bovines",
    NO_REPEATS: "and all guesses and answers, to make none twice",
    ARRANGE: "and tries the 24 arrangements of the digits found on them, to make only those that fit",
    DEDUCE: "and all that follows from them, to make no guess whose answer is known",
}
"""The levels from little memory to much, and what is remembered or done with it."""

Guessed: TypeAlias = Sequence[tuple[Guess, Answer]]
Recall: TypeAlias = Callable[[Guess], Answer | None]
"""Returns the answer to a guess that is known without making it, else None."""


@dataclass(frozen=True, slots=True)
class Phases:
    """Pen, field and pasture, with one of `MEMORIES`; for bulls and cows with 4 places and 16 digits only."""

    memory: str = DESCRIBED

    @property
    def name(self) -> str:
        """Return `phases`, or `phases(shortcut)` and the like."""
        return "phases" if self.memory == DESCRIBED else f"phases({self.memory})"

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table.

        `GameError` for another game, with a history that this breaker would not have made, and when only
        consistent guesses are wanted, which it does not make.
        """
        from cobra.breakers.tree import play_states

        _check_game(table.game)
        if how.consistent:
            raise GameError(
                "the strategy phases makes guesses that cannot be the code, and no others will do"
            )
        before = [(made.experiment[1], _answer(made.outcome)) for made in history]
        choose = _Chooser(self.memory, table, before).choose
        return play_states(table, choose, name=self.name, confirms=False, memory=how.memory)


def make_phases(memory: str = DESCRIBED) -> Phases:
    """Return the breaker with one of `MEMORIES`; `GameError` when there is no such level."""
    return Phases(read_choice("memory of phases", tuple(MEMORIES), memory))


def next_guess(memory: str, history: Guessed, deduced: Recall = lambda guess: None) -> Guess:
    """Return the guess that follows a history; `deduced` has the answers that follow from it, for `DEDUCE`.

    `GameError` when the history is not one of this breaker's own.
    """
    return _Play(memory).go_on(history, deduced)


class _Chooser:
    """Answers the questions of `play_states`; most often one goes on from the one before."""

    def __init__(self, memory: str, table: CodeTable, before: Guessed) -> None:
        self._memory = memory
        self._before = before
        self._partition = table.engine.partition
        self._values = table.compiled.decoders[0].values
        self._play = _Play(memory)
        self._last: CoreHistory | None = None

    def choose(self, place: Place, made: CoreHistory) -> CoreExperiment:
        """Return the guess after those made, with some codes left."""

        def deduced(guess: Guess) -> Answer | None:
            outcomes = set(self._partition((0, list(guess)), list(place.codes)))
            answer = _answer(self._values(outcomes.pop()))
            return None if outcomes or answer == (PLACES, 0) else answer

        if made and made[:-1] == self._last:
            more = self._answered(made[-1:])
        else:
            self._play, more = _Play(self._memory), [*self._before, *self._answered(made)]
        self._last = made
        return 0, list(self._play.go_on(more, deduced))

    def _answered(self, made: CoreHistory) -> list[tuple[Guess, Answer]]:
        return [(cast(Guess, tuple(values)), _answer(self._values(number))) for (_, values), number in made]


class _Play:
    """One play at a level of memory."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self._seen: list[tuple[Guess, Answer]] = []
        self._guesses = _guesses(memory, self._seen)
        self._guess = next(self._guesses)

    def go_on(self, history: Guessed, deduced: Recall) -> Guess:
        """Return the guess that comes after some more were made; what is known by heart is not asked."""
        for asked, answer in history:
            while self._guess != asked:
                if not self._skip(deduced):
                    wanted = " ".join(map(str, self._guess))
                    raise GameError(f"the strategy phases goes on after its own guesses only: here {wanted}")
            self._seen.append((asked, answer))
            self._guess = self._guesses.send(answer)
        while self._skip(deduced):
            pass
        return self._guess

    def _skip(self, deduced: Recall) -> bool:
        """Pass over a guess whose answer is known; return whether it is."""
        answer = None
        if self._memory == DEDUCE:
            answer = deduced(self._guess)
        elif self._memory in (NO_REPEATS, ARRANGE):
            answer = dict(self._seen).get(self._guess)
        if answer is not None:
            self._guess = self._guesses.send(answer)
        return answer is not None


def _guesses(memory: str, seen: Guessed) -> Guesses:
    """Yield the guesses at a level of memory; `seen` is what was asked and answered so far."""
    kept = yield from find_pen(shortcut=memory != DESCRIBED)
    pen, bulls = yield from fill_pen(kept)
    if memory in (ARRANGE, DEDUCE):
        yield from _arrange_by_answers(pen, seen)
    else:
        yield from arrange_pen(pen, bulls)


def _arrange_by_answers(pen: Sequence[int], seen: Guessed) -> Guesses:
    """Yield the arrangements of four digits, in order, that fit all answers when it is their turn."""
    for arrangement in permutations(sorted(pen)):
        if all(answer_to(guess, arrangement) == answer for guess, answer in seen):
            yield arrangement


def answer_to(guess: Guess, code: Guess) -> Answer:
    """Return the bulls and cows of a guess when a code is the secret."""
    bulls = sum(ours == theirs for ours, theirs in zip(guess, code, strict=True))
    return bulls, len(set(guess) & set(code)) - bulls


def _answer(values: Sequence[object]) -> Answer:
    bulls, cows = values
    assert isinstance(bulls, int) and isinstance(cows, int)
    return bulls, cows


def _check_game(game: Game) -> None:
    """Raise `GameError` when a game, whatever is known of its secret, is not the one that phases plays."""
    from cobra.language.load import load
    from cobra.strategy.check.verify import difference

    ours = load("bulls-and-cows", {"places": PLACES, "digits": DIGITS})
    fresh = replace(game, codes=replace(game.codes, constraints=ours.codes.constraints))
    if (other := difference(fresh, ours)) is not None:
        wanted = f"bulls-and-cows with places={PLACES} and digits={DIGITS}"
        raise GameError(f"the strategy phases plays {wanted} only; this is another game: {other}")
