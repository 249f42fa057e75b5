"""The games of the library with a state, prices and lost plays, written down a second time, by hand.

Codes and experiments are plain Python values in the order of the game files, what is answered and what
follows is a Python function. The searches are those of `tests/oracle/memory.py`, for rules from anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

from cobra.model.memory import Followed
from tests.brute_force import tiles
from tests.oracle.memory import Rules, Score

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class PlainGame:
    """A game: `ask(experiment, state, code)` is (answer, whether it is final, state, price, whether lost)."""

    codes: list[Any]
    start: tuple[int, ...]
    experiments: Callable[[tuple[int, ...]], list[Any]]
    ask: Callable[[Any, tuple[int, ...], Any], tuple[Hashable, bool, tuple[int, ...], int, bool]]
    hit: bool
    weights: list[int] | None = None


class PlainRules(Rules):
    """The rules of such a game, as the searches take them."""

    def __init__(self, game: PlainGame) -> None:
        self.plain = game
        self.codes = game.codes
        self.weights = game.weights or [1] * len(game.codes)
        self.goals = list(game.codes)
        self.all = tuple(range(len(game.codes)))
        self.start = game.start
        self.has_state = bool(game.start)
        self.hit = game.hit
        self.loss = None
        self._remember()

    def _experiments(self, state: tuple[int, ...]) -> list[Any]:
        """Return the experiments that can be made in a state, each with it."""
        return [(experiment, state) for experiment in self.plain.experiments(state)]

    def _answer(self, experiment: Any, code: int) -> Any:
        answer, final, state, price, lost = self.plain.ask(*experiment, self.codes[code])
        return answer, final, Followed(state, price, lost)


def egg_drop(eggs: int = 2, floors: int = 100) -> PlainGame:
    def throw(floor: int, state: tuple[int, ...], safe: int) -> Any:
        return safe >= floor, False, (state[0] - (safe < floor),), 1, False

    return PlainGame(
        list(range(floors + 1)),
        (eggs,),
        lambda state: list(range(1, floors + 1)) if state[0] else [],
        throw,
        False,
    )


def warmer_colder(numbers: int = 20) -> PlainGame:
    def ask(guess: int, state: tuple[int, ...], x: int) -> Any:
        near, before = abs(x - guess), abs(x - state[0])
        answer = "found" if x == guess else (near > before) - (near < before)
        return answer, x == guess, (guess,), 1, False

    every = list(range(1, numbers + 1))
    return PlainGame(every, (1,), lambda state: [one for one in every if one != state[0]], ask, True)


def priced_search(n: int = 15) -> PlainGame:
    def look(place: int, state: tuple[int, ...], x: int) -> Any:
        return x < place, False, (), place, False

    return PlainGame(list(range(1, n + 1)), (), lambda state: list(range(2, n + 1)), look, False)


def poisoned_wine(bottles: int = 11, strips: int = 2, together: int = 1) -> PlainGame:
    every = list(range(1, bottles + 1))
    sets = [frozenset(some) for size in range(bottles + 1) for some in combinations(every, size)]

    def dip(dipped: tuple[frozenset[int], ...], state: tuple[int, ...], poisoned: int) -> Any:
        turned = tuple(poisoned in some for some in dipped)
        return turned, False, (state[0] - sum(turned),), 1, False

    def tests(state: tuple[int, ...]) -> list[Any]:
        return [one for one in product(sets, repeat=together) if sum(map(bool, one)) <= state[0]]

    return PlainGame(every, (strips,), tests, dip, False)


def sequencing(
    weights: Sequence[int], results: Sequence[Sequence[Hashable]], prices: Sequence[int]
) -> PlainGame:
    """A fault answers the test `t` by `results[fault][t]`; prices are whole numbers."""

    def test(asked: int, state: tuple[int, ...], fault: int) -> Any:
        return results[fault][asked], False, (), prices[asked], False

    every = list(range(len(weights)))
    return PlainGame(every, (), lambda state: list(range(len(prices))), test, False, list(weights))


def hangman_lives(words: Sequence[str], lives: int = 3) -> PlainGame:
    def ask(asked: str, state: tuple[int, ...], word: str) -> Any:
        left = state[0] - (asked not in word)
        answer: Hashable = word == asked
        if len(asked) == 1:
            answer = tuple(letter == asked for letter in word)
        return answer, asked == word, (left,), 1, left == 0

    return PlainGame(list(words), (lives,), lambda state: [*LETTERS, *words] if state[0] else [], ask, True)


Ship: TypeAlias = frozenset[tuple[int, int]]
"""The cells of a ship."""
Bag: TypeAlias = tuple[frozenset[str], ...]
"""The words that each board may still hide, the boards in any order."""


def fleets(size: int, lengths: Sequence[int]) -> list[tuple[Ship, ...]]:
    """Return the ways to place ships that do not touch, ships of one length in one order only."""
    if not lengths:
        return [()]
    board = list(product(range(1, size + 1), repeat=2))
    lines = [
        frozenset((row + i * down, column + i * (not down)) for i in range(lengths[-1]))
        for row, column in board
        for down in (True, False)
    ]
    found = []
    for others in fleets(size, lengths[:-1]):
        near = {(r + i, c + j) for ship in others for r, c in ship for i, j in product((-1, 0, 1), repeat=2)}
        alike = len(lengths) > 1 and lengths[-2] == lengths[-1]
        found += [
            (*others, ship)
            for ship in lines
            if ship <= set(board) and not ship & near and not (alike and min(ship) < min(others[-1]))
        ]
    return found


def battleship_sunk(size: int = 5, length: int = 3, second: int = 0, third: int = 0) -> PlainGame:
    board = list(product(range(1, size + 1), repeat=2))

    def shoot(shot: tuple[int, int], struck: tuple[Any, ...], fleet: tuple[Ship, ...]) -> Any:
        hit = [ship for ship in fleet if shot in ship]
        if not hit:
            return "miss", False, struck, 1, False
        after = tuple(sorted({*struck, shot}))
        won = sum(map(len, fleet)) == len(after)
        return "all" if won else hit[0] <= set(after), won, after, 1, False

    return PlainGame(
        fleets(size, [one for one in (length, second, third) if one]),
        (),
        lambda struck: [shot for shot in board if shot not in struck],
        shoot,
        True,
    )


def wordle_hard(answers: Sequence[str], allowed: Sequence[str]) -> PlainGame:
    """A state is what was shown: triples of a letter, how often it must be there, and its green places."""

    def fits(word: str, shown: tuple[Any, ...]) -> bool:
        return all(
            word.count(letter) >= often and all(word[i] == letter for i in greens)
            for letter, often, greens in shown
        )

    def guess(asked: str, shown: tuple[Any, ...], word: str) -> Any:
        marks = tiles(asked, word)
        known = {letter: (often, set(greens)) for letter, often, greens in shown}
        for letter in set(asked):
            places = [i for i, one in enumerate(asked) if one == letter and marks[i] != "-"]
            often, greens = known.get(letter, (0, set()))
            greens |= {i for i in places if marks[i] == "G"}
            if places:
                known[letter] = max(often, len(places)), greens
        after = tuple((one, often, tuple(sorted(greens))) for one, (often, greens) in sorted(known.items()))
        return marks, asked == word, after, 1, False

    words = list(dict.fromkeys([*answers, *allowed]))
    return PlainGame(
        list(answers), (), lambda shown: [word for word in words if fits(word, shown)], guess, True
    )


def quordle(words: Sequence[str], boards: int = 4) -> PlainGame:
    def guess(asked: str, kept: tuple[Any, ...], hidden: tuple[str, ...]) -> Any:
        marks = tuple(
            "....." if old == word else tiles(asked, word) for old, word in zip(kept, hidden, strict=True)
        )
        after = tuple(asked if asked == word else old for old, word in zip(kept, hidden, strict=True))
        return marks, after == hidden, after, 1, False

    every = list(product(words, repeat=boards))
    return PlainGame(every, ("",) * boards, lambda kept: list(words), guess, True)


class WordsAtOnce:
    """Quordle board by board, much quicker than `quordle`.

    What one board may still hide does not depend on the others, and which board is which does not matter: a
    situation is a bag of sets of words, one set for each board that goes on.
    """

    def __init__(self, words: Sequence[str], boards: int) -> None:
        self.words = words
        self.all: Bag = (frozenset(words),) * boards
        self.after = cache(self._after)

    def _after(self, bag: Bag, asked: str) -> Counter[Bag]:
        """Return what a guess may leave, and after how many answers; nothing where all stays as it was."""
        found: Counter[Bag] = Counter({(): 1})
        for board in bag:
            marked: dict[Hashable, set[str]] = {}
            for word in board - {asked}:
                marked.setdefault(tuple(tiles(asked, word)), set()).add(word)
            rests: list[Bag] = [(frozenset(rest),) for rest in marked.values()] + [()] * (asked in board)
            joined: Counter[Bag] = Counter()
            for (before, answers), rest in product(found.items(), rests):
                joined[tuple(sorted((*before, *rest), key=sorted))] += answers
            found = joined
        return Counter() if set(found) == {bag} else found

    def least(self) -> tuple[int, int]:
        """Return the least sum and the least greatest number of guesses."""

        @cache
        def best(bag: Bag) -> tuple[int, int]:
            if not bag:
                return 0, 0
            asked = [found for word in self.words if (found := self.after(bag, word))]
            sums = [sum(answers * best(rest)[0] for rest, answers in one.items()) for one in asked]
            worst = [max(best(rest)[1] for rest in one) for one in asked]
            return prod(map(len, bag)) + min(sums), 1 + min(worst)

        return best(self.all)

    def played(self, score: Score) -> tuple[int, int]:
        """Return the sum and the greatest number of guesses of a one-step strategy, ties by final,first.

        It makes no guess with one answer that does not win, until all words are known.
        """

        @cache
        def go_on(bag: Bag) -> tuple[int, int]:
            rated = []
            for place, word in enumerate(self.words):
                found = self.after(bag, word)
                sizes = [prod(map(len, rest)) for rest in found.elements()]
                if len(sizes) > 1 or () in found:
                    rated.append((score(sizes), () not in found, place))
            if not rated:
                return (len(set(bag)),) * 2
            found = self.after(bag, self.words[min(rated)[2]])
            ends = {rest: go_on(rest) if rest else (0, 0) for rest in found}
            total = sum(answers * ends[rest][0] for rest, answers in found.items())
            return prod(map(len, bag)) + total, 1 + max(worst for _, worst in ends.values())

        return go_on(self.all)


@cache
def throws(codes: int, eggs: int) -> tuple[float, float]:
    """Return the least sum and the least greatest number of throws that tell so many floors apart."""
    if codes == 1:
        return 0, 0
    if not eggs:
        return float("inf"), float("inf")
    pairs = [(throws(broken, eggs - 1), throws(codes - broken, eggs)) for broken in range(1, codes)]
    return (
        min(codes + one[0] + other[0] for one, other in pairs),
        min(1 + max(one[1], other[1]) for one, other in pairs),
    )


GAMES: dict[str, Callable[..., PlainGame]] = {
    "battleship-sunk": battleship_sunk,
    "egg-drop": egg_drop,
    "hangman-lives": hangman_lives,
    "poisoned-wine": poisoned_wine,
    "priced-search": priced_search,
    "quordle": quordle,
    "test-sequencing": sequencing,
    "warmer-colder": warmer_colder,
    "wordle-hard": wordle_hard,
}
